// Requests to what a service serves: APIs, URLs of functions. They are no calls of operations, and are judged like those all the same where they are signed.

export interface ServedRequest {
  readonly accessKeyId: string;
  /** `execute-api` */
  readonly service: string;
  /** `execute-api:Invoke` */
  readonly action: string;
  /** All must be allowed. */
  accesses(): readonly { readonly action: string; readonly resource: string }[];
  /** The policy of the resource, for services that do not tell it otherwise (`protects`): read only where the signer is judged. */
  policy?(): string | undefined;
  /** Condition keys of the service: `{ 'lambda:FunctionUrlAuthType': 'AWS_IAM' }`. */
  readonly keys?: Readonly<Record<string, string>> | undefined;
  /** Headers of the request, by names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly remoteAddress: string;
}
