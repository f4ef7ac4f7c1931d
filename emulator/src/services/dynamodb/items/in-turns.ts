// Work on many items in turns: other calls run between them, because 16 MB of items are up to 60 MB of JSON to parse.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Characters of JSON that are parsed without a pause, in about 30 ms. */
export const MAX_AT_ONCE = 1_500_000;

/** The results of `step`, in order. `lengthOf` is how much JSON an item takes. */
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

/** The list in groups that are each looked through without a pause. */
export function groupsOf<T>(list: readonly T[], lengthOf: (each: T) => number): T[][] {
  const groups: T[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const each of list) {
    const own = lengthOf(each);
    length += own;
    if (length > MAX_AT_ONCE) {
      groups.push([]);
      length = own;
    }
    groups.at(-1)!.push(each);
  }
  return groups;
}

/** Runs the steps, each of which yields how much JSON it has parsed. */
export async function pausing<R>(steps: Generator<number, R>): Promise<R> {
  let length = 0;
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    length += step.value;
    if (length <= MAX_AT_ONCE) continue;
    await nextTurn();
    length = 0;
  }
}

/** The first of them, which together are not longer than that, and at least one. */
export function upTo<T>(list: readonly T[], most: number, lengthOf: (each: T) => number): readonly T[] {
  let length = 0;
  const over = list.findIndex((each, at) => {
    length += lengthOf(each);
    return at > 0 && length > most;
  });
  return over < 0 ? list : list.slice(0, over);
}
