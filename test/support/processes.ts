// Processes that others started.
import { readFileSync } from 'node:fs';

/** A process that ended and that nobody asked for its exit code lives no more. */
export function lives(pid: string): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
