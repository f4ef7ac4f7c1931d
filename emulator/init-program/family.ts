// The processes of the container, as the kernel tells of them. All functions accept processes that have ended.

import { readdirSync, readFileSync } from 'node:fs';

export function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Whichever thread started them; those that have ended and are not reaped yet included. */
export const childrenOf = (pid: number): number[] =>
  threadsOf(pid).flatMap((thread) => {
    const children = read(`/proc/${pid}/task/${thread}/children`).trim();
    return children ? children.split(' ').map(Number) : [];
  });

/** A process and all its descendants, except those for which `isOut` holds, and theirs. */
export function family(pid: number, isOut: (pid: number) => boolean = () => false): number[] {
  const pids = [pid];
  for (let at = 0; at < pids.length; at++) pids.push(...childrenOf(pids[at] as number).filter((child) => !isOut(child)));
  return pids;
}

/** It has ended, and its parent has not asked for it. */
export const isZombie = (pid: number): boolean => / Z \d+ [^)]*$/.test(read(`/proc/${pid}/stat`));
