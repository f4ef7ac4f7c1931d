// Pages of lists by NextToken. An empty token means the first page.
import type { Fault } from '#core/fault';
import { type PageRequest, pageOfItems, pageOfRecords, type RecordPageOptions } from '#core/page';
import type { Frozen, Key, Prefix, Records } from '#core/records';
import { fault } from '#model/ssm';

const invalidToken = (): Fault => fault('InvalidNextToken', "The specified token isn't valid.");

export function pageOf<K extends Key, V>(
  records: Records<K, V>,
  prefix: Prefix<K> | [],
  { limit, token }: PageRequest,
  options: RecordPageOptions<K, V> = {},
): { items: readonly (readonly [K, Frozen<V>])[]; nextToken: string | undefined } {
  const { items, next } = pageOfRecords(records, prefix, { limit, token: token || undefined }, invalidToken, options);
  return { items, nextToken: next };
}

/** A page of items that are in memory anyway. */
export function pageOfList<T>(
  all: readonly T[],
  keyOf: (item: T) => Key,
  { limit, token }: PageRequest,
): { items: readonly T[]; nextToken: string | undefined } {
  const { items, next } = pageOfItems(all, keyOf, { limit, token: token || undefined }, invalidToken);
  return { items, nextToken: next };
}
