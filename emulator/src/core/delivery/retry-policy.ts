// How often and when a delivery is retried.

/** How delays grow from the first retry of a phase to its last. All begin slower than `linear`, `exponential` the slowest. */
export type BackoffFunction = 'linear' | 'arithmetic' | 'geometric' | 'exponential';

/** Retries whose delays follow one rule. */
export interface RetryPhase {
  readonly retries: number;
  /** Milliseconds before the first retry of the phase; 0 means at once. */
  readonly delayMs: number;
  /** Milliseconds before its last retry; by default `delayMs`. */
  readonly lastDelayMs?: number | undefined;
  /** By default `linear`. */
  readonly backoff?: BackoffFunction | undefined;
}

/**
 * Retries end with whichever limit is reached first.
 *
 * @example
 * // Retries at once, before the backoff, during it and after it, as topics make them for queues and functions.
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
  /** Milliseconds since the delivery was posted; no attempt begins later. */
  readonly maxAgeMs: number;
  /** In order. Retries beyond the last phase keep its last delay. By default the delay doubles from a second to a quarter of an hour. */
  readonly phases?: readonly RetryPhase[] | undefined;
}
