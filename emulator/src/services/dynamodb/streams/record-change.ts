// Writes the stream record of a change, in the write that makes the change. A write that changes nothing leaves no record.
import type { Tx } from '#core/records';
import type { LocatedTable } from '#services/dynamodb/catalog/find-table';
import type { ItemWrite } from '#services/dynamodb/items/item-write';
import { RETENTION_MS, streamEnds, streamRecords, streams } from './state.ts';

export const streamSignal = (storeId: string): string => `dynamodb.stream/${storeId}`;

export function recordChange(tx: Tx, { there, table }: LocatedTable, { before, next, told, expired }: ItemWrite): void {
  const { stream } = table;
  if (!stream?.enabled || !told) return;
  const record = there.records(streams).get([table.name, stream.label]);
  if (!record) return;
  const shows = (view: 'NEW_IMAGE' | 'OLD_IMAGE'): boolean => stream.view === view || stream.view === 'NEW_AND_OLD_IMAGES';
  const newImage = shows('NEW_IMAGE') ? next : undefined;
  const oldImage = shows('OLD_IMAGE') ? before : undefined;
  const ends = there.records(streamEnds).get([record.storeId]) ?? { next: 0, first: 0 };
  tx.put(there.records(streamRecords), [record.storeId, ends.next], {
    id: there.random(32),
    event: !before ? 'INSERT' : next ? 'MODIFY' : 'REMOVE',
    createdMs: there.now(),
    trace: there.trace.id,
    keys: told.text,
    ...(newImage && { newImage: newImage.text }),
    ...(oldImage && { oldImage: oldImage.text }),
    bytes: told.bytes + (newImage?.bytes ?? 0) + (oldImage?.bytes ?? 0),
    ...(expired && { expired }),
  });
  tx.put(there.records(streamEnds), [record.storeId], { ...ends, next: ends.next + 1 });
  if (ends.next === ends.first) there.later(tx, 'dynamodb.trim', [record.storeId], there.now() + RETENTION_MS);
  tx.after(() => there.wake(streamSignal(record.storeId)));
}
