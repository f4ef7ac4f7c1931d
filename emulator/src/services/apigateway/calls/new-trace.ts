// The trace of a request: its own, or a new one.
import type { Ctx } from '#core/ctx';

/** `Root=1-SECONDS-ID`, in hexadecimal digits. */
export const newTrace = (ctx: Ctx): string =>
  `Root=1-${Math.floor(ctx.now() / 1000)
    .toString(16)
    .padStart(8, '0')}-${ctx.random(24)}`;

/** `sent`: the header of the request. A header that names a root alone gets a parent (recorded in August 2024). */
export function traceOf(sent: string | undefined, ctx: Ctx): string {
  if (sent === undefined) return newTrace(ctx);
  return /^Root=[^;]+$/.test(sent) ? `${sent};Parent=${ctx.random(16)};Sampled=0` : sent;
}
