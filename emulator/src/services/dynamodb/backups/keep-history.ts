// How long the history of a table's items is kept: while a backup, a restore or point-in-time recovery reads it.
import type { Ctx } from '#core/ctx';
import type { Tx } from '#core/records';
import { tables } from '#services/dynamodb/state';
import { positionOf, takePosition } from './history.ts';
import { moments, type OldItemKey, oldItems } from './state.ts';

const DAY_MS = 86_400_000;
const AT_ONCE = 500;

/** `name` is that of the table which has, or had, these items. */
export interface HistoryOf {
  readonly name: string;
  readonly storeId: string;
}

export const trimLater = (tx: Tx, { name, storeId }: HistoryOf, atMs: number, ctx: Ctx): void =>
  ctx.later(tx, 'dynamodb.trim-history', [name, storeId], atMs);

/** Nobody reads this position under this id any more. */
export function releaseMoment(tx: Tx, history: HistoryOf, position: number, id: string, ctx: Ctx): void {
  tx.delete(ctx.records(moments), [history.storeId, position, id]);
  trimLater(tx, history, ctx.now(), ctx);
}

/** Before this position nothing is asked for; undefined where nothing is asked for at all, and the table is gone. */
function firstNeeded({ name, storeId }: HistoryOf, ctx: Ctx): number | undefined {
  const table = ctx.records(tables).get([name]);
  const isThere = table?.storeId === storeId;
  const oldest = ctx.records(moments).entries([storeId], { limit: 1 })[0]?.[0][1];
  if (isThere && table.pointInTime) {
    const earliest = positionOf(ctx.now() - table.pointInTime.days * DAY_MS);
    ctx.write((tx) => trimLater(tx, { name, storeId }, ctx.now() + DAY_MS, ctx));
    return Math.min(oldest ?? Number.MAX_SAFE_INTEGER, earliest);
  }
  if (oldest !== undefined || !isThere) return oldest;
  return ctx.write((tx) => {
    const { recording: _, ...rest } = table;
    tx.put(ctx.records(tables), [name], rest);
    return takePosition(tx, storeId, ctx);
  });
}

export interface TrimState {
  /** Undefined at the start. */
  readonly until: number | undefined;
  readonly after: OldItemKey | undefined;
}

/** Removes what was noted before the first position that is needed. Undefined at the end. */
export function trimHistoryStep(history: HistoryOf, { until, after }: TrimState, ctx: Ctx): TrimState | undefined {
  const { storeId } = history;
  const first = until ?? firstNeeded(history, ctx);
  if (first === undefined) {
    ctx.write((tx) => ctx.later(tx, 'dynamodb.sweep', [storeId], ctx.now()));
    return undefined;
  }
  const found = ctx.records(oldItems).keys([storeId], { limit: AT_ONCE, after });
  const needless = found.filter(([, , , position]) => position < first);
  if (needless.length > 0)
    ctx.write((tx) => {
      for (const key of needless) tx.delete(ctx.records(oldItems), key);
    });
  return found.length === AT_ONCE ? { until: first, after: found.at(-1)! } : undefined;
}
