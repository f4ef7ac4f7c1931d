import { describe, expect, it } from 'vitest';
import type { BackoffFunction, RetryPolicy } from '#core/delivery/retry-policy';
import { retryDelayMs } from './backoff.ts';

const delays = (policy: Pick<RetryPolicy, 'phases'>, count: number): number[] =>
  Array.from({ length: count }, (_, i) => Math.round(retryDelayMs(policy, i + 1)));

describe('delays between attempts', () => {
  it('double from a second to a quarter of an hour where no phases are given', () => {
    expect(delays({}, 13)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900].map((seconds) => seconds * 1000));
  });

  it('go through the phases, and on with the last delay', () => {
    const phases = [
      { retries: 2, delayMs: 0 },
      { retries: 2, delayMs: 1000 },
      { retries: 3, delayMs: 1000, lastDelayMs: 20_000 },
      { retries: 1, delayMs: 20_000 },
    ];
    expect(delays({ phases }, 10)).toEqual([0, 0, 1000, 1000, 1000, 10_500, 20_000, 20_000, 20_000, 20_000]);
  });

  it.each<[BackoffFunction, number[]]>([
    ['linear', [1000, 5000, 9000, 13_000, 17_000]],
    ['arithmetic', [1000, 2600, 5800, 10_600, 17_000]],
    ['geometric', [1000, 2031, 4123, 8372, 17_000]],
    ['exponential', [1000, 2067, 4200, 8467, 17_000]],
  ])('grow %s', (backoff, expected) => {
    expect(delays({ phases: [{ retries: 5, delayMs: 1000, lastDelayMs: 17_000, backoff }] }, 5)).toEqual(expected);
  });

  it.each<BackoffFunction>(['linear', 'arithmetic', 'geometric', 'exponential'])(
    'grow %s from nothing, over any number of retries',
    (backoff) => {
      const phases = [{ retries: 5000, delayMs: 0, lastDelayMs: 60_000, backoff }];
      const all = Array.from({ length: 5000 }, (_, i) => retryDelayMs({ phases }, i + 1));
      expect([all[0], Math.round(all.at(-1)!)]).toEqual([0, 60_000]);
      expect(all.every((delay, i) => i === 0 || delay >= all[i - 1]!)).toBe(true);
    },
  );

  it('have no curve in a phase of one retry', () => {
    expect(delays({ phases: [{ retries: 1, delayMs: 5, lastDelayMs: 9, backoff: 'exponential' }] }, 2)).toEqual([5, 9]);
  });
});
