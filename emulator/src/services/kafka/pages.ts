// The pages of lists: `MaxResults`, a hundred unless it is given, and `NextToken`.
import { pager } from '#core/pager';
import { invalidToken } from './faults.ts';

interface PageInput {
  readonly MaxResults?: number | undefined;
  readonly NextToken?: string | undefined;
}

/** Limit: entries of a page of a list. */
export const MAX_LISTED = 100;

export const { pageOfItems, pageOfValues } = pager({
  request: ({ MaxResults: limit = MAX_LISTED, NextToken: token }: PageInput) => ({ limit, token }),
  end: (NextToken) => ({ NextToken }),
  invalidToken,
});
