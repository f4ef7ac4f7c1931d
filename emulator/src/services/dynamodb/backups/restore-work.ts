// Fills a table that is restored, in steps; at the end it is active.
import type { Ctx } from '#core/ctx';
import type { Tx } from '#core/records';
import { parseArn } from '#lib/arn';
import { tableSchema } from '#services/dynamodb/catalog/schema';
import { tableSignal } from '#services/dynamodb/catalog/table-signal';
import { ItemRead } from '#services/dynamodb/items/item-text';
import { type ItemLocation, readItem } from '#services/dynamodb/items/place';
import { writeItem } from '#services/dynamodb/items/write-item';
import { type Restore, tables } from '#services/dynamodb/state';
import { itemsAt } from './history.ts';
import { releaseMoment } from './keep-history.ts';
import { backups } from './state.ts';

const AT_ONCE = 200;

/** Writes some items, behind `after`. Returns the last place that was looked at; undefined at the end. After a restart it begins again. */
export function restoreStep(name: string, storeId: string, after: ItemLocation | undefined, ctx: Ctx): ItemLocation | undefined {
  const table = ctx.records(tables).get([name]);
  if (table?.storeId !== storeId || !table.restore) return undefined;
  const { restore } = table;
  const located = { there: ctx, table, schema: tableSchema(table, ctx) };
  const { found, last } = itemsAt(restore.source.storeId, restore.position, after, AT_ONCE, ctx);
  ctx.write((tx) => {
    for (const [place, stored] of found) {
      if (readItem(located, place)) continue;
      writeItem(tx, located, { place, before: undefined, next: new ItemRead(stored) });
    }
    if (last) return;
    const { restore: _, ...restored } = table;
    tx.put(ctx.records(tables), [name], restored);
    endRestore(tx, restore, storeId, ctx);
    tx.after(() => ctx.wake(tableSignal(name)));
  });
  return last;
}

/** The backup may be used again, and the history is not kept for this restore any more. */
export function endRestore(
  tx: Tx,
  { source, position, backupArn }: Pick<Restore, 'source' | 'position' | 'backupArn'>,
  storeId: string,
  ctx: Ctx,
): void {
  releaseMoment(tx, source, position, storeId, ctx);
  const id = backupArn === undefined ? undefined : parseArn(backupArn)?.resource.split('/backup/')[1];
  const backup = id === undefined ? undefined : ctx.records(backups).get([source.name, id]);
  if (!backup || id === undefined) return;
  const { restoring: _, ...rest } = backup;
  tx.put(ctx.records(backups), [source.name, id], rest);
}
