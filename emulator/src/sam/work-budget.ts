// Bounds the work of one transform, and remembers what needs to be done only once, however many events ask for it.
import { invalidDocument } from './problems.ts';
import { isBlock, sortedJson, type Value } from './values.ts';

/** Limit: characters, roughly, that a serverless template may expand to, and that may be compared on the way. */
const MAX_EXPANDED = 1_500_000;

export class WorkBudget {
  #left = MAX_EXPANDED;
  /** Definitions whose paths were checked. */
  readonly checkedBodies = new WeakSet<object>();
  /** Values whose parameters were resolved, with the results. */
  readonly resolved = new WeakMap<object, Value>();
  readonly #known = new WeakMap<object, Set<string>>();

  /** @throws InvalidDocument */
  #spend(size: number): void {
    this.#left -= size;
    if (this.#left < 0) throw invalidDocument('The template expands to too much text.');
  }

  /** Counts a value as often as it is asked. @throws InvalidDocument if the sum is too large */
  count(value: Value | undefined): void {
    this.#spend(typeof value === 'string' ? value.length + 2 : 4);
    if (Array.isArray(value)) for (const item of value) this.count(item);
    else if (isBlock(value))
      for (const [key, item] of Object.entries(value)) {
        this.#spend(key.length);
        this.count(item);
      }
  }

  /** Whether the value was not yet in the list; `present` returns what the list holds; it is called once. */
  isNew(list: object, value: Value, present: () => readonly Value[]): boolean {
    const key = (each: Value): string => {
      this.count(each);
      return sortedJson(each);
    };
    const known = this.#known.get(list) ?? new Set(present().map(key));
    this.#known.set(list, known);
    const size = known.size;
    return known.add(key(value)).size > size;
  }
}
