// Pages of lists by NextToken and, in some operations, MaxResults.
import { pager } from '#core/pager';
import { invalid } from './faults.ts';

interface PageInput {
  readonly NextToken?: string | undefined;
  readonly MaxResults?: number | undefined;
}

export const { pageOfItems } = pager({
  request: ({ NextToken, MaxResults = 100 }: PageInput) => ({ limit: MaxResults, token: NextToken }),
  end: (next) => (next === undefined ? {} : { NextToken: next }),
  invalidToken: () => invalid('Invalid NextToken'),
});
