// Makes the entries of an index that was added to a table with items, and removes those of an index that was taken away.
import type { Ctx } from '#core/ctx';
import { type Count, entries, items, tables, tallies } from '#services/dynamodb/state';
import { withoutInsightsOf } from '#services/dynamodb/tables/contributor-insights';
import { tableSchema } from '#services/dynamodb/tables/schema';
import { tableSignal } from '#services/dynamodb/tables/table-signal';
import { ItemRead } from './item-text.ts';
import { entryPlace, type ItemLocation } from './place.ts';
import { viewSize } from './write-item.ts';

const AT_ONCE = 200;
const NO_ITEMS: Count = { items: 0, bytes: 0 };

/**
 * Makes entries for some items, behind `after`. Items whose index keys have other types are left out. Returns the last item while there may be
 * more; at the end the index becomes active.
 */
export function buildStep(
  name: string,
  storeId: string,
  indexId: string,
  after: ItemLocation | undefined,
  ctx: Ctx,
): ItemLocation | undefined {
  const table = ctx.records(tables).get([name]);
  const index = table?.storeId === storeId ? tableSchema(table, ctx).indexes.find((each) => each.index.id === indexId) : undefined;
  if (!table || index?.index.status !== 'CREATING') return undefined;
  const found = ctx.records(items).entries([storeId], { limit: AT_ONCE, after: after && [storeId, after.partition, after.sort] });
  ctx.write((tx) => {
    let [added, bytes] = [0, 0];
    for (const [[, partition, sort], stored] of found) {
      const read = new ItemRead(stored);
      const place = entryPlace(index, read.item, { partition, sort });
      if (!place) continue;
      const key = [storeId, indexId, place.partition, place.sort, place.item] as const;
      // A write since the index was added has made its entry already.
      if (ctx.records(entries).has(key)) continue;
      tx.put(ctx.records(entries), key, { partition, sort });
      added++;
      bytes += viewSize(index, read.item, read.bytes);
    }
    const tally = ctx.records(tallies).get([storeId]) ?? { ...NO_ITEMS, indexes: {} };
    const count = tally.indexes[indexId] ?? NO_ITEMS;
    const indexes = { ...tally.indexes, [indexId]: { items: count.items + added, bytes: count.bytes + bytes } };
    if (added > 0) tx.put(ctx.records(tallies), [storeId], { ...tally, indexes });
    if (found.length === AT_ONCE) return;
    const active = table.indexes.map((each) => (each.id === indexId ? { ...each, status: 'ACTIVE' as const } : each));
    tx.put(ctx.records(tables), [name], { ...table, indexes: active });
    tx.after(() => ctx.wake(tableSignal(name)));
  });
  const last = found.at(-1)?.[0];
  return found.length === AT_ONCE && last ? { partition: last[1], sort: last[2] } : undefined;
}

/** Removes some entries. True while there may be more; at the end the index leaves the table. */
export const dropStep = (name: string, storeId: string, indexId: string, ctx: Ctx): boolean =>
  ctx.write((tx) => {
    const found = ctx.records(entries).entries([storeId, indexId], { limit: AT_ONCE });
    for (const [key] of found) tx.delete(ctx.records(entries), key);
    const table = ctx.records(tables).get([name]);
    if (found.length === AT_ONCE || table?.storeId !== storeId) return found.length === AT_ONCE;
    const tally = ctx.records(tallies).get([storeId]);
    if (tally) {
      const { [indexId]: _, ...indexes } = tally.indexes;
      tx.put(ctx.records(tallies), [storeId], { ...tally, indexes });
    }
    const gone = table.indexes.find(({ id }) => id === indexId);
    const insights = gone ? withoutInsightsOf(gone.name, table) : {};
    tx.put(ctx.records(tables), [name], { ...table, ...insights, indexes: table.indexes.filter(({ id }) => id !== indexId) });
    tx.after(() => ctx.wake(tableSignal(name)));
    return false;
  });
