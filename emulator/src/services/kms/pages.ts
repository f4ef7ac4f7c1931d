// Pages of lists. A marker is the key of the last thing on the page before.
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
  /** Without a limit asked for. */
  readonly size: number;
  readonly keyOf: (item: T) => string;
  /** Up to `limit` of what comes after that key. */
  readonly read: (after: string | undefined, limit: number) => readonly T[];
}

export function pageOf<T>({ Limit, Marker }: PageRequest, { size, keyOf, read }: PageRule<T>): Page<T> {
  const limit = Limit ?? size;
  const found = read(Marker === undefined ? undefined : keyIn(Marker), limit + 1);
  if (found.length <= limit) return { found, Truncated: false };
  const page = found.slice(0, limit);
  return { found: page, Truncated: true, NextMarker: Buffer.from(keyOf(page.at(-1)!)).toString('base64url') };
}

/** Pages of what is at hand already, in order. */
export function pageOfList<T>(request: PageRequest, size: number, items: readonly T[], keyOf: (item: T) => string): Page<T> {
  const read = (after: string | undefined, limit: number) => {
    const start = after === undefined ? 0 : items.findIndex((item) => keyOf(item) > after);
    return start < 0 ? [] : items.slice(start, start + limit);
  };
  return pageOf(request, { size, keyOf, read });
}

function keyIn(marker: string): string {
  const key = Buffer.from(marker, 'base64url').toString();
  if (key === '' || Buffer.from(key).toString('base64url') !== marker)
    throw fault('InvalidMarkerException', 'Could not deserialize marker');
  return key;
}
