// Images of an engine: available locally, or pulled once, with progress.

import type Docker from 'dockerode';
import type { ImageInspectInfo } from 'dockerode';

interface PullEvent {
  readonly status?: string;
  /** Why the pull failed: reported in the stream, which then ends normally. */
  readonly error?: string;
  readonly id?: string;
  readonly progressDetail?: { readonly current?: number; readonly total?: number };
}

const TELL_EVERY_MS = 5000;
/** An image found a moment ago is assumed to exist, so that a burst of cold starts checks once. */
const BELIEVED_MS = 10_000;

export class Images {
  readonly #docker: Docker;
  readonly #progress: (text: string) => void;
  readonly #known = new Map<string, { readonly info: Promise<ImageInspectInfo>; untilMs: number }>();

  constructor(docker: Docker, progress: (text: string) => void) {
    this.#docker = docker;
    this.#progress = progress;
  }

  /** The image's metadata; pulls it where it is missing. @throws Error in the engine's words when it cannot be pulled */
  have(image: string, platform: string | undefined): Promise<ImageInspectInfo> {
    const key = `${image} ${platform ?? ''}`;
    const known = this.#known.get(key);
    if (known && Date.now() < known.untilMs) return known.info;
    const asked = { info: this.#inspectOrPull(image, platform), untilMs: Number.POSITIVE_INFINITY };
    this.#known.set(key, asked);
    asked.info.then(
      () => {
        asked.untilMs = Date.now() + BELIEVED_MS;
      },
      () => this.#known.delete(key),
    );
    return asked.info;
  }

  async #inspectOrPull(image: string, platform: string | undefined): Promise<ImageInspectInfo> {
    const here = await this.here(image);
    if (here && (platform === undefined || platform === `linux/${here.Architecture}`)) return here;
    try {
      await this.#pull(image, platform);
    } catch (error) {
      if (here) return here;
      throw error;
    }
    const pulled = await this.here(image);
    if (!pulled) throw new Error(`the engine has no image ${image} after pulling it`);
    return pulled;
  }

  /** The same without pulling. */
  async here(image: string): Promise<ImageInspectInfo | undefined> {
    try {
      return await this.#docker.getImage(image).inspect();
    } catch (error) {
      if ((error as { statusCode?: number }).statusCode === 404) return undefined;
      throw error;
    }
  }

  async #pull(image: string, platform: string | undefined): Promise<void> {
    this.#progress(`Pulling the image ${image} …`);
    const startedAt = performance.now();
    const stream = await this.#docker.pull(tagged(image), platform === undefined ? {} : { platform });
    const layers = new Map<string, readonly [number, number]>();
    let toldAt = startedAt;
    let failure: string | undefined;
    await new Promise<void>((resolve, reject) => {
      const onEvent = ({ id, progressDetail, status, error }: PullEvent) => {
        failure ??= error;
        if (id && status === 'Downloading') layers.set(id, [progressDetail?.current ?? 0, progressDetail?.total ?? 0]);
        if (performance.now() - toldAt < TELL_EVERY_MS) return;
        toldAt = performance.now();
        this.#progress(`Pulling the image ${image}: ${amounts(layers.values())}`);
      };
      this.#docker.modem.followProgress(stream, (error) => (error ? reject(error) : resolve()), onEvent);
    });
    if (failure !== undefined) throw new Error(failure);
    this.#progress(`Pulled the image ${image} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
  }
}

function amounts(layers: Iterable<readonly [number, number]>): string {
  let [got, all] = [0, 0];
  for (const [current, total] of layers) [got, all] = [got + current, all + total];
  return `${(got / 1e6).toFixed(0)} of ${(all / 1e6).toFixed(0)} MB`;
}

/** Adds `latest` to a name without a tag: engines would otherwise pull all tags. */
const tagged = (image: string): string => (/[:@][^/]*$/.test(image) ? image : `${image}:latest`);
