// Pages of lists. A token holds the key of the last item returned, so writes between two pages neither repeat nor lose an item.
import type { Frozen, Key, Prefix, RangeOptions, Records } from './records.ts';

export interface PageRequest {
  /** Maximum number of items on a page, at least 1. */
  readonly limit: number;
  /** Token of the previous page; undefined for the first page. */
  readonly token: string | undefined;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Token of the next page; undefined on the last one. */
  readonly next: string | undefined;
}

/** Makes the service's error for a token that it did not issue. */
export type InvalidToken = () => Error;

/** Up to `limit` items after the key, in key order. */
export type ReadAfter<K extends Key, T> = (after: K | undefined, limit: number) => readonly T[];

export interface RecordPageOptions<K extends Key, V> extends Pick<RangeOptions<K>, 'startsWith' | 'reverse'> {
  /** Whether the item is on the page; items for which it returns false are left out. */
  keep?(value: Frozen<V>, key: K): boolean;
}

/**
 * One page of the items that `read` returns, whose keys `keyOf` returns.
 * @example
 * const read = (after: [string] | undefined, limit: number) => ctx.records(queues).range([], { after, limit });
 * const { items, next } = pageOf({ limit: 100, token: NextToken }, invalidToken, ({ name }) => [name] as [string], read);
 * @throws the error of `invalidToken`, when the token was not made here
 */
export function pageOf<K extends Key, T>(
  { limit, token }: PageRequest,
  invalidToken: InvalidToken,
  keyOf: (item: T) => K,
  read: ReadAfter<K, T>,
): Page<T> {
  const found = read(token === undefined ? undefined : (readToken(token, invalidToken) as unknown as K), limit + 1);
  if (found.length <= limit) return { items: found, next: undefined };
  const items = found.slice(0, limit);
  return { items, next: writeToken(keyOf(items.at(-1)!)) };
}

/** One page of a collection. Reads no further than the page goes, except past entries that `keep` leaves out. */
export function pageOfRecords<K extends Key, V>(
  records: Records<K, V>,
  prefix: Prefix<K> | [],
  request: PageRequest,
  invalidToken: InvalidToken,
  { keep, startsWith, reverse }: RecordPageOptions<K, V> = {},
): Page<readonly [K, Frozen<V>]> {
  const read: ReadAfter<K, readonly [K, Frozen<V>]> = (after, limit) => {
    const found: [K, Frozen<V>][] = [];
    for (let edge = after; ; ) {
      const batch = records.entries(prefix, { startsWith, reverse, limit, ...(reverse ? { before: edge } : { after: edge }) });
      for (const entry of batch) if (found.length < limit && (!keep || keep(entry[1], entry[0]))) found.push(entry);
      if (found.length === limit || batch.length < limit) return found;
      edge = batch.at(-1)![0];
    }
  };
  return pageOf(request, invalidToken, ([key]) => key, read);
}

/** One page of items that are in memory already. Sorts them by `keyOf`, whose keys must be unique. */
export function pageOfItems<T>(all: readonly T[], keyOf: (item: T) => Key, request: PageRequest, invalidToken: InvalidToken): Page<T> {
  const sorted = all.map((item) => ({ key: keyOf(item), item })).sort((a, b) => compareKeys(a.key, b.key));
  const read = (after: Key | undefined, limit: number) => {
    const start = after === undefined ? 0 : sorted.findIndex(({ key }) => compareKeys(key, after) > 0);
    return start < 0 ? [] : sorted.slice(start, start + limit);
  };
  const { items, next } = pageOf(request, invalidToken, ({ key }) => key, read);
  return { items: items.map(({ item }) => item), next };
}

export function writeToken(key: Key): string {
  const text = JSON.stringify(key);
  // Filled up to whole groups of bytes, so that every reader of base64 takes it: tokens of the cloud are padded.
  const missing = (3 - (Buffer.byteLength(text) % 3)) % 3;
  return Buffer.from(text + ' '.repeat(missing)).toString('base64url');
}

const isPart = (part: unknown): boolean => typeof part === 'string' || (Number.isSafeInteger(part) && (part as number) >= 0);

/** @throws the error of `invalidToken`, when `writeToken` did not make the text */
export function readToken(token: string, invalidToken: InvalidToken): Key {
  let key: unknown;
  try {
    key = JSON.parse(Buffer.from(token, 'base64url').toString());
  } catch {
    throw invalidToken();
  }
  if (!Array.isArray(key) || key.length === 0 || !key.every(isPart)) throw invalidToken();
  return key;
}

/** The order of a collection's keys: numbers before strings, strings by their UTF-8 bytes. */
function compareKeys(a: Key, b: Key): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const difference = compareParts(a[at]!, b[at]!);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function compareParts(a: string | number, b: string | number): number {
  if (typeof a === 'number') return typeof b === 'number' ? a - b : -1;
  return typeof b === 'number' ? 1 : Buffer.compare(Buffer.from(a), Buffer.from(b));
}
