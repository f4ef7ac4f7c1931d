// Pages of lists. A marker is the key of the last item, so a page is the same whatever was written meanwhile.
import type { Key } from '#core/records';
import { invalidParameter } from './faults.ts';

/** The real service gives no more, whatever is asked. */
const MOST_ITEMS = 50;

export interface PageRequest {
  readonly Marker?: string | undefined;
  readonly MaxItems?: number | undefined;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly NextMarker: string | undefined;
}

/** `read` gives up to `limit` entries that come after that key. */
export function pageOf<K extends Key, T>(
  { Marker, MaxItems = MOST_ITEMS }: PageRequest,
  read: (after: K | undefined, limit: number) => readonly (readonly [K, T])[],
): Page<T> {
  const size = Math.min(MaxItems, MOST_ITEMS);
  const found = read(Marker === undefined ? undefined : (keyIn(Marker) as K), size + 1);
  const page = found.slice(0, size);
  return { items: page.map(([, item]) => item), NextMarker: found.length > size ? markerOf(page.at(-1)![0]) : undefined };
}

export const markerOf = (key: Key): string => Buffer.from(JSON.stringify(key)).toString('base64url');

/** @throws Fault when the text is no marker */
export function keyIn(marker: string): Key {
  const refused = invalidParameter('The pagination marker is invalid.');
  try {
    const key: unknown = JSON.parse(Buffer.from(marker, 'base64url').toString());
    if (Array.isArray(key) && key.length > 0 && key.every((part) => typeof part === 'string' || Number.isSafeInteger(part))) return key;
  } catch {
    throw refused;
  }
  throw refused;
}
