// A question to a resource's policy: may the caller do this?

export interface PolicyCheck {
  /** The action as policies name it: `lambda:InvokeFunction`. */
  readonly action: string;
  readonly resource: string;
  /** The resource's policy document; undefined when it has none. */
  readonly policy: string | undefined;
  /** Further condition keys of the request. They follow from the caller and the resource alone: verdicts are kept by these. */
  readonly conditions?: Readonly<Record<string, string>> | undefined;
}

export interface PolicyCheckWithGrant extends PolicyCheck {
  /** The command that would allow this principal, shown when it is refused. */
  readonly grant: string;
}
