// Decides by a bus's policy whether it accepts events from another account: from the account, or from the user or role that sends them.
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-bus-perms.html
// https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoneventbridge.html (condition keys)
import type { Ctx } from '#core/ctx';
import { POLICY_IGNORED, POLICY_REFUSED, type Refusal } from '#core/messages';
import type { AccountPrincipal } from '#core/policy/access-request';
import { decide } from '#core/policy/decide';
import { explainDecision } from '#core/policy/explain-decision';
import { parsePolicy } from '#core/policy/parse-policy';
import type { ContextValues } from '#core/policy/request-context';
import type { Frozen } from '#core/records';
import { busArn } from '#services/events/arns';
import type { Bus } from '#services/events/state';

export interface EventKind {
  readonly source: string;
  readonly detailType: string;
}

export interface Sending {
  readonly sender: AccountPrincipal;
  readonly kind: EventKind;
  /** ARN of the rule whose target the bus is; undefined for events that a client sends. */
  readonly ruleArn?: string | undefined;
}

/** Identity policies are not evaluated: as far as its own account is concerned, the sender may do everything. */
const EVERYTHING = parsePolicy('{"Version":"2012-10-17","Statement":{"Effect":"Allow","Action":"*","Resource":"*"}}');

/**
 * The refusal with its reason, undefined if the sender is allowed. `ctx` is that of the bus.
 * Refusals are logged with the command that grants access, and so are events that only RESOURCE_POLICIES=warn lets through.
 */
export function refusalOf(bus: Frozen<Bus>, sending: Sending, ctx: Ctx): Refusal | undefined {
  const { account } = sending.sender;
  if (account === ctx.account) return undefined;
  const request = { principal: sending.sender, action: 'events:PutEvents', resource: busArn(ctx, bus.name), context: contextOf(sending) };
  const decision = decide(request, { identity: [EVERYTHING], ...(bus.policy !== undefined && { resource: parsePolicy(bus.policy) }) });
  if (decision.allowed) return undefined;
  const sentence = explainDecision(decision, request);
  const grant = `aws events put-permission --event-bus-name ${bus.name} --action events:PutEvents --principal ${account} --statement-id account-${account}`;
  const isIgnored = ctx.options.RESOURCE_POLICIES === 'warn';
  const refusal = { sentence, grant, account: ctx.account };
  ctx.log.write(isIgnored ? POLICY_IGNORED : POLICY_REFUSED, refusal);
  return isIgnored ? undefined : refusal;
}

function contextOf({ sender, kind, ruleArn }: Sending): ContextValues {
  const keys: Record<string, string> = {
    'aws:PrincipalArn': policyArnOf(sender),
    'aws:PrincipalAccount': sender.account,
    'events:source': kind.source,
    'events:detail-type': kind.detailType,
    'events:eventBusInvocation': String(ruleArn !== undefined),
  };
  return ruleArn === undefined ? keys : { ...keys, 'aws:SourceArn': ruleArn, 'aws:SourceAccount': sender.account };
}

/** The value of `aws:PrincipalArn`: for a session, its role. A session's ARN leaves the role's path out. */
const policyArnOf = ({ arn }: AccountPrincipal): string =>
  arn.replace(/^(arn:[^:]+):sts::(\d{12}):assumed-role\/([^/]+)\/.+$/, '$1:iam::$2:role/$3');
