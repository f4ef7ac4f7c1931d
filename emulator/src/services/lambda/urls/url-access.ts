// Who may call a function through its URL: anybody (NONE), or who signs and is let in (AWS_IAM). The function's policy has a say in both.
import { accountOf } from '#core/access-key';
import type { Ctx } from '#core/call';
import { decide } from '#core/policy/decide';
import { parsePolicy } from '#core/policy/parse-policy';
import type { Frozen } from '#core/records';
import type { RouteRequest } from '#core/route';
import { partitionOf } from '#lib/arn';
import { functionArn } from '#services/lambda/function-name';
import { policies } from '#services/lambda/state';
import type { UrlFacts } from './url-event.ts';
import type { UrlRecord } from './url-record.ts';

const ACTION = 'lambda:InvokeFunctionUrl';
const CREDENTIAL = /Credential=([^/,\s]+)\/\d{8}\/[^/]+\/lambda\/aws4_request/;

export type Access = { readonly allowed: true; readonly caller?: UrlFacts['caller'] } | { readonly allowed: false };

/** `ctx` is the place of the function. */
export function accessTo(ctx: Ctx, url: Frozen<UrlRecord>, request: RouteRequest): Access {
  const caller = url.authType === 'AWS_IAM' ? callerOf(ctx, request) : undefined;
  if (url.authType === 'AWS_IAM' && !caller) return { allowed: false };
  const resource = functionArn(ctx, url.name, url.qualifier || undefined);
  const policy = ctx.records(policies).get([url.name, url.qualifier])?.text;
  const principal = caller ? ({ kind: 'account', arn: caller.arn, account: caller.account } as const) : ({ kind: 'anonymous' } as const);
  const asked = { principal, action: ACTION, resource, context: { 'lambda:FunctionUrlAuthType': url.authType } };
  const decision = decide(asked, policy === undefined ? {} : { resource: parsePolicy(policy) });
  // A URL without authentication is open unless somebody closes it: the missing permission was told when it was created.
  const allowed = decision.allowed || (url.authType === 'NONE' && decision.reason !== 'explicit-deny');
  if (!allowed)
    ctx.log.warn(`${principal.kind === 'account' ? principal.arn : 'Nobody'} may not call ${resource} through its URL. ${grant(url)}`);
  return allowed ? { allowed, caller } : { allowed: false };
}

/** The command that lets callers in. */
export const grant = ({ name, qualifier, authType }: Pick<UrlRecord, 'name' | 'qualifier' | 'authType'>): string =>
  `To allow it: aws lambda add-permission --function-name ${name}${qualifier && ` --qualifier ${qualifier}`} --statement-id url --action ${ACTION} --principal '*' --function-url-auth-type ${authType}`;

function callerOf({ region }: Ctx, { headers, query }: RouteRequest): UrlFacts['caller'] {
  const presigned = query.get('X-Amz-Credential');
  const accessKeyId = CREDENTIAL.exec(headers['authorization'] ?? (presigned === null ? '' : `Credential=${presigned}`))?.[1];
  if (accessKeyId === undefined) return undefined;
  const account = accountOf(accessKeyId);
  return { accessKeyId, account, arn: `arn:${partitionOf(region)}:iam::${account}:root` };
}
