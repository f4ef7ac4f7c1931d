// Brings the items of a table into the table of another region: items that were written, and at first all items.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { whileMore } from '#lib/next-turn';
import { type Member, otherMembers } from '#services/dynamodb/catalog/replication-group';
import { tableSchema } from '#services/dynamodb/catalog/schema';
import { tableSignal } from '#services/dynamodb/catalog/table-signal';
import { MAX_AT_ONCE, textLimit } from '#services/dynamodb/items/in-turns';
import { ItemRead } from '#services/dynamodb/items/item-text';
import { type ItemLocation, readItem } from '#services/dynamodb/items/place';
import { writeItem } from '#services/dynamodb/items/write-item';
import { items, type Table, tables } from '#services/dynamodb/state';
import { outgoing, type Version, versions } from './state.ts';

const AT_ONCE = 100;

const isNewer = (version: Version, known: Version | undefined): boolean =>
  !known || version.at > known.at || (version.at === known.at && version.region > known.region);

/** Puts the item of `from` into `to`, or deletes it there, unless `to` has seen a later write. Answers the length of the texts of both. */
function bring(tx: Tx, from: Member, to: Member, place: ItemLocation, ahead: ReadAhead): number {
  const { partition, sort } = place;
  const version = from.there.records(versions).get([from.table.storeId, partition, sort]);
  const key = [to.table.storeId, partition, sort] as const;
  if (!version || !isNewer(version, to.there.records(versions).get(key))) return 0;
  const next = readItem(from, place);
  const before = knownRead(ahead, readItem(to, place));
  write(tx, to, place, before, next);
  tx.put(to.there.records(versions), key, version);
  return (before?.text.length ?? 0) + (next?.text.length ?? 0);
}

function write(tx: Tx, { there, table }: Member, place: ItemLocation, before: ItemRead | undefined, next: ItemRead | undefined): void {
  const located = { there, table, schema: tableSchema(table, there) };
  writeItem(tx, located, { place, before, next, replicated: true });
}

/** Once no region waits for an item, all have the same: its versions are not needed any more. */
function forgetSettled(tx: Tx, group: readonly Member[], { partition, sort }: ItemLocation): void {
  const waits = group.some(({ there, table }) =>
    (table.replicas ?? []).some(({ region }) => there.records(outgoing).has([table.storeId, region, partition, sort])),
  );
  if (waits) return;
  for (const { there, table } of group) tx.delete(there.records(versions), [table.storeId, partition, sort]);
}

/** A long item that the next step is to replace, parsed in a step of its own. */
export interface ReadAhead {
  read?: ItemRead | undefined;
}

const knownRead = ({ read }: ReadAhead, now: ItemRead | undefined): ItemRead | undefined => (read?.text === now?.text ? read : now);

/** Sends some items to a region. True while there may be more. */
export function replicateStep(name: string, storeId: string, region: string, ahead: ReadAhead, ctx: Ctx): boolean {
  const table = ctx.records(tables).get([name]);
  if (table?.storeId !== storeId) return false;
  return readAhead(table, region, ahead, ctx) || ctx.write((tx) => sendSome(tx, table, region, { ...STEP, ahead }, ctx));
}

/** True where the first item to be replaced is long, and was not parsed before. */
function readAhead({ name, storeId }: Frozen<Table>, region: string, ahead: ReadAhead, ctx: Ctx): boolean {
  const [first] = ctx.records(outgoing).keys([storeId, region], { limit: 1 });
  const there = ctx.in({ region });
  const target = there.records(tables).get([name]);
  const read = first && target && readItem({ there, table: target }, { partition: first[2], sort: first[3] });
  if (!read || read.text.length <= MAX_AT_ONCE || ahead.read?.text === read.text) return false;
  for (const each of read.parseAhead(Object.keys(read.item))) void each;
  ahead.read = read;
  return true;
}

interface Limits {
  readonly limit: number;
  readonly maxLength: number;
  readonly ahead: ReadAhead;
}
const STEP = { limit: 100, maxLength: MAX_AT_ONCE };

function sendSome(tx: Tx, table: Frozen<Table>, region: string, { limit, maxLength, ahead }: Limits, ctx: Ctx): boolean {
  const found = ctx.records(outgoing).keys([table.storeId, region], { limit });
  if (found.length === 0) return false;
  const own = { there: ctx, table };
  const group = [own, ...otherMembers(table, ctx)];
  const target = group.find(({ there }) => there.region === region);
  let length = 0;
  for (const key of found) {
    if (length > maxLength) return true;
    const place = { partition: key[2], sort: key[3] };
    if (target) length += bring(tx, own, target, place, ahead);
    tx.delete(ctx.records(outgoing), key);
    forgetSettled(tx, group, place);
  }
  return found.length === limit;
}

/** Sends what waits, with pauses, before the table leaves its replicas. */
export async function sendWaiting(name: string, ctx: Ctx): Promise<void> {
  const table = ctx.records(tables).get([name]);
  for (const { region } of table?.replicas ?? []) {
    const ahead: ReadAhead = {};
    await whileMore(() => replicateStep(name, table!.storeId, region, ahead, ctx));
  }
}

/** Sends what came since `sendWaiting`, to all regions. */
export function sendRest(tx: Tx, table: Frozen<Table>, ctx: Ctx): void {
  const all = { limit: Number.MAX_SAFE_INTEGER, maxLength: Number.POSITIVE_INFINITY, ahead: {} };
  for (const { region } of table.replicas ?? []) sendSome(tx, table, region, all, ctx);
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
  const long = textLimit();
  const edge = source && after && ([source.storeId, after.partition, after.sort] as const);
  const found = source ? there.records(items).entries([source.storeId], { limit: AT_ONCE, after: edge, until: long.until }) : [];
  const isLast = found.length < AT_ONCE && !long.isReached;
  ctx.write((tx) => {
    for (const [[, partition, sort], stored] of found) {
      const isKnown = ctx.records(items).has([storeId, partition, sort]) || ctx.records(versions).has([storeId, partition, sort]);
      if (!from || isKnown) continue;
      write(tx, { there: ctx, table }, { partition, sort }, undefined, new ItemRead(stored));
      const version = there.records(versions).get([from.table.storeId, partition, sort]);
      if (version) tx.put(ctx.records(versions), [storeId, partition, sort], version);
    }
    if (isLast) endCopy(tx, table, ctx);
  });
  const last = found.at(-1)?.[0];
  return !isLast && last ? { partition: last[1], sort: last[2] } : undefined;
}

function endCopy(tx: Tx, { copying: _, ...table }: Frozen<Table>, ctx: Ctx): void {
  tx.put(ctx.records(tables), [table.name], table);
  for (const { there } of [{ there: ctx }, ...otherMembers(table, ctx)]) tx.after(() => there.wake(tableSignal(table.name)));
}
