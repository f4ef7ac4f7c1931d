// Fresh messages: those of a standard queue that were never hidden and that nobody has received yet. They are found in the order in which
// they came, behind the last one taken, and so need no record of the moment at which they become visible: most messages never get one twice.
import type { Frozen } from '#core/records';
import type { Message } from '#services/sqs/state';
import type { Desk } from './queue-tx.ts';

type Place = Pick<Message, 'sentMs' | 'number'>;

const PAGE = 10;

/** As long as it lies behind the last one taken: also one that a clock set back would put before it is none. */
export const isFresh = ({ queue, tally }: Desk, message: Pick<Message, 'sentMs' | 'number' | 'visibleMs' | 'receives'>): boolean =>
  !queue.fifo &&
  message.receives === 0 &&
  message.visibleMs === 0 &&
  (message.sentMs > tally.behindMs || (message.sentMs === tally.behindMs && message.number > tally.behindNumber));

/** All before it have been taken, removed, or hidden. */
export function passFresh({ tally }: Desk, { sentMs, number }: Place): void {
  tally.behindMs = sentMs;
  tally.behindNumber = number;
}

/** In order. What lies hidden before the first one is passed for good, so that nobody walks it again. */
export function* freshMessages(desk: Desk): Generator<Frozen<Message>> {
  const { messages, queue, tally } = desk;
  const { box } = queue;
  let after: [string, number, number] = [box, tally.behindMs, tally.behindNumber];
  let leading = true;
  while (tally.fresh > 0) {
    const page = messages.entries([box], { after, limit: PAGE });
    for (const [, message] of page) {
      after = [box, message.sentMs, message.number];
      if (isFresh(desk, message)) {
        leading = false;
        yield message;
      } else if (leading) {
        passFresh(desk, message);
        desk.changed = true;
      }
    }
    if (page.length < PAGE) return;
  }
}
