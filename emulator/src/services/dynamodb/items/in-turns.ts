// Work on many items in turns: other calls run between them, because 16 MB of items are up to 60 MB of JSON to parse.
import type { Ctx } from '#core/ctx';
import type { Tx } from '#core/records';
import { nextTurn } from '#lib/next-turn';

/** Characters of JSON that are parsed without a pause, in about 30 ms. */
export const MAX_AT_ONCE = 1_500_000;

/** Ends a range of records where they are as long together as is worked on at once. */
export class LengthLimit<T> {
  readonly #lengthOf: (record: T) => number;
  #length = 0;

  constructor(lengthOf: (record: T) => number) {
    this.#lengthOf = lengthOf;
  }

  /** Behind the last record there may be more, though the range has fewer than its limit. */
  get isReached(): boolean {
    return this.#length > MAX_AT_ONCE;
  }

  readonly until = (record: T): boolean => {
    this.#length += this.#lengthOf(record);
    return this.isReached;
  };
}

export const textLimit = () => new LengthLimit<{ readonly text: string }>(({ text }) => text.length);

/** The results of `step`, in order. `lengthOf` is how much JSON an item takes. */
export async function inTurns<T, R>(list: readonly T[], lengthOf: (each: T) => number, step: (each: T) => R | Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let length = 0;
  for (const each of list) {
    length += lengthOf(each);
    if (length > MAX_AT_ONCE && results.length > 0) {
      await nextTurn();
      length = lengthOf(each);
    }
    const result = step(each);
    results.push(result instanceof Promise ? await result : result);
  }
  return results;
}

/**
 * Writes the members of a list in as many writes as it takes for each to be short. `step` answers how much JSON it has parsed and written.
 * A table may have changed after a pause.
 */
export async function writeInTurns<T>(list: readonly T[], step: (tx: Tx, each: T) => number, ctx: Ctx): Promise<void> {
  for (let at = 0; at < list.length; ) {
    if (at > 0) await nextTurn();
    ctx.write((tx) => {
      for (let length = 0; at < list.length && length <= MAX_AT_ONCE; at++) length += step(tx, list[at]!);
    });
  }
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
