// How tests wait for what they cannot await: they look again until it is so. The limits end a test that has failed; no machine is so slow.
import { expect } from 'vitest';

const MAX_WAIT_MS = 120_000;
const BETWEEN_LOOKS_MS = 20;

/** Looks again until `check` throws no more; answers what it answered. @throws what it threw last, after two minutes */
export async function untilPasses<T>(check: () => T | Promise<T>): Promise<T> {
  for (const endMs = performance.now() + MAX_WAIT_MS; ; await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS))) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > endMs) throw error;
    }
  }
}

/** Looks again until `condition` holds. */
export const untilTrue = (condition: () => boolean | Promise<boolean>): Promise<void> =>
  untilPasses(async () => expect(await condition(), String(condition)).toBe(true));

/** How long and how often the SDK's waiters look. */
export const WAITER = { maxWaitTime: 120, minDelay: 0.02, maxDelay: 0.1 };
