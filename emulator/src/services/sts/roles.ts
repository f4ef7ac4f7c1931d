// The role that is to be assumed: found in its account, and asked whether it trusts whoever asks.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { unmodelled } from '#core/operation';
import type { PolicyPrincipal } from '#core/policy/access-request';
import { decide } from '#core/policy/decide';
import { explainDecision } from '#core/policy/explain-decision';
import { parsePolicy } from '#core/policy/parse-policy';
import type { ContextValues } from '#core/policy/request-context';
import { issue } from './credentials.ts';
import { invalid, type Scope, scopeOfSession } from './session-request.ts';
import type { Tag } from './state.ts';

export interface RoleToAssume {
  readonly arn: string;
  readonly account: string;
  readonly name: string;
  readonly id: string;
  /** Undefined for a role that IAM here does not know. */
  readonly trustPolicy?: string | undefined;
  readonly maxSessionSeconds?: number | undefined;
}

const ID_LENGTH = 17;

/**
 * A role that nobody created here may be assumed all the same, with a word in the log: functions and tests use roles that
 * only the cloud has. A role that exists is held to its trust policy.
 */
export async function findRole(arn: string, ctx: Ctx): Promise<RoleToAssume> {
  const [, account = '', name = ''] = /^arn:aws:iam::(\d{12}):role\/(?:.*\/)?([\w+=,.@-]{1,64})$/.exec(arn) ?? [];
  if (name === '') throw invalid('Request ARN is invalid');
  const role = await roleIn(account, name, ctx);
  if (role?.Arn === arn)
    return {
      arn,
      account,
      name,
      id: role.RoleId,
      trustPolicy: decodeURIComponent(role.AssumeRolePolicyDocument ?? ''),
      maxSessionSeconds: role.MaxSessionDuration,
    };
  tellMissing(arn, ctx);
  return { arn, account, name, id: `AROA${ctx.random(ID_LENGTH, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}` };
}

/** Once per role: every function that has it asks for a session of its own. */
function tellMissing(arn: string, ctx: Ctx): void {
  const { arns } = ctx.own('sts.missing-roles', () => ({ arns: new Set<string>(), stop: async () => undefined }));
  if (arns.has(arn)) return;
  arns.add(arn);
  ctx.log.warn(`${arn} does not exist here; it is assumed all the same. The cloud would refuse it.`);
}

async function roleIn(account: string, name: string, ctx: Ctx) {
  try {
    return (await ctx.call('iam', 'GetRole', { RoleName: name }, { account })).Role;
  } catch (error) {
    if (error instanceof Fault && error.code === 'NoSuchEntityException') return undefined;
    throw error;
  }
}

/** What the trust policy is asked. */
export interface TrustQuestion {
  readonly principal: PolicyPrincipal;
  /** How the refusal is worded. */
  readonly refusal: (action: string) => string;
  readonly actions: readonly string[];
  readonly context: ContextValues;
}

/** Identity policies are not evaluated here: whom the role trusts gets in. */
const EVERYTHING = parsePolicy('{"Version":"2012-10-17","Statement":{"Effect":"Allow","Action":"*","Resource":"*"}}');

/** Nobody who comes with a token is named. */
export const federatedRefusal = (action: string): string => `Not authorized to perform ${action}`;

/** Throws AccessDenied where the role's trust policy lets none in, unless RESOURCE_POLICIES=warn. */
export function mustTrust(role: RoleToAssume, { principal, refusal, actions, context }: TrustQuestion, ctx: Ctx): void {
  if (role.trustPolicy === undefined) return;
  const resource = parsePolicy(role.trustPolicy);
  for (const action of actions) {
    const request = { principal, action, resource: role.arn, context };
    const decision = decide(request, { resource, resourceMustAllow: true, identity: [EVERYTHING] });
    if (decision.allowed) continue;
    const why = explainDecision(decision, request);
    const grant = `aws iam update-assume-role-policy --role-name ${role.name} --policy-document …`;
    if (ctx.options.RESOURCE_POLICIES === 'warn') {
      ctx.log.warn(`${why}; allowed all the same because RESOURCE_POLICIES=warn. To allow it: ${grant}`);
      continue;
    }
    ctx.log.warn(`${why}. To allow it: ${grant}`);
    throw unmodelled('AccessDenied', refusal(action), { status: 403 });
  }
}

const DEFAULT_SECONDS = 3600;

export function secondsFor(role: RoleToAssume, asked: number | undefined): number {
  const seconds = asked ?? DEFAULT_SECONDS;
  if (role.maxSessionSeconds !== undefined && seconds > role.maxSessionSeconds)
    throw invalid('The requested DurationSeconds exceeds the MaxSessionDuration set for this role.');
  return seconds;
}

interface SessionRequest extends Scope {
  readonly DurationSeconds?: number | undefined;
  readonly MinimumSessionTokenSize?: number | undefined;
}

/** What differs from one way into a role to another. */
interface RoleSession {
  readonly name: string;
  readonly seconds: number;
  readonly tags: readonly Tag[];
  readonly transitiveKeys: readonly string[];
  readonly sourceIdentity: string | undefined;
  readonly mfaSerial?: string | undefined;
}

/** Credentials of the role, in its account. */
export function openSession(role: RoleToAssume, opened: RoleSession, request: SessionRequest, ctx: Ctx) {
  const { name, seconds, tags, transitiveKeys, sourceIdentity, mfaSerial } = opened;
  const user = {
    AssumedRoleId: `${role.id}:${name}`,
    Arn: `arn:aws:sts::${role.account}:assumed-role/${role.name}/${name}`,
  };
  const session = {
    kind: 'assumed-role' as const,
    arn: user.Arn,
    userId: user.AssumedRoleId,
    roleArn: role.arn,
    name,
    sourceIdentity,
    tags,
    transitiveKeys,
    mfaSerial,
    ...scopeOfSession(request),
  };
  return {
    ...issue(role.account, session, seconds, request, ctx),
    AssumedRoleUser: user,
    ...(sourceIdentity === undefined ? {} : { SourceIdentity: sourceIdentity }),
  };
}
