// Containers of emulators that are no more: found by their labels and removed at the next start. Those of living emulators are left alone.

import { hostname } from 'node:os';
import type Docker from 'dockerode';
import { isAlive } from '#lib/is-alive';

export const LABELS = {
  /** Of the emulator whose data directory it is: the same after a restart. */
  instance: 'cloud-emulator.instance',
  /** The process that made it: `<host>/<process id>`. */
  owner: 'cloud-emulator.owner',
  environment: 'cloud-emulator.environment',
  function: 'cloud-emulator.function',
  /** On volumes that hold the init program: kept, for every emulator of this machine. */
  init: 'cloud-emulator.init',
} as const;

export const ownerOf = (pid: number): string => `${hostname()}/${pid}`;

/** Ours from an earlier life, or of a process of this machine that has ended. Pure. */
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

/** How many were removed. */
export async function sweepContainers(docker: Docker, instance: string | undefined): Promise<number> {
  const found = await docker.listContainers({ all: true, filters: { label: [LABELS.owner] } });
  const dead = found.filter((container) => isLeftover(container.Labels, instance, ownerOf(process.pid)));
  const removed = await Promise.allSettled(dead.map(({ Id }) => docker.getContainer(Id).remove({ force: true, v: true })));
  return removed.filter(({ status }) => status === 'fulfilled').length;
}
