// Pages of lists by Marker and MaxItems.
import type { Fault } from '#core/fault';
import { pageOf as pageOfKeys, readToken, writeToken } from '#core/page';
import type { Key } from '#core/records';
import { invalidParameter } from '#services/lambda/faults';

/** The real service returns no more, even if more are requested. */
const MAX_ITEMS = 50;

export interface PageRequest {
  readonly Marker?: string | undefined;
  readonly MaxItems?: number | undefined;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly NextMarker: string | undefined;
}

const invalidMarker = (): Fault => invalidParameter('The pagination marker is invalid.');

/** `read` returns up to `limit` entries after a key. */
export function pageOf<K extends Key, T>(
  { Marker, MaxItems = MAX_ITEMS }: PageRequest,
  read: (after: K | undefined, limit: number) => readonly (readonly [K, T])[],
): Page<T> {
  const request = { limit: Math.min(MaxItems, MAX_ITEMS), token: Marker };
  const { items, next } = pageOfKeys<K, readonly [K, T]>(request, invalidMarker, ([key]) => key, read);
  return { items: items.map(([, item]) => item), NextMarker: next };
}

export const markerOf = writeToken;

/** @throws Fault if the text is not a marker */
export const keyIn = (marker: string): Key => readToken(marker, invalidMarker);
