import { expect, it } from 'vitest';
import { groupsOf, inTurns, pausing } from './in-turns.ts';

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

it('a list is split where its parts would take too long together', () => {
  expect(groupsOf([10, 10, 1_000_000, 1_000_000, 2_000_000, 10], (length) => length)).toEqual([
    [10, 10, 1_000_000],
    [1_000_000],
    [2_000_000],
    [10],
  ]);
  expect(groupsOf([], () => 1)).toEqual([]);
});

it('steps that parse little run without a pause, and others with', async () => {
  const seen: unknown[] = [];
  setImmediate(() => seen.push('other'));
  function* steps(): Generator<number, string> {
    for (const length of [10, 1_000_000, 1_000_000, 10]) {
      seen.push(length);
      yield length;
    }
    return 'done';
  }
  expect(await pausing(steps())).toBe('done');
  expect(seen).toEqual([10, 1_000_000, 1_000_000, 'other', 10]);
});
