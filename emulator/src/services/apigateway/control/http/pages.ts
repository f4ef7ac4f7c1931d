// Pages of lists. `MaxResults` is text here.
import { pageOfRecords } from '#core/page';
import type { Frozen, Key, Prefix, Records } from '#core/records';
import { bad, invalidToken } from './faults.ts';

const MAX_PAGE = 500;
const DEFAULT_PAGE = 100;

interface ListInput {
  readonly MaxResults?: string | undefined;
  readonly NextToken?: string | undefined;
}

export function listed<K extends Key, V, T>(
  records: Records<K, V>,
  prefix: Prefix<K> | [],
  { MaxResults, NextToken }: ListInput,
  shown: (value: Frozen<V>) => T,
): { Items: T[]; NextToken: string | undefined } {
  const { items, next } = pageOfRecords(records, prefix, { limit: limitOf(MaxResults), token: NextToken || undefined }, invalidToken);
  return { Items: items.map(([, value]) => shown(value)), NextToken: next };
}

function limitOf(text: string | undefined): number {
  if (text === undefined || text === '') return DEFAULT_PAGE;
  const limit = /^\d+$/.test(text) ? Number(text) : 0;
  if (limit < 1) throw bad(`Invalid value for maxResults: ${text}`);
  return Math.min(limit, MAX_PAGE);
}
