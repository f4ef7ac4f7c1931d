// What has a lifetime and belongs to one emulator.

/** Something with a lifetime: a pool, a server. */
export interface Owned {
  stop(): Promise<void>;
}
