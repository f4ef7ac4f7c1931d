// Pages of lists by NextToken and MaxResults.
import type { Fault } from '#core/fault';
import { pageOf as pageOfKeys, readToken as readAnyToken } from '#core/page';
import type { Key } from '#core/records';
import { fault } from '#model/secretsmanager';

export interface PageRequest {
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

/** A page of versions. `read` returns up to `limit` versions created after the given one. */
export function pageOf<T extends Aged>(
  { MaxResults, NextToken }: PageRequest,
  size: number,
  read: (after: Age | undefined, limit: number) => readonly T[],
): { readonly found: readonly T[]; readonly NextToken: string | undefined } {
  if (NextToken !== undefined) readToken<Age>(NextToken, [0, '']);
  const { items, next } = pageOfKeys({ limit: MaxResults ?? size, token: NextToken }, invalidToken, ageOf, read);
  return { found: items, NextToken: next };
}
