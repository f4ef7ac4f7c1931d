// Pages of lists. `MaxResults` is text here.
import { pager } from '#core/pager';
import type { Frozen, Key, Prefix, Records } from '#core/records';
import { bad, invalidToken } from './faults.ts';

/** Limit: items of a page of a list of HTTP and WebSocket APIs and their parts. */
const MAX_PAGE = 500;
const DEFAULT_PAGE = 100;

interface PageInput {
  readonly MaxResults?: string | undefined;
  readonly NextToken?: string | undefined;
}

const { pageOfValues } = pager({
  request: ({ MaxResults, NextToken }: PageInput) => ({ limit: limitOf(MaxResults), token: NextToken || undefined }),
  end: (next) => ({ NextToken: next }),
  invalidToken,
});

function limitOf(text: string | undefined): number {
  if (text === undefined || text === '') return DEFAULT_PAGE;
  const limit = /^\d+$/.test(text) ? Number(text) : 0;
  if (limit < 1) throw bad(`Invalid value for maxResults: ${text}`);
  return Math.min(limit, MAX_PAGE);
}

export function listed<K extends Key, V, T>(
  records: Records<K, V>,
  prefix: Prefix<K> | [],
  input: PageInput,
  shown: (value: Frozen<V>) => T,
): { Items: T[]; NextToken: string | undefined } {
  const { items, NextToken } = pageOfValues(records, prefix, input);
  return { Items: items.map(shown), NextToken };
}
