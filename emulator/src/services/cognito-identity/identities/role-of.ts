// The role of an identity: by the mapping of its provider, or the pool's own for all who have signed in, or have not. Pure.
// https://docs.aws.amazon.com/cognito/latest/developerguide/role-based-access-control.html
import type { Frozen } from '#core/records';
import { fault, type MappingRule, type RoleMapping } from '#model/cognito-identity';
import { notAuthorized } from '#services/cognito-identity/faults';
import type { IdentityPool } from '#services/cognito-identity/state';
import type { Login } from './check-logins.ts';

const unconfigured = () =>
  fault('InvalidIdentityPoolConfigurationException', 'Invalid identity pool configuration. Check assigned IAM roles for this pool.');

export function roleOf(logins: readonly Login[], custom: string | undefined, { roles, roleMappings }: Frozen<IdentityPool>): string {
  const mapped = logins.flatMap((login) => {
    const mapping = roleMappings[login.mapping] ?? roleMappings[login.provider];
    return mapping ? [{ login, mapping }] : [];
  })[0];
  const role = mapped
    ? byMapping(mapped.login, mapped.mapping, custom, roles['authenticated'])
    : roles[logins.length > 0 ? 'authenticated' : 'unauthenticated'];
  if (custom !== undefined && !mapped) throw notAuthorized('CustomRoleArn needs a role mapping of the type Token.');
  if (role === undefined) throw unconfigured();
  return role;
}

function byMapping(
  { mapping: name, claims }: Login,
  mapping: Frozen<RoleMapping>,
  custom: string | undefined,
  fallback: string | undefined,
): string | undefined {
  const offered = Array.isArray(claims['cognito:roles']) ? claims['cognito:roles'].map(String) : [];
  if (mapping.Type === 'Token') {
    if (custom !== undefined) {
      if (!offered.includes(custom)) throw notAuthorized(`Access to the role ${custom} is forbidden: the token does not offer it.`);
      return custom;
    }
    const preferred = claims['cognito:preferred_role'];
    if (typeof preferred === 'string') return preferred;
    if (offered.length === 1) return offered[0];
  } else {
    const rule = mapping.RulesConfiguration?.Rules.find((each) => matches(each, claims));
    if (rule) return rule.RoleARN;
  }
  if (mapping.AmbiguousRoleResolution === 'Deny') throw notAuthorized(`The ambiguous role mapping rules for: ${name} denied this request.`);
  return fallback;
}

function matches({ Claim, MatchType, Value }: Frozen<MappingRule>, claims: Readonly<Record<string, unknown>>): boolean {
  if (!Object.hasOwn(claims, Claim)) return false;
  const claim = claims[Claim];
  const text = Array.isArray(claim) ? claim.map(String).join(',') : String(claim);
  switch (MatchType) {
    case 'Equals':
      return text === Value;
    case 'Contains':
      return text.includes(Value);
    case 'StartsWith':
      return text.startsWith(Value);
    default:
      return text !== Value;
  }
}
