// Whether a client of another account may use a stream or a consumer: its policy decides.
import type { Ctx } from '#core/ctx';
import { POLICY_IGNORED, POLICY_REFUSED } from '#core/messages';
import { decide } from '#core/policy/decide';
import { explainDecision } from '#core/policy/explain-decision';
import { parsePolicy } from '#core/policy/parse-policy';
import { partitionOf } from '#lib/arn';
import { fault } from '#model/kinesis';

/** Identity policies are not evaluated: as far as its own account is concerned, the client may do everything. */
const EVERYTHING = parsePolicy('{"Version":"2012-10-17","Statement":{"Effect":"Allow","Action":"*","Resource":"*"}}');

/** @throws AccessDeniedException */
export function checkForeignAccess(resource: string, policy: string | undefined, { there, ctx }: { there: Ctx; ctx: Ctx }): void {
  if (ctx.principal.kind !== 'key' || ctx.account === there.account) return;
  const arn = ctx.principal.role ?? `arn:${partitionOf(ctx.region)}:iam::${ctx.principal.account}:root`;
  const principal = { kind: ctx.principal.role ? 'role' : 'account', arn, account: ctx.principal.account } as const;
  const action = `kinesis:${ctx.operation}`;
  const request = { principal, action, resource, context: { 'aws:PrincipalArn': arn, 'aws:PrincipalAccount': principal.account } };
  const decision = decide(request, { identity: [EVERYTHING], ...(policy !== undefined && { resource: parsePolicy(policy) }) });
  if (decision.allowed) return;
  const sentence = explainDecision(decision, request);
  const isIgnored = there.options.RESOURCE_POLICIES === 'warn';
  there.log.write(isIgnored ? POLICY_IGNORED : POLICY_REFUSED, {
    sentence,
    grant: grantCommand(resource, action, { AWS: arn }),
    account: there.account,
  });
  if (isIgnored) return;
  throw fault(
    'AccessDeniedException',
    `User: ${arn} is not authorized to perform: ${action} on resource: ${resource} because no resource-based policy allows the ${action} action`,
  );
}

/** The command that grants access. */
export function grantCommand(resource: string, action: string, principal: object): string {
  const statement = { Effect: 'Allow', Principal: principal, Action: action, Resource: resource };
  const policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] });
  return `aws kinesis put-resource-policy --resource-arn ${resource} --policy '${policy}'`;
}
