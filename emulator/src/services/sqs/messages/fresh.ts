// Fresh messages of a standard queue: never hidden, and not yet received by anybody. They are found in the order in which they were sent,
// after the last one taken, so they need no entry in `byVisibility`, and most messages get at most one.
import type { Frozen } from '#core/records';
import type { Message } from '#services/sqs/state';
import type { QueueTx } from './queue-tx.ts';

type MessagePosition = Pick<Message, 'sentMs' | 'number'>;

const PAGE = 10;

/** Fresh means: after the last message taken. A message that a clock set back has put before it does not count. */
export const isFresh = ({ queue, tally }: QueueTx, message: Pick<Message, 'sentMs' | 'number' | 'visibleMs' | 'receives'>): boolean =>
  !queue.fifo &&
  message.receives === 0 &&
  message.visibleMs === 0 &&
  (message.sentMs > tally.behindMs || (message.sentMs === tally.behindMs && message.number > tally.behindNumber));

/** Marks this message, and all before it, as no longer fresh: taken, removed or hidden. */
export function passFresh({ tally }: QueueTx, { sentMs, number }: MessagePosition): void {
  tally.behindMs = sentMs;
  tally.behindNumber = number;
}

/** In order. Hidden messages before the first fresh one are passed for good, so that no later call walks them again. */
export function* freshMessages(q: QueueTx): Generator<Frozen<Message>> {
  const { messages, queue, tally } = q;
  const { storeId } = queue;
  let after: [string, number, number] = [storeId, tally.behindMs, tally.behindNumber];
  let leading = true;
  while (tally.fresh > 0) {
    const page = messages.entries([storeId], { after, limit: PAGE });
    for (const [, message] of page) {
      after = [storeId, message.sentMs, message.number];
      if (isFresh(q, message)) {
        leading = false;
        yield message;
      } else if (leading) {
        passFresh(q, message);
        q.changed = true;
      }
    }
    if (page.length < PAGE) return;
  }
}
