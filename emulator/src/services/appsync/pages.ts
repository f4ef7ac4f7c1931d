// Pages of lists.
import { pager } from '#core/pager';
import { bad } from './faults.ts';

/** Limit: items of a page of a list of GraphQL APIs and their parts. */
const MAX_PAGE = 25;

interface PageInput {
  readonly nextToken?: string | undefined;
  readonly maxResults?: number | undefined;
}

export const { pageOfValues, pageOfItems, pageOfRecords } = pager({
  request: ({ nextToken, maxResults = MAX_PAGE }: PageInput) => ({ token: nextToken, limit: maxResults === 0 ? MAX_PAGE : maxResults }),
  end: (next) => ({ nextToken: next }),
  invalidToken: () => bad('Invalid pagination token given.'),
});
