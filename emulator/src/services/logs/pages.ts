// Lists by nextToken: a token holds the key of the last item given, so that writes in between neither repeat nor lose one.
import type { Frozen, Key, Prefix, RangeOptions, Records } from '#core/records';
import { invalid } from './groups/find-group.ts';

const DEFAULT_ITEMS = 50;

interface PageRequest {
  readonly nextToken?: string | undefined;
  readonly limit?: number | undefined;
}
interface PageOptions<K extends Key, V> extends Pick<RangeOptions<K>, 'startsWith' | 'reverse'> {
  keep?(value: Frozen<V>, key: K): boolean;
}

/** Reads no further than the page goes, but for what `keep` drops. */
export function pageOf<K extends Key, V>(
  records: Records<K, V>,
  prefix: Prefix<K> | [],
  { nextToken, limit = DEFAULT_ITEMS }: PageRequest,
  { keep, startsWith, reverse }: PageOptions<K, V> = {},
): { items: [K, Frozen<V>][]; nextToken?: string } {
  let edge = nextToken === undefined ? undefined : (readToken(nextToken) as unknown as K);
  const items: [K, Frozen<V>][] = [];
  for (;;) {
    const batch = records.entries(prefix, { startsWith, reverse, limit: limit + 1, ...(reverse ? { before: edge } : { after: edge }) });
    for (const entry of batch) if (items.length <= limit && (!keep || keep(entry[1], entry[0]))) items.push(entry);
    if (items.length > limit || batch.length <= limit) break;
    edge = batch.at(-1)?.[0];
  }
  if (items.length <= limit) return { items };
  const page = items.slice(0, limit);
  return { items: page, nextToken: writeToken(page.at(-1)?.[0] ?? []) };
}

export const writeToken = (key: Key): string => Buffer.from(JSON.stringify(key)).toString('base64url');

export function readToken(token: string): Key {
  try {
    const key: unknown = JSON.parse(Buffer.from(token, 'base64url').toString());
    if (Array.isArray(key) && key.length > 0 && key.every((part) => typeof part === 'string' || (Number.isSafeInteger(part) && part >= 0)))
      return key;
  } catch {
    // Falls through: whatever it is, it was not made here.
  }
  throw invalid('The specified nextToken is invalid.');
}
