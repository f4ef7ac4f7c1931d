// The pages of lists: `MaxResults`, a hundred unless it is given, and `NextToken`.
import { pager } from '#core/pager';
import { invalidToken } from './faults.ts';

interface PageInput {
  readonly MaxResults?: number | undefined;
  readonly NextToken?: string | undefined;
}

/** Limit: schedules or groups of a page of a list. */
const MAX_RESULTS = 100;

export const { pageOfItems, pageOfValues } = pager({
  request: ({ MaxResults: limit = MAX_RESULTS, NextToken: token }: PageInput) => ({ limit, token }),
  end: (NextToken) => ({ NextToken }),
  invalidToken,
});
