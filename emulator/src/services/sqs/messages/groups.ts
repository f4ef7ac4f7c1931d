// FIFO: which group may be received from when. A group waits while one of its messages is in flight, and for its first message's delay.
import type { Message } from '#services/sqs/state';
import type { Desk } from './queue-tx.ts';

/** What one receive takes at most: so no group has more in flight, and those are its first messages. */
const MOST_IN_FLIGHT = 10;
const READY = { ready: true } as const;

/** A new message at the end of its group. */
export function joinGroup(desk: Desk, group: string, message: Message): void {
  const { tx, queue, nowMs } = desk;
  tx.put(desk.lines, [queue.box, group, message.number], { sentMs: message.sentMs });
  if (!desk.groups.has([queue.box, group])) setReady(desk, group, Math.max(nowMs, message.visibleMs));
}

function setReady({ tx, queue: { box }, groups, ready }: Desk, group: string, readyMs: number): void {
  tx.put(groups, [box, group], { readyMs });
  tx.put(ready, [box, readyMs, group], READY);
}

/** Sets right when the group may be received from. It goes behind the groups that are waiting already, so that all get their turn. */
export function refreshGroup(desk: Desk, group: string): void {
  const { tx, queue, nowMs, messages, lines, groups, ready } = desk;
  const { box } = queue;
  const before = groups.get([box, group]);
  if (before) tx.delete(ready, [box, before.readyMs, group]);
  const first = lines.entries([box, group], { limit: MOST_IN_FLIGHT });
  if (first.length === 0) {
    tx.delete(groups, [box, group]);
    return;
  }
  let readyMs = nowMs;
  // Messages are taken from the front: behind the first one never received there is none in flight.
  for (const [[, , number], { sentMs }] of first) {
    const message = messages.get([box, sentMs, number]);
    if (message && (message.receives > 0 || number === first[0]![0][2])) readyMs = Math.max(readyMs, message.visibleMs);
    if (message?.receives === 0) break;
  }
  setReady(desk, group, readyMs);
}
