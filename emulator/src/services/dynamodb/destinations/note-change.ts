// Notes a change of an item for the data stream of its table, in the write that makes the change: what is noted survives a restart, and is sent.
// The form of the record is that of recorded ones. https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/kds.html
import { createHash } from 'node:crypto';
import type { Tx } from '#core/records';
import { activeDestination } from '#services/dynamodb/catalog/active-destination';
import type { LocatedTable } from '#services/dynamodb/catalog/find-table';
import type { ItemWrite } from '#services/dynamodb/items/item-write';
import { changeCounters, pendingChanges } from './state.ts';

export const changesSignal = (storeId: string): string => `dynamodb.changes/${storeId}`;

const MICROS_PER_MS = 1000;
const EXPIRY = { type: 'Service', principalId: 'dynamodb.amazonaws.com' };

export function noteForDestination(tx: Tx, { there, table }: LocatedTable, { before, next, told, expired }: ItemWrite): void {
  const destination = activeDestination(table);
  if (!destination || !told) return;
  const atMs = there.now();
  const counter = there.records(changeCounters).get([table.storeId]) ?? { next: 0, lastMicros: 0 };
  const atMicros = Math.max(atMs * MICROS_PER_MS, counter.lastMicros + 1);
  const { precision } = destination;
  const bytes = told.bytes + (next?.bytes ?? 0) + (before?.bytes ?? 0);
  const images = `${next ? `,"NewImage":${next.text}` : ''}${before ? `,"OldImage":${before.text}` : ''}`;
  const said = precision === undefined ? '' : `,"ApproximateCreationDateTimePrecision":"${precision}"`;
  const dynamodb = `{"ApproximateCreationDateTime":${precision === 'MICROSECOND' ? atMicros : atMs},"Keys":${told.text}${images},"SizeBytes":${bytes}${said}}`;
  const facts = {
    awsRegion: there.region,
    eventID: there.id(),
    eventName: !before ? 'INSERT' : next ? 'MODIFY' : 'REMOVE',
    userIdentity: expired ? EXPIRY : null,
    recordFormat: 'application/json',
    tableName: table.name,
  };
  tx.put(there.records(pendingChanges), [table.storeId, counter.next], {
    streamArn: destination.streamArn,
    partitionKey: createHash('md5').update(told.text).digest('hex').toUpperCase(),
    text: `${JSON.stringify(facts).slice(0, -1)},"dynamodb":${dynamodb},"eventSource":"aws:dynamodb"}`,
    atMs,
    trace: there.trace.id,
  });
  tx.put(there.records(changeCounters), [table.storeId], { ...counter, next: counter.next + 1, lastMicros: atMicros });
  tx.after(() => there.wake(changesSignal(table.storeId)));
}
