// The memory that one query may take for what it keeps: groups, distinct values, rows.
import { QueryTooCostly } from './query-error.ts';

/** Limit: values that a query of log events keeps, and 64 characters of text count as one. */
const MAX_KEPT = 2_000_000;
const CHARACTERS_EACH = 64;

export class Allowance {
  #left = MAX_KEPT;

  /** @throws QueryTooCostly */
  take(count: number): void {
    this.#left -= count;
    if (this.#left < 0) throw new QueryTooCostly(`it keeps more than ${MAX_KEPT.toLocaleString('en')} values`);
  }

  takeText(text: string): void {
    this.take(1 + Math.floor(text.length / CHARACTERS_EACH));
  }

  giveText(text: string): void {
    this.#left += 1 + Math.floor(text.length / CHARACTERS_EACH);
  }
}
