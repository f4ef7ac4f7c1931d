// Removes what a deleted stream leaves: buffered records and parcels, a few at a time.
import type { Ctx } from '#core/ctx';
import { whileMore } from '#lib/next-turn';
import { buffered, flushed, parcels, positions } from '#services/firehose/state';
import { removeParcel } from './parcels.ts';

const MAX_AT_ONCE = 200;

export async function sweep(streamId: string, ctx: Ctx): Promise<void> {
  await whileMore(() => sweepSome(streamId, ctx));
}

/** True where there may be more. */
function sweepSome(streamId: string, ctx: Ctx): boolean {
  const records = ctx.records(buffered).entries([streamId], { limit: MAX_AT_ONCE });
  const sent = ctx.records(parcels).entries([streamId], { limit: MAX_AT_ONCE });
  ctx.write((tx) => {
    for (const [key] of records) tx.delete(ctx.records(buffered), key);
    for (const [[, id]] of sent) removeParcel(tx, streamId, id, ctx);
    for (const [key] of ctx.records(flushed).entries([streamId])) tx.delete(ctx.records(flushed), key);
    for (const [key] of ctx.records(positions).entries([streamId])) tx.delete(ctx.records(positions), key);
  });
  return records.length === MAX_AT_ONCE || sent.length === MAX_AT_ONCE;
}
