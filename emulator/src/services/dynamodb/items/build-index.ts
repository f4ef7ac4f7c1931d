// Makes the entries of an index that was added to a table with items, and removes those of an index that was taken away.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { type IndexSchema, tableSchema } from '#services/dynamodb/catalog/schema';
import { tableSignal } from '#services/dynamodb/catalog/table-signal';
import { type Count, entries, items, type Table, tables, tallies } from '#services/dynamodb/state';
import { entryOf } from '#services/dynamodb/vectors/entry';
import { isVector, type VectorSchema } from '#services/dynamodb/vectors/schema';
import { vectorEntries } from '#services/dynamodb/vectors/state';
import { textLimit } from './in-turns.ts';
import { ItemRead } from './item-text.ts';
import { viewSize } from './item-write.ts';
import { entryPlace, type ItemLocation } from './place.ts';

const AT_ONCE = 200;
const NO_ITEMS: Count = { items: 0, bytes: 0 };

/** The index of that id, while it is being made. */
function beingMade(table: Frozen<Table>, id: string, ctx: Ctx): IndexSchema | VectorSchema | undefined {
  const { indexes, vectors } = tableSchema(table, ctx);
  const found = indexes.find(({ index }) => index.id === id) ?? vectors.find(({ vector }) => vector.id === id);
  return found && (isVector(found) ? found.vector : found.index).status === 'CREATING' ? found : undefined;
}

/** Makes the entry of one item, and tells its bytes; undefined where it has none, or where a write since then has made it. */
function addEntry(
  tx: Tx,
  storeId: string,
  schema: IndexSchema | VectorSchema,
  read: ItemRead,
  place: ItemLocation,
  ctx: Ctx,
): number | undefined {
  if (isVector(schema)) {
    const made = entryOf(schema, read.item, place);
    if (!made) return undefined;
    const key = [storeId, schema.vector.id, made.hash, made.item] as const;
    if (ctx.records(vectorEntries).has(key)) return undefined;
    tx.put(ctx.records(vectorEntries), key, made.entry);
    return made.entry.bytes;
  }
  const entry = entryPlace(schema, read.item, place);
  if (!entry) return undefined;
  const key = [storeId, schema.index.id, entry.partition, entry.sort, entry.item] as const;
  if (ctx.records(entries).has(key)) return undefined;
  tx.put(ctx.records(entries), key, place);
  return viewSize(schema, read.item, read.bytes);
}

/** The table once the index is there. */
function withActive(table: Frozen<Table>, id: string): Table {
  const activate = <T extends { readonly id: string }>(list: readonly T[]): T[] =>
    list.map((each) => (each.id === id ? { ...each, status: 'ACTIVE' as const } : each));
  const { indexes, vectors } = table as Table;
  return { ...(table as Table), indexes: activate(indexes), ...(vectors && { vectors: activate(vectors) }) };
}

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
  const index = table?.storeId === storeId ? beingMade(table, indexId, ctx) : undefined;
  if (!table || !index) return undefined;
  const long = textLimit();
  const edge = after && ([storeId, after.partition, after.sort] as const);
  const found = ctx.records(items).entries([storeId], { limit: AT_ONCE, after: edge, until: long.until });
  const isLast = found.length < AT_ONCE && !long.isReached;
  ctx.write((tx) => {
    let [added, bytes] = [0, 0];
    for (const [[, partition, sort], stored] of found) {
      const size = addEntry(tx, storeId, index, new ItemRead(stored), { partition, sort }, ctx);
      if (size === undefined) continue;
      added++;
      bytes += size;
    }
    const tally = ctx.records(tallies).get([storeId]) ?? { ...NO_ITEMS, indexes: {} };
    const count = tally.indexes[indexId] ?? NO_ITEMS;
    const indexes = { ...tally.indexes, [indexId]: { items: count.items + added, bytes: count.bytes + bytes } };
    if (added > 0) tx.put(ctx.records(tallies), [storeId], { ...tally, indexes });
    if (!isLast) return;
    tx.put(ctx.records(tables), [name], withActive(table, indexId));
    tx.after(() => ctx.wake(tableSignal(name)));
  });
  const last = found.at(-1)?.[0];
  return !isLast && last ? { partition: last[1], sort: last[2] } : undefined;
}

/** For a table without the index. */
const withoutInsightsOf = (index: string, { insights }: Frozen<Table>): Pick<Table, 'insights'> =>
  insights?.some((each) => each.index === index) ? { insights: insights.filter((each) => each.index !== index) } : {};

/** Removes some entries. True while there may be more; at the end the index leaves the table. */
export const dropStep = (name: string, storeId: string, indexId: string, ctx: Ctx): boolean =>
  ctx.write((tx) => {
    const found = ctx.records(entries).keys([storeId, indexId], { limit: AT_ONCE });
    for (const key of found) tx.delete(ctx.records(entries), key);
    const foundVectors = ctx.records(vectorEntries).keys([storeId, indexId], { limit: AT_ONCE });
    for (const key of foundVectors) tx.delete(ctx.records(vectorEntries), key);
    const more = Math.max(found.length, foundVectors.length) === AT_ONCE;
    const table = ctx.records(tables).get([name]);
    if (more || table?.storeId !== storeId) return more;
    const tally = ctx.records(tallies).get([storeId]);
    if (tally) {
      const { [indexId]: _, ...indexes } = tally.indexes;
      tx.put(ctx.records(tallies), [storeId], { ...tally, indexes });
    }
    const gone = table.indexes.find(({ id }) => id === indexId);
    const insights = gone ? withoutInsightsOf(gone.name, table) : {};
    const staying = <T extends { readonly id: string }>(list: readonly T[]): T[] => list.filter(({ id }) => id !== indexId);
    const { vectors, indexes } = table as Table;
    tx.put(ctx.records(tables), [name], {
      ...(table as Table),
      ...insights,
      indexes: staying(indexes),
      ...(vectors && { vectors: staying(vectors) }),
    });
    tx.after(() => ctx.wake(tableSignal(name)));
    return false;
  });
