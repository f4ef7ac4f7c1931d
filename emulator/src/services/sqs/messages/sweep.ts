// Empties what a purge or a deletion has left behind, a bite at a time.
import type { Ctx } from '#core/call';
import type { Collection, Key, Prefix, Tx } from '#core/records';
import { byGroup, byVisibility, groups, messages, receivableGroups, recentExpiries, recentIds } from '#services/sqs/state';
import { isBlob } from './content.ts';

const BITE = 500;

/** True when there is more. */
export const sweepStore = (ctx: Ctx, storeId: string): boolean =>
  ctx.write((tx) => {
    const first = ctx.records(messages).entries([storeId], { limit: BITE });
    for (const [key, { content }] of first) {
      tx.delete(ctx.records(messages), key);
      if (isBlob(content)) tx.release(content);
    }
    const rest = [
      bite(ctx, tx, byVisibility, storeId),
      bite(ctx, tx, byGroup, storeId),
      bite(ctx, tx, groups, storeId),
      bite(ctx, tx, receivableGroups, storeId),
    ];
    return first.length === BITE || rest.includes(true);
  });

/** What a FIFO queue remembered. True when there is more. */
export const sweepQueue = (ctx: Ctx, queueId: string): boolean =>
  ctx.write((tx) => [bite(ctx, tx, recentIds, queueId), bite(ctx, tx, recentExpiries, queueId)].includes(true));

function bite<K extends Key, V>(ctx: Ctx, tx: Tx, of: Collection<K, V>, first: string): boolean {
  const records = ctx.records(of);
  const found = records.entries([first] as unknown as Prefix<K>, { limit: BITE });
  for (const [key] of found) tx.delete(records, key);
  return found.length === BITE;
}
