// Pages of queue lists by NextToken and MaxResults, sorted by name.
import { pager } from '#core/pager';
import { checkRange, invalidParameter } from './faults.ts';

/** Limit: queues of a page of a list. */
const MAX_RESULTS = 1000;

interface PageInput {
  readonly NextToken?: string | undefined;
  readonly MaxResults?: number | undefined;
}

/** Without MaxResults the real service answers the first thousand and no token. */
export const { pageOfNamed } = pager({
  request({ NextToken, MaxResults }: PageInput) {
    checkRange(MaxResults, 'MaxResults', 1, MAX_RESULTS, `MaxResults must be an integer between 1 and ${MAX_RESULTS}.`);
    if (NextToken !== undefined && MaxResults === undefined)
      throw invalidParameter('MaxResults is a mandatory parameter when you provide a value for NextToken.');
    return { limit: MaxResults ?? MAX_RESULTS, token: NextToken };
  },
  end: (next, { MaxResults }) => (next === undefined || MaxResults === undefined ? {} : { NextToken: next }),
  invalidToken: () => invalidParameter('Invalid or expired next token.'),
});
