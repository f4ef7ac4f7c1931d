// Pages of lists: they are named in three ways.
import type { Fault } from '#core/fault';
import { pager } from '#core/pager';
import { invalid } from './faults.ts';

const PAGE_SIZE = 60;
const invalidToken = (): Fault => invalid('Invalid pagination token.');

interface NextTokenInput {
  readonly NextToken?: string | undefined;
  readonly Limit?: number | undefined;
  readonly MaxResults?: number | undefined;
}

/** `NextToken`, with `Limit` or `MaxResults`. The least page has one item, whatever is asked for. */
export const nextTokenPages = pager({
  request: ({ NextToken, Limit, MaxResults }: NextTokenInput) => ({
    token: NextToken,
    limit: Math.max(Limit ?? MaxResults ?? PAGE_SIZE, 1),
  }),
  end: (next) => ({ NextToken: next }),
  invalidToken,
});

interface PaginationInput {
  readonly PaginationToken?: string | undefined;
  readonly Limit?: number | undefined;
}

/** `PaginationToken` with `Limit`. */
export const paginationTokenPages = pager({
  request: ({ PaginationToken, Limit = PAGE_SIZE }: PaginationInput) => ({ token: PaginationToken, limit: Math.max(Limit, 1) }),
  end: (next) => ({ PaginationToken: next }),
  invalidToken,
});
