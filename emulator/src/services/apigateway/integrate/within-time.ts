// A time limit on the emulator's clock.
import type { Ctx } from '#core/ctx';

/** The work goes on after its time; nothing waits for it then. Rejects with the work. */
export async function withinTime<T>(work: Promise<T>, timeoutMs: number, ctx: Ctx): Promise<T | 'timeout'> {
  const key = `apigateway.limit/${ctx.id()}`;
  work.then(
    () => ctx.wake(key),
    () => ctx.wake(key),
  );
  const limit: Promise<T | 'timeout'> = ctx
    .wait(key, ctx.now() + timeoutMs)
    .then((isWoken): T | 'timeout' | Promise<T> => (isWoken ? work : 'timeout'));
  return Promise.race<T | 'timeout'>([work, limit]);
}
