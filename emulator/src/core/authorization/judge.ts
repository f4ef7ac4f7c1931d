// Judges one access by all policies that apply, compiled. `decide` (core/policy) tells afterwards what a refusal lacked.
import type { AccessRequest, PolicyPrincipal } from '#core/policy/access-request';
import { CompiledPolicies, type CompiledVerdict, type StatementPlace } from '#core/policy/compiled-policies';
import { type Decision, decide, lackingKind, type PolicyKind } from '#core/policy/decide';
import { parsePolicy } from '#core/policy/parse-policy';
import type { RequestContext } from '#core/policy/request-context';
import type { Identity } from './caller.ts';
import type { Access } from './needed-access.ts';
import type { OrganizationLimits } from './organization.ts';
import type { ProtectedResource } from './protected-resource.ts';

export interface Judged {
  readonly allowed: boolean;
  /** The statement that decided; undefined where none did. */
  readonly by?: (StatementPlace & { readonly kind: PolicyKind }) | undefined;
  /** For a refusal: the kind of policy that denies, or that should have allowed. */
  readonly kind?: PolicyKind | undefined;
}

export interface Question {
  readonly access: Access;
  /** Undefined for callers without a key. */
  readonly identity: Identity | undefined;
  readonly resource: ProtectedResource | undefined;
  /** The account that owns the resource. */
  readonly resourceAccount: string;
  readonly context: RequestContext;
  readonly organization: OrganizationLimits;
}

const NONE: CompiledVerdict = {};
/** Policies of resources that are kept compiled, by their text. */
const MAX_POLICIES = 2000;

export class Judge {
  readonly #resourcePolicies = new Map<string, CompiledPolicies>();

  judge({ access, identity, resource, resourceAccount, context, organization }: Question): Judged {
    const principal = principalOf(identity);
    const request = { principal, resource: access.resource, context };
    const asked = (policies: CompiledPolicies | undefined): CompiledVerdict => policies?.evaluate(access.action, request) ?? NONE;
    const verdicts = {
      identity: asked(identity?.policies),
      resource: resource?.policy === undefined ? NONE : asked(this.#compiled(resource.policy, access.resource)),
      boundary: asked(identity?.boundary),
      session: asked(identity?.session),
      'service-control': ofAll(organization.serviceControl.map(asked)),
      'resource-control': asked(organization.resourceControl),
    };
    for (const kind of KINDS) {
      const { deny } = verdicts[kind];
      if (deny) return { allowed: false, kind, by: { ...deny, kind } };
    }
    const isControlled = organization.serviceControl.length === 0 || verdicts['service-control'].allow !== undefined;
    const isForeign = identity !== undefined && resourceAccount !== identity.account;
    if (identity && isControlled && resource?.isGranted?.([identity.arn, identity.identityArn], access.action)) return { allowed: true };
    const kind = lackingKind({
      principal,
      reach: resource?.judgesOthers && isForeign ? 'account' : verdicts.resource.allow?.reach,
      isForeign,
      resourceMustAllow: resource?.mustAllow === true,
      allows: {
        identity: verdicts.identity.allow !== undefined,
        boundary: identity?.boundary === undefined || verdicts.boundary.allow !== undefined,
        session: identity?.session === undefined || verdicts.session.allow !== undefined,
        'service-control': isControlled,
      },
    });
    if (kind !== undefined) return { allowed: false, kind };
    const [by, from] = verdicts.identity.allow
      ? ([verdicts.identity.allow, 'identity'] as const)
      : ([verdicts.resource.allow, 'resource'] as const);
    return { allowed: true, by: by && { source: by.source, statement: by.statement, kind: from } };
  }

  /** The same once more by the plain evaluator, which says what came nearest: for refusals, which may take longer. */
  explain({ access, identity, resource, resourceAccount, context, organization }: Question): {
    readonly decision: Decision;
    readonly request: AccessRequest;
  } {
    const request: AccessRequest = {
      principal: principalOf(identity),
      action: access.action,
      resource: access.resource,
      resourceAccount,
      context: {},
    };
    const documents = (policies: CompiledPolicies | undefined) => policies?.policies.map(({ document }) => document);
    const decision = decide(
      request,
      {
        identity: documents(identity?.policies),
        boundary: documents(identity?.boundary)?.[0],
        session: documents(identity?.session),
        resource: resource?.policy === undefined ? undefined : parsePolicy(resource.policy),
        resourceMustAllow: resource?.mustAllow,
        serviceControl: organization.serviceControl.map((level) => documents(level) ?? []),
        resourceControl: documents(organization.resourceControl),
      },
      context,
    );
    return { decision, request };
  }

  #compiled(text: string, resource: string): CompiledPolicies {
    const known = this.#resourcePolicies.get(text);
    if (known) return known;
    const made = new CompiledPolicies([{ source: `policy of ${resource}`, document: parsePolicy(text) }], true);
    if (this.#resourcePolicies.size >= MAX_POLICIES) this.#resourcePolicies.clear();
    this.#resourcePolicies.set(text, made);
    return made;
  }
}

/** The first level that does not allow counts. */
const ofAll = (levels: readonly CompiledVerdict[]): CompiledVerdict =>
  levels.find(({ deny }) => deny) ?? levels.find(({ allow }) => !allow) ?? levels.at(-1) ?? NONE;

const KINDS = ['resource-control', 'service-control', 'identity', 'resource', 'boundary', 'session'] as const;
const ANONYMOUS: PolicyPrincipal = { kind: 'anonymous' };

const principalOf = (identity: Identity | undefined): PolicyPrincipal => (identity ? policyPrincipalOf(identity) : ANONYMOUS);

export function policyPrincipalOf(identity: Identity): PolicyPrincipal {
  const { kind, arn, account, identityArn, boundary } = identity;
  const hasBoundary = boundary !== undefined;
  if (kind === 'assumed-role') return { kind, arn, account, hasBoundary, roleArn: identityArn };
  return { kind: kind === 'account' ? 'user' : kind === 'federated-user' ? 'user' : kind, arn, account, hasBoundary };
}
