// Tests items with conditions, in steps where both are long.
import type { Item } from '#services/dynamodb/engine/value';
import type { ItemTest } from '#services/dynamodb/expressions/item-test';
import { MAX_AT_ONCE } from './in-turns.ts';

const MIN_PART_LENGTH = 20;
/** Characters of JSON that take as long to parse as one part of a condition takes at most, for an item of that length. */
const partLength = (length: number): number => MIN_PART_LENGTH + length / 2;

/** The same of a whole condition. */
export const testLength = (test: ItemTest | undefined, length: number): number => (test ? test.parts * partLength(length) : 0);

/** Yields only where the test takes longer than a turn; otherwise `testLength` tells how long it took. */
export function* passes(test: ItemTest, item: Item, length: number): Generator<number, boolean> {
  if (testLength(test, length) <= MAX_AT_ONCE) return test.holds(item);
  const steps = test.steps(item);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    yield partLength(length);
  }
}
