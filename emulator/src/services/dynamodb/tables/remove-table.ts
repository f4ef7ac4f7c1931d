// A table that is removed: its name is free again at once; items and index entries are removed in the background, except items that a backup needs.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { takeSystemBackup } from '#services/dynamodb/backups/backups';
import { endDelivery } from '#services/dynamodb/destinations/send-changes';
import { invalid } from '#services/dynamodb/faults';
import { checkNotSource, leaveGroup } from '#services/dynamodb/replicas/leave-group';
import { sendRest } from '#services/dynamodb/replicas/replicate';
import { type Table, tables, tallies } from '#services/dynamodb/state';
import { closeStream } from '#services/dynamodb/streams/open-stream';

/** @throws Fault ValidationException */
export function checkDeletable(table: Frozen<Table>, ctx: Ctx): void {
  if (table.protected)
    throw invalid(
      table.replicas
        ? `Cannot delete table ${table.name} in region ${ctx.region} because it has deletion protection enabled. Disable deletion protection first.`
        : 'Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first.',
    );
  checkNotSource(table, ctx);
}

/** Changes that wait for replicas should have been sent before (`sendWaiting`). */
export function removeTable(tx: Tx, table: Frozen<Table>, ctx: Ctx): void {
  const of = [table.name, table.storeId] as const;
  sendRest(tx, table, ctx);
  tx.delete(ctx.records(tables), [table.name]);
  leaveGroup(tx, table, ctx);
  if (table.pointInTime) takeSystemBackup(tx, table, ctx);
  ctx.unschedule(tx, 'dynamodb.trim-history', of);
  tx.delete(ctx.records(tallies), [table.storeId]);
  closeStream(tx, table, ctx);
  if (table.destinations) endDelivery(tx, table, ctx);
  ctx.unschedule(tx, 'dynamodb.expire', of);
  for (const { region } of table.replicas ?? []) ctx.unschedule(tx, 'dynamodb.replicate', [...of, region]);
  ctx.later(tx, 'dynamodb.sweep', [table.storeId], ctx.now());
}
