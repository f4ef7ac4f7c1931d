// The trace of a request that nobody traces: its own, or a new one.
import type { Ctx } from '#core/ctx';
import { newRoot } from '#core/traces/trace-header';

/** `sent`: the header of the request. A header that names a root alone gets a parent (recorded in August 2024). */
export function traceOf(sent: string | undefined, ctx: Ctx): string {
  if (sent === undefined) return newRoot(ctx);
  return /^Root=[^;]+$/.test(sent) ? `${sent};Parent=${ctx.random(16)};Sampled=0` : sent;
}
