// Lists by Marker and MaxItems: a marker names the last item given, so that writes in between neither repeat nor lose one.
import { unmodelled } from '#core/operation';
import type { Frozen, Key, Prefix, Records } from '#core/records';

const DEFAULT_ITEMS = 100;

export interface PageRequest {
  readonly Marker?: string | undefined;
  readonly MaxItems?: number | undefined;
}
export interface PageEnd {
  IsTruncated: boolean;
  Marker?: string;
}
interface Page<T> {
  readonly items: T[];
  readonly end: PageEnd;
}

/** A page of a collection that may be large: reads no further than it must. `keep` narrows the list. */
export function pageOfRecords<K extends Key, V>(
  records: Records<K, V>,
  prefix: Prefix<K> | [],
  request: PageRequest,
  keep: (value: Frozen<V>) => boolean = () => true,
): Page<Frozen<V>> {
  const wanted = request.MaxItems ?? DEFAULT_ITEMS;
  const found: [K, Frozen<V>][] = [];
  let after = request.Marker === undefined ? undefined : (readMarker(request.Marker) as unknown as K);
  for (;;) {
    const batch = records.entries(prefix, { after, limit: wanted + 1 });
    for (const entry of batch) if (keep(entry[1]) && found.length <= wanted) found.push(entry);
    if (found.length > wanted || batch.length <= wanted) break;
    after = batch.at(-1)?.[0];
  }
  const items = found.slice(0, wanted);
  return { items: items.map(([, value]) => value), end: pageEnd(found.length > wanted, items.at(-1)?.[0]) };
}

/** A page of what is in memory anyway and bounded by a quota. */
export function pageOf<T>(all: readonly T[], nameOf: (item: T) => string, request: PageRequest): Page<T> {
  const wanted = request.MaxItems ?? DEFAULT_ITEMS;
  const after = request.Marker === undefined ? undefined : String(readMarker(request.Marker)[0]);
  const rest = all
    .map((item) => ({ item, name: nameOf(item) }))
    .filter(({ name }) => after === undefined || name > after)
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const items = rest.slice(0, wanted);
  return { items: items.map(({ item }) => item), end: pageEnd(rest.length > wanted, [items.at(-1)?.name ?? '']) };
}

function pageEnd(more: boolean, last: Key | undefined): PageEnd {
  return more && last ? { IsTruncated: true, Marker: Buffer.from(JSON.stringify(last)).toString('base64url') } : { IsTruncated: false };
}

function readMarker(marker: string): Key {
  try {
    const key: unknown = JSON.parse(Buffer.from(marker, 'base64url').toString());
    if (Array.isArray(key) && key.length > 0 && key.every((part) => typeof part === 'string' || Number.isSafeInteger(part))) return key;
  } catch {
    // Falls through: whatever it is, it was not made here.
  }
  throw unmodelled('ValidationError', 'Invalid Marker.');
}
