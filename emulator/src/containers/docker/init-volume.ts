// The init program in a volume of the engine, for engines that do not see our files: copied there once, mounted by every later container.

import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type Docker from 'dockerode';
import { packTar } from '#containers/dialled-in/tar';
import { LABELS } from './leftovers.ts';

const PLACE = '/var/rapid';
const UNUSED_AFTER_MS = 7 * 24 * 3_600_000;

export class InitVolumes {
  readonly #docker: Docker;
  readonly #filled = new Map<string, Promise<string>>();

  constructor(docker: Docker) {
    this.#docker = docker;
  }

  /** Name of the volume. `image`: any image that the engine has. */
  holding(path: string, image: string): Promise<string> {
    const known = this.#filled.get(path) ?? this.#fill(path, image);
    this.#filled.set(path, known);
    known.catch(() => this.#filled.delete(path));
    return known;
  }

  async #fill(path: string, image: string): Promise<string> {
    const hash = createHash('sha256');
    await pipeline(createReadStream(path), hash);
    const name = `cloud-emulator-init-${hash.digest('hex').slice(0, 16)}`;
    await this.#docker.createVolume({ Name: name, Labels: { [LABELS.init]: 'yes' } });
    // Never started: it only gives access to its files.
    const mounts = [{ Type: 'volume' as const, Source: name, Target: PLACE }];
    const helper = await this.#docker.createContainer({ Image: image, Entrypoint: [`${PLACE}/init`], HostConfig: { Mounts: mounts } });
    try {
      if ((await sizeIn(helper)) !== statSync(path).size)
        await helper.putArchive(packTar({ from: path, to: 'init', mode: 0o755 }), { path: PLACE });
    } finally {
      await helper.remove({ force: true });
    }
    void this.#prune(name).catch(() => undefined);
    return name;
  }

  /** Removes volumes of other versions after a while; volumes in use stay. */
  async #prune(own: string): Promise<void> {
    const { Volumes } = await this.#docker.listVolumes({ filters: { label: [LABELS.init] } });
    for (const { Name, ...volume } of Volumes) {
      const { CreatedAt } = volume as { CreatedAt?: string };
      if (Name === own || !CreatedAt || Date.now() - Date.parse(CreatedAt) < UNUSED_AFTER_MS) continue;
      await this.#docker
        .getVolume(Name)
        .remove()
        .catch(() => undefined);
    }
  }
}

/** An interrupted copy is shorter. */
async function sizeIn(container: Docker.Container): Promise<number> {
  try {
    const { headers } = (await container.infoArchive({ path: `${PLACE}/init` })) as { headers: Record<string, string> };
    const stat = Buffer.from(headers['x-docker-container-path-stat'] ?? '', 'base64').toString();
    return (JSON.parse(stat) as { size: number }).size;
  } catch {
    return 0;
  }
}
