// The changes in the vector indexes of a table that a write of an item causes, and their charge.
import type { Tx } from '#core/records';
import type { LocatedTable } from '#services/dynamodb/catalog/find-table';
import type { Schema } from '#services/dynamodb/catalog/schema';
import { valueSize } from '#services/dynamodb/engine/size';
import { attribute, type Item } from '#services/dynamodb/engine/value';
import type { Count } from '#services/dynamodb/state';
import { entryOf, type PlacedEntry, shownBesides, vectorBytes } from '#services/dynamodb/vectors/entry';
import type { VectorSchema } from '#services/dynamodb/vectors/schema';
import { type VectorEntry, type VectorKey, vectorEntries } from '#services/dynamodb/vectors/state';
import type { AttributeChanges } from './attribute-changes.ts';
import type { ItemChange } from './item-change.ts';

/** The least that a write of an index is charged for. */
export const MIN_REQUEST_BYTES = 1024;

export interface VectorMove extends Count {
  /** The index's id. */
  readonly id: string;
  readonly from?: VectorKey | undefined;
  readonly to?: { readonly key: VectorKey; readonly entry: VectorEntry } | undefined;
  /** VectorWriteRequestBytes; 0 where the index shows what it showed before. */
  readonly charged: number;
}

export function planVector(
  { table }: LocatedTable,
  schema: VectorSchema,
  { place, before, next }: ItemChange,
  attributes: AttributeChanges,
): VectorMove | undefined {
  const from = before && entryOf(schema, before.item, place, (names) => attributes.size('before', names));
  const to = next && entryOf(schema, next.item, place, (names) => attributes.size('next', names));
  if (!from && !to) return undefined;
  const { id } = schema.vector;
  const keyOf = ({ hash, item }: PlacedEntry) => [table.storeId, id, hash, item] as const;
  const same = from && to && from.entry.vector === to.entry.vector && attributes.isSame(shownBesides(schema, before.item, next.item));
  return {
    id,
    ...(from && from.hash !== to?.hash && { from: keyOf(from) }),
    ...(to && !same && { to: { key: keyOf(to), entry: to.entry } }),
    items: (to ? 1 : 0) - (from ? 1 : 0),
    bytes: (to?.entry.bytes ?? 0) - (from?.entry.bytes ?? 0),
    charged: same ? 0 : Math.max(MIN_REQUEST_BYTES, (to ?? from)!.entry.bytes),
  };
}

export function putVector(tx: Tx, { there }: LocatedTable, { from, to }: VectorMove): void {
  const records = there.records(vectorEntries);
  if (from) tx.delete(records, from);
  if (to) tx.put(records, to.key, to.entry);
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
