// Reads items in the order of a table or an index, until a page is full.
import type { Ctx } from '#core/ctx';
import type { Key, Records } from '#core/records';
import type { LocatedTable } from '#services/dynamodb/catalog/find-table';
import type { IndexSchema, KeySchema } from '#services/dynamodb/catalog/schema';
import type { Item } from '#services/dynamodb/engine/value';
import type { ItemTest } from '#services/dynamodb/expressions/item-test';
import { pickAttributes } from '#services/dynamodb/expressions/projection';
import { type Entry, entries, items, type StoredItem } from '#services/dynamodb/state';
import type { Projection } from './get.ts';
import { pausing, textLimit } from './in-turns.ts';
import { ItemRead, sendItem, sendText } from './item-text.ts';
import { viewSize } from './item-write.ts';
import { entryPlace, type ItemLocation, placeOf } from './place.ts';
import { passes, testLength } from './test-item.ts';

/** Limit: bytes of the items that a page of Query or Scan reads. */
const MAX_PAGE_BYTES = 1_048_576;
/** More than the hundred items that pages often hold, so that those need no second look. */
const FIRST_BATCH = 128;
const MAX_BATCH = 1_000;

/** Which items are read: of one partition, or of partitions in a range of hashes. */
export interface Span {
  /** Undefined for a scan. */
  readonly partition: string | undefined;
  /** Bounds of sort texts in the partition, or of partitions. `to` is exclusive. */
  readonly from: string;
  readonly to: string | undefined;
  readonly reverse: boolean;
  /** Reading goes on behind this one. */
  readonly start: (ItemLocation & { readonly item: string }) | undefined;
}

export interface PageRules {
  readonly span: Span;
  readonly limit: number;
  readonly filter: ItemTest | undefined;
  readonly project: Projection | undefined;
  /** Whole items also where the index holds parts of them. */
  readonly whole: boolean;
  readonly countOnly: boolean;
}

export interface ItemPage {
  readonly items: readonly { [name: string]: Item[string] }[];
  readonly count: number;
  readonly scanned: number;
  /** Bytes that were examined. */
  readonly bytes: number;
  /** Set where a limit ended the page. */
  readonly last: Item | undefined;
  /** Items that an index does not hold whole, and which were looked up in the table. */
  readonly fetched: readonly number[];
}

export const readPage = (located: LocatedTable, index: IndexSchema | undefined, rules: PageRules, ctx: Ctx): Promise<ItemPage> =>
  pausing(pageSteps(located, index, rules, ctx));

/** Characters whose parsing takes as long as the look for one path in an item. */
const PATH_LENGTH = 5;

/** Yields how much JSON takes as long to parse as what was done. */
function* pageSteps(located: LocatedTable, index: IndexSchema | undefined, rules: PageRules, ctx: Ctx): Generator<number, ItemPage> {
  const { filter, project, whole, countOnly, limit } = rules;
  const found: { [name: string]: Item[string] }[] = [];
  const fetched: number[] = [];
  const narrow = whole ? undefined : index?.projected;
  const parses = filter !== undefined || (project !== undefined && !countOnly) || index?.projected !== undefined;
  let [scanned, count, bytes] = [0, 0, 0];
  for (const read of itemsOf(located, index, rules)) {
    scanned++;
    bytes += index?.projected ? viewSize(index, read.item, read.bytes) : read.bytes;
    if (index?.projected && whole) fetched.push(read.bytes);
    const { length } = read.text;
    const shown = () => (narrow ? pickAttributes(read.item, narrow) : read.item);
    if (!filter || (yield* passes(filter, shown(), length))) {
      count++;
      if (!countOnly) found.push(project ? sendItem(project.of(shown()), ctx) : sendText(narrow ? read.pickText(narrow) : read.text, ctx));
    }
    if (scanned >= limit || bytes > MAX_PAGE_BYTES) return { items: found, count, scanned, bytes, last: read.item, fetched };
    if (parses) yield length + testLength(filter, length) + PATH_LENGTH * (project?.paths ?? 0);
  }
  return { items: found, count, scanned, bytes, last: undefined, fetched };
}

function* itemsOf(located: LocatedTable, index: IndexSchema | undefined, { span, limit }: PageRules): Generator<ItemRead, void> {
  const next = index ? entryBatches(located, index, span) : itemBatches(located, span);
  for (let size = Math.min(limit, FIRST_BATCH); ; size = Math.min(MAX_BATCH, size * 2)) {
    const { reads, isLast } = next(size);
    yield* reads;
    if (isLast) return;
  }
}

interface Batch {
  readonly reads: readonly ItemRead[];
  readonly isLast: boolean;
}
/** Reads `size` items, or fewer if they are long. */
type Batches = (size: number) => Batch;
/** The parts of a key that are the same for all items of the span. */
type Prefix = readonly string[];

/** Bounds of the next batch. The span's own end stays on the side to which reading goes. */
function boundsOf(prefix: Prefix, { from, to, reverse }: Span, edge: readonly string[] | undefined) {
  const end = to === undefined ? undefined : [...prefix, to];
  return { from: [...prefix, from], after: reverse ? undefined : edge, before: reverse ? (edge ?? end) : end, reverse };
}

function itemBatches({ there, table, schema }: LocatedTable, span: Span): Batches {
  const { partition, start } = span;
  const records = there.records(items) as unknown as Records<Key, StoredItem>;
  const prefix = partition === undefined ? [table.storeId] : [table.storeId, partition];
  let edge: Prefix | undefined = start && [table.storeId, start.partition, start.sort];
  let last: ItemRead | undefined;
  return (limit) => {
    if (last) edge = [table.storeId, ...placeKey(last, schema)];
    const long = textLimit();
    const reads = records
      .range(prefix, { ...boundsOf(prefix, span, edge), limit, until: long.until })
      .map((stored) => new ItemRead(stored));
    last = reads.at(-1) ?? last;
    return { reads, isLast: reads.length < limit && !long.isReached };
  };
}

/** Keys of records are not read with their values: few batches need the last one's, which its item gives. */
function placeKey({ item }: ItemRead, schema: KeySchema): [partition: string, sort: string] {
  const { partition, sort } = placeOf(item, schema);
  return [partition, sort];
}

function entryBatches({ there, table, schema }: LocatedTable, index: IndexSchema, span: Span): Batches {
  const { partition, start } = span;
  const { id } = index.index;
  const records = there.records(entries) as unknown as Records<Key, Entry>;
  const stored = there.records(items);
  const prefix = partition === undefined ? [table.storeId, id] : [table.storeId, id, partition];
  let edge: Prefix | undefined = start && [table.storeId, id, start.partition, start.sort, start.item];
  let last: ItemRead | undefined;
  return (limit) => {
    if (last) {
      const place = entryPlace(index, last.item, placeOf(last.item, schema))!;
      edge = [table.storeId, id, place.partition, place.sort, place.item];
    }
    const long = textLimit();
    const reads: ItemRead[] = [];
    const found = records.range(prefix, { ...boundsOf(prefix, span, edge), limit });
    for (const { partition: base, sort } of found) {
      const item = stored.get([table.storeId, base, sort])!;
      reads.push(new ItemRead(item));
      if (long.until(item)) break;
    }
    last = reads.at(-1) ?? last;
    return { reads, isLast: found.length < limit && reads.length === found.length };
  };
}
