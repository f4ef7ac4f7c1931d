// A request to the policy evaluator: which principal wants to do what with which resource.
import type { ContextValues } from './request-context.ts';

export type PolicyPrincipal =
  /** A service of the cloud: `events.amazonaws.com`. */
  | { readonly kind: 'service'; readonly service: string }
  /** An identity that a provider vouches for (when assuming a role): the provider's ARN or host name. */
  | { readonly kind: 'federated'; readonly provider: string }
  /** `account` is its root user; `anonymous` has neither ARN nor account. */
  | AccountPrincipal
  | { readonly kind: 'anonymous' };

export interface AccountPrincipal {
  readonly kind: 'account' | 'user' | 'role' | 'assumed-role';
  readonly arn: string;
  readonly account: string;
  /** ARN of the role behind a session, with its path; by default the role that the session's ARN names. */
  readonly roleArn?: string | undefined;
  readonly canonicalUser?: string | undefined;
  /** A permissions boundary limits it. */
  readonly hasBoundary?: boolean | undefined;
}

export interface AccessRequest {
  readonly principal: PolicyPrincipal;
  /** `lambda:InvokeFunction` */
  readonly action: string;
  /** ARN, or `*` for actions on no resource. */
  readonly resource: string;
  /** Account that owns the resource, where its ARN names none (buckets). By default the principal's own account. */
  readonly resourceAccount?: string | undefined;
  /** Condition keys of the request; their case does not matter. */
  readonly context: ContextValues;
}

export function resourceAccountOf({ resource, resourceAccount }: AccessRequest): string | undefined {
  return resourceAccount ?? (resource.split(':', 6)[4] || undefined);
}

/** The principal for sentences: its ARN, the service's name, or a word. */
export function principalName(principal: PolicyPrincipal): string {
  switch (principal.kind) {
    case 'service':
      return principal.service;
    case 'federated':
      return principal.provider;
    case 'anonymous':
      return 'an anonymous caller';
    default:
      return principal.arn;
  }
}
