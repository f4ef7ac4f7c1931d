// Decides a request from all policies that apply to it.
// Follows the identity service's user guide: policy evaluation within one account and across accounts.
import { type AccessRequest, type PolicyPrincipal, resourceAccountOf } from './access-request.ts';
import type { Reach } from './match-principal.ts';
import { type Mismatch, matchStatement, type StatementRequest } from './match-statement.ts';
import type { PolicyDocument } from './policy-document.ts';
import { type RequestContext, requestContext } from './request-context.ts';

export interface ApplicablePolicies {
  /** Policies of the user (with its groups) or role. Undefined: it has none, so only the resource's policy can allow. */
  readonly identity?: readonly PolicyDocument[] | undefined;
  readonly resource?: PolicyDocument | undefined;
  /** Permissions boundary. It allows nothing by itself, but denies everything that it does not allow. */
  readonly boundary?: PolicyDocument | undefined;
  /** Session policies: anything that none of them allows is denied. An empty list limits nothing. */
  readonly session?: readonly PolicyDocument[] | undefined;
  /** Service control policies of the principal's organization, by level from the root to the account: each level must allow. */
  readonly serviceControl?: readonly (readonly PolicyDocument[])[] | undefined;
  /** Resource control policies of the resource's organization: they only deny, because the cloud's own one always allows. */
  readonly resourceControl?: readonly PolicyDocument[] | undefined;
  /** Set for roles (their trust policy) and keys: nothing is allowed without the resource's own policy. */
  readonly resourceMustAllow?: boolean | undefined;
}

export type PolicyKind = 'identity' | 'resource' | 'boundary' | 'session' | 'service-control' | 'resource-control';

export interface StatementRef {
  readonly policy: PolicyKind;
  /** Its Sid, or its index in the document. */
  readonly statement: string | number;
}

export interface Decision {
  readonly allowed: boolean;
  readonly reason: 'allowed' | 'explicit-deny' | 'implicit-deny';
  /** The statement that decided. Undefined when no statement allowed, and for an account's root user in its own account. */
  readonly by?: StatementRef;
  /** For an implicit deny: the kind of policy that would have had to allow. */
  readonly lacking?: PolicyKind;
  /** For an implicit deny: the Allow statement of that kind that came nearest, and what kept it from applying. */
  readonly nearest?: StatementRef & Mismatch;
}

/** The combined verdict of all policies of one kind. */
interface Verdict {
  readonly deny?: StatementRef | undefined;
  readonly allow?: (StatementRef & { readonly reach: Reach }) | undefined;
  readonly nearest?: (StatementRef & Mismatch & { readonly score: number }) | undefined;
}
type Verdicts = Readonly<Record<PolicyKind, Verdict>>;

/** An applicable Deny overrides everything; a request that no statement allows is denied. */
export function decide(
  given: AccessRequest,
  policies: ApplicablePolicies,
  context: RequestContext = requestContext(given.context),
): Decision {
  const isBounded = policies.boundary !== undefined && 'account' in given.principal;
  const request = isBounded ? { ...given, principal: { ...given.principal, hasBoundary: true } } : given;
  // Callers without an identity belong to no organization.
  const levels = 'account' in request.principal ? policies.serviceControl : undefined;
  const asked: StatementRequest = { request, context };
  const verdicts: Verdicts = {
    identity: consult('identity', policies.identity ?? [], asked),
    resource: consult('resource', policies.resource ? [policies.resource] : [], asked),
    boundary: consult('boundary', policies.boundary ? [policies.boundary] : [], asked),
    session: consult('session', policies.session ?? [], asked),
    'service-control': inAll((levels ?? []).map((level) => consult('service-control', level, asked))),
    'resource-control': consult('resource-control', policies.resourceControl ?? [], asked),
  };
  const deny = Object.values(verdicts).find((verdict) => verdict.deny)?.deny;
  if (deny) return { allowed: false, reason: 'explicit-deny', by: deny };
  const lacking = whatLacks(request, policies, verdicts);
  if (lacking === undefined) {
    const allow = verdicts.resource.allow ?? verdicts.identity.allow;
    return { allowed: true, reason: 'allowed', ...(allow && { by: { policy: allow.policy, statement: allow.statement } }) };
  }
  const { nearest } = verdicts[lacking];
  if (nearest === undefined) return { allowed: false, reason: 'implicit-deny', lacking };
  const { score: _score, ...rest } = nearest;
  return { allowed: false, reason: 'implicit-deny', lacking, nearest: rest };
}

function whatLacks(request: AccessRequest, policies: ApplicablePolicies, verdicts: Verdicts): PolicyKind | undefined {
  const { principal } = request;
  const own = 'account' in principal ? principal.account : undefined;
  return lackingKind({
    principal,
    reach: verdicts.resource.allow?.reach,
    isForeign: (resourceAccountOf(request) ?? own) !== own,
    resourceMustAllow: policies.resourceMustAllow === true,
    allows: {
      identity: verdicts.identity.allow !== undefined,
      boundary: !policies.boundary || verdicts.boundary.allow !== undefined,
      session: !policies.session?.length || verdicts.session.allow !== undefined,
      'service-control': !policies.serviceControl?.length || verdicts['service-control'].allow !== undefined,
    },
  });
}

/** The allowing side of a decision, once nothing denies. */
export interface Allowances {
  readonly principal: PolicyPrincipal;
  /** How directly the resource's policy allows the principal; undefined where it does not. */
  readonly reach: Reach | undefined;
  /** The resource belongs to another account than the principal. */
  readonly isForeign: boolean;
  readonly resourceMustAllow: boolean;
  /** Whether policies of each kind allow; true for kinds that limit nothing. */
  readonly allows: Readonly<Record<'identity' | 'boundary' | 'session' | 'service-control', boolean>>;
}

/** The kind of policy that should have allowed and did not; undefined when enough kinds allow. */
export function lackingKind({ principal, reach, isForeign, resourceMustAllow, allows }: Allowances): PolicyKind | undefined {
  if (principal.kind === 'service' || principal.kind === 'federated' || principal.kind === 'anonymous')
    return reach ? undefined : 'resource';
  if (!allows['service-control']) return 'service-control';
  if ((isForeign || resourceMustAllow) && reach === undefined) return 'resource';
  // The root user may do everything in its account, and everything that another account's resource allows its account.
  if (principal.kind === 'account') return undefined;
  if (!isForeign && reach === 'direct') return undefined;
  const needsIdentity = !(!isForeign && reach === 'role');
  if (needsIdentity && !allows.identity) return 'identity';
  if (!allows.boundary) return 'boundary';
  return allows.session ? undefined : 'session';
}

/** The verdict of all levels together: the first that does not allow counts. */
function inAll(levels: readonly Verdict[]): Verdict {
  return levels.find(({ deny }) => deny) ?? levels.find(({ allow }) => !allow) ?? levels.at(-1) ?? {};
}

/** When several Allows apply, the Allow that names the principal most directly counts. */
const DIRECTNESS: Readonly<Record<Reach, number>> = { direct: 2, role: 1, account: 0 };

function consult(policy: PolicyKind, documents: readonly PolicyDocument[], asked: StatementRequest): Verdict {
  let verdict: Verdict = {};
  for (const document of documents) {
    const place = { variables: document.version === '2012-10-17', onResource: policy === 'resource' || policy === 'resource-control' };
    for (const [index, statement] of document.statements.entries()) {
      const ref: StatementRef = { policy, statement: statement.sid || index };
      const match = matchStatement(statement, asked, place);
      if (statement.effect === 'Deny') {
        if (match.applies) return { deny: ref };
      } else if (match.applies) {
        const before = verdict.allow;
        if (!before || DIRECTNESS[match.reach] > DIRECTNESS[before.reach]) verdict = { ...verdict, allow: { ...ref, reach: match.reach } };
      } else if (match.score > (verdict.nearest?.score ?? -1)) {
        verdict = { ...verdict, nearest: { ...ref, ...match.mismatch, score: match.score } };
      }
    }
  }
  return verdict;
}
