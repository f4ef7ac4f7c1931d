// Memory use of a process and its descendants, from /proc.

import { readdirSync, readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** A process and all its descendants, whichever thread started them. */
function family(pid: number): number[] {
  const pids = [pid];
  for (let at = 0; at < pids.length; at++) {
    for (const thread of list(`/proc/${pids[at]}/task`)) {
      const children = read(`/proc/${pids[at]}/task/${thread}/children`).trim();
      if (children) pids.push(...children.split(' ').map(Number));
    }
  }
  return pids;
}

/** Present memory use of all of them. */
export const residentBytes = (pid: number): number =>
  family(pid).reduce((sum, each) => sum + Number(read(`/proc/${each}/statm`).split(' ')[1] ?? 0) * PAGE_BYTES, 0);

/** The largest peak of any of them. */
export const peakBytes = (pid: number): number =>
  family(pid).reduce((most, each) => Math.max(most, Number(/^VmHWM:\s+(\d+)/m.exec(read(`/proc/${each}/status`))?.[1] ?? 0) * 1024), 0);

/** How many processes of this container the kernel has killed for want of memory (`memory.events` of cgroup v2, `memory.oom_control` of v1). */
export const kernelKills = (): number => {
  const counts = read('/sys/fs/cgroup/memory.events') || read('/sys/fs/cgroup/memory/memory.oom_control');
  return Number(/^oom_kill (\d+)/m.exec(counts)?.[1] ?? 0);
};
