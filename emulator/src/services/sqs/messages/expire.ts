// Messages older than the queue's retention period vanish: when they are come across, and by work that is due when the oldest expires.

import { expectExpiry, remove } from './message-writes.ts';
import { type Desk, hasExpired } from './queue-tx.ts';

const AT_ONCE = 100;

/** Removes up to so many expired messages; true when there may be more. */
export function dropExpired(desk: Desk, most: number): boolean {
  const head = (limit: number) => desk.messages.range([desk.queue.box], { limit });
  const oldest = head(1)[0];
  if (!oldest || !hasExpired(desk, oldest)) return false;
  for (let dropped = 0; dropped < most; ) {
    const limit = Math.min(AT_ONCE, most - dropped);
    const expired = head(limit).filter((message) => hasExpired(desk, message));
    for (const message of expired) remove(desk, message);
    if (expired.length < limit) return false;
    dropped += expired.length;
  }
  return true;
}

/** After the work was done: when it is due again. */
export function expectNextExpiry(desk: Desk): void {
  desk.tally.expiryMs = 0;
  desk.changed = true;
  const oldest = desk.messages.range([desk.queue.box], { limit: 1 })[0];
  if (oldest) expectExpiry(desk, oldest.sentMs);
}
