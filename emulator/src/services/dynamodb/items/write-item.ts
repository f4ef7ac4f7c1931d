// The one way in which items change: the item, its index entries, the counts, its expiry, and what the observers of writes add, in one write.
import type { Tx } from '#core/records';
import { dictionary } from '#lib/table';
import type { LocatedTable } from '#services/dynamodb/catalog/find-table';
import { type Count, entries, items, tallies } from '#services/dynamodb/state';
import { WRITE_OBSERVERS } from '#services/dynamodb/write-observers';
import { noteItemWrite } from './awaited-items.ts';
import { changeExpiry } from './expiry.ts';
import type { ItemChange } from './item-change.ts';
import { type EntryMove, type ItemWrite, planWrite } from './item-write.ts';
import { putVector } from './write-vectors.ts';

/** Answers the units that the write takes; undefined if nothing is to be written. */
export function writeItem(tx: Tx, located: LocatedTable, change: ItemChange): ItemWrite | undefined {
  const write = planWrite(located, change);
  if (write) putItemWrite(tx, located, write);
  return write;
}

/** The write must have been worked out from the item and the table as they are now. */
export function putItemWrite(tx: Tx, located: LocatedTable, write: ItemWrite): void {
  const { there, table } = located;
  const { place, before, next } = write;
  const key = [table.storeId, place.partition, place.sort] as const;
  if (next) tx.put(there.records(items), key, next);
  else tx.delete(there.records(items), key);
  noteItemWrite(located, place);
  for (const move of write.entries) moveEntry(tx, located, move, place);
  for (const move of write.vectors) putVector(tx, located, move);
  const more = { items: (next ? 1 : 0) - (before ? 1 : 0), bytes: (next?.bytes ?? 0) - (before?.bytes ?? 0) };
  count(tx, located, more, [...write.entries, ...write.vectors]);
  if (write.expiry) changeExpiry(tx, located, place, write.expiry);
  for (const observe of WRITE_OBSERVERS) observe(tx, located, write);
}

function moveEntry(tx: Tx, { there }: LocatedTable, { from, to }: EntryMove, { partition, sort }: ItemWrite['place']): void {
  if (from) tx.delete(there.records(entries), from);
  if (to) tx.put(there.records(entries), to, { partition, sort });
}

interface CountedMove extends Count {
  /** The index's id. */
  readonly id: string;
}

function count(tx: Tx, { there, table }: LocatedTable, more: Count, moves: readonly CountedMove[]): void {
  const counted = moves.filter(({ items: entriesMore, bytes }) => entriesMore !== 0 || bytes !== 0);
  if (more.items === 0 && more.bytes === 0 && counted.length === 0) return;
  const tally = there.records(tallies).get([table.storeId]) ?? { items: 0, bytes: 0, indexes: {} };
  let { indexes } = tally;
  if (counted.length > 0) {
    const changed = Object.assign(dictionary<Count>(), indexes);
    for (const { id, items: entriesMore, bytes } of counted) {
      const known = changed[id];
      changed[id] = { items: (known?.items ?? 0) + entriesMore, bytes: (known?.bytes ?? 0) + bytes };
    }
    indexes = changed;
  }
  tx.put(there.records(tallies), [table.storeId], { items: tally.items + more.items, bytes: tally.bytes + more.bytes, indexes });
}
