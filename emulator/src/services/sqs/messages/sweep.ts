// Deletes the records that a purge or a deletion has left behind, a limited number at a time.
import type { Ctx } from '#core/ctx';
import type { Collection, Key, Prefix, Tx } from '#core/records';
import { byGroup, byVisibility, groups, messages, receivableGroups, recentExpiries, recentIds } from '#services/sqs/state';
import { isBlob } from './content.ts';

const BITE = 500;

/** Deletes some messages of a purged or deleted store. True if there may be more. */
export const sweepStore = (storeId: string, ctx: Ctx): boolean =>
  ctx.write((tx) => {
    const first = ctx.records(messages).entries([storeId], { limit: BITE });
    for (const [key, { content }] of first) {
      tx.delete(ctx.records(messages), key);
      if (isBlob(content)) tx.release(content);
    }
    const rest = [
      bite(tx, byVisibility, storeId, ctx),
      bite(tx, byGroup, storeId, ctx),
      bite(tx, groups, storeId, ctx),
      bite(tx, receivableGroups, storeId, ctx),
    ];
    return first.length === BITE || rest.includes(true);
  });

/** Deletes some remembered ids of a deleted FIFO queue. True if there may be more. */
export const sweepQueue = (queueId: string, ctx: Ctx): boolean =>
  ctx.write((tx) => [bite(tx, recentIds, queueId, ctx), bite(tx, recentExpiries, queueId, ctx)].includes(true));

function bite<K extends Key, V>(tx: Tx, of: Collection<K, V>, first: string, ctx: Ctx): boolean {
  const records = ctx.records(of);
  const found = records.entries([first] as unknown as Prefix<K>, { limit: BITE });
  for (const [key] of found) tx.delete(records, key);
  return found.length === BITE;
}
