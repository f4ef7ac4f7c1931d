// Pages of lists by NextToken. An empty token means the first page.
import type { PageRequest } from '#core/page';
import { pager } from '#core/pager';
import { fault } from '#model/ssm';

export const { pageOfValues, pageOfItems } = pager({
  request: ({ limit, token }: PageRequest) => ({ limit, token: token || undefined }),
  end: (next) => ({ NextToken: next }),
  invalidToken: () => fault('InvalidNextToken', "The specified token isn't valid."),
});
