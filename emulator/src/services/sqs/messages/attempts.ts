// FIFO: a receive that is repeated under its attempt id gets the same messages and receipt handles.
import type { Frozen } from '#core/records';
import type { Message } from '#services/sqs/state';
import { changeVisibility } from './message-writes.ts';
import { keyOf, type QueueTx } from './queue-tx.ts';
import { findRecent, keepRecent, type RecentKey } from './recent-ids.ts';

const attemptKey = (id: string): RecentKey => ({ kind: 'attempt', scope: '', id });

export const rememberAttempt = (q: QueueTx, id: string, found: readonly Frozen<Message>[]): void =>
  keepRecent(q, attemptKey(id), {
    messageId: '',
    number: 0,
    received: found.map(({ sentMs, number, receives, visibleMs }) => ({ sentMs, number, receives, visibleMs })),
  });

/** The same messages, hidden anew. Undefined if the attempt is unknown, or if one of them was deleted or changed or is visible again. */
export function repeatAttempt(q: QueueTx, id: string, untilMs: number): readonly Message[] | undefined {
  const attempt = findRecent(q, attemptKey(id));
  if (!attempt) return undefined;
  const found: Frozen<Message>[] = [];
  for (const { sentMs, number, receives, visibleMs } of attempt.received) {
    const message = q.messages.get(keyOf(q, { sentMs, number }));
    if (!message || message.receives !== receives || message.visibleMs !== visibleMs || visibleMs <= q.nowMs) return undefined;
    found.push(message);
  }
  const again = found.map((message) => changeVisibility(q, message, { visibleMs: untilMs }));
  rememberAttempt(q, id, again);
  return again;
}
