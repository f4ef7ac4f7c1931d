// The connection to a container engine: looked for until one is found, and again once it no longer answers.

import { withHost } from '#containers/endpoint';
import { CONTAINERS_SWEPT, ENGINE_NOT_AVAILABLE, IMAGE_PROGRESS } from '#containers/messages';
import { isEmulated } from '#lib/emulated-names';
import { EmulatorError } from '#lib/emulator-error';
import type { DockerOptions } from './docker-options.ts';
import { type Engine, findEngine } from './engine.ts';
import { Images } from './images.ts';
import { InitVolumes } from './init-volume.ts';
import { sweepContainers } from './leftovers.ts';
import { PrebuiltImages } from './prebuilt-images.ts';
import { findReach, type Reach } from './reach.ts';

/** An engine and the objects that belong to it. */
export interface Connected {
  readonly engine: Engine;
  readonly images: Images;
  readonly reach: Reach;
  readonly initVolumes: InitVolumes;
  readonly prebuiltImages: PrebuiltImages;
}

const MOUNT_LINE = '-v /var/run/docker.sock:/var/run/docker.sock';

export const noEngineSentence = (lookedAt: string): string =>
  `The container runtime is not available: no container engine answers (looked at ${lookedAt}). Where the emulator runs in a container, ` +
  `mount the engine's socket into it: ${MOUNT_LINE}. CONTAINER_RUNTIME=embedded runs functions without an engine.`;

export class EngineConnection {
  readonly #options: DockerOptions;
  readonly #network: string | undefined;
  #connecting: Promise<Connected> | undefined;

  /** `network`: the first network of containers, if one is set. */
  constructor(options: DockerOptions, network: string | undefined) {
    this.#options = options;
    this.#network = network;
  }

  /** @throws EmulatorError ENGINE_NOT_AVAILABLE; the next call looks again */
  connected(): Promise<Connected> {
    const connecting = this.#connecting ?? this.#connect();
    this.#connecting = connecting;
    connecting.catch(() => {
      if (this.#connecting === connecting) this.#connecting = undefined;
    });
    return connecting;
  }

  /** True when the engine no longer answers: the next function looks for one again. */
  isLost(error: unknown): boolean {
    const { code, cause } = error as NodeJS.ErrnoException;
    if (cause !== undefined) return this.isLost(cause);
    if (!['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE'].includes(code ?? '')) return false;
    this.#connecting = undefined;
    return true;
  }

  async close(): Promise<void> {
    const connected = await this.#connecting?.catch(() => undefined);
    connected?.reach.close();
  }

  async #connect(): Promise<Connected> {
    const found = await findEngine();
    if (!found.ok) throw new EmulatorError(ENGINE_NOT_AVAILABLE, noEngineSentence(found.reason));
    const { engine } = found;
    const { origin, advertisedUrl, advertisedHost, instance, ownConnections, log } = this.#options;
    // The user who keeps ended containers on purpose keeps those of earlier emulators, too.
    const swept = this.#options.removeContainers === false ? 0 : await sweepContainers(engine.docker, instance);
    if (swept > 0) log.write(CONTAINERS_SWEPT, { count: swept });
    // A name that leads here only inside the container cannot be used to connect.
    const advertised = advertisedUrl ?? (advertisedHost && !isEmulated(advertisedHost) ? withHost(origin(), advertisedHost) : undefined);
    const reach = await findReach(engine, origin(), this.#network, advertised, ownConnections);
    const tell = (progress: string): void => log.write(IMAGE_PROGRESS, { progress });
    const images = new Images(engine.docker, tell);
    const prebuiltImages = new PrebuiltImages(engine.docker, images, tell);
    return { engine, reach, images, initVolumes: new InitVolumes(engine.docker), prebuiltImages };
  }
}
