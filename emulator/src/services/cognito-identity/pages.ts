// Pages of lists by NextToken and MaxResults.
import { pager } from '#core/pager';
import { invalid } from './faults.ts';

interface PageInput {
  readonly NextToken?: string | undefined;
  readonly MaxResults?: number | undefined;
}

export const { pageOfValues, pageOfItems } = pager({
  request: ({ NextToken, MaxResults = 60 }: PageInput) => ({ token: NextToken, limit: Math.max(MaxResults, 1) }),
  end: (next) => ({ NextToken: next }),
  invalidToken: () => invalid('NextToken is not valid.'),
});
