// A short wait before an answer, so that the answer can already show what ends soon.
import type { Ctx } from '#core/ctx';

/** Waits until `over()`, woken by the key, at most `longestMs`: of emulator time, and of real time, because the clock may stand still. */
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
