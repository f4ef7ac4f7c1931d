// Functions of other accounts, named by their ARNs: the policy of such a function decides which operations a caller's account may use.
// https://docs.aws.amazon.com/lambda/latest/dg/access-control-resource-based.html#permissions-resource-xaccountinvoke
import type { Ctx } from '#core/ctx';
import { decide } from '#core/policy/decide';
import { parsePolicy } from '#core/policy/parse-policy';
import { accessDenied } from '#services/lambda/faults';
import { named } from '#services/lambda/lookup/find-function';
import { functionArn, parseFunctionName } from '#services/lambda/lookup/function-name';
import { policies } from '#services/lambda/state';

interface FunctionRef {
  readonly FunctionName: string;
  readonly Qualifier?: string | undefined;
}

/** The context of the account that has the function. @throws Fault AccessDeniedException where its policy does not allow the caller's account */
export function ownerOf(ref: FunctionRef, action: string, ctx: Ctx): Ctx {
  const { account = ctx.account } = parseFunctionName(ref.FunctionName) ?? {};
  if (account === ctx.account) return ctx;
  const there = ctx.in({ account });
  const { name, qualifier } = named(ref, there);
  const resource = functionArn(there, name, qualifier);
  const policy = there.records(policies).get([name, qualifier ?? ''])?.text;
  const principal = { kind: 'account', arn: `arn:aws:iam::${ctx.account}:root`, account: ctx.account } as const;
  // Within its own account a caller may do everything: identities are not evaluated.
  const allowed = policy !== undefined && letsIn(policy, { principal, action, resource, context: { 'aws:PrincipalAccount': ctx.account } });
  if (!allowed) throw accessDenied(action, resource, ctx.account);
  return there;
}

/** Lets an operation run in the account that has the function. */
export const inOwnersAccount =
  <Input extends FunctionRef, Output>(handler: (input: Input, ctx: Ctx) => Output) =>
  (input: Input, ctx: Ctx): Output =>
    handler(input, ownerOf(input, `lambda:${ctx.operation}`, ctx));

const EVERYTHING = parsePolicy('{"Version":"2012-10-17","Statement":{"Effect":"Allow","Action":"*","Resource":"*"}}');

const letsIn = (policy: string, request: Parameters<typeof decide>[0]): boolean =>
  decide(request, { resource: parsePolicy(policy), identity: [EVERYTHING] }).allowed;
