// Changes of a table's items between two positions of its history.
import type { Ctx } from '#core/ctx';
import { MAX_AT_ONCE } from '#services/dynamodb/items/in-turns';
import type { ItemLocation } from '#services/dynamodb/items/place';
import { items } from '#services/dynamodb/state';
import { itemAt } from './history.ts';
import { oldItems } from './state.ts';

/** An item that changed between two positions: its texts before and after, absent where there was no item, and when it changed last. */
export interface PlacedChange {
  readonly micros: number;
  readonly before: string | undefined;
  readonly next: string | undefined;
  /** Size of both texts together. */
  readonly bytes: number;
}

export interface ChangesAt {
  readonly found: readonly PlacedChange[];
  /** The last place that was looked at; undefined at the end. */
  readonly last: ItemLocation | undefined;
}

/**
 * Items that are not what they were, in order, behind `after`. Looks at up to `limit` places of items with a history, and fewer where
 * the items are long.
 */
export function changesAt(
  storeId: string,
  { from, to }: { readonly from: number; readonly to: number },
  after: ItemLocation | undefined,
  limit: number,
  ctx: Ctx,
): ChangesAt {
  const found: PlacedChange[] = [];
  let place = after;
  let length = 0;
  for (let looked = 0; looked < limit && length <= MAX_AT_ONCE; looked++) {
    const edge = place && ([storeId, place.partition, place.sort, Number.MAX_SAFE_INTEGER] as const);
    const [first] = ctx.records(oldItems).keys([storeId], { limit: 1, after: edge });
    if (!first) return { found, last: undefined };
    place = { partition: first[1], sort: first[2] };
    const change = changeAt(storeId, place, from, to, ctx);
    if (change) found.push(change);
    length += (change?.before?.length ?? 0) + (change?.next?.length ?? 0);
  }
  return { found, last: place };
}

function changeAt(storeId: string, place: ItemLocation, from: number, to: number, ctx: Ctx): PlacedChange | undefined {
  const key = [storeId, place.partition, place.sort] as const;
  const [latest] = ctx.records(oldItems).keys([...key], { from: [...key, from], before: [...key, to], limit: 1, reverse: true });
  if (!latest) return undefined;
  const present = ctx.records(items).get(key);
  const [before, next] = [from, to].map((position) => itemAt(storeId, position, place, { isOld: true, present }, ctx));
  if (before?.text === next?.text) return undefined;
  return { micros: latest[3], before: before?.text, next: next?.text, bytes: (before?.bytes ?? 0) + (next?.bytes ?? 0) };
}
