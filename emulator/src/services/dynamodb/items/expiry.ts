// Time to live: items are ordered by the second in which they expire, and one alarm per table is set for the first.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { findTable, type LocatedTable } from '#services/dynamodb/catalog/find-table';
import { expiresItems } from '#services/dynamodb/catalog/replication-group';
import { attribute, type Item } from '#services/dynamodb/engine/value';
import { expiries, items, type Table, tables } from '#services/dynamodb/state';
import { textLimit } from './in-turns.ts';
import type { ItemChange } from './item-change.ts';
import { ItemRead } from './item-text.ts';
import type { ItemLocation } from './place.ts';

const AT_ONCE = 200;
const YEAR_SECONDS = 365 * 86_400;
/** Moments further back are taken for mistakes, and ignored (developer guide, How it works: TTL). */
const MAX_PAST_SECONDS = 5 * YEAR_SECONDS;

/** When the item expires, in seconds; undefined if it does not expire. */
function expiryOf(item: Item | undefined, table: Frozen<Table>): number | undefined {
  const { timeToLive } = table;
  if (!timeToLive?.enabled || !item) return undefined;
  const text = attribute(item, timeToLive.attribute)?.N;
  const seconds = text === undefined ? Number.NaN : Math.ceil(Number(text));
  return Number.isSafeInteger(seconds) && seconds >= 0 ? seconds : undefined;
}

/** Seconds at which the item expired so far, and expires from now on. */
export interface ExpiryMove {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

export function expiryMove(table: Frozen<Table>, { before, next }: ItemChange): ExpiryMove | undefined {
  if (!table.timeToLive?.enabled) return undefined;
  const [from, to] = [expiryOf(before?.item, table), expiryOf(next?.item, table)];
  return from === to ? undefined : { from, to };
}

export function changeExpiry(tx: Tx, { there, table }: LocatedTable, place: ItemLocation, { from, to }: ExpiryMove): void {
  const records = there.records(expiries);
  const keyOf = (seconds: number) => [table.storeId, seconds, place.partition, place.sort] as const;
  if (from !== undefined) tx.delete(records, keyOf(from));
  if (to !== undefined) tx.put(records, keyOf(to), { expires: true });
  setAlarm(tx, table, there);
}

/** Schedules the first expiry that will come, in one region of a global table. */
export function setAlarm(tx: Tx, table: Frozen<Table>, ctx: Ctx): void {
  const oldest = Math.max(0, Math.ceil(ctx.now() / 1000 - MAX_PAST_SECONDS));
  const first = ctx.records(expiries).entries([table.storeId], { from: [table.storeId, oldest], limit: 1 })[0];
  if (first && expiresItems(table, ctx)) ctx.later(tx, 'dynamodb.expire', [table.name, table.storeId], first[0][1] * 1000);
  else ctx.unschedule(tx, 'dynamodb.expire', [table.name, table.storeId]);
}

/** Notes the expiries of items that were there before. Returns the last of them while there may be more. */
export function noteExpiries(name: string, storeId: string, after: ItemLocation | undefined, ctx: Ctx): ItemLocation | undefined {
  const table = ctx.records(tables).get([name]);
  if (table?.storeId !== storeId) return undefined;
  const long = textLimit();
  const edge = after && ([storeId, after.partition, after.sort] as const);
  const found = ctx.records(items).entries([storeId], { limit: AT_ONCE, after: edge, until: long.until });
  ctx.write((tx) => {
    for (const [[, partition, sort], stored] of found) {
      const seconds = expiryOf(new ItemRead(stored).item, table);
      if (seconds !== undefined) tx.put(ctx.records(expiries), [storeId, seconds, partition, sort], { expires: true });
    }
    setAlarm(tx, table, ctx);
  });
  const last = found.at(-1)?.[0];
  return (found.length === AT_ONCE || long.isReached) && last ? { partition: last[1], sort: last[2] } : undefined;
}

/** The items of a table whose time has come, up to `limit`. */
export function expiredPlaces(
  name: string,
  storeId: string,
  limit: number,
  ctx: Ctx,
): { located: LocatedTable; places: ItemLocation[] } | undefined {
  const table = ctx.records(tables).get([name]);
  if (table?.storeId !== storeId) return undefined;
  const nowSeconds = Math.floor(ctx.now() / 1000);
  const oldest = Math.max(0, Math.ceil(ctx.now() / 1000 - MAX_PAST_SECONDS));
  const found = ctx.records(expiries).keys([storeId], { from: [storeId, oldest], before: [storeId, nowSeconds + 1], limit });
  return { located: findTable(name, ctx), places: found.map(([, , partition, sort]) => ({ partition, sort })) };
}
