// Empties what a purge or a deletion has left behind, a bite at a time.
import type { Ctx } from '#core/call';
import type { Collection, Key, Prefix, Tx } from '#core/records';
import { forgetting, groups, lines, messages, moments, ready, remembered } from '#services/sqs/state';
import { isBlob } from './content.ts';

const BITE = 500;

/** True when there is more. */
export const sweepBox = (ctx: Ctx, box: string): boolean =>
  ctx.write((tx) => {
    const first = ctx.records(messages).entries([box], { limit: BITE });
    for (const [key, { content }] of first) {
      tx.delete(ctx.records(messages), key);
      if (isBlob(content)) tx.release(content);
    }
    const rest = [bite(ctx, tx, moments, box), bite(ctx, tx, lines, box), bite(ctx, tx, groups, box), bite(ctx, tx, ready, box)];
    return first.length === BITE || rest.includes(true);
  });

/** What a FIFO queue remembered. True when there is more. */
export const sweepQueue = (ctx: Ctx, queueId: string): boolean =>
  ctx.write((tx) => [bite(ctx, tx, remembered, queueId), bite(ctx, tx, forgetting, queueId)].includes(true));

function bite<K extends Key, V>(ctx: Ctx, tx: Tx, of: Collection<K, V>, first: string): boolean {
  const records = ctx.records(of);
  const found = records.entries([first] as unknown as Prefix<K>, { limit: BITE });
  for (const [key] of found) tx.delete(records, key);
  return found.length === BITE;
}
