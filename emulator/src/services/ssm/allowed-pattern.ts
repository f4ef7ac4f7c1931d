// AllowedPattern: a regular expression of the client's, so it gets its own time and no more.
import { runInNewContext } from 'node:vm';

const LONGEST_MS = 200;

/** Undefined for an expression that is none, or that takes too long to tell. */
export function matchesAllowed(pattern: string, value: string): boolean | undefined {
  try {
    new RegExp(pattern);
    return runInNewContext('new RegExp(pattern).test(value)', { pattern, value }, { timeout: LONGEST_MS }) as boolean;
  } catch {
    return undefined;
  }
}
