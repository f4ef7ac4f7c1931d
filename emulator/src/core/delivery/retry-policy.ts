// How often and when a delivery is tried again.

export interface RetryPolicy {
  /** Attempts after the first one. */
  readonly maxRetries: number;
  /** Counted from the moment the delivery was posted; no attempt begins later. */
  readonly maxAgeMs: number;
}
