// Pages of lists by nextToken.
import type { Fault } from '#core/fault';
import { pageOfRecords, type RecordPageOptions, readToken as readAnyToken } from '#core/page';
import type { Frozen, Key, Prefix, Records } from '#core/records';
import { invalid } from './groups/find-group.ts';

const DEFAULT_ITEMS = 50;

interface PageRequest {
  readonly nextToken?: string | undefined;
  readonly limit?: number | undefined;
}

const invalidToken = (): Fault => invalid('The specified nextToken is invalid.');

export function pageOf<K extends Key, V>(
  records: Records<K, V>,
  prefix: Prefix<K> | [],
  { nextToken, limit = DEFAULT_ITEMS }: PageRequest,
  options: RecordPageOptions<K, V> = {},
): { items: readonly (readonly [K, Frozen<V>])[]; nextToken: string | undefined } {
  const { items, next } = pageOfRecords(records, prefix, { limit, token: nextToken }, invalidToken, options);
  return { items, nextToken: next };
}

export const readToken = (token: string): Key => readAnyToken(token, invalidToken);
