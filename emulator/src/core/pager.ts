// The pages of a service's lists: how its requests name a page, and its answers the next one, is said once.
import { type InvalidToken, type Page, type PageRequest, pageOf, pageOfItems, pageOfRecords, type RecordPageOptions } from './page.ts';
import type { Frozen, Key, Prefix, Records } from './records.ts';

export interface PageForm<Input, End extends object> {
  /** @throws the service's error for a size that it refuses */
  request(input: Input): PageRequest;
  /** The members of an answer that name the next page, if there is one. */
  end(next: string | undefined, input: Input): End;
  readonly invalidToken: InvalidToken;
}

const keyed = (key: Key | string | number): Key => (typeof key === 'object' ? key : [key]);

/** Each page is `items` with the members of `end`. */
export function pager<Input, End extends object>({ request, end, invalidToken }: PageForm<Input, End>) {
  const answer = <T>({ items, next }: Page<T>, input: Input) => ({ items, ...end(next, input) });
  const entries = <K extends Key, V>(records: Records<K, V>, prefix: Prefix<K> | [], input: Input, options?: RecordPageOptions<K, V>) =>
    pageOfRecords(records, prefix, request(input), invalidToken, options);
  return {
    /** A page of a collection: keys with values. Reads no further than the page goes, except past entries that `keep` leaves out. */
    pageOfRecords: <K extends Key, V>(records: Records<K, V>, prefix: Prefix<K> | [], input: Input, options?: RecordPageOptions<K, V>) =>
      answer(entries(records, prefix, input, options), input),
    /** The same without the keys. */
    pageOfValues<K extends Key, V>(records: Records<K, V>, prefix: Prefix<K> | [], input: Input, options?: RecordPageOptions<K, V>) {
      const { items, next } = entries(records, prefix, input, options);
      return answer<Frozen<V>>({ items: items.map(([, value]) => value), next }, input);
    },
    /** A page of items that are in memory already, sorted by their keys, which must be unique. */
    pageOfItems: <T>(all: readonly T[], keyOf: (item: T) => Key | string | number, input: Input) =>
      answer(
        pageOfItems(all, (item) => keyed(keyOf(item)), request(input), invalidToken),
        input,
      ),
    /** `read` returns up to `limit` items after a name, in the order of their names. */
    pageOfNamed: <T>(input: Input, read: (after: string | undefined, limit: number) => readonly T[], nameOf: (item: T) => string) =>
      answer(
        pageOf<[string], T>(
          request(input),
          invalidToken,
          (item) => [nameOf(item)],
          (after, limit) => read(after && String(after[0]), limit),
        ),
        input,
      ),
    /** `read` returns up to `limit` items with their keys after a key, in the order of the keys. */
    pageOfKeyed<K extends Key, T>(input: Input, read: (after: K | undefined, limit: number) => readonly (readonly [K, T])[]) {
      const { items, next } = pageOf<K, readonly [K, T]>(request(input), invalidToken, ([key]) => key, read);
      return answer({ items: items.map(([, item]) => item), next }, input);
    },
  };
}
