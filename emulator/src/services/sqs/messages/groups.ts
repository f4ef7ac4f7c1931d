// FIFO: from when messages of a group may be received. A group waits while its first message is in flight or delayed.
import type { Message } from '#services/sqs/state';
import type { QueueTx } from './queue-tx.ts';

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

/**
 * Recalculates when the group may be received from: a first message that has become visible again is given again, with those after it up to the
 * next one in flight (recorded in November 2025). The group queues behind the groups that already wait, so that every group gets its turn. */
export function refreshGroup(q: QueueTx, group: string): void {
  const { tx, queue, nowMs, messages, byGroup, groups, receivableGroups } = q;
  const { storeId } = queue;
  const before = groups.get([storeId, group]);
  if (before) tx.delete(receivableGroups, [storeId, before.readyMs, group]);
  const [first] = byGroup.entries([storeId, group], { limit: 1 });
  if (!first) {
    tx.delete(groups, [storeId, group]);
    return;
  }
  const [[, , number], { sentMs }] = first;
  setReady(q, group, Math.max(nowMs, messages.get([storeId, sentMs, number])?.visibleMs ?? 0));
}
