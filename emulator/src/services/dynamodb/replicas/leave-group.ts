// A table that leaves its global table, because it is deleted.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { otherMembers } from '#services/dynamodb/catalog/replication-group';
import { invalid } from '#services/dynamodb/faults';
import { setAlarm } from '#services/dynamodb/items/expiry';
import { type Table, tables } from '#services/dynamodb/state';

const SOURCE_MS = 86_400_000;

/** @throws Fault ValidationException while a replica is there that was made from this table within a day */
export function checkNotSource(table: Frozen<Table>, ctx: Ctx): void {
  if (table.replicas?.some(({ sourceMs }) => sourceMs !== undefined && ctx.now() < sourceMs + SOURCE_MS))
    throw invalid(
      'Replica cannot be deleted because it has acted as a source region for new replica(s) being added to the table in the last 24 hours.',
    );
}

/** The last table that remains is one of its region alone. */
export function leaveGroup(tx: Tx, table: Frozen<Table>, ctx: Ctx): void {
  for (const { there, table: other } of otherMembers(table, ctx)) {
    const remaining = other.replicas?.filter(({ region }) => region !== ctx.region) ?? [];
    const { replicas: _, ...alone } = other;
    const left: Frozen<Table> = remaining.length > 0 ? { ...other, replicas: remaining } : alone;
    tx.put(there.records(tables), [other.name], left);
    if (left.timeToLive?.enabled) setAlarm(tx, left, there);
  }
}
