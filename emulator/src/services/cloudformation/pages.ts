// Lists by token: a token holds the id of the last item given.
import { invalid } from './stacks/find-stack.ts';

/** A page of a list whose items have ids; `size` items at most. */
export function pageOf<T>(
  items: readonly T[],
  idOf: (item: T) => string,
  token: string | undefined,
  size = 100,
): { items: T[]; NextToken?: string } {
  let start = 0;
  if (token !== undefined) {
    const last = Buffer.from(token, 'base64url').toString();
    const at = items.findIndex((item) => idOf(item) === last);
    if (at < 0 || Buffer.from(last).toString('base64url') !== token) throw invalid('Invalid NextToken');
    start = at + 1;
  }
  const page = items.slice(start, start + size);
  const more = items.length > start + size;
  return { items: page, ...(more ? { NextToken: Buffer.from(idOf(page.at(-1)!)).toString('base64url') } : {}) };
}
