// Searches the events of a batch for sensitive data, piece by piece where an event is long: between two pieces, other calls are served.
import { nextTurn } from '#lib/next-turn';
import type { Finder, TextSpan } from './identifiers.ts';
import { together } from './policy.ts';

/** Steps between two pauses: about 50 ms. */
const STEPS_AT_ONCE = 1_000_000;
/** Characters before a piece that are looked at with it: keywords may be there. */
const LEAD = 64;
/** Characters behind a piece that are looked at with it. Longer data is masked up to the end of its line. */
const REACH = 512;

/** Limit: places in one log event that are masked apart from each other. Beyond, all between the first and the last is masked. */
const MAX_PLACES = 10_000;

export class Search {
  readonly #finders: readonly Finder[];
  #steps = 0;

  constructor(finders: readonly Finder[]) {
    this.#finders = finders;
  }

  /** The places where the finders find something: sorted, neighbours put together. */
  async found(text: string): Promise<TextSpan[]> {
    const found: TextSpan[][] = [];
    for (const finder of this.#finders) found.push(await this.#foundBy(finder, text));
    const places = together(found.flat());
    return places.length > MAX_PLACES ? [[places[0]![0], places.at(-1)![1]]] : places;
  }

  async #foundBy({ find, cost = 0 }: Finder, text: string): Promise<TextSpan[]> {
    const most = cost === 0 ? text.length : Math.floor(STEPS_AT_ONCE / cost);
    if (text.length <= most) {
      await this.#pause(text.length * cost);
      return find(text);
    }
    const found: TextSpan[] = [];
    for (let start = 0; start < text.length; start += most) {
      const from = Math.max(0, start - LEAD);
      const to = Math.min(text.length, start + most + REACH);
      await this.#pause((to - from) * cost);
      for (const [first, last] of find(text.slice(from, to))) {
        const isCutOff = from + last === to && to < text.length;
        if (from + first >= start && from + first < start + most) found.push([from + first, isCutOff ? endOfLine(text, to) : from + last]);
      }
    }
    return found;
  }

  async #pause(steps: number): Promise<void> {
    if (this.#steps > 0 && this.#steps + steps > STEPS_AT_ONCE) {
      this.#steps = 0;
      await nextTurn();
    }
    this.#steps += steps;
  }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}
