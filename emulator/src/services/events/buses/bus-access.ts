// Decides by a bus's policy whether it accepts events from another account.
import type { Ctx } from '#core/ctx';
import { POLICY_IGNORED, POLICY_REFUSED } from '#core/messages';
import { decide } from '#core/policy/decide';
import { explainDecision } from '#core/policy/explain-decision';
import { parsePolicy } from '#core/policy/parse-policy';
import type { Frozen } from '#core/records';
import { partitionOf } from '#lib/arn';
import { busArn } from '#services/events/arns';
import type { Bus } from '#services/events/state';

/**
 * The reason for a refusal, undefined if the account is allowed. `ctx` is that of the bus.
 * Refusals are logged with the command that grants access, and so are events that only RESOURCE_POLICIES=warn lets through.
 */
export function refusalOf(bus: Frozen<Bus>, account: string, ctx: Ctx): string | undefined {
  if (account === ctx.account) return undefined;
  const resource = busArn(ctx, bus.name);
  const arn = `arn:${partitionOf(ctx.region)}:iam::${account}:root`;
  const request = { principal: { kind: 'account', arn, account } as const, action: 'events:PutEvents', resource, context: {} };
  const decision = decide(request, bus.policy === undefined ? {} : { resource: parsePolicy(bus.policy) });
  if (decision.allowed) return undefined;
  const sentence = explainDecision(decision, request);
  const grant = `aws events put-permission --event-bus-name ${bus.name} --action events:PutEvents --principal ${account} --statement-id account-${account}`;
  const isIgnored = ctx.options.RESOURCE_POLICIES === 'warn';
  ctx.log.write(isIgnored ? POLICY_IGNORED : POLICY_REFUSED, { sentence, grant, account: ctx.account });
  return isIgnored ? undefined : sentence;
}
