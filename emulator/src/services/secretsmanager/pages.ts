// Pages of lists by NextToken and MaxResults.
import type { Fault } from '#core/fault';
import { readToken as readAnyToken } from '#core/page';
import { pager } from '#core/pager';
import type { Key } from '#core/records';
import { fault } from '#model/secretsmanager';

interface PageInput {
  readonly MaxResults?: number | undefined;
  readonly NextToken?: string | undefined;
}

const invalidToken = (): Fault => fault('InvalidNextTokenException', 'The NextToken value is invalid.');

/** @throws Fault unless the token has the same number and types of parts as `like` */
export function readToken<T extends Key>(token: string, like: T): T {
  const parts = readAnyToken(token, invalidToken);
  if (parts.length !== like.length || parts.some((part, at) => typeof part !== typeof like[at])) throw invalidToken();
  return parts as T;
}

/** The position of a version in the order of creation. */
export type Age = readonly [createdMs: number, id: string];
interface Aged {
  readonly createdMs: number;
  readonly id: string;
}
export const ageOf = ({ createdMs, id }: Aged): Age => [createdMs, id];

/** Pages of versions in the order of their creation. */
export const { pageOfKeyed } = pager({
  request({ MaxResults = 100, NextToken }: PageInput) {
    if (NextToken !== undefined) readToken<Age>(NextToken, [0, '']);
    return { limit: MaxResults, token: NextToken };
  },
  end: (next) => (next === undefined ? {} : { NextToken: next }),
  invalidToken,
});
