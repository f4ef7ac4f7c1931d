// The role to assume: finds it in its account, checks its trust policy and issues its credentials.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { granting, POLICY_IGNORED, POLICY_REFUSED } from '#core/messages';
import { unmodelled } from '#core/operation';
import type { PolicyPrincipal } from '#core/policy/access-request';
import { decide } from '#core/policy/decide';
import { explainDecision } from '#core/policy/explain-decision';
import { parsePolicy } from '#core/policy/parse-policy';
import type { ContextValues } from '#core/policy/request-context';
import { issue } from './credentials.ts';
import { ROLE_MISSING } from './messages.ts';
import { invalid, type Scope, scopeOfSession } from './session-request.ts';
import type { Tag } from './state.ts';

export interface RoleToAssume {
  readonly arn: string;
  readonly account: string;
  readonly name: string;
  readonly id: string;
  /** Undefined for a role that does not exist in the emulator. */
  readonly trustPolicy?: string | undefined;
  readonly maxSessionSeconds?: number | undefined;
}

const ID_LENGTH = 17;
/** Partition, service and resource are there; region and account may be empty. */
const WHOLE_ARN = /^arn:[^:]+:[^:]+:[^:]*:[^:]*:./;

/**
 * A role that does not exist here may still be assumed, with a warning in the log: functions and tests use roles that
 * exist only in the cloud. For a role that exists, its trust policy decides.
 */
export async function findRole(arn: string, ctx: Ctx): Promise<RoleToAssume> {
  const [, account = '', name = ''] = /^arn:aws:iam::(\d{12}):role\/(?:.*\/)?([\w+=,.@-]{1,64})$/.exec(arn) ?? [];
  if (name === '') throw invalid(WHOLE_ARN.test(arn) ? 'Request ARN is invalid' : `${arn} is invalid`);
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

/** Warns once per role: every function with the role asks for a session of its own. */
function tellMissing(arn: string, ctx: Ctx): void {
  const { arns } = ctx.own('sts.missing-roles', () => ({ arns: new Set<string>(), stop: async () => undefined }));
  if (arns.has(arn)) return;
  arns.add(arn);
  ctx.log.write(ROLE_MISSING, { arn });
}

async function roleIn(account: string, name: string, ctx: Ctx) {
  try {
    return (await ctx.call('iam', 'GetRole', { RoleName: name }, { account })).Role;
  } catch (error) {
    if (error instanceof Fault && error.code === 'NoSuchEntityException') return undefined;
    throw error;
  }
}

/** The input for evaluating a trust policy. */
export interface TrustQuestion {
  readonly principal: PolicyPrincipal;
  /** The text of the refusal. */
  readonly refusal: (action: string) => string;
  readonly actions: readonly string[];
  readonly context: ContextValues;
}

/** Identity policies are not evaluated here, so everything is allowed on the caller's side. */
const EVERYTHING = parsePolicy('{"Version":"2012-10-17","Statement":{"Effect":"Allow","Action":"*","Resource":"*"}}');

/** The text of a refusal that names no principal, for callers with a token. */
export const federatedRefusal = (action: string): string => `Not authorized to perform ${action}`;

/** Throws AccessDenied unless the role's trust policy allows the principal or RESOURCE_POLICIES=warn is set. */
export function mustTrust(role: RoleToAssume, { principal, refusal, actions, context }: TrustQuestion, ctx: Ctx): void {
  if (role.trustPolicy === undefined) return;
  const resource = parsePolicy(role.trustPolicy);
  for (const action of actions) {
    const request = { principal, action, resource: role.arn, context };
    const decision = decide(request, { resource, resourceMustAllow: true, identity: [EVERYTHING] });
    if (decision.allowed) continue;
    const sentence = explainDecision(decision, request);
    const grant = `aws iam update-assume-role-policy --role-name ${role.name} --policy-document '${trustFor(principal, role.trustPolicy, action)}'`;
    const isIgnored = ctx.options.RESOURCE_POLICIES === 'warn';
    ctx.log.write(isIgnored ? POLICY_IGNORED : POLICY_REFUSED, { sentence, grant });
    if (isIgnored) continue;
    throw unmodelled('AccessDenied', refusal(action), { status: 403, remedy: granting({ sentence, grant }) });
  }
}

/** The role's trust policy with a statement that lets the principal in. */
function trustFor(principal: PolicyPrincipal, trustPolicy: string, action: string): string {
  const named =
    principal.kind === 'service'
      ? { Service: principal.service }
      : principal.kind === 'federated'
        ? { Federated: principal.provider }
        : { AWS: principal.kind === 'anonymous' ? '*' : principal.arn };
  const { Version = '2012-10-17', Statement } = JSON.parse(trustPolicy) as { Version?: string; Statement?: unknown };
  const others = Statement === undefined ? [] : [Statement].flat();
  return JSON.stringify({ Version, Statement: [...others, { Effect: 'Allow', Principal: named, Action: action }] });
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

/** The properties in which the ways to assume a role differ. */
interface RoleSession {
  readonly name: string;
  readonly seconds: number;
  readonly tags: readonly Tag[];
  readonly transitiveKeys: readonly string[];
  readonly sourceIdentity: string | undefined;
  readonly mfaSerial?: string | undefined;
}

/** Issues credentials of the role, in its account. */
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
