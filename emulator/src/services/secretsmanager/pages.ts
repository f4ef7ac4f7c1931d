// Pages of lists. A token names the last thing on the page before.
import { fault } from '#model/secretsmanager';

export interface PageRequest {
  readonly MaxResults?: number | undefined;
  readonly NextToken?: string | undefined;
}

export const writeToken = (parts: readonly (string | number)[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');

const isPlace = (part: number): boolean => Number.isSafeInteger(part) && part >= 0;

/** Throws unless the token was made of as many parts of the same types. */
export function readToken<T extends readonly (string | number)[]>(token: string, like: T): T {
  try {
    const parts: unknown = JSON.parse(Buffer.from(token, 'base64url').toString());
    const fits = (part: unknown, at: number) => typeof part === typeof like[at] && (typeof part !== 'number' || isPlace(part));
    if (Array.isArray(parts) && parts.length === like.length && parts.every(fits)) return parts as unknown as T;
  } catch {
    // Not JSON: not one of our tokens.
  }
  throw fault('InvalidNextTokenException', 'The NextToken value is invalid.');
}

/** When a version was made, and which it is. */
export type Age = readonly [createdMs: number, id: string];
interface Aged {
  readonly createdMs: number;
  readonly id: string;
}
export const ageOf = ({ createdMs, id }: Aged): Age => [createdMs, id];

/** `read` gives up to `limit` of what was made after that. */
export function pageOf<T extends Aged>(
  { MaxResults, NextToken }: PageRequest,
  size: number,
  read: (after: Age | undefined, limit: number) => readonly T[],
): { readonly found: readonly T[]; readonly NextToken: string | undefined } {
  const most = MaxResults ?? size;
  const found = read(NextToken === undefined ? undefined : readToken<Age>(NextToken, [0, '']), most + 1);
  if (found.length <= most) return { found, NextToken: undefined };
  const page = found.slice(0, most);
  return { found: page, NextToken: writeToken(ageOf(page.at(-1)!)) };
}
