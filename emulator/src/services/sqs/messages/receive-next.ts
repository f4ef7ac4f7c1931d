// Takes the next visible messages of a queue and hides them from other receivers. A message received too often goes to the dead-letter
// queue instead.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { queueByArn } from '#services/sqs/find-queue';
import { countReceived } from '#services/sqs/queue-metrics';
import { parseRedrivePolicy } from '#services/sqs/redrive-policies';
import { byVisibility, type Message, type Queue, receivableGroups, tallies } from '#services/sqs/state';
import { toDeadLetters } from './dead-letters.ts';
import { freshMessages } from './fresh.ts';
import { closeQueue, openQueue } from './in-queue.ts';
import { changeVisibility, remove } from './message-writes.ts';
import { hasExpired, type QueueTx } from './queue-tx.ts';
import { reportDeadLetters } from './report-dead-letters.ts';

const PAGE = 10;

/** Receives up to `want` messages, which stay invisible until `untilMs`. */
export function dequeue(q: QueueTx, want: number, untilMs: number): Message[] {
  const sort = deadLetterSorter(q);
  const found = q.queue.fifo ? findInGroups(q, want, sort.admit) : findByVisibility(q, want, sort.admit);
  sort.end();
  if (found.length > 0) countReceived(q.queue.name, found.length, q.ctx);
  return found.map((message) =>
    changeVisibility(q, message, {
      visibleMs: untilMs,
      receives: message.receives + 1,
      firstReceivedMs: message.firstReceivedMs ?? q.nowMs,
      receivedMs: q.nowMs,
    }),
  );
}

/** Up to `want` visible messages without receiving them, for move tasks and event sources. */
export function peek(q: QueueTx, want: number): Frozen<Message>[] {
  const admit: Admit = (message) => {
    if (!hasExpired(q, message)) return true;
    remove(q, message);
    return false;
  };
  return q.queue.fifo ? findInGroups(q, want, admit) : findByVisibility(q, want, admit);
}

/** False if the message has been taken out of the queue: look on. */
type Admit = (message: Frozen<Message>) => boolean;

/** Messages in the order in which they became visible. */
function findByVisibility(q: QueueTx, want: number, admit: Admit): Frozen<Message>[] {
  const found: Frozen<Message>[] = [];
  if (want <= 0) return found;
  for (const message of inOrder(shownAgain(q), freshMessages(q))) {
    if (admit(message)) found.push(message);
    if (found.length === want) break;
  }
  return found;
}

/** Messages that were hidden and are visible again. */
function* shownAgain({ queue: { storeId }, nowMs, byVisibility, messages }: QueueTx): Generator<Frozen<Message>> {
  let after: [string, number, number, number] | undefined;
  for (;;) {
    const page = byVisibility.entries([storeId], { after, before: [storeId, nowMs + 1, 0, 0], limit: PAGE });
    for (const [key] of page) {
      const [, , sentMs, number] = key;
      after = [...key];
      const message = messages.get([storeId, sentMs, number]);
      if (message) yield message;
    }
    if (page.length < PAGE) return;
  }
}

function* inOrder(one: Generator<Frozen<Message>>, other: Generator<Frozen<Message>>): Generator<Frozen<Message>> {
  let [a, b] = [one.next(), other.next()];
  while (!a.done || !b.done) {
    if (!a.done && (b.done || isSooner(a.value, b.value))) {
      yield a.value;
      a = one.next();
    } else if (!b.done) {
      yield b.value;
      b = other.next();
    }
  }
}

const isSooner = (a: Frozen<Message>, b: Frozen<Message>): boolean =>
  (shownMs(a) - shownMs(b) || a.sentMs - b.sentMs || a.number - b.number) < 0;

const shownMs = ({ visibleMs, sentMs }: Frozen<Message>): number => visibleMs || sentMs;

/** Takes as many as possible of one group before the next one. */
function findInGroups(q: QueueTx, want: number, admit: Admit): Frozen<Message>[] {
  const { queue, nowMs, receivableGroups } = q;
  const { storeId } = queue;
  const found: Frozen<Message>[] = [];
  let after: [string, number, string] | undefined;
  while (found.length < want) {
    const limit = want - found.length;
    const next = receivableGroups.entries([storeId], { after, before: [storeId, nowMs + 1, ''], limit });
    for (const [key] of next) {
      after = [...key];
      if (found.length < want) found.push(...findInGroup(q, key[2], want - found.length, admit));
    }
    if (next.length < limit) break;
  }
  return found;
}

function findInGroup(
  { queue: { storeId }, nowMs, byGroup, messages }: QueueTx,
  group: string,
  want: number,
  admit: Admit,
): Frozen<Message>[] {
  const found: Frozen<Message>[] = [];
  let after: [string, string, number] | undefined;
  while (found.length < want) {
    const limit = want - found.length;
    const next = byGroup.entries([storeId, group], { after, limit });
    for (const [key, { sentMs }] of next) {
      after = [...key];
      const message = messages.get([storeId, sentMs, key[2]]);
      if (message && message.visibleMs > nowMs) return found;
      if (message && admit(message)) found.push(message);
    }
    if (next.length < limit) break;
  }
  return found;
}

/** Admits messages that may be received once more, and moves the others. Opens the dead-letter queue only for the first of those. */
function deadLetterSorter(q: QueueTx): { admit: Admit; end(): void } {
  const policy = parseRedrivePolicy(q.queue.settings['RedrivePolicy'] ?? '');
  let target: QueueTx | undefined;
  const moved: Frozen<Message>[] = [];
  const admit: Admit = (message) => {
    if (hasExpired(q, message)) {
      remove(q, message);
      return false;
    }
    if (!policy || message.receives < policy.maxReceiveCount) return true;
    if (!target) {
      const queue = queueByArn(policy.deadLetterTargetArn, q.ctx);
      // The source keeps the message if its dead-letter queue is gone.
      if (!queue || queue.id === q.queue.id) return true;
      target = openQueue(q.tx, queue, q.ctx);
    }
    toDeadLetters(q, target, message);
    moved.push(message);
    return false;
  };
  const end = (): void => {
    if (!target || !policy) return;
    closeQueue(target);
    const deadLetterArn = policy.deadLetterTargetArn;
    q.tx.after(() => reportDeadLetters(q, { moved, deadLetterArn, receives: policy.maxReceiveCount }));
  };
  return { admit, end };
}

/** When a waiting receiver should look again, in epoch milliseconds. Infinity if only a new message can help. */
export function nextReceivableMs({ id, fifo, storeId }: Frozen<Queue>, ctx: Ctx): number {
  if (!fifo && (ctx.records(tallies).get([id])?.fresh ?? 0) > 0) return 0;
  const first = fifo
    ? ctx.records(receivableGroups).entries([storeId], { limit: 1 })[0]
    : ctx.records(byVisibility).entries([storeId], { limit: 1 })[0];
  return first ? first[0][1] : Number.POSITIVE_INFINITY;
}
