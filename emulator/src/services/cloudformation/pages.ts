// Pages of lists by NextToken.
import type { Fault } from '#core/fault';
import { pageOfItems } from '#core/page';
import type { Key } from '#core/records';
import { invalid } from './faults.ts';

const MAX_ITEMS = 100;

const invalidToken = (): Fault => invalid('Invalid NextToken');

/** A page of a list, sorted by key, with at most `limit` items. */
export function pageOf<T>(
  all: readonly T[],
  keyOf: (item: T) => Key,
  token: string | undefined,
  limit = MAX_ITEMS,
): { items: readonly T[]; NextToken?: string } {
  const { items, next } = pageOfItems(all, keyOf, { limit, token }, invalidToken);
  return { items, ...(next !== undefined && { NextToken: next }) };
}
