import { expect, it } from 'vitest';
import { Turns } from './next-turn.ts';

it('serves others between the pieces of a long work, in the order in which they asked', async () => {
  const turns = new Turns();
  let others = 0;
  let isOver = false;
  const serve = (): void => {
    others++;
    if (!isOver) setImmediate(serve);
  };
  setImmediate(serve);
  const done: number[] = [];
  const piece = async (number: number): Promise<void> => {
    await turns.next();
    // Longer than a turn.
    for (const untilMs = performance.now() + 30; performance.now() < untilMs; );
    done.push(number);
  };
  const all = Promise.all([1, 2, 3, 4, 5].map(piece));
  expect(turns.waiting).toBe(5);
  await all;
  isOver = true;
  expect(done).toEqual([1, 2, 3, 4, 5]);
  expect(turns.waiting).toBe(0);
  expect(others).toBeGreaterThanOrEqual(4);
});
