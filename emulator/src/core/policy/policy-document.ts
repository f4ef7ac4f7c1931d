// What a policy document is once it is read, and what reading it can go wrong with.

/** Of several services; each words it in its own way: `reason` says what it was about. */
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

/** `'*'` is everyone; otherwise by kind. */
export type PrincipalElement = '*' | { readonly [kind in PrincipalKind]?: readonly string[] };
export type PrincipalKind = 'AWS' | 'Service' | 'Federated' | 'CanonicalUser';

/** A list, and whether it stood as `NotAction`, `NotResource` or `NotPrincipal`. */
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
  readonly principal: Element<PrincipalElement> | undefined;
  readonly action: Element<readonly string[]> | undefined;
  readonly resource: Element<readonly string[]> | undefined;
  readonly conditions: readonly PolicyCondition[];
}

export interface PolicyDocument {
  /** Absent means 2008-10-17: variables are plain text. */
  readonly version: PolicyVersion | undefined;
  readonly id: string | undefined;
  readonly statements: readonly PolicyStatement[];
}
