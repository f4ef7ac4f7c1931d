// Deduplication in FIFO topics: for five minutes, a message with the same deduplication id is taken for the same message.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { remembered, sequences, type Topic } from '#services/sns/state';
import type { Message } from './message.ts';

const REMEMBERED_MS = 300_000;
/** Forgetting is due at whole seconds, so that the messages of one second schedule it once. */
const SECOND_MS = 1000;
const FIRST = 10_000_000_000_000_000_000n;

export interface Accepted {
  readonly messageId: string;
  readonly sequenceNumber: string;
  /** Counts the messages of the topic. Undefined for a duplicate. */
  readonly number?: number;
  readonly isDuplicate: boolean;
}

/** Numbers the message, or answers as for the earlier one. */
export function acceptOnce(tx: Tx, topic: Frozen<Topic>, message: Message, ctx: Ctx): Accepted {
  const scope = topic.attributes['FifoThroughputScope'] === 'MessageGroup' ? message.groupId! : '';
  const key: [string, string, string] = [topic.name, scope, message.deduplicationId!];
  const known = ctx.records(remembered).get(key);
  const nowMs = ctx.now();
  if (known && known.atMs + REMEMBERED_MS > nowMs)
    return { messageId: known.messageId, sequenceNumber: known.sequenceNumber, isDuplicate: true };
  const number = (ctx.records(sequences).get([topic.name])?.last ?? 0) + 1;
  const sequenceNumber = String(FIRST + BigInt(number));
  tx.put(ctx.records(sequences), [topic.name], { last: number });
  tx.put(ctx.records(remembered), key, { messageId: message.id, sequenceNumber, atMs: nowMs });
  ctx.later(tx, 'sns.forget', [topic.name], Math.ceil((nowMs + REMEMBERED_MS) / SECOND_MS) * SECOND_MS);
  return { messageId: message.id, sequenceNumber, number, isDuplicate: false };
}

/** Removes what is no longer remembered of a topic, at most so many; true where there may be more. */
export function forgetSome(topic: string, isAll: boolean, most: number, ctx: Ctx): boolean {
  const before = ctx.now() - REMEMBERED_MS;
  const over = ctx
    .records(remembered)
    .entries([topic])
    .filter(([, { atMs }]) => isAll || atMs <= before);
  ctx.write((tx) => {
    for (const [key] of over.slice(0, most)) tx.delete(ctx.records(remembered), key);
  });
  return over.length > most;
}
