// What FIFO queues remember for five minutes: deduplication ids, and what a receive attempt was answered.
import type { Frozen } from '#core/records';
import { forgetting, type Remembered, remembered } from '#services/sqs/state';
import type { Desk } from './queue-tx.ts';

export const MEMORY_MS = 300_000;

export interface MemoryKey {
  readonly kind: 'deduplication' | 'attempt';
  /** Message group of a deduplication id, where groups have their own. */
  readonly scope: string;
  readonly id: string;
}

export function recall({ ctx, queue, nowMs }: Desk, { kind, scope, id }: MemoryKey): Frozen<Remembered> | undefined {
  const found = ctx.records(remembered).get([queue.id, kind, scope, id]);
  return found && found.atMs + MEMORY_MS > nowMs ? found : undefined;
}

/** Remembers, and forgets up to two things that are over: so memory never grows beyond what five minutes bring. */
export function remember(desk: Desk, { kind, scope, id }: MemoryKey, what: Omit<Remembered, 'atMs'>): void {
  const { ctx, tx, queue, nowMs } = desk;
  forgetTwo(desk);
  tx.put(ctx.records(remembered), [queue.id, kind, scope, id], { ...what, atMs: nowMs });
  tx.put(ctx.records(forgetting), [queue.id, nowMs, kind, scope, id], { forget: true });
}

function forgetTwo({ ctx, tx, queue, nowMs }: Desk): void {
  const known = ctx.records(remembered);
  const overs = ctx.records(forgetting);
  for (const [key] of overs.entries([queue.id], { before: [queue.id, Math.max(0, nowMs - MEMORY_MS), '', '', ''], limit: 2 })) {
    const [, atMs, kind, scope, id] = key;
    tx.delete(overs, key);
    if (known.get([queue.id, kind, scope, id])?.atMs === atMs) tx.delete(known, [queue.id, kind, scope, id]);
  }
}
