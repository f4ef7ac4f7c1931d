// The X-Ray trace header, `Root=1-SECONDS-ID;Parent=ID;Sampled=1`: what it says, and how services pass it on. Pure but for new roots.
// https://docs.aws.amazon.com/xray/latest/devguide/xray-concepts.html#xray-concepts-tracingheader
import type { Ctx } from '#core/ctx';

const ROOT = /(?:^|;)\s*Root=(1-[0-9a-fA-F]{8}-[0-9a-fA-F]{24})/;
const ANY_ROOT = /(?:^|;)\s*Root=/;
const PARENT = /(?:^|;)\s*Parent=([0-9a-fA-F]{16})(?=;|$)/;
const DECISION = /(?:^|;)\s*Sampled=([01])(?=;|\s*$)/;

/** The id of the trace. */
export const rootIn = (header: string): string | undefined => ROOT.exec(header)?.[1];
/** The segment or subsegment that called. */
export const parentIn = (header: string): string | undefined => PARENT.exec(header)?.[1];
export const isSampled = (header: string): boolean => DECISION.exec(header)?.[1] === '1';

/** `Root=1-SECONDS-ID`, in hexadecimal digits. */
export const newRoot = (ctx: Ctx): string =>
  `Root=1-${Math.floor(ctx.now() / 1000)
    .toString(16)
    .padStart(8, '0')}-${ctx.random(24)}`;

/**
 * The header of a request that a resource takes, with a decision whether it is sampled: the caller's, or else that all requests to resources with active
 * tracing are, and none to others.
 */
export function decidedHeader(given: string | undefined, isActive: boolean, ctx: Ctx): string {
  const sampled = `Sampled=${isActive ? 1 : 0}`;
  if (given === undefined || !ANY_ROOT.test(given)) return `${newRoot(ctx)};${sampled}`;
  if (!isActive || DECISION.test(given)) return given;
  return `${given.replace(/;?\s*Sampled=[^;]*/, '')};${sampled}`;
}

/** The same header for what the segment or subsegment with this id calls. */
export function withParent(header: string, id: string): string {
  if (PARENT.test(header)) return header.replace(PARENT, (found) => found.replace(/Parent=.*/, `Parent=${id}`));
  const [root, ...others] = header.split(';');
  return [root, `Parent=${id}`, ...others].join(';');
}

/** Milliseconds since 1970 as segments have their times: seconds. */
export const segmentSeconds = (ms: number): number => Math.round(ms) / 1000;
