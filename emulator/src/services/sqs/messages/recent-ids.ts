// The ids that a FIFO queue remembers for five minutes, or until it is purged: deduplication ids of sends, and attempt ids of receives with the messages received.
import type { Frozen } from '#core/records';
import { type RecentRecord, recentExpiries, recentIds } from '#services/sqs/state';
import type { QueueTx } from './queue-tx.ts';

export const RECENT_MS = 300_000;

export interface RecentKey {
  readonly kind: 'deduplication' | 'attempt';
  /** The message group of a deduplication id if the deduplication scope is the group, else ''. */
  readonly scope: string;
  readonly id: string;
}

export function findRecent({ ctx, queue, nowMs }: QueueTx, { kind, scope, id }: RecentKey): Frozen<RecentRecord> | undefined {
  const found = ctx.records(recentIds).get([queue.id, kind, scope, id]);
  if (!found || found.atMs + RECENT_MS <= nowMs) return undefined;
  return (found.storeId ?? queue.storeId) === queue.storeId ? found : undefined;
}

/** Adds an id and drops up to two expired ones, so the number of ids stays bounded by what five minutes bring. */
export function keepRecent(
  q: QueueTx,
  { kind, scope, id }: RecentKey,
  { messageId, number, received }: Omit<RecentRecord, 'atMs' | 'storeId'>,
): void {
  const { ctx, tx, queue, nowMs } = q;
  forgetTwo(q);
  tx.put(ctx.records(recentIds), [queue.id, kind, scope, id], { messageId, number, received, atMs: nowMs, storeId: queue.storeId });
  tx.put(ctx.records(recentExpiries), [queue.id, nowMs, kind, scope, id], { forget: true });
}

function forgetTwo({ ctx, tx, queue, nowMs }: QueueTx): void {
  const known = ctx.records(recentIds);
  const overs = ctx.records(recentExpiries);
  for (const [key] of overs.entries([queue.id], { before: [queue.id, Math.max(0, nowMs - RECENT_MS)], limit: 2 })) {
    const [, atMs, kind, scope, id] = key;
    tx.delete(overs, key);
    if (known.get([queue.id, kind, scope, id])?.atMs === atMs) tx.delete(known, [queue.id, kind, scope, id]);
  }
}
