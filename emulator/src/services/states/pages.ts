// The pages of lists: `maxResults`, 0 for as many as the operation likes, and `nextToken`.
import { pager } from '#core/pager';
import { invalidPageToken } from './faults.ts';

interface PageInput {
  readonly maxResults?: number | undefined;
  readonly nextToken?: string | undefined;
}

const DEFAULT_PAGE = 100;
/** Limit: entries of a page. */
const MAX_PAGE = 1000;

export const { pageOfRecords, pageOfValues } = pager({
  request: ({ maxResults, nextToken: token }: PageInput) => ({ limit: Math.min(maxResults || DEFAULT_PAGE, MAX_PAGE), token }),
  end: (nextToken) => ({ nextToken }),
  invalidToken: invalidPageToken,
});
