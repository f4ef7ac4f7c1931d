// Asks the policy of a resource whether a client of another account may use it.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { granting, POLICY_IGNORED, POLICY_REFUSED } from '#core/messages';
import { partitionOf } from '#lib/arn';
import { decide } from './decide.ts';
import { explainDecision } from './explain-decision.ts';
import { parsePolicy } from './parse-policy.ts';
import type { PolicyCheck } from './policy-check.ts';

/** Identity policies are not evaluated: as far as its own account is concerned, the client may do everything. */
const EVERYTHING = parsePolicy('{"Version":"2012-10-17","Statement":{"Effect":"Allow","Action":"*","Resource":"*"}}');

/** The command that lets a principal use a resource; services whose policies are put by ARN have the same. */
export function grantCommand(service: string, arn: string, { action, resource = arn, principal }: Grant): string {
  const statement = { Effect: 'Allow', Principal: principal, Action: action, Resource: resource };
  const policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] });
  return `aws ${service} put-resource-policy --resource-arn ${arn} --policy '${policy}'`;
}

interface Grant {
  readonly action: string;
  /** A part of the resource with the policy, where only that is used. */
  readonly resource?: string;
  readonly principal: object;
}

interface Accounts {
  /** The context of the account that owns the resource. */
  readonly there: Ctx;
  readonly ctx: Ctx;
}

/** `grant`: the command that would let this principal in. @throws Fault AccessDeniedException, unless RESOURCE_POLICIES=warn */
export function checkForeignAccess(
  { action, resource, policy }: PolicyCheck,
  grant: (principal: object) => string,
  { there, ctx }: Accounts,
): void {
  if (ctx.principal.kind !== 'key' || ctx.account === there.account) return;
  const arn = ctx.principal.role ?? `arn:${partitionOf(ctx.region)}:iam::${ctx.principal.account}:root`;
  const principal = { kind: ctx.principal.role ? 'role' : 'account', arn, account: ctx.principal.account } as const;
  const request = { principal, action, resource, context: { 'aws:PrincipalArn': arn, 'aws:PrincipalAccount': principal.account } };
  const decision = decide(request, { identity: [EVERYTHING], ...(policy !== undefined && { resource: parsePolicy(policy) }) });
  if (decision.allowed) return;
  const refusal = { sentence: explainDecision(decision, request), grant: grant({ AWS: arn }), account: there.account };
  const isIgnored = there.options.RESOURCE_POLICIES === 'warn';
  there.log.write(isIgnored ? POLICY_IGNORED : POLICY_REFUSED, refusal);
  if (isIgnored) return;
  throw new Fault(
    'AccessDeniedException',
    `User: ${arn} is not authorized to perform: ${action} on resource: ${resource} because no resource-based policy allows the ${action} action`,
    { remedy: granting(refusal) },
  );
}
