// Work on many items in turns: other calls run between them, because 16 MB of items are up to 60 MB of JSON to parse.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Characters of JSON that are parsed without a pause, in about 30 ms. */
const MAX_AT_ONCE = 1_500_000;

/** What `step` makes of each. `lengthOf` is how much JSON that takes. */
export async function inTurns<T, R>(list: readonly T[], lengthOf: (each: T) => number, step: (each: T) => R): Promise<R[]> {
  const results: R[] = [];
  let length = 0;
  for (const each of list) {
    length += lengthOf(each);
    if (length > MAX_AT_ONCE && results.length > 0) {
      await nextTurn();
      length = lengthOf(each);
    }
    results.push(step(each));
  }
  return results;
}
