// Pages of lists by Marker and MaxItems.
import type { Fault } from '#core/fault';
import { unmodelled } from '#core/operation';
import { pageOfRecords as pageOfAnyRecords, pageOfItems } from '#core/page';
import type { Frozen, Key, Prefix, Records } from '#core/records';

const DEFAULT_ITEMS = 100;

export interface PageRequest {
  readonly Marker?: string | undefined;
  readonly MaxItems?: number | undefined;
}
export interface PageEnd {
  IsTruncated: boolean;
  Marker?: string;
}
interface Page<T> {
  readonly items: readonly T[];
  readonly end: PageEnd;
}

const invalidMarker = (): Fault => unmodelled('ValidationError', 'Invalid Marker.');

const requestOf = ({ Marker, MaxItems = DEFAULT_ITEMS }: PageRequest) => ({ limit: MaxItems, token: Marker });
const endOf = (next: string | undefined): PageEnd => (next === undefined ? { IsTruncated: false } : { IsTruncated: true, Marker: next });

/** A page of a collection that may be large: reads only the records it needs. `keep` filters the list. */
export function pageOfRecords<K extends Key, V>(
  records: Records<K, V>,
  prefix: Prefix<K> | [],
  request: PageRequest,
  keep?: (value: Frozen<V>) => boolean,
): Page<Frozen<V>> {
  const { items, next } = pageOfAnyRecords(records, prefix, requestOf(request), invalidMarker, keep ? { keep } : {});
  return { items: items.map(([, value]) => value), end: endOf(next) };
}

/** A page of items that are in memory anyway; a quota bounds their number. */
export function pageOf<T>(all: readonly T[], nameOf: (item: T) => string, request: PageRequest): Page<T> {
  const { items, next } = pageOfItems(all, (item) => [nameOf(item)], requestOf(request), invalidMarker);
  return { items, end: endOf(next) };
}
