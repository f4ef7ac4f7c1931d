// Pages in the order of names. A token is the last name of the page before, so that writes in between neither repeat nor skip.
import { invalid } from './faults.ts';

const MOST = 100;

export interface PageRequest {
  readonly NextToken?: string | undefined;
  readonly Limit?: number | undefined;
}
interface Page<T> {
  readonly found: readonly T[];
  readonly next: { readonly NextToken?: string };
}

/** `read` gives up to so many of those that come after the name. */
export function pageOf<T>(
  { NextToken, Limit = MOST }: PageRequest,
  read: (after: string | undefined, limit: number) => readonly T[],
  nameOf: (item: T) => string,
): Page<T> {
  const found = read(NextToken === undefined ? undefined : nameIn(NextToken), Limit + 1);
  if (found.length <= Limit) return { found, next: {} };
  const page = found.slice(0, Limit);
  return { found: page, next: { NextToken: Buffer.from(nameOf(page.at(-1) as T)).toString('base64url') } };
}

function nameIn(token: string): string {
  const name = Buffer.from(token, 'base64url').toString();
  if (name === '' || Buffer.from(name).toString('base64url') !== token) throw invalid('Parameter NextToken is not valid.');
  return name;
}

/** A page of few records, of which some are left out. */
export function pageOfSome<T>(request: PageRequest, nameOf: (item: T) => string, all: readonly T[], wanted: (item: T) => boolean): Page<T> {
  const read = (after: string | undefined, limit: number): T[] =>
    all.filter((item) => wanted(item) && (after === undefined || nameOf(item) > after)).slice(0, limit);
  return pageOf(request, read, nameOf);
}
