// Pages of lists by nextToken.
import type { Fault } from '#core/fault';
import { readToken as readAnyToken } from '#core/page';
import { pager } from '#core/pager';
import type { Key } from '#core/records';
import { invalid } from './groups/find-group.ts';

interface PageInput {
  readonly nextToken?: string | undefined;
  readonly limit?: number | undefined;
}

const invalidToken = (): Fault => invalid('The specified nextToken is invalid.');

export const { pageOfRecords } = pager({
  request: ({ nextToken, limit = 50 }: PageInput) => ({ limit, token: nextToken }),
  end: (next) => ({ nextToken: next }),
  invalidToken,
});

export const readToken = (token: string): Key => readAnyToken(token, invalidToken);
