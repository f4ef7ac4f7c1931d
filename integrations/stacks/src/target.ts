// Where a stack is deployed: an emulator, an account in it and a region.

export interface Target {
  /** Without a slash at its end. */
  readonly url: string;
  readonly account: string;
  readonly region: string;
  /** A key that the emulator made, by whose holder's policies the calls are judged. By default calls are those of the account itself. */
  readonly accessKeyId?: string | undefined;
}
