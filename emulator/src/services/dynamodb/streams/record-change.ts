// Writes the stream record of a change, in the write that makes the change. A write that changes nothing leaves no record.
import type { Tx } from '#core/records';
import { itemSize } from '#services/dynamodb/engine/size';
import { equalItems } from '#services/dynamodb/engine/value';
import { pickAttributes } from '#services/dynamodb/expressions/projection';
import type { ItemChange } from '#services/dynamodb/items/item-change';
import type { LocatedTable } from '#services/dynamodb/tables/find-table';
import { RETENTION_MS, streamEnds, streamRecords, streams } from './state.ts';

export const streamSignal = (storeId: string): string => `dynamodb.stream/${storeId}`;

/** `text` is the JSON of the new item. */
export function recordChange(
  tx: Tx,
  { there, table, schema }: LocatedTable,
  { before, next, expired }: ItemChange,
  text: string | undefined,
): void {
  const { stream } = table;
  if (!stream?.enabled || (before && next && equalItems(before.item, next.item))) return;
  const record = there.records(streams).get([table.name, stream.label]);
  if (!record) return;
  const keys = pickAttributes(
    (next ?? before)!.item,
    schema.all.map(({ name }) => name),
  );
  const shows = (view: 'NEW_IMAGE' | 'OLD_IMAGE'): boolean => stream.view === view || stream.view === 'NEW_AND_OLD_IMAGES';
  const newImage = next && shows('NEW_IMAGE') ? next : undefined;
  const oldImage = before && shows('OLD_IMAGE') ? before : undefined;
  const ends = there.records(streamEnds).get([record.storeId]) ?? { next: 0, first: 0 };
  tx.put(there.records(streamRecords), [record.storeId, ends.next], {
    id: there.random(32),
    event: !before ? 'INSERT' : next ? 'MODIFY' : 'REMOVE',
    createdMs: there.now(),
    keys: JSON.stringify(keys),
    ...(newImage && { newImage: text! }),
    ...(oldImage && { oldImage: oldImage.text }),
    bytes: itemSize(keys) + (newImage?.bytes ?? 0) + (oldImage?.bytes ?? 0),
    ...(expired && { expired }),
  });
  tx.put(there.records(streamEnds), [record.storeId], { ...ends, next: ends.next + 1 });
  if (ends.next === ends.first) there.later(tx, 'dynamodb.trim', [record.storeId], there.now() + RETENTION_MS);
  tx.after(() => there.wake(streamSignal(record.storeId)));
}
