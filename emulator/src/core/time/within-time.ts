// A time limit on the emulator's clock.
import type { Ctx } from '#core/ctx';

/** Most work is done within it, and needs no watch on the clock, which costs as much as a mapping. */
const MOMENT_MS = 20;

/** The work goes on after its time; nothing waits for it then. Rejects with the work. */
export async function withinTime<T>(work: Promise<T>, timeoutMs: number, ctx: Ctx): Promise<T | 'timeout'> {
  const untilMs = ctx.now() + timeoutMs;
  if (await isDoneSoon(work)) return work;
  const key = `core.limit/${ctx.id()}`;
  work.then(
    () => ctx.wake(key),
    () => ctx.wake(key),
  );
  const limit: Promise<T | 'timeout'> = ctx.wait(key, untilMs).then((isWoken): T | 'timeout' | Promise<T> => (isWoken ? work : 'timeout'));
  return Promise.race<T | 'timeout'>([work, limit]);
}

const isDoneSoon = (work: Promise<unknown>): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), MOMENT_MS);
    const done = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    work.then(done, done);
  });
