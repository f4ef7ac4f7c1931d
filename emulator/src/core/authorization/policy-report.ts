// The report on an identity: its accesses, the smallest policy for them, and what it never used or lacks.
import type { CompiledPolicies } from '#core/policy/compiled-policies';
import { requestContext } from '#core/policy/request-context';
import { compileGlob, matchesGlob } from '#lib/glob';
import type { AccessLog, UsedAccess } from './access-log.ts';
import type { Identity } from './caller.ts';
import { type PolicyText, usedPolicy } from './used-policy.ts';

export interface UnusedPermission {
  /** As the policy writes it: `s3:*`. */
  readonly action: string;
  readonly source: string;
}

export interface PolicyReport {
  readonly identity: string;
  readonly accesses: readonly UsedAccess[];
  /** The smallest policy that would have done. */
  readonly policy: PolicyText;
  /** Allowed actions of which none was used. */
  readonly unused: readonly UnusedPermission[];
  /** Accesses that the identity's own policies do not allow. */
  readonly missing: readonly UsedAccess[];
}

const NO_KEYS = requestContext({});

export function policyReport(identity: Identity, log: AccessLog, sinceMs: number): PolicyReport {
  const accesses = log.list(identity.identityArn, sinceMs)[0]?.accesses ?? [];
  return {
    identity: identity.identityArn,
    accesses,
    policy: usedPolicy(accesses),
    unused: unusedIn(identity.policies, accesses),
    missing: accesses.filter((access) => access.isDenied && !covers(identity, access)),
  };
}

/** Whether the identity's own policies allow it, without what only a condition would allow. */
export function covers(identity: Identity, { action, resource }: Pick<UsedAccess, 'action' | 'resource'>): boolean {
  const principal = { kind: 'user' as const, arn: identity.arn, account: identity.account };
  const { allow, deny } = identity.policies.evaluate(action, { principal, resource, context: NO_KEYS });
  return allow !== undefined && deny === undefined;
}

function unusedIn({ policies }: CompiledPolicies, accesses: readonly UsedAccess[]): UnusedPermission[] {
  const used = [...new Set(accesses.map(({ action }) => action.toLowerCase()))];
  return policies.flatMap(({ source, document }) =>
    document.statements.flatMap(({ effect, action }) => {
      if (effect === 'Deny' || action === undefined || action.negated) return [];
      const idle = action.values.filter((pattern) => !used.some((name) => matchesGlob(compileGlob(pattern.toLowerCase()), name)));
      return idle.map((pattern) => ({ action: pattern, source }));
    }),
  );
}
