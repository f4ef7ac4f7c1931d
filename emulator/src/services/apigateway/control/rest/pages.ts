// Pages of lists: `position` and `limit`.
import { type Page, pageOfItems, pageOfRecords, type RecordPageOptions } from '#core/page';
import type { Frozen, Key, Prefix, Records } from '#core/records';
import { bad, invalidPosition } from './faults.ts';

const DEFAULT_LIMIT = 25;
const MAX_LIMIT = 500;

interface PageInput {
  readonly position?: string | undefined;
  readonly limit?: number | undefined;
}

function requestOf({ position, limit = DEFAULT_LIMIT }: PageInput, most: number) {
  if (limit < 1) throw bad('Limit should be greater than 0');
  return { limit: Math.min(limit, most), token: position };
}

/** One page of a collection, each record as clients see it. */
export function listed<K extends Key, V, T>(
  records: Records<K, V>,
  prefix: Prefix<K> | [],
  input: PageInput,
  show: (value: Frozen<V>) => T,
  options: RecordPageOptions<K, V> = {},
): { items: T[]; position: string | undefined } {
  const { items, next } = pageOfRecords(records, prefix, requestOf(input, MAX_LIMIT), invalidPosition, options);
  return { items: items.map(([, value]) => show(value)), position: next };
}

/** The same of what is in memory. */
export function listedItems<T>(all: readonly T[], keyOf: (item: T) => Key, input: PageInput): Page<T> {
  return pageOfItems(all, keyOf, requestOf(input, MAX_LIMIT), invalidPosition);
}
