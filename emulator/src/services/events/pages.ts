// Pages of lists by NextToken and Limit, sorted by name.
import type { Fault } from '#core/fault';
import { type Page as AnyPage, pageOfItems, pageOf as pageOfKeys } from '#core/page';
import { invalid } from './faults.ts';

const MAX_ITEMS = 100;

export interface PageRequest {
  readonly NextToken?: string | undefined;
  readonly Limit?: number | undefined;
}
interface Page<T> {
  readonly found: readonly T[];
  readonly next: { readonly NextToken?: string };
}

const invalidToken = (): Fault => invalid('Parameter NextToken is not valid.');

const pageAnswer = <T>({ items, next }: AnyPage<T>): Page<T> => ({ found: items, next: next === undefined ? {} : { NextToken: next } });

/** `read` returns up to `limit` items after a name. */
export const pageOf = <T>(
  { NextToken, Limit = MAX_ITEMS }: PageRequest,
  read: (after: string | undefined, limit: number) => readonly T[],
  nameOf: (item: T) => string,
): Page<T> =>
  pageAnswer(
    pageOfKeys<[string], T>(
      { limit: Limit, token: NextToken },
      invalidToken,
      (item) => [nameOf(item)],
      (after, limit) => read(after && String(after[0]), limit),
    ),
  );

/** Filters all items by `keep` before paging. For collections with few records. */
export const pageOfSome = <T>(
  { NextToken, Limit = MAX_ITEMS }: PageRequest,
  nameOf: (item: T) => string,
  all: readonly T[],
  keep: (item: T) => boolean,
): Page<T> => pageAnswer(pageOfItems(all.filter(keep), (item) => [nameOf(item)], { limit: Limit, token: NextToken }, invalidToken));
