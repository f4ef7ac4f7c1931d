// GetQueueAttributes and SetQueueAttributes.
import type { Frozen } from '#core/records';
import { operation } from '#model/sqs';
import { setDeadLetterQueue } from './dead-letter-queues.ts';
import { unknownAttribute } from './faults.ts';
import { arnOf, findQueue, type LocatedQueue } from './find-queue.ts';
import { countMessages } from './messages/expire.ts';
import { inQueue, viewQueue } from './messages/in-queue.ts';
import { changeVisibility, expectExpiry } from './messages/message-writes.ts';
import type { QueueTx } from './messages/queue-tx.ts';
import { changeSettings, checkSettings, secondsMs } from './settings.ts';
import { type Queue, queues } from './state.ts';

const MAX_DELAY_MS = 900_000;
const COUNTS = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible', 'ApproximateNumberOfMessagesDelayed'];
const KNOWN = new Set([
  'All',
  'Policy',
  'VisibilityTimeout',
  'MaximumMessageSize',
  'MessageRetentionPeriod',
  ...COUNTS,
  'CreatedTimestamp',
  'LastModifiedTimestamp',
  'QueueArn',
  'DelaySeconds',
  'ReceiveMessageWaitTimeSeconds',
  'RedrivePolicy',
  'FifoQueue',
  'ContentBasedDeduplication',
  'KmsMasterKeyId',
  'KmsDataKeyReusePeriodSeconds',
  'DeduplicationScope',
  'FifoThroughputLimit',
  'RedriveAllowPolicy',
  'SqsManagedSseEnabled',
]);

export const GetQueueAttributes = operation('GetQueueAttributes', (input, ctx) => {
  const place = findQueue(input.QueueUrl, ctx);
  const names = input.AttributeNames ?? [];
  for (const name of names) if (!KNOWN.has(name)) throw unknownAttribute(name);
  const every = attributesOf(place, names.includes('All') || names.some((name) => COUNTS.includes(name)));
  const wanted = names.includes('All') ? every : every.filter(([name]) => names.includes(name));
  return wanted.length > 0 ? { Attributes: Object.fromEntries(wanted) } : {};
});

function attributesOf({ there, queue }: LocatedQueue, counted: boolean): [string, string][] {
  return [
    ['QueueArn', arnOf(queue, there)],
    ['CreatedTimestamp', seconds(queue.createdMs)],
    ['LastModifiedTimestamp', seconds(queue.modifiedMs)],
    ...Object.entries(queue.settings),
    ...(counted ? countsOf({ there, queue }) : []),
  ];
}

const seconds = (ms: number): string => String(Math.floor(ms / 1000));

function countsOf({ there, queue }: LocatedQueue): [string, string][] {
  const { visible, inFlight, delayed } = countMessages(viewQueue(queue, there));
  return [visible, inFlight, delayed].map((count, index) => [COUNTS[index]!, String(count)]);
}

export const SetQueueAttributes = operation('SetQueueAttributes', (input, ctx) => {
  const { there, queue } = findQueue(input.QueueUrl, ctx);
  checkSettings(input.Attributes, queue.fifo);
  const settings = changeSettings(queue.settings, input.Attributes);
  const after: Frozen<Queue> = { ...queue, settings, modifiedMs: there.now() };
  there.write((tx) => {
    setDeadLetterQueue(tx, queue, after, there);
    tx.put(there.records(queues), [queue.name], after);
    inQueue(
      after,
      (q) => {
        followRetention(q);
        if (queue.fifo && settings['DelaySeconds'] !== queue.settings['DelaySeconds']) delayAnew(q);
      },
      there,
    );
  });
});

/** Messages already in the queue follow a new retention period, too. Waiting receivers look again. */
function followRetention(q: QueueTx): void {
  const oldest = q.messages.range([q.queue.storeId], { limit: 1 })[0];
  if (oldest) expectExpiry(q, oldest.sentMs);
  q.mustWake = true;
}

/**
 * A new delay of a FIFO queue applies to the messages already in it, too. Only those sent in the last 15 minutes can be concerned.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-delay-queues.html
 */
function delayAnew(q: QueueTx): void {
  const { queue, nowMs, messages } = q;
  const delayMs = secondsMs(queue.settings, 'DelaySeconds');
  for (const message of messages.range([queue.storeId], { after: [queue.storeId, Math.max(0, nowMs - MAX_DELAY_MS), 0] })) {
    if (message.receives > 0) continue;
    const visibleMs = message.sentMs + delayMs;
    changeVisibility(q, message, { visibleMs: visibleMs > nowMs ? visibleMs : 0 });
  }
}
