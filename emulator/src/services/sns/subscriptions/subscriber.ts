// The principal of a new subscription (`SubscriptionPrincipal`).
import { isMadeHere } from '#core/access-key';
import type { Ctx } from '#core/ctx';
import { partitionOf } from '#lib/arn';

/** The ARN of the caller, for keys that were made here (recorded for a user in October 2025; a role's session as STS names it, for which no source was found); else the root of the account. */
export async function subscriberArn(ctx: Ctx): Promise<string> {
  const root = `arn:${partitionOf(ctx.region)}:iam::${ctx.account}:root`;
  const { principal } = ctx;
  if (principal.kind !== 'key' || principal.accessKeyId === undefined || !isMadeHere(principal.accessKeyId)) return root;
  const { Arn = root } = await ctx.call('sts', 'GetCallerIdentity', {}, { isPlumbing: true });
  return Arn;
}
