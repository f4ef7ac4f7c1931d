// Deduplication in FIFO topics: for five minutes, a message with the same deduplication id is taken for the same message.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import type { Message } from '#services/sns/messages/message';
import { remembered, sequences, type Topic } from '#services/sns/state';

const REMEMBERED_MS = 300_000;
/** Forgetting is due at whole minutes: it reads all that is remembered of the topic, and the messages of a minute schedule it once. */
const MINUTE_MS = 60_000;
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
  const overMs = Math.ceil((nowMs + REMEMBERED_MS) / MINUTE_MS) * MINUTE_MS;
  // The time is part of the key: later messages do not put off the forgetting of earlier ones.
  ctx.later(tx, 'sns.forget', [topic.name, overMs], overMs);
  return { messageId: message.id, sequenceNumber, number, isDuplicate: false };
}

type RememberedKey = [topic: string, scope: string, id: string];

/**
 * Removes what is no longer remembered of a topic, or all of it, among the `most` ids behind `after`. Returns the last of them where there may be
 * more.
 */
export function forgetSome(
  topic: string,
  isAll: boolean,
  most: number,
  after: RememberedKey | undefined,
  ctx: Ctx,
): RememberedKey | undefined {
  const before = ctx.now() - REMEMBERED_MS;
  const some = ctx.records(remembered).entries([topic], { after, limit: most });
  const over = some.filter(([, { atMs }]) => isAll || atMs <= before);
  if (over.length > 0)
    ctx.write((tx) => {
      for (const [key] of over) tx.delete(ctx.records(remembered), key);
    });
  return some.length === most ? some.at(-1)![0] : undefined;
}
