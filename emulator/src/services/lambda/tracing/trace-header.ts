// The X-Ray trace header of an invocation: the caller's, or a new one, which has no parent.
import type { Ctx } from '#core/ctx';

const ROOT = /(?:^|;)\s*Root=/;
const PARENT = /(?:^|;)\s*Parent=([0-9a-fA-F]{16})(?=;|$)/;
const DECISION = /(?:^|;)\s*Sampled=([01])(?=;|\s*$)/;

/** A function with active tracing decides for requests of which nobody decided whether they are sampled: all of them are. */
export function traceHeader(mode: 'Active' | 'PassThrough', ctx: Ctx, given = ctx.traceHeader): string {
  const sampled = `Sampled=${mode === 'Active' ? 1 : 0}`;
  if (given && ROOT.test(given)) {
    if (mode === 'PassThrough' || DECISION.test(given)) return given;
    return `${given.replace(/;?\s*Sampled=[^;]*/, '')};${sampled}`;
  }
  const time = Math.floor(ctx.now() / 1000).toString(16);
  return `Root=1-${time.padStart(8, '0')}-${ctx.random(24)};${sampled}`;
}

export const parentIn = (header: string): string | undefined => PARENT.exec(header)?.[1];
export const isSampled = (header: string): boolean => DECISION.exec(header)?.[1] === '1';
export const rootIn = (header: string): string | undefined => /(?:^|;)\s*Root=(1-[0-9a-fA-F]{8}-[0-9a-fA-F]{24})/.exec(header)?.[1];

/** The same header for what the segment with this id calls. */
export function withParent(header: string, id: string): string {
  if (PARENT.test(header)) return header.replace(PARENT, (found) => found.replace(/Parent=.*/, `Parent=${id}`));
  const [root, ...others] = header.split(';');
  return [root, `Parent=${id}`, ...others].join(';');
}
