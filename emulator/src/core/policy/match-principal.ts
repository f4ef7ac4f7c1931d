// Whether a Principal element names a principal, and how directly.
import type { AccountPrincipal, PolicyPrincipal } from './access-request.ts';
import type { Element, PrincipalElement } from './policy-document.ts';

/**
 * - `direct`: it names the principal itself (or everyone): in the same account nothing else needs to allow it.
 * - `role`: it names the principal's role: the role's boundary and the session's policies still limit it.
 * - `account`: it names the principal's account: that account's own policies decide.
 */
export type Reach = 'direct' | 'role' | 'account';

/**
 * NotPrincipal names everyone else, each of them directly (a role through its role). With Deny, it denies whoever has a permissions boundary, named or
 * not (user guide, "Permissions boundaries for IAM entities").
 */
export function reachThrough(
  element: Element<PrincipalElement> | undefined,
  principal: PolicyPrincipal,
  effect: 'Allow' | 'Deny',
): Reach | undefined {
  if (element === undefined) return undefined;
  const reach = reachOf(element.values, principal);
  if (!element.negated) return reach;
  const isAlwaysDenied = effect === 'Deny' && 'hasBoundary' in principal && principal.hasBoundary === true;
  return reach === undefined || isAlwaysDenied ? reachOf('*', principal) : undefined;
}

function reachOf(element: PrincipalElement, principal: PolicyPrincipal): Reach | undefined {
  if (element === '*' || element.AWS?.includes('*')) return isRole(principal) ? 'role' : 'direct';
  switch (principal.kind) {
    case 'service':
      return named(element.Service, principal.service);
    case 'federated':
      return named(element.Federated, principal.provider);
    case 'anonymous':
      return undefined;
    default:
      return reachOfAccountPrincipal(element, principal);
  }
}

function reachOfAccountPrincipal(element: PrincipalElement & object, principal: AccountPrincipal): Reach | undefined {
  const entries = element.AWS ?? [];
  const isCanonical = principal.canonicalUser !== undefined && element.CanonicalUser?.includes(principal.canonicalUser);
  if (entries.includes(principal.arn) || isCanonical) return principal.kind === 'role' ? 'role' : 'direct';
  if (principal.kind === 'assumed-role' && entries.some((entry) => isRoleOf(entry, principal))) return 'role';
  if (entries.some((entry) => accountOf(entry) === principal.account)) return principal.kind === 'account' ? 'direct' : 'account';
  return undefined;
}

const named = (entries: readonly string[] | undefined, name: string): Reach | undefined =>
  entries?.some((entry) => entry === '*' || entry === name) ? 'direct' : undefined;

const isRole = ({ kind }: PolicyPrincipal): boolean => kind === 'role' || kind === 'assumed-role';

/** `123456789012` and `arn:aws:iam::123456789012:root` mean the same. */
function accountOf(entry: string): string | undefined {
  return /^(?:arn:[^:]+:iam::)?(\d{12})(?::root)?$/.exec(entry)?.[1];
}

/** `arn:aws:sts::1:assumed-role/Worker/session` is a session of `arn:aws:iam::1:role/any/path/Worker`: a session's ARN has no path. */
function isRoleOf(entry: string, session: AccountPrincipal): boolean {
  if (session.roleArn !== undefined) return entry === session.roleArn;
  const [, partition, account, path] = /^arn:([^:]+):iam::(\d{12}):role\/(.+)$/.exec(entry) ?? [];
  const [, ownPartition, ownAccount, name] = /^arn:([^:]+):sts::(\d{12}):assumed-role\/([^/]+)\//.exec(session.arn) ?? [];
  return path !== undefined && partition === ownPartition && account === ownAccount && path.slice(path.lastIndexOf('/') + 1) === name;
}
