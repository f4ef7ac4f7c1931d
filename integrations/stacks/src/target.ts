// Where a stack is deployed: an emulator, an account in it and a region.

export interface Target {
  /** Without a slash at its end. */
  readonly url: string;
  readonly account: string;
  readonly region: string;
}
