// Asks the policy of a resource whether a client of another account may use it.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { granting, POLICY_IGNORED, POLICY_REFUSED } from '#core/messages';
import { partitionOf } from '#lib/arn';
import { decide } from './decide.ts';
import { explainDecision } from './explain-decision.ts';
import { parsePolicy } from './parse-policy.ts';
import type { PolicyCheck } from './policy-check.ts';

/** Where identity policies are not evaluated: as far as its own account is concerned, the client may do everything. */
const EVERYTHING = parsePolicy('{"Version":"2012-10-17","Statement":{"Effect":"Allow","Action":"*","Resource":"*"}}');

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
  // Where calls are refused by the policies of their callers, both sides were judged before the operation.
  if (ctx.principal.kind !== 'key' || ctx.account === there.account || ctx.identity) return;
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
