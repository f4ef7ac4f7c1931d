import { expect, it } from 'vitest';
import type { Ctx } from '#core/ctx';
import type { Tx } from '#core/records';
import { inTurns, LengthLimit, pausing, writeInTurns } from './in-turns.ts';

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

it('a list is written in as many writes as its members are long', async () => {
  const seen: unknown[] = [];
  const ctx = { write: (decide: (tx: Tx) => void) => decide(seen.push('write') as never) } as unknown as Ctx;
  setImmediate(() => seen.push('other'));
  await writeInTurns([10, 1_000_000, 1_000_000, 10, 10], (_, length) => seen.push(length) && length, ctx);
  expect(seen).toEqual(['write', 10, 1_000_000, 1_000_000, 'other', 'write', 10, 10]);
  await writeInTurns([], () => 0, ctx);
  expect(seen).toHaveLength(8);
});

it('a range ends behind the record that makes it long', () => {
  const long = new LengthLimit<number>((length) => length);
  expect([1_000_000, 500_000, 1].map(long.until)).toEqual([false, false, true]);
  expect(long.isReached).toBe(true);
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
