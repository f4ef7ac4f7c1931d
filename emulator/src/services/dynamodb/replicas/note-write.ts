// Notes a write of an item for the other regions of a global table, in the write itself: what is noted survives a restart, and is sent.
import type { Tx } from '#core/records';
import { positionOf } from '#services/dynamodb/backups/history';
import type { LocatedTable } from '#services/dynamodb/catalog/find-table';
import type { Member } from '#services/dynamodb/catalog/replication-group';
import type { ItemWrite } from '#services/dynamodb/items/item-write';
import type { ItemLocation } from '#services/dynamodb/items/place';
import { outgoing, versions } from './state.ts';

export function noteForReplicas(tx: Tx, { there, table }: LocatedTable, { place, replicated }: ItemWrite): void {
  if (!table.replicas || replicated) return;
  const key = [table.storeId, place.partition, place.sort] as const;
  // Behind all writes that this region has seen, also those of the same millisecond.
  const seen = there.records(versions).get(key)?.at ?? 0;
  tx.put(there.records(versions), key, { at: Math.max(positionOf(there.now()), seen + 1), region: there.region });
  for (const { region } of table.replicas) note(tx, { there, table }, region, place);
}

function note(tx: Tx, { there, table }: Member, region: string, { partition, sort }: ItemLocation): void {
  const waiting = there.records(outgoing).entries([table.storeId, region], { limit: 1 }).length > 0;
  tx.put(there.records(outgoing), [table.storeId, region, partition, sort], { sent: false });
  if (waiting) return;
  const atMs = there.now() + there.options.DYNAMODB_REPLICATION_DELAY_MS;
  there.later(tx, 'dynamodb.replicate', [table.name, table.storeId, region], atMs);
}

/** Sends the writes that wait for other regions to a new one, too: the table that it is copied from may not have them yet. */
export function noteForNewReplica(tx: Tx, member: Member, region: string): void {
  const waiting = member.there.records(outgoing).entries([member.table.storeId]);
  for (const [[, , partition, sort]] of waiting) note(tx, member, region, { partition, sort });
}
