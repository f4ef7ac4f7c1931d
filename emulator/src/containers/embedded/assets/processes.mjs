// Facts about processes from the kernel. All functions accept processes that have ended.

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

/**
 * Whether a process in a sandbox is the function's own: not a program that built the sandbox, and not process 1 of its namespace, which
 * stays to report the end. Names do not tell, because processes choose theirs.
 */
export const isInside = (pid) => /^NSpid:(?:\t\d+)+\t(?!1$)\d+$/m.test(read(`/proc/${pid}/status`));

export function signalEach(pids, signal) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}
