// The claims of ID and access tokens.
// https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-id-token.html
import type { Frozen } from '#core/records';
import { preferredRole } from '#services/cognito-idp/groups/groups-of-user';
import type { Client, Group, User } from '#services/cognito-idp/state';

export interface SignIn {
  readonly originJti: string;
  readonly eventId: string;
  readonly authMs: number;
  readonly scopes: readonly string[];
  readonly deviceKey?: string | undefined;
  readonly nonce?: string | undefined;
  /** By the login page: tokens have a version, and attributes follow from scopes. */
  readonly isHosted: boolean;
}

type Claims = Readonly<Record<string, unknown>>;

/** The claims that groups give: their names, their roles, and the role that counts. */
export interface GroupClaims {
  readonly groups: readonly string[];
  readonly roles: readonly string[];
  readonly preferredRole: string | undefined;
}

export const groupClaimsOf = (groups: readonly Frozen<Group>[]): GroupClaims => ({
  groups: groups.map(({ name }) => name),
  roles: groups.flatMap(({ roleArn }) => roleArn ?? []),
  preferredRole: preferredRole(groups),
});

export const groupsClaim = ({ groups }: GroupClaims): Claims => (groups.length > 0 ? { 'cognito:groups': groups } : {});

export const roleClaims = ({ roles, preferredRole: preferred }: GroupClaims): Claims => ({
  ...(roles.length > 0 && { 'cognito:roles': roles }),
  ...(preferred !== undefined && { 'cognito:preferred_role': preferred }),
});

const OF_SCOPES: readonly (readonly [scope: string, attributes: readonly string[]])[] = [
  ['email', ['email', 'email_verified']],
  ['phone', ['phone_number', 'phone_number_verified']],
];
const RESTRICTED = new Set(OF_SCOPES.flatMap(([, names]) => names));

/** Whether the scopes of a sign-in by the login page let the client see the attribute. `openid` alone shows all. */
function isInScope(name: string, scopes: readonly string[]): boolean {
  const shown = OF_SCOPES.find(([, names]) => names.includes(name));
  if (scopes.includes('profile')) return shown === undefined || scopes.includes(shown[0]);
  if (shown) return scopes.includes(shown[0]) || !scopes.some((scope) => scope === 'email' || scope === 'phone');
  return RESTRICTED.has(name) || !scopes.some((scope) => scope === 'email' || scope === 'phone');
}

/** The attributes that the client may read, as claims. Developer attributes are in no token. */
export function attributeClaims(
  { attributes }: Frozen<User>,
  { settings }: Frozen<Client>,
  { isHosted, scopes }: SignIn,
): Record<string, unknown> {
  const readable = settings.ReadAttributes;
  const told = Object.entries(attributes).filter(
    ([name]) => !name.startsWith('dev:') && (!readable?.length || readable.includes(name)) && (!isHosted || isInScope(name, scopes)),
  );
  return Object.fromEntries(told.map(([name, value]) => [name, claimOf(name, value)]));
}

function claimOf(name: string, value: string): unknown {
  if (name.endsWith('_verified')) return value === 'true';
  if (name === 'address') return { formatted: value };
  if (name === 'updated_at' && /^\d+$/.test(value)) return Number(value);
  if (name === 'identities') return jsonOr(value);
  return value;
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
