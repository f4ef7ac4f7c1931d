// Resource policies: which policy guards an operation on a resource.
import type { Ctx } from './call.ts';

export interface PolicyCheck {
  /** As policies name it: `lambda:InvokeFunction`. */
  readonly action: string;
  readonly resource: string;
  /** The resource's policy document, absent when it has none. */
  readonly policy: string | undefined;
}

export interface PolicyCheckWithGrant extends PolicyCheck {
  /** The command that would let this principal in, shown when it is refused. */
  readonly grant: string;
}

/** Answers undefined for operations that no resource policy guards. */
export type Guard = (operation: string, input: object, ctx: Ctx) => PolicyCheckWithGrant | undefined;
