// The trigger that may change tokens before they are signed, in its three versions.
// https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-pre-token-generation.html
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { isObject } from '#lib/json-object';
import type { Pool, User } from '#services/cognito-idp/state';
import { runTrigger, triggerArn } from '#services/cognito-idp/triggers/run-trigger';
import { toldAttributes } from '#services/cognito-idp/triggers/user-attributes';
import type { GroupClaims } from './claims.ts';

export type TokenSource =
  | 'HostedAuth'
  | 'Authentication'
  | 'NewPasswordChallenge'
  | 'AuthenticateDevice'
  | 'RefreshTokens'
  | 'ClientCredentials';

type Claims = Readonly<Record<string, unknown>>;

export interface TokenChange {
  readonly add: Claims;
  readonly suppress: readonly string[];
}

export interface TokenChanges {
  readonly id: TokenChange;
  readonly access: TokenChange;
  readonly scopesToAdd: readonly string[];
  readonly scopesToSuppress: readonly string[];
  readonly groups: GroupClaims;
}

const NO_CHANGE: TokenChange = { add: {}, suppress: [] };

/** Claims that no function may set: they say who the token is from and for. */
const FIXED = new Set(
  'acr amr at_hash auth_time azp exp iat iss jti nbf nonce origin_jti sub token_use identities cognito:username event_id device_key aud client_id'.split(
    ' ',
  ),
);
/** Claims with these prefixes are fixed, too. */
const FIXED_PREFIX = /^(dev:|cognito:)/;

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []);
const objectOf = (value: unknown): Claims => (isObject(value) ? value : {});

const changeOf = (value: unknown, isText: boolean): TokenChange => {
  const { claimsToAddOrOverride, claimsToSuppress } = objectOf(value);
  const added = Object.entries(objectOf(claimsToAddOrOverride)).filter(([name]) => !FIXED.has(name) && !FIXED_PREFIX.test(name));
  return {
    // The first version has texts only.
    add: Object.fromEntries(isText ? added.map(([name, each]) => [name, typeof each === 'string' ? each : JSON.stringify(each)]) : added),
    suppress: texts(claimsToSuppress).filter((name) => !FIXED.has(name)),
  };
};

function overridden(groups: GroupClaims, value: unknown): GroupClaims {
  if (!isObject(value)) return groups;
  const { groupsToOverride, iamRolesToOverride, preferredRole } = value;
  return {
    groups: Array.isArray(groupsToOverride) ? texts(groupsToOverride) : groups.groups,
    roles: Array.isArray(iamRolesToOverride) ? texts(iamRolesToOverride) : groups.roles,
    preferredRole: typeof preferredRole === 'string' && preferredRole !== '' ? preferredRole : groups.preferredRole,
  };
}

export interface TokenTrigger {
  readonly source: TokenSource;
  readonly user: Frozen<User> | undefined;
  readonly clientId: string;
  readonly groups: GroupClaims;
  readonly scopes: readonly string[];
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

export async function preTokenGeneration(trigger: TokenTrigger, pool: Frozen<Pool>, ctx: Ctx): Promise<TokenChanges> {
  const { groups, user, clientId, scopes, metadata, source } = trigger;
  const unchanged = { id: NO_CHANGE, access: NO_CHANGE, scopesToAdd: [], scopesToSuppress: [], groups };
  const version = pool.settings.LambdaConfig?.PreTokenGenerationConfig?.LambdaVersion ?? 'V1_0';
  // Only the third version knows sign-ins of machines.
  if (triggerArn('PreTokenGeneration', pool) === undefined || (user === undefined && version !== 'V3_0')) return unchanged;
  const isFirst = version === 'V1_0';
  const request = {
    userAttributes: user ? toldAttributes(user) : {},
    groupConfiguration: { groupsToOverride: groups.groups, iamRolesToOverride: groups.roles, preferredRole: groups.preferredRole ?? null },
    ...(!isFirst && { scopes }),
    ...(metadata && { clientMetadata: metadata }),
  };
  const response = isFirst ? { claimsOverrideDetails: null } : { claimsAndScopeOverrideDetails: null };
  const event = {
    source,
    username: user?.username ?? null,
    clientId,
    request,
    response,
    version: version.slice(1, 2),
    named: 'TokenGeneration',
  };
  const answer = await runTrigger('PreTokenGeneration', event, pool, ctx);
  const details = objectOf(answer?.[isFirst ? 'claimsOverrideDetails' : 'claimsAndScopeOverrideDetails']);
  if (isFirst) return { ...unchanged, id: changeOf(details, true), groups: overridden(groups, details['groupOverrideDetails']) };
  const access = objectOf(details['accessTokenGeneration']);
  return {
    id: changeOf(details['idTokenGeneration'], false),
    access: changeOf(access, false),
    scopesToAdd: texts(access['scopesToAdd']).filter((scope) => !/\s/.test(scope)),
    scopesToSuppress: texts(access['scopesToSuppress']),
    groups: overridden(groups, details['groupOverrideDetails']),
  };
}

export function changed(claims: Claims, { add, suppress }: TokenChange): Claims {
  const gone = new Set(suppress);
  return Object.fromEntries(Object.entries({ ...claims, ...add }).filter(([name]) => !gone.has(name)));
}
