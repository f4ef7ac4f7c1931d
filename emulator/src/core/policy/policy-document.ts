// A parsed policy document, and the errors of parsing one.

/** The kind of mistake in a policy. Several services use this, each with its own wording for a reason. */
export type PolicyErrorReason =
  | 'size'
  | 'json'
  | 'syntax'
  | 'version'
  | 'legacy'
  | 'sid'
  | 'principal'
  | 'action'
  | 'action-missing'
  | 'resource'
  | 'resource-missing'
  | 'resource-prohibited';

/** A document that the cloud would refuse to store. Code and message are those of the identity service. */
export class PolicyError extends Error {
  readonly code = 'MalformedPolicyDocument';
  readonly reason: PolicyErrorReason;
  constructor(reason: PolicyErrorReason, message: string) {
    super(message);
    this.name = 'PolicyError';
    this.reason = reason;
  }
}

export type PolicyVersion = '2008-10-17' | '2012-10-17';

/** `'*'` is everyone; otherwise lists by kind of principal. */
export type PrincipalElement = '*' | { readonly [kind in PrincipalKind]?: readonly string[] };
export type PrincipalKind = 'AWS' | 'Service' | 'Federated' | 'CanonicalUser';

/** A list, and whether it was written as `NotAction`, `NotResource` or `NotPrincipal`. */
export interface Element<T> {
  readonly negated: boolean;
  readonly values: T;
}

export interface PolicyCondition {
  /** As written: `ForAnyValue:StringLikeIfExists`. */
  readonly operator: string;
  readonly key: string;
  readonly values: readonly string[];
}

export interface PolicyStatement {
  readonly sid: string | undefined;
  readonly effect: 'Allow' | 'Deny';
  /** The effect was written in another letter case: only trust policies may do that. */
  readonly hasOddEffect?: true;
  readonly principal: Element<PrincipalElement> | undefined;
  readonly action: Element<readonly string[]> | undefined;
  readonly resource: Element<readonly string[]> | undefined;
  readonly conditions: readonly PolicyCondition[];
}

export interface PolicyDocument {
  /** Undefined means 2008-10-17: variables are plain text. */
  readonly version: PolicyVersion | undefined;
  readonly id: string | undefined;
  readonly statements: readonly PolicyStatement[];
}
