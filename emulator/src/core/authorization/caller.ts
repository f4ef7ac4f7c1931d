// The principal of a call that is judged.
import { CompiledPolicies } from '#core/policy/compiled-policies';

/** The principal of a judged call, with its policies compiled. */
export interface Identity {
  readonly kind: 'user' | 'assumed-role' | 'federated-user' | 'account';
  readonly arn: string;
  readonly account: string;
  readonly userId: string;
  readonly userName: string | undefined;
  /** ARN of the user, or of the role behind the session. */
  readonly identityArn: string;
  readonly policies: CompiledPolicies;
  readonly boundary: CompiledPolicies | undefined;
  readonly session: CompiledPolicies | undefined;
  /** Names of the policies among these whose text is not known, and which allow nothing. */
  readonly unknownPolicies: readonly string[];
  readonly tags: ReadonlyMap<string, string>;
  readonly sourceIdentity: string | undefined;
  readonly hasMfa: boolean;
}

/** The remark of a trace on a call that was judged. */
export interface Ruling {
  readonly text: string;
  readonly remedy?: string | undefined;
}

/** With IAM_ENFORCE_DEFAULT, keys that were not made here stand for somebody without policies. */
export const nobody = (account: string): Identity => ({
  kind: 'user',
  arn: `arn:aws:iam::${account}:root`,
  account,
  userId: account,
  userName: undefined,
  identityArn: `arn:aws:iam::${account}:root`,
  policies: new CompiledPolicies([]),
  boundary: undefined,
  session: undefined,
  tags: new Map(),
  sourceIdentity: undefined,
  hasMfa: false,
  unknownPolicies: [],
});
