// Pages of queues, in the order of their names. A token is the last name of the page before.
import { checkRange, invalidParameter } from './faults.ts';

const MOST_RESULTS = 1000;

interface PageRequest {
  readonly NextToken?: string | undefined;
  readonly MaxResults?: number | undefined;
}

/** `read` gives up to `limit` of what comes after that name. */
export function pageOf<T extends { readonly name: string }>(
  { NextToken: token, MaxResults: most }: PageRequest,
  read: (after: string | undefined, limit: number) => readonly T[],
): { found: readonly T[]; NextToken: string | undefined } {
  checkRange(most, 'MaxResults', 1, MOST_RESULTS, `MaxResults must be an integer between 1 and ${MOST_RESULTS}.`);
  if (token !== undefined && most === undefined)
    throw invalidParameter('MaxResults is a mandatory parameter when you provide a value for NextToken.');
  const size = most ?? MOST_RESULTS;
  const found = read(token === undefined ? undefined : nameIn(token), size + 1);
  if (found.length <= size) return { found, NextToken: undefined };
  const page = found.slice(0, size);
  // Without MaxResults the real service gives the first thousand and no token.
  return { found: page, NextToken: most === undefined ? undefined : Buffer.from(page.at(-1)!.name).toString('base64') };
}

function nameIn(token: string): string {
  const name = Buffer.from(token, 'base64').toString('latin1');
  if (!/^[A-Za-z0-9_.-]{1,80}$/.test(name) || Buffer.from(name).toString('base64') !== token)
    throw invalidParameter('Invalid or expired next token.');
  return name;
}
