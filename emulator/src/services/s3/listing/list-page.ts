// A page of a list: keys in the order of their UTF-8 bytes. Keys with a common prefix appear as one item and are skipped in one step.
import { invalidArgument } from '#services/s3/faults';

export interface Entry<T> {
  readonly key: string;
  /** Distinguishes entries of one key: a version's order, an upload's id. */
  readonly sub?: string | undefined;
  readonly item: T;
}

/** The position to continue after: this entry, or without `sub` all entries of the key. */
export interface Marker {
  readonly key: string;
  readonly sub?: string | undefined;
}

/** Reads up to `limit` entries after a position; all start with the prefix. */
export type Source<T> = (after: { key: string; sub: string } | undefined, limit: number) => readonly Entry<T>[];

export interface PageRequest {
  readonly prefix: string;
  readonly delimiter?: string | undefined;
  readonly limit: number;
  readonly marker?: Marker | undefined;
  /** Whether a common prefix that contains the marker is listed (`start-after`). Otherwise it is left out. */
  readonly showsPrefixOfMarker?: boolean | undefined;
}

export interface Page<T> {
  readonly items: T[];
  readonly prefixes: string[];
  readonly truncated: boolean;
  /** The last entry of the page: the next page starts after it. */
  readonly last?: Marker | undefined;
}

/** Sorts after every key that continues a prefix, and after every `sub` of a key. */
const HIGHEST = '\u{10FFFF}';
/** Limit: keys of a page of a list. */
const MAX_PAGE = 1000;
/** Small, because with a delimiter most entries of a batch may be skipped. */
const BATCH_WITH_DELIMITER = 50;

export function listPage<T>(source: Source<T>, { prefix, delimiter, limit, marker, showsPrefixOfMarker }: PageRequest): Page<T> {
  const items: T[] = [];
  const prefixes: string[] = [];
  let last: Marker | undefined;
  if (limit === 0) return { items, prefixes, truncated: false };
  const shared = (key: string) => (delimiter ? commonPrefix(key, prefix, delimiter) : undefined);
  let after = start(marker, showsPrefixOfMarker ? () => undefined : shared);
  const full = () => items.length + prefixes.length >= limit;
  for (;;) {
    const batchSize = delimiter ? Math.min(BATCH_WITH_DELIMITER, limit + 1) : limit + 1 - items.length;
    const batch = source(after, batchSize);
    let skipped: string | undefined;
    for (const { key, sub = '', item } of batch) {
      if (skipped !== undefined && key.startsWith(skipped)) continue;
      if (full()) return { items, prefixes, truncated: true, last };
      skipped = shared(key);
      if (skipped === undefined) items.push(item);
      else prefixes.push(skipped);
      last = skipped === undefined ? { key, sub } : { key: skipped };
      after = skipped === undefined ? { key, sub } : { key: skipped + HIGHEST, sub: HIGHEST };
    }
    if (batch.length < batchSize) return { items, prefixes, truncated: false, last };
    // The next entries may share the prefix just listed: `after` is beyond it
  }
}

/** Where to start reading. Entries that share the marker's prefix were covered by the page before. */
function start(marker: Marker | undefined, shared: (key: string) => string | undefined): { key: string; sub: string } | undefined {
  if (!marker) return undefined;
  const prefix = shared(marker.key);
  return prefix === undefined ? { key: marker.key, sub: marker.sub ?? HIGHEST } : { key: prefix + HIGHEST, sub: HIGHEST };
}

function commonPrefix(key: string, prefix: string, delimiter: string): string | undefined {
  const end = key.startsWith(prefix) ? key.indexOf(delimiter, prefix.length) : -1;
  return end < 0 ? undefined : key.slice(0, end + delimiter.length);
}

/** How the range of a parameter is refused: lists of keys and of uploads call theirs by another name (measured in September 2026). */
const RANGE_NAMES = new Map([
  ['max-keys', 'maxKeys'],
  ['max-uploads', 'maxUploads'],
]);

/** The value of `max-keys` and similar parameters, at most 1000. */
export function pageSize(asked: number | undefined, name: string): number {
  if (asked === undefined) return MAX_PAGE;
  if (!Number.isInteger(asked) || Math.abs(asked) > 2 ** 31 - 1)
    throw invalidArgument(`Provided ${name} not an integer or within integer range`, name, String(asked));
  const argument = RANGE_NAMES.get(name) ?? name;
  if (asked < 0) throw invalidArgument(`Argument ${argument} must be an integer between 0 and 2147483647`, argument, String(asked));
  return Math.min(asked, MAX_PAGE);
}

/** The function that writes keys in answers: verbatim, or URL-encoded because XML cannot hold all characters. */
export function encodingFor(type: string | undefined): (text: string) => string {
  if (type === undefined) return (text) => text;
  if (type !== 'url') throw invalidArgument('Invalid Encoding Method specified in Request', 'encoding-type', type);
  return (text) =>
    encodeURIComponent(text)
      .replaceAll('%2F', '/')
      .replaceAll('%20', '+')
      .replace(/[!'()]/g, percent);
}

const percent = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
