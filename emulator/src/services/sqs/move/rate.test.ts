import { expect, it } from 'vitest';
import { moveAtOnce, movePauseMs } from './rate.ts';

it.each([
  [undefined, 0],
  [1, 1000],
  [3, 334],
  [10, 100],
  [500, 100],
])('at %s messages a second a step comes every %s ms', (rate, pauseMs) => {
  expect(movePauseMs(rate)).toBe(pauseMs);
});

it('keeps to the rate over time', () => {
  for (const rate of [1, 3, 7, 99, 500]) {
    let moved = 0;
    for (let ms = movePauseMs(rate); ms <= 10_000; ms += movePauseMs(rate)) moved += moveAtOnce(rate, ms, moved);
    expect(moved).toBeLessThanOrEqual(rate * 10);
    expect(moved).toBeGreaterThan(rate * 9);
  }
});
