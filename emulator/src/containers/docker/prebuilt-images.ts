// Images of functions with their code, their layers and init inside: made once, and used by all containers with the same content. Made by filling
// a container that is never started, because engines differ in how they build.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type Docker from 'dockerode';
import type { EnvironmentSpec } from '#containers/container-runtime';
import { packTar } from '#containers/dialled-in/tar';
import { type ContainerParts, copies, platformFor } from './create-options.ts';
import type { Images } from './images.ts';
import { LABELS, ownerOf } from './leftovers.ts';

const REPOSITORY = 'cloud-emulator-function';
const KEPT_MS = 7 * 24 * 3_600_000;

/** Whether the content stays as it is: what lies in a folder of the user's is mounted, so that it can change. */
export const hasFixedContent = ({ function: { packageType }, code, layers }: EnvironmentSpec): boolean =>
  packageType === 'Zip' && [code, ...layers].every(({ mayLinkTo }) => mayLinkTo === undefined);

export class PrebuiltImages {
  readonly #docker: Docker;
  readonly #images: Images;
  readonly #progress: (text: string) => void;
  readonly #building = new Map<string, Promise<void>>();
  readonly #hashes = new Map<string, Promise<string>>();

  constructor(docker: Docker, images: Images, progress: (text: string) => void) {
    this.#docker = docker;
    this.#images = images;
    this.#progress = progress;
  }

  /** Name of the image for containers of these parts. @throws Error in the engine's words when it cannot be made */
  async holding(parts: ContainerParts): Promise<string> {
    const name = await this.#nameFor(parts);
    if (!this.#building.has(name) && (await this.#images.here(name))) return name;
    const building = this.#building.get(name) ?? this.#build(name, parts).finally(() => this.#building.delete(name));
    this.#building.set(name, building);
    await building;
    return name;
  }

  /** Another base image, init, code or layer gives another name. */
  async #nameFor({ spec, image, initPath }: ContainerParts): Promise<string> {
    const base = await this.#images.here(image);
    const contents = [spec.code, ...spec.layers].map(({ sha256 }) => sha256);
    const facts = [base?.Id, spec.function.architecture, await this.#hashOf(initPath), ...contents];
    return `${REPOSITORY}:${createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32)}`;
  }

  #hashOf(path: string): Promise<string> {
    const known = this.#hashes.get(path) ?? hashOf(path);
    this.#hashes.set(path, known);
    known.catch(() => this.#hashes.delete(path));
    return known;
  }

  async #build(name: string, parts: ContainerParts): Promise<void> {
    const startedAt = performance.now();
    // The owner finds it, should the emulator be killed meanwhile; containers made of the image have an owner of their own.
    const Labels = { [LABELS.prebuilt]: 'yes', [LABELS.owner]: ownerOf(process.pid) };
    const helper = await this.#docker.createContainer({
      ...{ Image: parts.image, Entrypoint: ['/var/rapid/init'], Labels },
      ...platformFor(parts),
    });
    try {
      await helper.putArchive(packTar({ from: parts.initPath, to: 'var/rapid/init', mode: 0o755 }, ...copies(parts)), { path: '/' });
      const [repo, tag] = name.split(':');
      await helper.commit({ repo, tag });
    } finally {
      await helper.remove({ force: true, v: true });
    }
    this.#progress(`Built the image of function ${parts.spec.functionName} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
    void this.#prune(name).catch(() => undefined);
  }

  /** Removes images after a week; those in use stay. */
  async #prune(own: string): Promise<void> {
    const images = await this.#docker.listImages({ filters: { label: [LABELS.prebuilt] } });
    for (const { Id, RepoTags, Created } of images) {
      if (RepoTags?.includes(own) || Date.now() - Created * 1000 < KEPT_MS) continue;
      await this.#docker
        .getImage(Id)
        .remove()
        .catch(() => undefined);
    }
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
