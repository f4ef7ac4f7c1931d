// What is asked of a resource's policy.

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
