// FIFO: from when messages of a group may be received. A group waits while one of its messages is in flight, and for the delay of its first
// message.
import type { Message } from '#services/sqs/state';
import type { QueueTx } from './queue-tx.ts';

/** A receive takes at most ten messages, so a group never has more in flight, and those are always its first ones. */
const MAX_IN_FLIGHT = 10;
const READY = { ready: true } as const;

/** Adds a new message to the end of its group. */
export function joinGroup(q: QueueTx, group: string, message: Message): void {
  const { tx, queue, nowMs } = q;
  tx.put(q.byGroup, [queue.storeId, group, message.number], { sentMs: message.sentMs });
  if (!q.groups.has([queue.storeId, group])) setReady(q, group, Math.max(nowMs, message.visibleMs));
}

function setReady({ tx, queue: { storeId }, groups, receivableGroups }: QueueTx, group: string, readyMs: number): void {
  tx.put(groups, [storeId, group], { readyMs });
  tx.put(receivableGroups, [storeId, readyMs, group], READY);
}

/** Recalculates when the group may be received from. It queues behind the groups that already wait, so that every group gets its turn. */
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
  // Messages are taken from the front, so none is in flight after the first one that was never received.
  for (const [[, , number], { sentMs }] of first) {
    const message = messages.get([storeId, sentMs, number]);
    if (message && (message.receives > 0 || number === first[0]![0][2])) readyMs = Math.max(readyMs, message.visibleMs);
    if (message?.receives === 0) break;
  }
  setReady(q, group, readyMs);
}
