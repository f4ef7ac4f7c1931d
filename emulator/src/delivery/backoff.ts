// Delays between the attempts at a delivery, by the phases of its retry policy. Without jitter: there is one sender. Pure.
import type { BackoffFunction, RetryPhase, RetryPolicy } from '#core/delivery/retry-policy';

/** Name of the due work that makes another attempt. Stored on disk. */
export const RETRY_WORK = 'delivery.again';

/** 1, 2, 4 … 512 seconds, then a quarter of an hour each. */
const DOUBLING: readonly RetryPhase[] = [
  { retries: 10, delayMs: 1000, lastDelayMs: 512_000, backoff: 'exponential' },
  { retries: 1, delayMs: 900_000 },
];

/** Milliseconds before a retry; `retry` counts from 1. */
export function retryDelayMs({ phases = DOUBLING }: Pick<RetryPolicy, 'phases'>, retry: number): number {
  let place = retry;
  for (const phase of phases) {
    if (place <= phase.retries) return delayInPhase(phase, place);
    place -= phase.retries;
  }
  const last = phases.at(-1);
  return last?.lastDelayMs ?? last?.delayMs ?? 0;
}

/** `place`: number of the retry within the phase, from 1. */
function delayInPhase({ retries, delayMs, lastDelayMs = delayMs, backoff = 'linear' }: RetryPhase, place: number): number {
  const steps = retries - 1;
  if (steps === 0 || delayMs === lastDelayMs) return delayMs;
  return delayMs + (lastDelayMs - delayMs) * GROWTH[backoff](place - 1, steps, delayMs, lastDelayMs);
}

/**
 * How far the delay has grown from the first to the last one after `step` of `steps`, 0 to 1. The documentation of topics names these
 * functions and shows their curves, but no formulas: https://docs.aws.amazon.com/sns/latest/dg/sns-message-delivery-retries.html
 */
const GROWTH: Readonly<Record<BackoffFunction, (step: number, steps: number, firstMs: number, lastMs: number) => number>> = {
  linear: (step, steps) => step / steps,
  /** Each increase is larger than the one before by the same amount. */
  arithmetic: (step, steps) => (step * (step + 1)) / (steps * (steps + 1)),
  /** Each delay is the one before times the same factor. */
  geometric: (step, steps, firstMs, lastMs) => {
    const first = Math.max(1, firstMs);
    return (first * (lastMs / first) ** (step / steps) - first) / (lastMs - first);
  },
  /** Each increase is twice the one before. */
  exponential: (step, steps) => (2 ** (step - steps) - 2 ** -steps) / (1 - 2 ** -steps),
};
