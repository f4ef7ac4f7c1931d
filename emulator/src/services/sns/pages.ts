// The pages of lists: a hundred entries, or as many as `MaxResults` says where an operation has it.
import { pager } from '#core/pager';
import { invalidToken } from './faults.ts';

interface PageInput {
  readonly MaxResults?: number | undefined;
  readonly NextToken?: string | undefined;
}

const PAGE = 100;

export const { pageOfValues } = pager({
  request: ({ MaxResults: limit = PAGE, NextToken: token }: PageInput) => ({ limit, token }),
  end: (NextToken) => ({ NextToken }),
  invalidToken,
});
