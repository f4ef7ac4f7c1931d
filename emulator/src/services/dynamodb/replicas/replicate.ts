// Brings the items of a table into the table of another region: those that were written, and at first all that are there.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { type ItemLocation, readItem } from '#services/dynamodb/items/place';
import { writeItem } from '#services/dynamodb/items/write-item';
import { items, type Table, tables } from '#services/dynamodb/state';
import { tableSchema } from '#services/dynamodb/tables/schema';
import { tableSignal } from '#services/dynamodb/tables/table-signal';
import { type Member, otherMembers } from './group.ts';
import { outgoing, type Version, versions } from './state.ts';

const AT_ONCE = 100;

const isNewer = (version: Version, known: Version | undefined): boolean =>
  !known || version.at > known.at || (version.at === known.at && version.region > known.region);

/** Puts the item of `from` into `to`, or deletes it there, unless `to` has seen a later write. */
function bring(tx: Tx, from: Member, to: Member, place: ItemLocation): void {
  const { partition, sort } = place;
  const version = from.there.records(versions).get([from.table.storeId, partition, sort]);
  const key = [to.table.storeId, partition, sort] as const;
  if (!version || !isNewer(version, to.there.records(versions).get(key))) return;
  write(tx, from, to, place);
  tx.put(to.there.records(versions), key, version);
}

function write(tx: Tx, from: Member, { there, table }: Member, place: ItemLocation): void {
  const located = { there, table, schema: tableSchema(table, there) };
  const item = readItem(from, place);
  const next = item && { item: item.item, bytes: item.bytes };
  writeItem(tx, located, { place, before: readItem(located, place), next, replicated: true });
}

/** Once no region waits for an item, all have the same: its versions are not needed any more. */
function forgetSettled(tx: Tx, group: readonly Member[], { partition, sort }: ItemLocation): void {
  const waits = group.some(({ there, table }) =>
    (table.replicas ?? []).some(({ region }) => there.records(outgoing).has([table.storeId, region, partition, sort])),
  );
  if (waits) return;
  for (const { there, table } of group) tx.delete(there.records(versions), [table.storeId, partition, sort]);
}

/** Sends some items to a region. True while there may be more. */
export function replicateStep(name: string, storeId: string, region: string, ctx: Ctx): boolean {
  const table = ctx.records(tables).get([name]);
  return table?.storeId === storeId && ctx.write((tx) => sendSome(tx, table, region, AT_ONCE, ctx));
}

function sendSome(tx: Tx, table: Frozen<Table>, region: string, limit: number, ctx: Ctx): boolean {
  const found = ctx.records(outgoing).entries([table.storeId, region], { limit });
  if (found.length === 0) return false;
  const own = { there: ctx, table };
  const group = [own, ...otherMembers(table, ctx)];
  const target = group.find(({ there }) => there.region === region);
  for (const [key] of found) {
    const place = { partition: key[2], sort: key[3] };
    if (target) bring(tx, own, target, place);
    tx.delete(ctx.records(outgoing), key);
    forgetSettled(tx, group, place);
  }
  return found.length === limit;
}

/** Sends all that waits, to all regions: the table is about to leave them. */
export function sendAll(tx: Tx, table: Frozen<Table>, ctx: Ctx): void {
  for (const { region } of table.replicas ?? []) sendSome(tx, table, region, Number.MAX_SAFE_INTEGER, ctx);
}

/**
 * Copies some items, behind `after`, into a new replica. An item that is there, or was deleted there, came by replication and is the newer one.
 * Returns the last place that was looked at; undefined at the end, when the replica is active. After a restart it begins again.
 */
export function copyStep(name: string, storeId: string, after: ItemLocation | undefined, ctx: Ctx): ItemLocation | undefined {
  const table = ctx.records(tables).get([name]);
  if (table?.storeId !== storeId || !table.copying) return undefined;
  const there = ctx.in({ region: table.copying.from });
  const source = there.records(tables).get([name]);
  const from = source && { there, table: source };
  const limits = { limit: AT_ONCE, after: source && after && ([source.storeId, after.partition, after.sort] as const) };
  const found = source ? there.records(items).entries([source.storeId], limits) : [];
  ctx.write((tx) => {
    for (const [[, partition, sort]] of found) {
      const isKnown = ctx.records(items).has([storeId, partition, sort]) || ctx.records(versions).has([storeId, partition, sort]);
      if (!from || isKnown) continue;
      write(tx, from, { there: ctx, table }, { partition, sort });
      const version = there.records(versions).get([from.table.storeId, partition, sort]);
      if (version) tx.put(ctx.records(versions), [storeId, partition, sort], version);
    }
    if (found.length < AT_ONCE) endCopy(tx, table, ctx);
  });
  const last = found.at(-1)?.[0];
  return found.length === AT_ONCE && last ? { partition: last[1], sort: last[2] } : undefined;
}

function endCopy(tx: Tx, { copying: _, ...table }: Frozen<Table>, ctx: Ctx): void {
  tx.put(ctx.records(tables), [table.name], table);
  for (const { there } of [{ there: ctx }, ...otherMembers(table, ctx)]) tx.after(() => there.wake(tableSignal(table.name)));
}
