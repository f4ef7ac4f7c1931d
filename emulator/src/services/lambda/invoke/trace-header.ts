// The X-Ray trace header of an invocation: the caller's, or a new one.
import type { Ctx } from '#core/ctx';

export function traceHeader(mode: 'Active' | 'PassThrough', ctx: Ctx, given = ctx.traceHeader): string {
  if (given && /(?:^|;)\s*Root=/.test(given)) return given;
  const time = Math.floor(ctx.now() / 1000).toString(16);
  const digits = ctx.random(40);
  return `Root=1-${time}-${digits.slice(0, 24)};Parent=${digits.slice(24)};Sampled=${mode === 'Active' ? 1 : 0}`;
}
