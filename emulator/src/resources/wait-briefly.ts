// A short wait before an answer: what is over soon is over before it.
import type { Ctx } from '#core/ctx';

/** Waits until it is over, woken by the key, for so long at most: by the clock, and in real time too, as what it waits for may take that also where the clock stands still. */
export async function waitBriefly(longestMs: number, key: string, over: () => boolean, ctx: Ctx): Promise<void> {
  const untilMs = ctx.now() + longestMs;
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, longestMs, false);
  });
  try {
    while (!over() && ctx.now() < untilMs) if (!(await Promise.race([ctx.wait(key, untilMs), enough]))) return;
  } finally {
    clearTimeout(timer);
  }
}
