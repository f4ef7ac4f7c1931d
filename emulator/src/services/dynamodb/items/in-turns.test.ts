import { expect, it } from 'vitest';
import { inTurns } from './in-turns.ts';

it('other work runs between large steps, and small ones run together', async () => {
  const seen: unknown[] = [];
  setImmediate(() => seen.push('other'));
  const results = await inTurns(
    [10, 10, 1_000_000, 1_000_000],
    (length) => length,
    (length) => {
      seen.push(length);
      return length * 2;
    },
  );
  expect(seen).toEqual([10, 10, 1_000_000, 'other', 1_000_000]);
  expect(results).toEqual([20, 20, 2_000_000, 2_000_000]);
});
