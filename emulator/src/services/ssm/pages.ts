// Lists by NextToken: a token holds the key of the last item given, so that writes in between neither repeat nor lose one.
import type { Fault } from '#core/fault';
import type { Frozen, Key, Prefix, RangeOptions, Records } from '#core/records';
import { fault } from '#model/ssm';

interface PageRequest {
  readonly limit: number;
  readonly token: string | undefined;
}
interface PageOptions<V> {
  readonly startsWith?: string | undefined;
  keep?(value: Frozen<V>): boolean;
}

export function pageOf<K extends Key, V>(
  records: Records<K, V>,
  prefix: Prefix<K> | [],
  { limit, token }: PageRequest,
  { startsWith, keep }: PageOptions<V> = {},
): { items: [K, Frozen<V>][]; nextToken?: string } {
  let after = token === undefined || token === '' ? undefined : (readToken(token) as unknown as K);
  const items: [K, Frozen<V>][] = [];
  for (;;) {
    const options: RangeOptions<K> = { after, startsWith, limit: limit + 1 };
    const batch = records.entries(prefix, options);
    for (const entry of batch) if (items.length <= limit && (!keep || keep(entry[1]))) items.push(entry);
    if (items.length > limit || batch.length <= limit) break;
    after = batch.at(-1)?.[0];
  }
  if (items.length <= limit) return { items };
  const page = items.slice(0, limit);
  return { items: page, nextToken: writeToken(page.at(-1)?.[0] ?? []) };
}

export const writeToken = (key: Key): string => Buffer.from(JSON.stringify(key)).toString('base64url');

const badToken = (): Fault => fault('InvalidNextToken', "The specified token isn't valid.");

export function readToken(token: string): Key {
  try {
    const key: unknown = JSON.parse(Buffer.from(token, 'base64url').toString());
    if (Array.isArray(key) && key.length > 0 && key.every((part) => typeof part === 'string' || (Number.isSafeInteger(part) && part >= 0)))
      return key;
  } catch {
    // Falls through: whatever it is, it was not made here.
  }
  throw badToken();
}
