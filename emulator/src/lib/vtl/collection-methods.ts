// The methods of Java's lists, maps and their entries that templates call.
import { table } from '#lib/table';
import { textOf } from './print.ts';
import { isSame } from './truth.ts';
import { type Budget, Entry, List, numberOf, type Value, type ValueMap } from './values.ts';

type ListMethod = (list: List, args: readonly Value[], budget: Budget) => Value;
type MapMethod = (map: ValueMap, args: readonly Value[], budget: Budget) => Value;

const indexOf = ({ items }: List, wanted: Value, budget: Budget): number =>
  items.findIndex((item) => {
    budget.spend(1);
    return isSame(item, wanted, budget);
  });

/** By its index for a number, else by its value. */
function removeFrom(list: List, wanted: Value, budget: Budget): Value {
  const index = numberOf(wanted);
  if (index !== undefined) return list.items.splice(index, 1)[0] ?? null;
  const at = indexOf(list, wanted, budget);
  if (at >= 0) list.items.splice(at, 1);
  return at >= 0;
}

/** Whether anything was taken away. */
function keepItems(list: List, isKept: (item: Value) => boolean): boolean {
  const kept = list.items.filter(isKept);
  const isChanged = kept.length < list.items.length;
  list.items.splice(0, list.items.length, ...kept);
  return isChanged;
}

export const LIST_METHODS: Readonly<Record<string, ListMethod>> = table({
  size: ({ items }) => items.length,
  length: ({ items }) => items.length,
  isEmpty: ({ items }) => items.length === 0,
  get: ({ items }, [index]) => items[numberOf(index) ?? -1] ?? null,
  contains: (list, [wanted], budget) => indexOf(list, wanted, budget) >= 0,
  indexOf: (list, [wanted], budget) => indexOf(list, wanted, budget),
  add: ({ items }, args, budget) => {
    budget.spend(1);
    if (args.length < 2) return items.push(args[0]) > 0;
    items.splice(numberOf(args[0]) ?? 0, 0, args[1]);
    return null;
  },
  containsAll: (list, [other], budget) => other instanceof List && other.items.every((item) => indexOf(list, item, budget) >= 0),
  removeAll: (list, [other], budget) => keepItems(list, (item) => !(other instanceof List && indexOf(other, item, budget) >= 0)),
  retainAll: (list, [other], budget) => keepItems(list, (item) => other instanceof List && indexOf(other, item, budget) >= 0),
  addAll: ({ items }, [other], budget) => {
    if (!(other instanceof List)) return false;
    budget.spend(other.items.length);
    for (const item of [...other.items]) items.push(item);
    return true;
  },
  set: ({ items }, [index, value]) => {
    const at = numberOf(index) ?? -1;
    if (at < 0 || at >= items.length) return null;
    const before = items[at] ?? null;
    items[at] = value;
    return before;
  },
  remove: (list, [wanted], budget) => removeFrom(list, wanted, budget),
  clear: ({ items }) => {
    items.length = 0;
    return null;
  },
  subList: ({ items }, [from, to], budget) => {
    const part = items.slice(numberOf(from) ?? 0, numberOf(to));
    budget.spend(part.length);
    return new List(part);
  },
  iterator: (list) => list,
  toString: (list: List, _: readonly Value[], budget: Budget) => textOf(list, budget),
  equals: (list, [other], budget) => isSame(list, other, budget),
});

/** A new list of one item per member. */
function listed(map: ValueMap, itemOf: (name: string, value: Value) => Value, budget: Budget): List {
  budget.spend(map.size);
  return new List([...map].map(([name, value]) => itemOf(name, value)));
}

const keyOf = (key: Value, budget: Budget): string => textOf(key, budget);

export const MAP_METHODS: Readonly<Record<string, MapMethod>> = table({
  get: (map, [key], budget) => map.get(keyOf(key, budget)) ?? null,
  getOrDefault: (map, [key, otherwise], budget) => map.get(keyOf(key, budget)) ?? otherwise,
  put: (map, [key, value], budget) => {
    budget.spend(1);
    const before = map.get(keyOf(key, budget)) ?? null;
    map.set(keyOf(key, budget), value);
    return before;
  },
  putAll: (map, [other], budget) => {
    if (!(other instanceof Map)) return null;
    budget.spend(other.size);
    for (const [name, value] of [...other]) map.set(name, value);
    return null;
  },
  keySet: (map, _, budget) => listed(map, (name) => name, budget),
  values: (map, _, budget) => listed(map, (__, value) => value, budget),
  entrySet: (map, _, budget) => listed(map, (name, value) => new Entry(name, value), budget),
  containsKey: (map, [key], budget) => map.has(keyOf(key, budget)),
  containsValue: (map, [wanted], budget) => indexOf(new List([...map.values()]), wanted, budget) >= 0,
  size: (map) => map.size,
  isEmpty: (map) => map.size === 0,
  remove: (map, [key], budget) => {
    const before = map.get(keyOf(key, budget)) ?? null;
    map.delete(keyOf(key, budget));
    return before;
  },
  toString: (map: ValueMap, _: readonly Value[], budget: Budget) => textOf(map, budget),
  equals: (map, [other], budget) => isSame(map, other, budget),
});

export const ENTRY_METHODS: Readonly<Record<string, (entry: Entry, args: readonly Value[], budget: Budget) => Value>> = table({
  getKey: ({ key }) => key,
  getValue: ({ value }) => value,
  toString: (entry: Entry, _: readonly Value[], budget: Budget) => textOf(entry, budget),
});
