// The records of one collection in one account and region, as services read them.

import type { Collection, Key, RangeOptions, Records } from '#core/records';
import type { Pages } from './change.ts';
import { abovePrefix, decodeKey, encodeKey, justAfter, startingWith, unlessImpossible } from './key.ts';
import type { Span } from './tree.ts';

export type AnyCollection = Collection<Key, unknown>;
type Value = ReturnType<Records<Key, unknown>['range']>[number];

export interface RegionScope {
  readonly account: string;
  readonly region: string;
}

export class Partition implements Records<Key, unknown> {
  readonly collection: AnyCollection;
  readonly place: RegionScope;
  readonly prefix: string;
  readonly #load: (partition: Partition) => Pages;
  #pages: Pages | undefined;

  constructor(collection: AnyCollection, place: RegionScope, load: (partition: Partition) => Pages) {
    this.collection = collection;
    this.place = place;
    this.prefix = encodeKey([collection.name, place.account, place.region]);
    this.#load = load;
  }

  /** Read from disk at the first access. */
  get pages(): Pages {
    this.#pages ??= this.#load(this);
    return this.#pages;
  }

  /** Drops the records from memory: the next access reads them again. */
  forget(): void {
    this.#pages = undefined;
  }

  get touched(): boolean {
    return this.#pages !== undefined;
  }

  get(key: Key): Value | undefined {
    const text = textOf(key);
    return text === undefined ? undefined : (this.pages.get(text) as Value | undefined);
  }

  has(key: Key): boolean {
    return this.get(key) !== undefined;
  }

  range(prefix: Key = [], options: RangeOptions<Key> = {}): Value[] {
    const values: Value[] = [];
    this.pages.walk(spanOrNone(prefix, options), (_, value) => values.push(value as Value));
    return values;
  }

  entries(prefix: Key = [], options: RangeOptions<Key> = {}): [Key, Value][] {
    const entries: [Key, Value][] = [];
    this.pages.walk(spanOrNone(prefix, options), (text, value) => entries.push([decodeKey(text), value as Value]));
    return entries;
  }

  keys(prefix: Key = [], options: RangeOptions<Key> = {}): Key[] {
    return this.pages.keys(spanOrNone(prefix, options)).map(decodeKey);
  }

  count(prefix: Key = []): number {
    return this.pages.count(spanOrNone(prefix, {}));
  }

  get empty(): boolean {
    return this.pages.count({ ...wholePartition, limit: 1 }) === 0;
  }
}

const highest = (a: string, b: string): string => (a > b ? a : b);

/** Undefined for a key that no record can have. */
const textOf = (key: Key): string | undefined => unlessImpossible(undefined, () => encodeKey(key));
const NO_KEYS: Span = { low: '', high: '', limit: 0, reverse: false };
const spanOrNone = (prefix: Key, options: RangeOptions<Key>): Span => unlessImpossible(NO_KEYS, () => spanOf(prefix, options));

export const wholePartition: Span = { low: '', high: abovePrefix(''), limit: Number.POSITIVE_INFINITY, reverse: false };

function spanOf(
  prefix: Key,
  { from, after, before, startsWith, limit = Number.POSITIVE_INFINITY, reverse = false, until }: RangeOptions<Key>,
): Span {
  const head = encodeKey(prefix);
  let { low, high } = startsWith ? startingWith(head, startsWith) : { low: head, high: abovePrefix(head) };
  if (from) low = highest(low, encodeKey(from));
  if (after) low = highest(low, justAfter(encodeKey(after)));
  if (before) {
    const to = encodeKey(before);
    if (to < high) high = to;
  }
  return { low, high, limit, reverse, until: until as Span['until'] };
}
