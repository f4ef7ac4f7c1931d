// The changes in the vector indexes of a table that a write of an item causes, and their charge.
import type { Tx } from '#core/records';
import { valueSize } from '#services/dynamodb/engine/size';
import { attribute, type Item } from '#services/dynamodb/engine/value';
import type { ItemChange } from '#services/dynamodb/items/item-change';
import type { Count } from '#services/dynamodb/state';
import type { LocatedTable } from '#services/dynamodb/tables/find-table';
import type { Schema } from '#services/dynamodb/tables/schema';
import { entryOf, type PlacedEntry, sameBesides, vectorBytes } from './entry.ts';
import type { VectorSchema } from './schema.ts';
import { vectorEntries } from './state.ts';

/** The least that a write of an index is charged for. */
export const MIN_REQUEST_BYTES = 1024;

export interface VectorMove extends Count {
  /** VectorWriteRequestBytes; 0 where the index shows what it showed before. */
  readonly charged: number;
}

export function moveVector(tx: Tx, { there, table }: LocatedTable, schema: VectorSchema, change: ItemChange): VectorMove | undefined {
  const { place, before, next } = change;
  const from = before && entryOf(schema, before.item, place);
  const to = next && entryOf(schema, next.item, place);
  if (!from && !to) return undefined;
  const records = there.records(vectorEntries);
  const keyOf = ({ hash, item }: PlacedEntry) => [table.storeId, schema.vector.id, hash, item] as const;
  const same = from && to && from.entry.vector === to.entry.vector && sameBesides(schema, before.item, next.item);
  if (from && from.hash !== to?.hash) tx.delete(records, keyOf(from));
  if (to && !same) tx.put(records, keyOf(to), to.entry);
  return {
    items: (to ? 1 : 0) - (from ? 1 : 0),
    bytes: (to?.entry.bytes ?? 0) - (from?.entry.bytes ?? 0),
    charged: same ? 0 : Math.max(MIN_REQUEST_BYTES, (to ?? from)!.entry.bytes),
  };
}

/** Bytes of an item that a write is charged for: vectors of an index count four for each number, whatever their texts. */
export function billedBytes({ vectors }: Schema, of: { readonly item: Item; readonly bytes: number } | undefined): number {
  if (!of) return 0;
  // Most tables have no vectors, and their items need not be read for this.
  if (vectors.length === 0) return of.bytes;
  const dimensions = new Map(vectors.map(({ vector }) => [vector.attribute, vector.dimensions]));
  let { bytes } = of;
  for (const [name, count] of dimensions) {
    const value = attribute(of.item, name);
    if (value?.L?.length === count) bytes += vectorBytes(count) - valueSize(value);
  }
  return bytes;
}
