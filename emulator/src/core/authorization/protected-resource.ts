// Facts that a service knows of a resource which policies protect: its policy, its tags, and the rest of its ARN.
import type { Ctx } from '#core/ctx';

export interface ProtectedResource {
  /** Its whole ARN, where calls name only a part: a secret without its last characters, a role without its path, an alias of a key. */
  readonly arn?: string | undefined;
  /** The account that owns it, where its ARN has none. */
  readonly account?: string | undefined;
  readonly policy?: string | undefined;
  readonly tags?: Readonly<Record<string, string>> | undefined;
  /** Nothing is allowed without its own policy: keys. */
  readonly mustAllow?: true;
  /** Whether it was granted besides its policy: grants of keys. */
  isGranted?(principals: readonly string[], action: string): boolean;
  /** The service itself judges callers of other accounts, by more than a policy: access control lists. */
  readonly judgesOthers?: true;
}

/** Declared in the manifest under `protects`. */
export interface Protects {
  /** In the account and region of the ARN. */
  find(arn: string, ctx: Ctx): ProtectedResource | undefined;
  /** The resource of a call that its input does not name: of Decrypt, the key of the ciphertext. */
  named?(operation: string, input: object, ctx: Ctx): string | undefined;
  /** Values of condition keys (lower case) that only the service knows. */
  valuesOf?(key: string, operation: string, input: object, ctx: Ctx): readonly string[] | undefined;
}
