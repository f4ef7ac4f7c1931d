// The principal of a new subscription (`SubscriptionPrincipal`).
import type { Ctx } from '#core/ctx';
import { partitionOf } from '#lib/arn';

/** The ARN of the user whose key signed the request (recorded in October 2025); the root of the account for other callers. */
export async function subscriberArn(ctx: Ctx): Promise<string> {
  const root = `arn:${partitionOf(ctx.region)}:iam::${ctx.account}:root`;
  const { principal } = ctx;
  if (principal.kind !== 'key' || !principal.accessKeyId?.startsWith('AKIA')) return root;
  const { Arn = root } = await ctx.call('sts', 'GetCallerIdentity', {}, { isPlumbing: true });
  return Arn;
}
