import { describe, expect, it } from 'vitest';
import { createManualClock, createSystemClock } from './clock.ts';

describe.each([
  ['a manual clock', () => createManualClock(0)],
  ["the system's clock", createSystemClock],
])('%s that is moved', (_name, create) => {
  it('runs all timers of one instant before it waits, and those of a later one afterwards', async () => {
    const clock = create();
    const start = clock.now();
    const seen: string[] = [];
    for (const [name, ms] of [
      ['late', 2000],
      ['a', 1000],
      ['b', 1000],
    ] as const)
      clock.at(start + ms, () => seen.push(name));
    await clock.moveTo(start + 3000, () => {
      seen.push('|');
      return Promise.resolve();
    });
    expect(seen).toEqual(['|', 'a', 'b', '|', 'late', '|']);
  });

  it('does not run a timer that another one of the same instant cancels', async () => {
    const clock = create();
    const atMs = clock.now() + 1000;
    const seen: string[] = [];
    clock.at(atMs, () => {
      seen.push('first');
      second.cancel();
    });
    const second = clock.at(atMs, () => seen.push('second'));
    await clock.moveTo(atMs, () => Promise.resolve());
    expect(seen).toEqual(['first']);
  });
});
