// A write of an item, worked out: what it puts into which records. All that takes long is done here, outside of the write itself.
import type { Frozen } from '#core/records';
import { activeDestination } from '#services/dynamodb/catalog/active-destination';
import type { LocatedTable } from '#services/dynamodb/catalog/find-table';
import type { IndexSchema, Schema } from '#services/dynamodb/catalog/schema';
import { itemSize, partSize } from '#services/dynamodb/engine/size';
import type { Item } from '#services/dynamodb/engine/value';
import { pickAttributes } from '#services/dynamodb/expressions/projection';
import type { Count, EntryKey, StoredItem } from '#services/dynamodb/state';
import type { VectorSchema } from '#services/dynamodb/vectors/schema';
import { AttributeChanges } from './attribute-changes.ts';
import { type ExpiryMove, expiryMove } from './expiry.ts';
import type { ItemChange } from './item-change.ts';
import { entryPlace, type ItemLocation } from './place.ts';
import { billedBytes, planVector, type VectorMove } from './write-vectors.ts';

/** Write units by index, of those whose view of the item has changed; of vector indexes, bytes. */
export type IndexUnits = ReadonlyMap<IndexSchema | VectorSchema, number>;

export interface ItemWrite extends Pick<ItemChange, 'expired' | 'replicated'> {
  readonly place: ItemLocation;
  readonly before: Frozen<StoredItem> | undefined;
  readonly next: Frozen<StoredItem> | undefined;
  readonly entries: readonly EntryMove[];
  readonly vectors: readonly VectorMove[];
  readonly expiry: ExpiryMove | undefined;
  /** The key of the item, for streams; absent if no item was or is there, and if the write changes nothing. */
  readonly told: ToldKey | undefined;
  /** Units of the table that the write takes. */
  readonly units: number;
  readonly indexUnits: IndexUnits;
}

export interface ToldKey {
  readonly text: string;
  readonly bytes: number;
}

/** The change of the item's entry in an index. An entry that stays where it is has neither key. */
export interface EntryMove extends Count {
  readonly id: string;
  readonly from?: EntryKey | undefined;
  readonly to?: EntryKey | undefined;
}

const WRITE_UNIT_BYTES = 1024;
export const writeUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / WRITE_UNIT_BYTES));

/** Bytes of an item as an index shows it. */
export const viewSize = ({ projected }: IndexSchema, item: Item, bytes: number): number =>
  projected ? partSize(item, [...projected]) : bytes;

/**
 * Items are copies of this one, not literals: objects of a literal that has often made long-lived ones are put into V8's old space at once, where an
 * item that is written again and again leaves all its texts until the next full collection (a fifth of the time of a write among 100,000 items).
 */
const EMPTY: StoredItem = { text: '', bytes: 0 };

/** Undefined where no item is there, and none comes. */
export function planWrite(located: LocatedTable, change: ItemChange): ItemWrite | undefined {
  const { table, schema } = located;
  const { place, before, next, expired, replicated } = change;
  if (!before && !next) return undefined;
  const attributes = new AttributeChanges(change);
  const indexUnits = new Map<IndexSchema | VectorSchema, number>();
  const entries: EntryMove[] = [];
  for (const index of schema.indexes) {
    const moved = planEntry(located, index, change, attributes);
    if (!moved) continue;
    entries.push(moved.move);
    if (moved.units > 0) indexUnits.set(index, moved.units);
  }
  const vectors: VectorMove[] = [];
  for (const vector of schema.vectors) {
    const move = planVector(located, vector, change, attributes);
    if (!move) continue;
    vectors.push(move);
    if (move.charged > 0) indexUnits.set(vector, move.charged);
  }
  const isTold = (table.stream?.enabled || activeDestination(table)) && !attributes.isSame(undefined);
  return {
    place,
    before: before?.stored,
    next: next && { ...EMPTY, text: next.text ?? JSON.stringify(next.item), bytes: next.bytes },
    entries,
    vectors,
    expiry: expiryMove(table, change),
    told: isTold ? toldKey(schema, (next ?? before)!.item) : undefined,
    units: writeUnits(Math.max(billedBytes(schema, before), billedBytes(schema, next))),
    indexUnits,
    ...(expired && { expired }),
    ...(replicated && { replicated }),
  };
}

function toldKey({ all }: Schema, item: Item): ToldKey {
  const key = pickAttributes(
    item,
    all.map(({ name }) => name),
  );
  return { text: JSON.stringify(key), bytes: itemSize(key) };
}

function planEntry(
  { table }: LocatedTable,
  index: IndexSchema,
  { place, before, next }: ItemChange,
  attributes: AttributeChanges,
): { readonly move: EntryMove; readonly units: number } | undefined {
  const from = before && entryPlace(index, before.item, place);
  const to = next && entryPlace(index, next.item, place);
  if (!from && !to) return undefined;
  const { id } = index.index;
  const keyOf = (entry: NonNullable<typeof from>) => [table.storeId, id, entry.partition, entry.sort, entry.item] as const;
  const sizeOf = (side: 'before' | 'next', bytes: number): number => (index.projected ? attributes.size(side, index.projected) : bytes);
  const oldBytes = from ? sizeOf('before', before!.bytes) : 0;
  const newBytes = to ? sizeOf('next', next!.bytes) : 0;
  const count = { id, items: (to ? 1 : 0) - (from ? 1 : 0), bytes: newBytes - oldBytes };
  if (from && to && from.partition === to.partition && from.sort === to.sort)
    return { move: count, units: attributes.isSame(index.projected) ? 0 : writeUnits(Math.max(oldBytes, newBytes)) };
  return {
    move: { ...count, ...(from && { from: keyOf(from) }), ...(to && { to: keyOf(to) }) },
    units: (from ? writeUnits(oldBytes) : 0) + (to ? writeUnits(newBytes) : 0),
  };
}
