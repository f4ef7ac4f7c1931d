// Removes messages older than the queue's retention period: when a call meets them, and by work that is due when the oldest expires.

import type { MessageKey, Tally } from '#services/sqs/state';
import { expectExpiry, remove } from './message-writes.ts';
import { hasExpired, type QueueTx, type QueueView, stateOf } from './queue-tx.ts';

const AT_ONCE = 100;

/** Removes up to `most` expired messages. True if there may be more. */
export function dropExpired(q: QueueTx, most: number): boolean {
  const head = (limit: number) => q.messages.range([q.queue.storeId], { limit });
  const oldest = head(1)[0];
  if (!oldest || !hasExpired(q, oldest)) return false;
  for (let dropped = 0; dropped < most; ) {
    const limit = Math.min(AT_ONCE, most - dropped);
    const expired = head(limit).filter((message) => hasExpired(q, message));
    for (const message of expired) remove(q, message);
    if (expired.length < limit) return false;
    dropped += expired.length;
  }
  return true;
}

/** The numbers of messages by state, without expired ones that are not removed yet. Writes nothing. */
export function countMessages(view: QueueView): Pick<Tally, 'visible' | 'delayed' | 'inFlight'> {
  const { storeId } = view.queue;
  const counts = { visible: view.tally.visible, delayed: view.tally.delayed, inFlight: view.tally.inFlight };
  let after: MessageKey | undefined;
  for (;;) {
    const oldest = view.messages.range([storeId], { limit: AT_ONCE, after });
    const expired = oldest.filter((message) => hasExpired(view, message));
    for (const message of expired) counts[stateOf(view, message)]--;
    const last = expired.at(-1);
    if (!last || expired.length < AT_ONCE) return counts;
    after = [storeId, last.sentMs, last.number];
  }
}

/** Schedules the next removal, after one has run. */
export function expectNextExpiry(q: QueueTx): void {
  q.tally.expiryMs = 0;
  q.changed = true;
  const oldest = q.messages.range([q.queue.storeId], { limit: 1 })[0];
  if (oldest) expectExpiry(q, oldest.sentMs);
}
