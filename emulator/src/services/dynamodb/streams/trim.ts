// Removes stream records whose time is over, and streams that were closed that long ago.
import type { Ctx } from '#core/ctx';
import { imagesLimit } from './find-stream.ts';
import { RETENTION_MS, streamEnds, streamRecords, streams } from './state.ts';

const AT_ONCE = 500;

/** Removes some old records. True while there may be more; then the next removal is scheduled. */
export const trimStep = (storeId: string, ctx: Ctx): boolean =>
  ctx.write((tx) => {
    const ends = ctx.records(streamEnds).get([storeId]);
    if (!ends) return false;
    const long = imagesLimit();
    const found = ctx.records(streamRecords).entries([storeId], { limit: AT_ONCE, until: long.until });
    const fresh = found.findIndex(([, { createdMs }]) => createdMs + RETENTION_MS > ctx.now());
    const old = fresh < 0 ? found : found.slice(0, fresh);
    for (const [key] of old) tx.delete(ctx.records(streamRecords), key);
    const last = old.at(-1)?.[0][1];
    if (last !== undefined) tx.put(ctx.records(streamEnds), [storeId], { ...ends, first: last + 1 });
    const next = found[fresh]?.[1];
    if (next) ctx.later(tx, 'dynamodb.trim', [storeId], next.createdMs + RETENTION_MS);
    return old.length === AT_ONCE || (old.length === found.length && long.isReached);
  });

export function removeStream(table: string, label: string, ctx: Ctx): void {
  const stream = ctx.records(streams).get([table, label]);
  if (stream?.closedMs === undefined) return;
  while (trimStep(stream.storeId, ctx));
  ctx.write((tx) => {
    tx.delete(ctx.records(streams), [table, label]);
    tx.delete(ctx.records(streamEnds), [stream.storeId]);
    ctx.unschedule(tx, 'dynamodb.trim', [stream.storeId]);
  });
}
