// The history of a table's items: the write path notes what an item was before, and items are read as they were at a position.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import type { LocatedTable } from '#services/dynamodb/catalog/find-table';
import { MAX_AT_ONCE, textLimit } from '#services/dynamodb/items/in-turns';
import type { ItemWrite } from '#services/dynamodb/items/item-write';
import type { ItemLocation } from '#services/dynamodb/items/place';
import { items, type StoredItem } from '#services/dynamodb/state';
import { moments, oldItems, positions } from './state.ts';

const POSITIONS_PER_MS = 1_000;
export const positionOf = (ms: number): number => ms * POSITIONS_PER_MS;
/** Behind all changes of that millisecond. */
export const positionAfter = (ms: number): number => positionOf(ms + 1);

/**
 * Notes what the item was before. While any second may be asked for (point-in-time recovery), each change is noted; for backups alone, only the
 * first one after the last backup.
 */
export function noteOldItem(tx: Tx, { there, table }: LocatedTable, { place, before }: Pick<ItemWrite, 'place' | 'before'>): void {
  if (!table.recording) return;
  const taken = positionTaken(table.storeId, there);
  const position = table.pointInTime ? Math.max(positionOf(there.now()), taken) : taken;
  const key = [table.storeId, place.partition, place.sort, position] as const;
  if (there.records(oldItems).has(key)) return;
  tx.put(there.records(oldItems), key, before ?? {});
}

/** The last position that was taken; 0 for none. */
const positionTaken = (storeId: string, ctx: Ctx): number => ctx.records(positions).get([storeId])?.position ?? 0;

/** The position that stands for now: each change from now on is noted at it or behind it, if the table is recording. */
export function takePosition(tx: Tx, storeId: string, ctx: Ctx): number {
  const position = Math.max(positionOf(ctx.now()), positionTaken(storeId, ctx)) + 1;
  tx.put(ctx.records(positions), [storeId], { position });
  return position;
}

export const isRead = (storeId: string, ctx: Ctx): boolean => ctx.records(moments).entries([storeId], { limit: 1 }).length > 0;

export type PlacedItem = readonly [place: ItemLocation, stored: Frozen<StoredItem>];

export interface ItemsAt {
  readonly found: readonly PlacedItem[];
  /** The last place that was looked at; undefined at the end. */
  readonly last: ItemLocation | undefined;
}

const isBefore = (a: ItemLocation, b: ItemLocation): boolean =>
  a.partition < b.partition || (a.partition === b.partition && a.sort < b.sort);
const isSame = (a: ItemLocation, b: ItemLocation): boolean => a.partition === b.partition && a.sort === b.sort;

/** Items as they were at a position, in order, behind `after`. Looks at up to `limit` places, and fewer where their items are long. */
export function itemsAt(storeId: string, position: number, after: ItemLocation | undefined, limit: number, ctx: Ctx): ItemsAt {
  const long = textLimit();
  const edge = after && ([storeId, after.partition, after.sort] as const);
  const current = ctx.records(items).entries([storeId], { limit, after: edge, until: long.until });
  const nextOld = (behind: ItemLocation | undefined): ItemLocation | undefined => {
    const behindIt = behind && ([storeId, behind.partition, behind.sort, Number.MAX_SAFE_INTEGER] as const);
    const [first] = ctx.records(oldItems).keys([storeId], { limit: 1, after: behindIt });
    return first && { partition: first[1], sort: first[2] };
  };
  const found: PlacedItem[] = [];
  let at = 0;
  let old = nextOld(after);
  let last: ItemLocation | undefined;
  let length = 0;
  for (let looked = 0; looked < limit && length <= MAX_AT_ONCE; looked++) {
    const entry = current[at];
    const present = entry && { partition: entry[0][1], sort: entry[0][2] };
    if (!present && long.isReached) return { found, last };
    if (!present && !old) return { found, last: undefined };
    const place = !present || (old && isBefore(old, present)) ? old! : present;
    const isPresent = present !== undefined && isSame(place, present);
    const isOld = old !== undefined && isSame(place, old);
    const stored = itemAt(storeId, position, place, { isOld, present: isPresent ? entry?.[1] : undefined }, ctx);
    if (stored) found.push([place, stored]);
    length += stored?.text.length ?? 0;
    if (isPresent) at++;
    if (isOld) old = nextOld(place);
    last = place;
  }
  return { found, last };
}

/** The item at a place as it was at a position; `isOld`: whether anything was noted about it. */
export function itemAt(
  storeId: string,
  position: number,
  { partition, sort }: ItemLocation,
  { isOld, present }: { isOld: boolean; present: Frozen<StoredItem> | undefined },
  ctx: Ctx,
): Frozen<StoredItem> | undefined {
  const from = [storeId, partition, sort, position] as const;
  const [changed] = isOld ? ctx.records(oldItems).range([storeId, partition, sort], { from, limit: 1 }) : [];
  if (!changed) return present;
  return changed.text === undefined ? undefined : { text: changed.text, bytes: changed.bytes ?? 0 };
}
