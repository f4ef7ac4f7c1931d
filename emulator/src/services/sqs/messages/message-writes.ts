// Putting messages into a box, hiding them, taking them out: every record and count of a message changes here and nowhere else.
import type { Frozen } from '#core/records';
import type { Message } from '#services/sqs/state';
import { isBlob } from './content.ts';
import { isFresh, passFresh } from './fresh.ts';
import { joinGroup } from './groups.ts';
import { type Desk, keyOf, stateOf } from './queue-tx.ts';

/** A message that has not been given its number yet. */
export type Draft = { -readonly [Name in keyof Message]: Message[Name] };

const NEW = { received: false } as const;
const RECEIVED = { received: true } as const;

/** Adds a message, which is given away and gets its number here; it holds its blob from here on. */
export function enqueue(desk: Desk, message: Draft): Message {
  const { tx, queue, tally } = desk;
  message.number = ++tally.numbered;
  tx.put(desk.messages, keyOf(desk, message), message);
  if (isBlob(message.content)) tx.hold(message.content);
  if (isFresh(desk, message)) tally.fresh++;
  else addMoment(desk, message);
  if (queue.fifo) joinGroup(desk, message.groupId ?? '', message);
  tally[stateOf(desk, message)]++;
  expectExpiry(desk, message.sentMs);
  desk.changed = true;
  desk.stirred = true;
  return message;
}

/** Changes when a message is visible, and what else a receive changes. Of fresh messages the first comes first. */
export function rehide(
  desk: Desk,
  before: Frozen<Message>,
  change: Partial<Pick<Message, 'visibleMs' | 'receives' | 'firstReceivedMs' | 'receivedMs'>>,
): Message {
  const { tx, queue, tally } = desk;
  const after: Message = { ...before, ...change };
  tally[stateOf(desk, before)]--;
  if (isFresh(desk, before)) {
    tally.fresh--;
    passFresh(desk, before);
  } else dropMoment(desk, before);
  tx.put(desk.messages, keyOf(desk, after), after);
  addMoment(desk, after);
  tally[stateOf(desk, after)]++;
  desk.changed = true;
  if (queue.fifo) desk.touched.add(after.groupId ?? '');
  return after;
}

/** Takes a message out. Moved to another queue it keeps its blob: enqueue it there first. */
export function remove(desk: Desk, message: Frozen<Message>): void {
  const { tx, queue, tally } = desk;
  tally[stateOf(desk, message)]--;
  tx.delete(desk.messages, keyOf(desk, message));
  if (isBlob(message.content)) tx.release(message.content);
  if (isFresh(desk, message)) tally.fresh--;
  else dropMoment(desk, message);
  desk.changed = true;
  if (!queue.fifo) return;
  const group = message.groupId ?? '';
  tx.delete(desk.lines, [queue.box, group, message.number]);
  desk.touched.add(group);
  desk.stirred = true;
}

/** A FIFO queue finds its messages by group: only hidden ones need a moment, for the count. */
const hasMoment = (desk: Desk, message: Frozen<Message>): boolean => (desk.queue.fifo ? message.visibleMs > 0 : !isFresh(desk, message));

function addMoment(desk: Desk, message: Message): void {
  if (!hasMoment(desk, message)) return;
  const { visibleMs, sentMs, number, receives } = message;
  desk.tx.put(desk.moments, [desk.queue.box, visibleMs, sentMs, number], receives > 0 ? RECEIVED : NEW);
}

function dropMoment(desk: Desk, message: Frozen<Message>): void {
  if (hasMoment(desk, message)) desk.tx.delete(desk.moments, [desk.queue.box, message.visibleMs, message.sentMs, message.number]);
}

/** Makes sure that the work which removes expired messages comes in time for one sent then. */
export function expectExpiry(desk: Desk, sentMs: number): void {
  const { ctx, tx, queue, tally, retentionMs } = desk;
  const dueMs = sentMs + retentionMs;
  if (tally.expiryMs !== 0 && tally.expiryMs <= dueMs) return;
  tally.expiryMs = dueMs;
  desk.changed = true;
  ctx.later(tx, 'sqs.expire', [queue.name], dueMs);
}
