// How often and when a delivery is tried again.

/** How delays grow from the first retry of a phase to its last. All begin slower than `linear`, `exponential` the slowest. */
export type BackoffFunction = 'linear' | 'arithmetic' | 'geometric' | 'exponential';

/** Retries whose delays follow one rule. */
export interface RetryPhase {
  readonly retries: number;
  /** Milliseconds before the first retry of the phase; 0 retries at once. */
  readonly delayMs: number;
  /** Milliseconds before its last retry; `delayMs` where absent. */
  readonly lastDelayMs?: number | undefined;
  /** `linear` where absent. */
  readonly backoff?: BackoffFunction | undefined;
}

/**
 * Retries end with whichever limit is reached first.
 *
 * @example
 * // At once, before the backoff, the backoff, after it: as topics send to queues and functions.
 * const retry: RetryPolicy = {
 *   maxRetries: 100_015,
 *   maxAgeMs: 23 * 24 * 3_600_000,
 *   phases: [
 *     { retries: 3, delayMs: 0 },
 *     { retries: 2, delayMs: 1000 },
 *     { retries: 10, delayMs: 1000, lastDelayMs: 20_000, backoff: 'exponential' },
 *     { retries: 100_000, delayMs: 20_000 },
 *   ],
 * };
 */
export interface RetryPolicy {
  /** Attempts after the first one. */
  readonly maxRetries: number;
  /** Counted from the moment the delivery was posted; no attempt begins later. */
  readonly maxAgeMs: number;
  /** In their order. Retries beyond the last phase go on with its last delay. Doubled from a second to a quarter of an hour where absent. */
  readonly phases?: readonly RetryPhase[] | undefined;
}
