// Finds who sends events to a bus of another account, as the bus's policy names senders: an account, a user, a role or its session.
import type { Ctx } from '#core/ctx';
import type { Delivery } from '#core/delivery/delivery';
import type { AccountPrincipal } from '#core/policy/access-request';
import { parseArn, partitionOf } from '#lib/arn';
import { parseRuleArn } from '#services/events/arns';
import { targets } from '#services/events/state';

/** The caller of PutEvents. */
export async function callerOf(ctx: Ctx): Promise<AccountPrincipal> {
  const { principal } = ctx;
  if (principal.kind !== 'key') return rootOf(ctx);
  if (principal.role !== undefined) return principalOf(principal.role, ctx);
  if (principal.accessKeyId === undefined) return rootOf(ctx);
  const { Arn } = await ctx.call('sts', 'GetCallerIdentity', {}, { isPlumbing: true });
  return Arn === undefined ? rootOf(ctx) : principalOf(Arn, ctx);
}

/** The role of the rule's target, by which rules send to buses of other accounts; without one, the rule's account. `ctx` is that of the rule. */
export function senderOf({ targetArn, about: { resourceArn } }: Delivery, ctx: Ctx): AccountPrincipal {
  const rule = resourceArn === undefined ? undefined : parseRuleArn(resourceArn);
  const target =
    rule &&
    ctx
      .records(targets)
      .range([rule.bus, rule.rule])
      .find(({ Arn }) => Arn === targetArn);
  return target?.RoleArn === undefined ? rootOf(ctx) : principalOf(target.RoleArn, ctx);
}

const rootOf = ({ account, region }: Ctx): AccountPrincipal => ({
  kind: 'account',
  arn: `arn:${partitionOf(region)}:iam::${account}:root`,
  account,
});

/** The principal behind an ARN of a user, a role, a role's session or an account (`…:root`). */
function principalOf(arn: string, ctx: Ctx): AccountPrincipal {
  const { account = ctx.account, resource = '' } = parseArn(arn) ?? {};
  return { kind: kindOf(resource), arn, account };
}

function kindOf(resource: string): AccountPrincipal['kind'] {
  if (resource.startsWith('role/')) return 'role';
  if (resource.startsWith('assumed-role/')) return 'assumed-role';
  return resource === 'root' ? 'account' : 'user';
}
