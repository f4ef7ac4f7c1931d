// Containers of emulators that no longer run: found by their labels and removed at the next start. Containers of running emulators stay.

import { hostname } from 'node:os';
import type Docker from 'dockerode';
import { isAlive } from '#lib/is-alive';

export const LABELS = {
  /** Id of the emulator's data directory: the same after a restart. */
  instance: 'cloud-emulator.instance',
  /** The process that created it: `<host>/<process id>`. */
  owner: 'cloud-emulator.owner',
  environment: 'cloud-emulator.environment',
  function: 'cloud-emulator.function',
  /** Label of volumes with the init program, which all emulators of this machine share and keep. */
  init: 'cloud-emulator.init',
  /** Label of images with the code of a function. */
  prebuilt: 'cloud-emulator.prebuilt',
} as const;

export const ownerOf = (pid: number): string => `${hostname()}/${pid}`;

/** Ours from before a restart, or made by a process of this machine that has ended. Pure. */
export function isLeftover(
  given: Readonly<Record<string, string>>,
  instance: string | undefined,
  self: string,
  alive: (pid: number) => boolean = isAlive,
): boolean {
  const owner = given[LABELS.owner];
  if (owner === undefined || owner === self) return false;
  if (instance !== undefined && given[LABELS.instance] === instance) return true;
  const [host, pid] = owner.split('/');
  return host === hostname() && !alive(Number(pid));
}

/** Returns how many were removed. */
export async function sweepContainers(docker: Docker, instance: string | undefined): Promise<number> {
  const found = await docker.listContainers({ all: true, filters: { label: [LABELS.owner] } });
  const dead = found.filter((container) => isLeftover(container.Labels, instance, ownerOf(process.pid)));
  const removed = await Promise.allSettled(dead.map(({ Id }) => docker.getContainer(Id).remove({ force: true, v: true })));
  return removed.filter(({ status }) => status === 'fulfilled').length;
}
