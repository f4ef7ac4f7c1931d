// Receiving: the next visible messages of a queue, hidden from others from then on. What was received too often goes to the dead-letter queue instead.
import type { Ctx } from '#core/call';
import type { Frozen } from '#core/records';
import { queueByArn } from '#services/sqs/find-queue';
import { parseRedrivePolicy } from '#services/sqs/redrive-policies';
import { type Message, moments, type Queue, ready, tallies } from '#services/sqs/state';
import { toDeadLetters } from './dead-letters.ts';
import { freshMessages } from './fresh.ts';
import { rehide, remove } from './message-writes.ts';
import { closeDesk, type Desk, hasExpired, openDesk } from './queue-tx.ts';

const PAGE = 10;

/** Up to `want` messages, invisible until `untilMs`. */
export function take(desk: Desk, want: number, untilMs: number): Message[] {
  const sort = deadLetterSorter(desk);
  const found = desk.queue.fifo ? findInGroups(desk, want, sort.admit) : findByMoment(desk, want, sort.admit);
  sort.end();
  return found.map((message) =>
    rehide(desk, message, {
      visibleMs: untilMs,
      receives: message.receives + 1,
      firstReceivedMs: message.firstReceivedMs ?? desk.nowMs,
      receivedMs: desk.nowMs,
    }),
  );
}

/** Any visible messages, without receiving them: for moving them elsewhere. */
export function peek(desk: Desk, want: number): Frozen<Message>[] {
  const admit: Admit = (message) => {
    if (!hasExpired(desk, message)) return true;
    remove(desk, message);
    return false;
  };
  return desk.queue.fifo ? findInGroups(desk, want, admit) : findByMoment(desk, want, admit);
}

/** False: the message has been taken out of the queue, look on. */
type Admit = (message: Frozen<Message>) => boolean;

/** By the moment at which they became visible. */
function findByMoment(desk: Desk, want: number, admit: Admit): Frozen<Message>[] {
  const found: Frozen<Message>[] = [];
  if (want <= 0) return found;
  for (const message of inOrder(shownAgain(desk), freshMessages(desk))) {
    if (admit(message)) found.push(message);
    if (found.length === want) break;
  }
  return found;
}

/** Messages that were hidden and no longer are. */
function* shownAgain({ queue: { box }, nowMs, moments, messages }: Desk): Generator<Frozen<Message>> {
  let after: [string, number, number, number] | undefined;
  for (;;) {
    const page = moments.entries([box], { after, before: [box, nowMs + 1, 0, 0], limit: PAGE });
    for (const [key] of page) {
      const [, , sentMs, number] = key;
      after = [...key];
      const message = messages.get([box, sentMs, number]);
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

/** As many as possible of one group before the next one. */
function findInGroups(desk: Desk, want: number, admit: Admit): Frozen<Message>[] {
  const { queue, nowMs, ready } = desk;
  const { box } = queue;
  const found: Frozen<Message>[] = [];
  let after: [string, number, string] | undefined;
  while (found.length < want) {
    const limit = want - found.length;
    const next = ready.entries([box], { after, before: [box, nowMs + 1, ''], limit });
    for (const [key] of next) {
      after = [...key];
      if (found.length < want) found.push(...findInLine(desk, key[2], want - found.length, admit));
    }
    if (next.length < limit) break;
  }
  return found;
}

function findInLine({ queue: { box }, nowMs, lines, messages }: Desk, group: string, want: number, admit: Admit): Frozen<Message>[] {
  const found: Frozen<Message>[] = [];
  let after: [string, string, number] | undefined;
  while (found.length < want) {
    const limit = want - found.length;
    const next = lines.entries([box, group], { after, limit });
    for (const [key, { sentMs }] of next) {
      after = [...key];
      const message = messages.get([box, sentMs, key[2]]);
      if (message && message.visibleMs > nowMs) return found;
      if (message && admit(message)) found.push(message);
    }
    if (next.length < limit) break;
  }
  return found;
}

/** Lets through what may be received once more; opens the dead-letter queue's desk with the first that may not. */
function deadLetterSorter(desk: Desk): { admit: Admit; end(): void } {
  const policy = parseRedrivePolicy(desk.queue.settings['RedrivePolicy'] ?? '');
  let target: Desk | undefined;
  const admit: Admit = (message) => {
    if (hasExpired(desk, message)) {
      remove(desk, message);
      return false;
    }
    if (!policy || message.receives < policy.maxReceiveCount) return true;
    if (!target) {
      const queue = queueByArn(desk.ctx, policy.deadLetterTargetArn);
      // Without its dead-letter queue the source keeps the message.
      if (!queue || queue.id === desk.queue.id) return true;
      target = openDesk(desk.ctx, desk.tx, queue);
    }
    toDeadLetters(desk, target, message);
    return false;
  };
  return { admit, end: () => target && closeDesk(target) };
}

/** When somebody who waits should look again: Infinity when only a new message can help. */
export function nextMomentMs(ctx: Ctx, { id, fifo, box }: Frozen<Queue>): number {
  if (!fifo && (ctx.records(tallies).get([id])?.fresh ?? 0) > 0) return 0;
  const first = fifo ? ctx.records(ready).entries([box], { limit: 1 })[0] : ctx.records(moments).entries([box], { limit: 1 })[0];
  return first ? first[0][1] : Number.POSITIVE_INFINITY;
}
