// Finds the function to invoke. In another account its policy must allow the caller's account.
import type { Ctx } from '#core/ctx';
import { decide } from '#core/policy/decide';
import { parsePolicy } from '#core/policy/parse-policy';
import { accessDenied } from '#services/lambda/faults';
import { type FunctionName, named } from '#services/lambda/find-function';
import { functionArn, parseFunctionName } from '#services/lambda/function-name';
import { policies } from '#services/lambda/state';

const ACTION = 'lambda:InvokeFunction';

interface FunctionRef {
  readonly FunctionName: string;
  readonly Qualifier?: string | undefined;
}

/** The context of the function's account, and the function. @throws Fault AccessDeniedException */
export function findCallable(asked: FunctionRef, ctx: Ctx): { ctx: Ctx; named: FunctionName } {
  const { account = ctx.account } = parseFunctionName(asked.FunctionName) ?? {};
  if (account === ctx.account) return { ctx, named: named(asked, ctx) };
  const there = ctx.in({ account });
  const found = named(asked, there);
  const resource = functionArn(there, found.name, found.qualifier);
  const policy = there.records(policies).get([found.name, found.qualifier ?? ''])?.text;
  const principal = { kind: 'account', arn: `arn:aws:iam::${ctx.account}:root`, account: ctx.account } as const;
  // Within its own account a caller may do everything: identities are not evaluated.
  const allowed =
    policy !== undefined && letsIn(policy, { principal, action: ACTION, resource, context: { 'aws:PrincipalAccount': ctx.account } });
  if (!allowed) throw accessDenied(ACTION, resource, ctx.account);
  return { ctx: there, named: found };
}

const EVERYTHING = parsePolicy('{"Version":"2012-10-17","Statement":{"Effect":"Allow","Action":"*","Resource":"*"}}');

const letsIn = (policy: string, request: Parameters<typeof decide>[0]): boolean =>
  decide(request, { resource: parsePolicy(policy), identity: [EVERYTHING] }).allowed;
