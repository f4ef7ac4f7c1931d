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

/** Pages of what is at hand already. */
export function pageOfList<T>({ MaxResults, NextToken }: PageRequest, size: number, items: readonly T[], keyOf: (item: T) => string) {
  const after = NextToken === undefined ? undefined : readToken(NextToken, [''])[0];
  const start = after === undefined ? 0 : items.findIndex((item) => keyOf(item) === after) + 1;
  const most = MaxResults ?? size;
  const found = items.slice(start, start + most);
  const more = start + most < items.length;
  return { found, NextToken: more ? writeToken([keyOf(found.at(-1)!)]) : undefined };
}
