// Pages of lists by NextToken and Limit, sorted by name.
import { pager } from '#core/pager';
import { invalid } from './faults.ts';

interface PageInput {
  readonly NextToken?: string | undefined;
  readonly Limit?: number | undefined;
}

export const { pageOfNamed, pageOfItems } = pager({
  request: ({ NextToken, Limit = 100 }: PageInput) => ({ limit: Limit, token: NextToken }),
  end: (next) => ({ NextToken: next }),
  invalidToken: () => invalid('Parameter NextToken is not valid.'),
});
