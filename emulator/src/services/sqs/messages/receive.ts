// ReceiveMessage: short and long polls. A long poll sleeps until a message arrives or becomes visible; nothing polls in between.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault, operation, type ReceiveMessageRequest, type ReceiveMessageResult } from '#model/sqs';
import { checkRange, invalidValue, unknownAttribute } from '#services/sqs/faults';
import { findQueue, type LocatedQueue } from '#services/sqs/find-queue';
import { countEmptyReceive } from '#services/sqs/queue-metrics';
import { secondsMs } from '#services/sqs/settings';
import type { Message } from '#services/sqs/state';
import { answerMessages } from './answer-messages.ts';
import { rememberAttempt, repeatAttempt } from './attempts.ts';
import { inQueue } from './in-queue.ts';
import { type QueueTx, wakeKey } from './queue-tx.ts';
import { dequeue, nextReceivableMs } from './receive-next.ts';

/** Limit: messages in flight of a queue. */
const MAX_IN_FLIGHT = 120_000;
const ATTEMPT_FORM = /^[!-~]{1,128}$/;
const SYSTEM_ATTRIBUTES = new Set([
  'All',
  'SenderId',
  'SentTimestamp',
  'ApproximateReceiveCount',
  'ApproximateFirstReceiveTimestamp',
  'SequenceNumber',
  'MessageDeduplicationId',
  'MessageGroupId',
  'AWSTraceHeader',
  'DeadLetterQueueSourceArn',
  // The documentation lists it, but no message has it.
  'SqsManagedSseEnabled',
]);

export const ReceiveMessage = operation('ReceiveMessage', (input, ctx) => {
  checkRequest(input);
  const place = findQueue(input.QueueUrl, ctx);
  const found = receiveNow(place, input);
  if (found.length > 0) return answerMessages(place, found, systemNames(input), input.MessageAttributeNames ?? []);
  const waitMs = waitOf(place, input);
  if (waitMs > 0 && !ctx.signal.aborted) return longPoll(input, ctx.now() + waitMs, ctx);
  countEmptyReceive(place.queue.name, place.there);
  return {};
});

async function longPoll(input: ReceiveMessageRequest, untilMs: number, ctx: Ctx): Promise<ReceiveMessageResult> {
  for (;;) {
    const waiting = findQueue(input.QueueUrl, ctx);
    const nextMs = nextReceivableMs(waiting.queue, waiting.there);
    const nowMs = ctx.now();
    await waiting.there.wait(wakeKey(waiting.queue), nextMs > nowMs ? Math.min(nextMs, untilMs) : untilMs);
    if (ctx.signal.aborted) return {};
    const place = findQueue(input.QueueUrl, ctx);
    const found = receiveNow(place, input);
    if (found.length > 0) return answerMessages(place, found, systemNames(input), input.MessageAttributeNames ?? []);
    if (ctx.now() < untilMs) continue;
    countEmptyReceive(place.queue.name, place.there);
    return {};
  }
}

function checkRequest(input: ReceiveMessageRequest): void {
  checkRange(input.MaxNumberOfMessages, 'MaxNumberOfMessages', 1, 10, 'Must be between 1 and 10, if provided.');
  checkRange(input.WaitTimeSeconds, 'WaitTimeSeconds', 0, 20, 'Must be >= 0 and <= 20, if provided.');
  checkRange(input.VisibilityTimeout, 'VisibilityTimeout', 0, 43_200, 'Must be >= 0 and <= 43200, if provided.');
  const attempt = input.ReceiveRequestAttemptId;
  if (attempt !== undefined && !ATTEMPT_FORM.test(attempt))
    throw invalidValue(
      attempt,
      'ReceiveRequestAttemptId',
      'ReceiveRequestAttemptId can only include alphanumeric and punctuation characters. 1 to 128 in length.',
    );
  for (const name of systemNames(input)) if (!SYSTEM_ATTRIBUTES.has(name)) throw unknownAttribute(name);
}

const systemNames = ({ AttributeNames = [], MessageSystemAttributeNames = [] }: ReceiveMessageRequest): readonly string[] => [
  ...AttributeNames,
  ...MessageSystemAttributeNames,
];

const waitOf = ({ queue }: LocatedQueue, { WaitTimeSeconds }: ReceiveMessageRequest): number =>
  WaitTimeSeconds === undefined ? secondsMs(queue.settings, 'ReceiveMessageWaitTimeSeconds') : WaitTimeSeconds * 1000;

/** Writes nothing while there is nothing to receive. */
function receiveNow(place: LocatedQueue, input: ReceiveMessageRequest): readonly (Message | Frozen<Message>)[] {
  const { there, queue } = place;
  if (input.ReceiveRequestAttemptId === undefined && nextReceivableMs(queue, there) > there.now()) return [];
  const hideMs = input.VisibilityTimeout === undefined ? secondsMs(queue.settings, 'VisibilityTimeout') : input.VisibilityTimeout * 1000;
  return inQueue(
    queue,
    (q) => {
      const untilMs = q.nowMs + hideMs;
      if (!queue.fifo) return dequeue(q, roomFor(q, input), untilMs);
      const attempt = input.ReceiveRequestAttemptId;
      const again = attempt === undefined ? undefined : repeatAttempt(q, attempt, untilMs);
      if (again) return again;
      const found = dequeue(q, roomFor(q, input), untilMs);
      if (attempt !== undefined && found.length > 0) rememberAttempt(q, attempt, found);
      return found;
    },
    there,
  );
}

/** How many messages may be received now. At the in-flight limit a standard queue refuses, a FIFO queue just gives no more. */
function roomFor({ queue, tally }: QueueTx, { MaxNumberOfMessages: want = 1 }: ReceiveMessageRequest): number {
  const room = MAX_IN_FLIGHT - tally.inFlight;
  if (room <= 0 && !queue.fifo)
    throw fault(
      'OverLimit',
      `The maximum number of in flight messages is reached: ${MAX_IN_FLIGHT}. Delete messages before you receive more.`,
    );
  return Math.max(0, Math.min(want, room));
}
