// Facts about processes from the kernel: descendants, memory. All functions accept processes that have ended.

import { readdirSync, readFileSync } from 'node:fs';

export function read(path) {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

export function list(path) {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** A process and all its descendants, whichever thread started them. */
export function family(pid) {
  const pids = [pid];
  for (let at = 0; at < pids.length; at++) {
    for (const thread of list(`/proc/${pids[at]}/task`)) {
      const children = read(`/proc/${pids[at]}/task/${thread}/children`).trim();
      if (children) pids.push(...children.split(' ').map(Number));
    }
  }
  return pids;
}

/** Programs that form the sandbox of a function's processes. */
const SANDBOXES = ['bwrap', 'unshare'];
export const isSandbox = (pid) => SANDBOXES.includes(read(`/proc/${pid}/comm`).trim());

const pageBytes = 4096;
export const residentBytes = (pids) =>
  pids.reduce((sum, pid) => sum + Number(read(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * pageBytes, 0);
const peakOf = (pid) => Number(/^VmHWM:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;

/** The largest peak of any of them, which includes short peaks between two measurements. */
export const peakBytes = (pids) => pids.reduce((largest, pid) => Math.max(largest, peakOf(pid)), 0);

export function signalEach(pids, signal) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}
