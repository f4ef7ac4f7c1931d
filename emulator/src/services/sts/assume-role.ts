// AssumeRole, within an account or across accounts.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { unmodelled } from '#core/operation';
import type { PolicyPrincipal } from '#core/policy/access-request';
import { table } from '#lib/table';
import { type AssumeRoleRequest, operation } from '#model/sts';
import { type Caller, callerOf } from './caller.ts';
import { findRole, mustTrust, openSession, secondsFor } from './roles.ts';
import { checkScope, invalid } from './session-request.ts';
import type { Tag } from './state.ts';

const PRINCIPAL_TYPES = { account: 'Account', user: 'User', 'assumed-role': 'AssumedRole', 'federated-user': 'FederatedUser' } as const;
/** Limit: duration of a session that a session of a role begins. */
const MAX_CHAINED_SECONDS = 3600;

export const AssumeRole = operation('AssumeRole', async (input, ctx) => {
  const caller = await callerOf(ctx);
  const packed = checkScope(input);
  if (input.ProvidedContexts?.length) throw invalid('ProvidedContexts are not supported: no context provider is emulated.');
  const tags = tagsOf(input, caller);
  const role = await findRole(input.RoleArn, ctx);
  if (input.SerialNumber !== undefined || input.TokenCode !== undefined) await checkDevice(caller, input, ctx);
  const sourceIdentity = sourceIdentityOf(input, caller);
  mustTrust(
    role,
    {
      principal: principalOf(caller, ctx),
      refusal: (action) => `${whoIs(caller, ctx)} is not authorized to perform: ${action} on resource: ${role.arn}`,
      actions: [
        'sts:AssumeRole',
        ...(tags.length > 0 ? ['sts:TagSession'] : []),
        ...(input.SourceIdentity ? ['sts:SetSourceIdentity'] : []),
      ],
      context: contextOf(input, caller, tags, sourceIdentity, ctx),
    },
    ctx,
  );
  const seconds = secondsFor(role, input.DurationSeconds);
  if (caller.session?.kind === 'assumed-role' && seconds > MAX_CHAINED_SECONDS)
    throw invalid('The requested DurationSeconds exceeds the 1 hour session limit for roles assumed by role chaining.');
  const transitiveKeys = [...new Set([...(caller.session?.transitiveKeys ?? []), ...(input.TransitiveTagKeys ?? [])])];
  const session = { name: input.RoleSessionName, seconds, tags, transitiveKeys, sourceIdentity, mfaSerial: input.SerialNumber };
  return { ...openSession(role, session, input, ctx), ...packed };
});

const whoIs = ({ arn }: Caller, { principal }: Ctx): string =>
  principal.kind === 'service' ? `Service: ${principal.service}` : `User: ${arn}`;

/** The tags of the request, and the transitive ones of the caller's own session. */
function tagsOf({ Tags = [], TransitiveTagKeys = [] }: AssumeRoleRequest, { session }: Caller): Tag[] {
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  if (!TransitiveTagKeys.every((key) => Tags.some(({ Key }) => same(Key, key))))
    throw unmodelled('InvalidParameterValue', 'The specified transitive tag key must be included in the requested tags.');
  const handedOn = session?.tags.filter(({ Key }) => session.transitiveKeys.some((key) => same(key, Key))) ?? [];
  const overwritten = Tags.find(({ Key }) => handedOn.some((tag) => same(tag.Key, Key)));
  if (overwritten)
    throw unmodelled(
      'InvalidParameterValue',
      "One of the specified transitive tag keys can't be set because it conflicts with a transitive tag key from the calling session.",
    );
  return [...handedOn, ...Tags.map(({ Key, Value }) => ({ Key, Value }))];
}

/** Once set, the source identity stays through all further roles. */
function sourceIdentityOf({ SourceIdentity }: AssumeRoleRequest, { session }: Caller): string | undefined {
  const present = session?.sourceIdentity;
  if (present !== undefined && SourceIdentity !== undefined && present !== SourceIdentity)
    throw unmodelled('AccessDenied', 'The source identity of a session cannot be changed.', { status: 403 });
  return present ?? SourceIdentity;
}

export function principalOf(caller: Caller, ctx: Ctx): PolicyPrincipal {
  if (ctx.principal.kind === 'service') return { kind: 'service', service: ctx.principal.service };
  if (ctx.principal.kind === 'anonymous') return { kind: 'anonymous' };
  const kind = caller.kind === 'federated-user' ? 'user' : caller.kind;
  return { kind, arn: caller.arn, account: caller.account, roleArn: caller.roleArn ?? caller.session?.roleArn };
}

function contextOf(input: AssumeRoleRequest, caller: Caller, tags: readonly Tag[], sourceIdentity: string | undefined, ctx: Ctx) {
  const { principal } = ctx;
  const context: Record<string, string | string[]> = table({
    'sts:RoleSessionName': input.RoleSessionName,
    'aws:CurrentTime': new Date(ctx.now()).toISOString(),
    'aws:EpochTime': String(Math.floor(ctx.now() / 1000)),
    'aws:RequestedRegion': ctx.region,
  });
  if (principal.kind === 'service') {
    context['aws:SourceAccount'] = principal.account;
    if (principal.sourceArn !== undefined) context['aws:SourceArn'] = principal.sourceArn;
  } else {
    context['aws:PrincipalArn'] = caller.session?.roleArn ?? caller.arn;
    context['aws:PrincipalAccount'] = caller.account;
    context['aws:PrincipalType'] = PRINCIPAL_TYPES[caller.kind];
    context['aws:userid'] = caller.userId;
  }
  if (input.ExternalId !== undefined) context['sts:ExternalId'] = input.ExternalId;
  if (input.SourceIdentity !== undefined) context['sts:SourceIdentity'] = input.SourceIdentity;
  if (sourceIdentity !== undefined) context['aws:SourceIdentity'] = sourceIdentity;
  if (input.SerialNumber !== undefined || caller.session?.mfaSerial !== undefined) context['aws:MultiFactorAuthPresent'] = 'true';
  if (tags.length > 0) context['aws:TagKeys'] = tags.map(({ Key }) => Key);
  if (input.TransitiveTagKeys?.length) context['sts:TransitiveTagKeys'] = [...input.TransitiveTagKeys];
  for (const { Key, Value } of tags) context[`aws:RequestTag/${Key}`] = Value;
  for (const { Key, Value } of caller.session?.tags ?? []) context[`aws:PrincipalTag/${Key}`] = Value;
  return context;
}

const mfaFailed = () =>
  unmodelled('AccessDenied', 'MultiFactorAuthentication failed with invalid MFA one time pass code. ', { status: 403 });

/** The device must be the caller's. The six digits stay unchecked, for only IAM knows the seed. */
export async function checkDevice(
  caller: Caller,
  { SerialNumber, TokenCode }: { readonly SerialNumber?: string | undefined; readonly TokenCode?: string | undefined },
  ctx: Ctx,
): Promise<void> {
  if (SerialNumber === undefined || TokenCode === undefined)
    throw unmodelled('AccessDenied', 'MultiFactorAuthentication failed, must provide both MFA serial number and one time pass code.', {
      status: 403,
    });
  try {
    const { UserName } = await ctx.call('iam', 'GetMFADevice', { SerialNumber });
    if (caller.kind === 'user' && caller.arn.endsWith(`/${UserName}`)) return;
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'NoSuchEntityException') throw error;
  }
  throw mfaFailed();
}
