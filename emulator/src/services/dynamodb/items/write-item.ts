// The one way in which items change: the item, its index entries, the counts, its expiry, its stream record, and
// notes for its data stream and its replicas, in one write.
import type { Tx } from '#core/records';
import { noteOldItem } from '#services/dynamodb/backups/history';
import { noteForDestination } from '#services/dynamodb/destinations/note-change';
import { partSize } from '#services/dynamodb/engine/size';
import { attribute, equalItems, equalValues, type Item } from '#services/dynamodb/engine/value';
import { noteForReplicas } from '#services/dynamodb/replicas/note-write';
import { type Count, entries, items, tallies } from '#services/dynamodb/state';
import { recordChange } from '#services/dynamodb/streams/record-change';
import type { LocatedTable } from '#services/dynamodb/tables/find-table';
import type { IndexSchema } from '#services/dynamodb/tables/schema';
import type { VectorSchema } from '#services/dynamodb/vectors/schema';
import { billedBytes, moveVector } from '#services/dynamodb/vectors/write-vectors';
import { changeExpiry } from './expiry.ts';
import type { ItemChange } from './item-change.ts';
import { entryPlace } from './place.ts';

/** Write units by index, of those whose view of the item has changed; of vector indexes, bytes. */
export type IndexUnits = ReadonlyMap<IndexSchema | VectorSchema, number>;

const WRITE_UNIT_BYTES = 1024;
export const writeUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / WRITE_UNIT_BYTES));

/** Units of the table that a write takes. */
export const changeUnits = ({ schema }: LocatedTable, { before, next }: Pick<ItemChange, 'before' | 'next'>): number =>
  writeUnits(Math.max(billedBytes(schema, before), billedBytes(schema, next)));

export function writeItem(tx: Tx, located: LocatedTable, change: ItemChange): IndexUnits {
  const { there, table, schema } = located;
  const { place, before, next } = change;
  const units = new Map<IndexSchema | VectorSchema, number>();
  if (!before && !next) return units;
  const key = [table.storeId, place.partition, place.sort] as const;
  const text = next && JSON.stringify(next.item);
  if (next) tx.put(there.records(items), key, { text: text!, bytes: next.bytes });
  else tx.delete(there.records(items), key);
  noteOldItem(tx, located, change);
  const tally = there.records(tallies).get([table.storeId]) ?? { items: 0, bytes: 0, indexes: {} };
  const counts: Record<string, Count> = schema.indexes.length + schema.vectors.length > 0 ? { ...tally.indexes } : {};
  let moves = false;
  for (const index of schema.indexes) {
    const moved = moveEntry(tx, located, index, change);
    if (!moved) continue;
    if (moved.units > 0) units.set(index, moved.units);
    moves = addTo(counts, index.index.id, moved) || moves;
  }
  for (const vector of schema.vectors) {
    const moved = moveVector(tx, located, vector, change);
    if (!moved) continue;
    if (moved.charged > 0) units.set(vector, moved.charged);
    moves = addTo(counts, vector.vector.id, moved) || moves;
  }
  const more = { items: (next ? 1 : 0) - (before ? 1 : 0), bytes: (next?.bytes ?? 0) - (before?.bytes ?? 0) };
  if (more.items !== 0 || more.bytes !== 0 || moves)
    tx.put(there.records(tallies), [table.storeId], { items: tally.items + more.items, bytes: tally.bytes + more.bytes, indexes: counts });
  changeExpiry(tx, located, change);
  recordChange(tx, located, change, text);
  noteForDestination(tx, located, change, text);
  noteForReplicas(tx, located, change);
  return units;
}

/** Whether that changes the counts. */
function addTo(counts: Record<string, Count>, id: string, moved: Count): boolean {
  const { items, bytes } = counts[id] ?? { items: 0, bytes: 0 };
  counts[id] = { items: items + moved.items, bytes: bytes + moved.bytes };
  return moved.items !== 0 || moved.bytes !== 0;
}

interface EntryMove extends Count {
  readonly units: number;
}

/** Bytes of an item as an index shows it. */
export const viewSize = ({ projected }: IndexSchema, item: Item, bytes: number): number =>
  projected ? partSize(item, [...projected]) : bytes;

function moveEntry(tx: Tx, { there, table }: LocatedTable, index: IndexSchema, change: ItemChange): EntryMove | undefined {
  const { place, before, next } = change;
  const from = before && entryPlace(index, before.item, place);
  const to = next && entryPlace(index, next.item, place);
  if (!from && !to) return undefined;
  const keyOf = (entry: NonNullable<typeof from>) => [table.storeId, index.index.id, entry.partition, entry.sort, entry.item] as const;
  const oldBytes = from ? viewSize(index, before!.item, before!.bytes) : 0;
  const newBytes = to ? viewSize(index, next!.item, next!.bytes) : 0;
  const stays = from && to && from.partition === to.partition && from.sort === to.sort;
  const size = { items: (to ? 1 : 0) - (from ? 1 : 0), bytes: newBytes - oldBytes };
  if (stays) {
    const same = sameView(index, before!.item, next!.item);
    return { ...size, units: same ? 0 : writeUnits(Math.max(oldBytes, newBytes)) };
  }
  if (from) tx.delete(there.records(entries), keyOf(from));
  if (to) tx.put(there.records(entries), keyOf(to), { partition: place.partition, sort: place.sort });
  return { ...size, units: (from ? writeUnits(oldBytes) : 0) + (to ? writeUnits(newBytes) : 0) };
}

function sameView({ projected }: IndexSchema, before: Item, next: Item): boolean {
  if (!projected) return equalItems(before, next);
  for (const name of projected) {
    const [old, now] = [attribute(before, name), attribute(next, name)];
    if (old === undefined || now === undefined ? old !== now : !equalValues(old, now)) return false;
  }
  return true;
}
