// FIFO: a receive that is asked again under its attempt id is answered with the same messages and receipt handles.
import type { Frozen } from '#core/records';
import type { Message } from '#services/sqs/state';
import { rehide } from './message-writes.ts';
import { type Desk, keyOf } from './queue-tx.ts';
import { type MemoryKey, recall, remember } from './recent-ids.ts';

const attemptKey = (id: string): MemoryKey => ({ kind: 'attempt', scope: '', id });

export const rememberAttempt = (desk: Desk, id: string, found: readonly Frozen<Message>[]): void =>
  remember(desk, attemptKey(id), {
    messageId: '',
    number: 0,
    received: found.map(({ sentMs, number, receives, visibleMs }) => ({ sentMs, number, receives, visibleMs })),
  });

/** The messages again, hidden anew; undefined when the attempt is unknown or one of them was deleted, changed or is visible again. */
export function repeatAttempt(desk: Desk, id: string, untilMs: number): readonly Message[] | undefined {
  const attempt = recall(desk, attemptKey(id));
  if (!attempt) return undefined;
  const found: Frozen<Message>[] = [];
  for (const { sentMs, number, receives, visibleMs } of attempt.received) {
    const message = desk.messages.get(keyOf(desk, { sentMs, number }));
    if (!message || message.receives !== receives || message.visibleMs !== visibleMs || visibleMs <= desk.nowMs) return undefined;
    found.push(message);
  }
  const again = found.map((message) => rehide(desk, message, { visibleMs: untilMs }));
  rememberAttempt(desk, id, again);
  return again;
}
