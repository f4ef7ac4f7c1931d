// The principal of a call that is judged.
import type { CompiledPolicies } from '#core/policy/compiled-policies';

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
