// Pages of queue lists by NextToken and MaxResults, sorted by name.
import type { Fault } from '#core/fault';
import { pageOf as pageOfKeys } from '#core/page';
import { checkRange, invalidParameter } from './faults.ts';

const MAX_RESULTS = 1000;

interface PageRequest {
  readonly NextToken?: string | undefined;
  readonly MaxResults?: number | undefined;
}

const invalidToken = (): Fault => invalidParameter('Invalid or expired next token.');

/** `read` returns up to `limit` queues after a name. Without MaxResults the real service answers the first thousand and no token. */
export function pageOf<T extends { readonly name: string }>(
  { NextToken: token, MaxResults }: PageRequest,
  read: (after: string | undefined, limit: number) => readonly T[],
): { found: readonly T[]; NextToken: string | undefined } {
  checkRange(MaxResults, 'MaxResults', 1, MAX_RESULTS, `MaxResults must be an integer between 1 and ${MAX_RESULTS}.`);
  if (token !== undefined && MaxResults === undefined)
    throw invalidParameter('MaxResults is a mandatory parameter when you provide a value for NextToken.');
  const { items, next } = pageOfKeys<[string], T>(
    { limit: MaxResults ?? MAX_RESULTS, token },
    invalidToken,
    ({ name }) => [name],
    (after, limit) => read(after && String(after[0]), limit),
  );
  return { found: items, NextToken: MaxResults === undefined ? undefined : next };
}
