// Decides by a function's policy who may call its URL. With type NONE callers do not sign, so the policy must allow anybody. With AWS_IAM
// callers of the function's own account need no policy.
// https://docs.aws.amazon.com/lambda/latest/dg/urls-auth.html
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { decide } from '#core/policy/decide';
import { parsePolicy } from '#core/policy/parse-policy';
import type { Frozen } from '#core/records';
import type { RouteRequest } from '#core/route';
import { type Signer, signerIn } from '#core/signer';
import { type Reporting, reporting } from '#core/traces/reporting';
import { functionArn } from '#services/lambda/lookup/function-name';
import { URL_POLICY_IGNORED, URL_REFUSED, URL_UNSIGNED } from '#services/lambda/messages';
import { policies } from '#services/lambda/state';
import type { UrlFacts } from './url-event.ts';
import type { UrlRecord } from './url-record.ts';

const ACTION = 'lambda:InvokeFunctionUrl';

export type Access =
  | { readonly allowed: true; readonly caller?: UrlFacts['caller'] }
  | { readonly allowed: false; readonly report: Reporting };

/** `ctx` is that of the function's account and region. Where identities are enforced, the policies of the signer decide, too. */
export async function accessTo(url: Frozen<UrlRecord>, request: RouteRequest, ctx: Ctx): Promise<Access> {
  const signed = { authorization: request.headers['authorization'], query: request.query };
  const caller = url.authType === 'AWS_IAM' ? signerIn(signed, 'lambda', ctx) : undefined;
  if (url.authType === 'AWS_IAM' && !caller)
    return { allowed: false, report: reporting(URL_UNSIGNED, { name: url.name, region: ctx.region }) };
  const resource = functionArn(ctx, url.name, url.qualifier || undefined);
  const judged = caller && (await signerAccess(caller, resource, request, ctx));
  if (judged) return judged;
  const policy = ctx.records(policies).get([url.name, url.qualifier])?.text;
  const principal = caller ? ({ kind: 'account', arn: caller.arn, account: caller.account } as const) : ({ kind: 'anonymous' } as const);
  const asked = { principal, action: ACTION, resource, context: { 'lambda:FunctionUrlAuthType': url.authType } };
  const decision = decide(asked, policy === undefined ? {} : { resource: parsePolicy(policy) });
  if (decision.allowed) return { allowed: true, caller };
  const isIgnored = ctx.options.RESOURCE_POLICIES === 'warn' && decision.reason !== 'explicit-deny';
  const refused = principal.kind === 'account' ? principal.arn : 'A caller without a signature';
  const remedy = grant(url, caller?.account);
  const refusal = { caller: refused, resource, grant: remedy };
  if (!isIgnored) return { allowed: false, report: reporting(URL_REFUSED, refusal, { remedy }) };
  ctx.log.write(URL_POLICY_IGNORED, refusal);
  return { allowed: true, caller };
}

/** Undefined where the policies of identities decide nothing. */
async function signerAccess(caller: Signer, resource: string, request: RouteRequest, ctx: Ctx): Promise<Access | undefined> {
  const { headers, remoteAddress } = request;
  const keys = { 'lambda:FunctionUrlAuthType': 'AWS_IAM' };
  const { accessKeyId } = caller;
  try {
    const asked = { action: ACTION, accesses: () => [{ action: ACTION, resource }] };
    const isJudged = await ctx.admitServed({ accessKeyId, service: 'lambda', ...asked, keys, headers, remoteAddress });
    return isJudged ? { allowed: true, caller } : undefined;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { remedy = '' } = error.options;
    return { allowed: false, report: reporting(URL_REFUSED, { caller: caller.arn, resource, grant: remedy }, { remedy }) };
  }
}

/** Whether anybody may call a URL of type NONE. */
export const accessToEverybody = ({ name, qualifier }: Pick<UrlRecord, 'name' | 'qualifier'>, ctx: Ctx): boolean => {
  const policy = ctx.records(policies).get([name, qualifier])?.text;
  const resource = functionArn(ctx, name, qualifier || undefined);
  const request = {
    principal: { kind: 'anonymous' },
    action: ACTION,
    resource,
    context: { 'lambda:FunctionUrlAuthType': 'NONE' },
  } as const;
  return policy !== undefined && decide(request, { resource: parsePolicy(policy) }).allowed;
};

/** The command that allows callers. */
export const grant = ({ name, qualifier, authType }: Pick<UrlRecord, 'name' | 'qualifier' | 'authType'>, account = '*'): string =>
  `To allow it: aws lambda add-permission --function-name ${name}${qualifier && ` --qualifier ${qualifier}`} --statement-id FunctionURLAllow${account === '*' ? 'PublicAccess' : account} --action ${ACTION} --principal '${account}' --function-url-auth-type ${authType}`;
