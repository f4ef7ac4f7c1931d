// The facts of values that take long to work out, worked out once for each value: an update may write one value of the request to hundreds of places.
import { valueSize } from './size.ts';
import type { Item, Value } from './value.ts';

type SetType = 'SS' | 'NS' | 'BS';

/** Made for one update. */
export class ValueFacts {
  readonly #sizes = new Map<Value, number>();
  readonly #heights = new Map<Value, number>();
  readonly #members = new Map<Value, ReadonlySet<string>>();

  /** In bytes. */
  size(value: Value): number {
    return known(this.#sizes, value, valueSize);
  }

  /** Levels of lists and maps in the value; 0 for all other types. */
  height(value: Value): number {
    return value.L || value.M ? known(this.#heights, value, heightOf) : 0;
  }

  members(value: Value, type: SetType): ReadonlySet<string> {
    return known(this.#members, value, () => new Set(value[type]));
  }
}

function known<T>(facts: Map<Value, T>, value: Value, find: (value: Value) => T): T {
  let fact = facts.get(value);
  if (fact === undefined) facts.set(value, (fact = find(value)));
  return fact;
}

function heightOf({ L: list, M: map }: Value): number {
  if (!list && !map) return 0;
  return 1 + (list ? tallest(list) : tallest(Object.values(map as Item)));
}

function tallest(values: readonly Value[]): number {
  let most = 0;
  for (const value of values) most = Math.max(most, heightOf(value));
  return most;
}
