// Writes of messages: enqueue, change of visibility, removal. Records and counters of messages change only here.
import type { Frozen } from '#core/records';
import type { Message } from '#services/sqs/state';
import { isBlob } from './content.ts';
import { isFresh, passFresh } from './fresh.ts';
import { joinGroup } from './groups.ts';
import { keyOf, type QueueTx, stateOf } from './queue-tx.ts';

/** A message that has no number yet. */
export type Draft = { -readonly [Name in keyof Message]: Message[Name] };

const NEW = { received: false } as const;
const RECEIVED = { received: true } as const;

/** Adds a message, gives it its number, and holds its blob. The caller must not use the draft afterwards. */
export function enqueue(q: QueueTx, message: Draft): Message {
  const { tx, queue, tally } = q;
  message.number = ++tally.numbered;
  tx.put(q.messages, keyOf(q, message), message);
  if (isBlob(message.content)) tx.hold(message.content);
  if (isFresh(q, message)) tally.fresh++;
  else indexVisibility(q, message);
  if (queue.fifo) joinGroup(q, message.groupId ?? '', message);
  tally[stateOf(q, message)]++;
  expectExpiry(q, message.sentMs);
  q.changed = true;
  q.mustWake = true;
  return message;
}

/** Changes the visibility of a message, and the fields that a receive changes. Call it for fresh messages in their order. */
export function changeVisibility(
  q: QueueTx,
  before: Frozen<Message>,
  change: Partial<Pick<Message, 'visibleMs' | 'receives' | 'firstReceivedMs' | 'receivedMs'>>,
): Message {
  const { tx, queue, tally } = q;
  const after: Message = { ...before, ...change };
  tally[stateOf(q, before)]--;
  if (isFresh(q, before)) {
    tally.fresh--;
    passFresh(q, before);
  } else unindexVisibility(q, before);
  tx.put(q.messages, keyOf(q, after), after);
  indexVisibility(q, after);
  tally[stateOf(q, after)]++;
  q.changed = true;
  if (queue.fifo) q.touched.add(after.groupId ?? '');
  return after;
}

/** Removes a message. If it moves to another queue, enqueue it there first, so that its blob is kept. */
export function remove(q: QueueTx, message: Frozen<Message>): void {
  const { tx, queue, tally } = q;
  tally[stateOf(q, message)]--;
  tx.delete(q.messages, keyOf(q, message));
  if (isBlob(message.content)) tx.release(message.content);
  if (isFresh(q, message)) tally.fresh--;
  else unindexVisibility(q, message);
  q.changed = true;
  if (!queue.fifo) return;
  const group = message.groupId ?? '';
  tx.delete(q.byGroup, [queue.storeId, group, message.number]);
  q.touched.add(group);
  q.mustWake = true;
}

/** A FIFO queue finds its messages by group. It keeps only hidden ones in `byVisibility`, for the counters. */
const isIndexed = (q: QueueTx, message: Frozen<Message>): boolean => (q.queue.fifo ? message.visibleMs > 0 : !isFresh(q, message));

function indexVisibility(q: QueueTx, message: Message): void {
  if (!isIndexed(q, message)) return;
  const { visibleMs, sentMs, number, receives } = message;
  q.tx.put(q.byVisibility, [q.queue.storeId, visibleMs, sentMs, number], receives > 0 ? RECEIVED : NEW);
}

function unindexVisibility(q: QueueTx, message: Frozen<Message>): void {
  if (isIndexed(q, message)) q.tx.delete(q.byVisibility, [q.queue.storeId, message.visibleMs, message.sentMs, message.number]);
}

/** Makes sure that the removal of expired messages is due in time for one sent at `sentMs`. */
export function expectExpiry(q: QueueTx, sentMs: number): void {
  const { ctx, tx, queue, tally, retentionMs } = q;
  const dueMs = sentMs + retentionMs;
  if (tally.expiryMs !== 0 && tally.expiryMs <= dueMs) return;
  tally.expiryMs = dueMs;
  q.changed = true;
  ctx.later(tx, 'sqs.expire', [queue.name], dueMs);
}
