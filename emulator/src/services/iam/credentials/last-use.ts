// The last use of users' access keys, told while calls are judged. Kept in memory: it is written with no call, because that would make each one wait for the disk.
import type { Ctx } from '#core/ctx';

export interface KeyUse {
  readonly service: string;
  readonly region: string;
  readonly atMs: number;
}

/** Keys whose last use is remembered. */
const MAX_KEYS = 5000;

const usesOf = (ctx: Ctx): Map<string, KeyUse> =>
  ctx.own('iam.key-uses', () => ({ uses: new Map<string, KeyUse>(), stop: async () => undefined })).uses;

export function noteKeyUse(accessKeyId: string, service: string, region: string, ctx: Ctx): void {
  const uses = usesOf(ctx);
  if (uses.size >= MAX_KEYS && !uses.has(accessKeyId)) uses.delete(uses.keys().next().value!);
  uses.set(accessKeyId, { service, region, atMs: ctx.now() });
}

export const lastUseOf = (accessKeyId: string, ctx: Ctx): KeyUse | undefined => usesOf(ctx).get(accessKeyId);
