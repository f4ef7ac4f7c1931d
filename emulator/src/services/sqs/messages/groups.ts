// FIFO: which group may be received from when. A group waits while one of its messages is in flight, and for its first message's delay.
import type { Message } from '#services/sqs/state';
import type { QueueTx } from './queue-tx.ts';

/** What one receive takes at most: so no group has more in flight, and those are its first messages. */
const MAX_IN_FLIGHT = 10;
const READY = { ready: true } as const;

/** A new message at the end of its group. */
export function joinGroup(q: QueueTx, group: string, message: Message): void {
  const { tx, queue, nowMs } = q;
  tx.put(q.byGroup, [queue.storeId, group, message.number], { sentMs: message.sentMs });
  if (!q.groups.has([queue.storeId, group])) setReady(q, group, Math.max(nowMs, message.visibleMs));
}

function setReady({ tx, queue: { storeId }, groups, receivableGroups }: QueueTx, group: string, readyMs: number): void {
  tx.put(groups, [storeId, group], { readyMs });
  tx.put(receivableGroups, [storeId, readyMs, group], READY);
}

/** Sets right when the group may be received from. It goes behind the groups that are waiting already, so that all get their turn. */
export function refreshGroup(q: QueueTx, group: string): void {
  const { tx, queue, nowMs, messages, byGroup, groups, receivableGroups } = q;
  const { storeId } = queue;
  const before = groups.get([storeId, group]);
  if (before) tx.delete(receivableGroups, [storeId, before.readyMs, group]);
  const first = byGroup.entries([storeId, group], { limit: MAX_IN_FLIGHT });
  if (first.length === 0) {
    tx.delete(groups, [storeId, group]);
    return;
  }
  let readyMs = nowMs;
  // Messages are taken from the front: behind the first one never received there is none in flight.
  for (const [[, , number], { sentMs }] of first) {
    const message = messages.get([storeId, sentMs, number]);
    if (message && (message.receives > 0 || number === first[0]![0][2])) readyMs = Math.max(readyMs, message.visibleMs);
    if (message?.receives === 0) break;
  }
  setReady(q, group, readyMs);
}
