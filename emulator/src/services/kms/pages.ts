// Pages of lists by Marker and Limit.
import type { Fault } from '#core/fault';
import { type Page as AnyPage, pageOfItems, pageOf as pageOfKeys } from '#core/page';
import { fault } from '#model/kms';

export interface PageRequest {
  readonly Limit?: number | undefined;
  readonly Marker?: string | undefined;
}

export interface Page<T> {
  readonly found: readonly T[];
  readonly Truncated: boolean;
  readonly NextMarker?: string;
}

export interface PageRule<T> {
  /** The page size without a `Limit`. */
  readonly size: number;
  readonly keyOf: (item: T) => string;
  /** Reads up to `limit` items after that key. */
  readonly read: (after: string | undefined, limit: number) => readonly T[];
}

const invalidMarker = (): Fault => fault('InvalidMarkerException', 'Could not deserialize marker');

const pageAnswer = <T>({ items, next }: AnyPage<T>): Page<T> => ({
  found: items,
  Truncated: next !== undefined,
  ...(next !== undefined && { NextMarker: next }),
});

export const pageOf = <T>({ Limit, Marker }: PageRequest, { size, keyOf, read }: PageRule<T>): Page<T> =>
  pageAnswer(
    pageOfKeys<[string], T>(
      { limit: Limit ?? size, token: Marker },
      invalidMarker,
      (item) => [keyOf(item)],
      (after, limit) => read(after && String(after[0]), limit),
    ),
  );

/** A page of items that are in memory anyway. */
export const pageOfList = <T>(
  { Limit, Marker }: PageRequest,
  size: number,
  items: readonly T[],
  keyOf: (item: T) => string | number,
): Page<T> => pageAnswer(pageOfItems(items, (item) => [keyOf(item)], { limit: Limit ?? size, token: Marker }, invalidMarker));
