// A trace of a request that brings none.
import type { Ctx } from '#core/ctx';

/** `Root=1-SECONDS-ID`, in hexadecimal digits. */
export const newTrace = (ctx: Ctx): string =>
  `Root=1-${Math.floor(ctx.now() / 1000)
    .toString(16)
    .padStart(8, '0')}-${ctx.random(24)}`;
