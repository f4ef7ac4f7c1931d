import { expect, it } from 'vitest';
import { TimeLimit, TimeOver } from './time-limit.ts';

/** Takes time, and none of the processor's. */
const sleep = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

it('ends a function that does not end', () => {
  const endless = () => {
    for (;;);
  };
  expect(() => new TimeLimit(50).run(endless)).toThrow(TimeOver);
  expect(() => new TimeLimit(50).runOnProcessor(endless)).toThrow(TimeOver);
});

it('runs a function again whose time was taken by others', () => {
  let runs = 0;
  const hindered = () => {
    if (++runs === 1) for (;;) sleep(10);
    return 'done';
  };
  const limit = new TimeLimit(50);
  expect(() => limit.run(hindered)).toThrow(TimeOver);
  runs = 0;
  expect(limit.runOnProcessor(hindered)).toBe('done');
});

it('throws what the function throws', () => {
  expect(() =>
    new TimeLimit(50).runOnProcessor(() => {
      throw new RangeError('no');
    }),
  ).toThrow(RangeError);
});
