// Pages of lists: `position` and `limit`.
import type { RecordPageOptions } from '#core/page';
import { pager } from '#core/pager';
import type { Frozen, Key, Prefix, Records } from '#core/records';
import { bad, invalidPosition } from './faults.ts';

/** Limit: items of a page of a list of REST APIs and their parts. */
const MAX_LIMIT = 500;

interface PageInput {
  readonly position?: string | undefined;
  readonly limit?: number | undefined;
}

const { pageOfValues, pageOfItems } = pager({
  request({ position, limit = 25 }: PageInput) {
    if (limit < 1) throw bad('Limit should be greater than 0');
    return { limit: Math.min(limit, MAX_LIMIT), token: position };
  },
  end: (next) => ({ position: next }),
  invalidToken: invalidPosition,
});

export { pageOfItems };

/** One page of a collection, each record as clients see it. */
export function listed<K extends Key, V, T>(
  records: Records<K, V>,
  prefix: Prefix<K> | [],
  input: PageInput,
  show: (value: Frozen<V>) => T,
  options?: RecordPageOptions<K, V>,
): { items: T[]; position: string | undefined } {
  const { items, position } = pageOfValues(records, prefix, input, options);
  return { items: items.map(show), position };
}
