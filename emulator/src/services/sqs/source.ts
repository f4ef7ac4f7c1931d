// Queues as an event source: readers pull records in any number, and each stays hidden for the queue's visibility timeout, as after any
// receive.
import { hash } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { Source } from '#core/source';
import type { SourceRecord } from '#core/source-records';
import { queueByArn } from './find-queue.ts';
import { contentInside, isBlob, loadContent } from './messages/content.ts';
import { receivedMessage } from './messages/find-received.ts';
import { inQueue } from './messages/in-queue.ts';
import { attributesMd5 } from './messages/message-attributes.ts';
import { changeVisibility, remove } from './messages/message-writes.ts';
import { type QueueTx, wakeKey } from './messages/queue-tx.ts';
import { receiptHandle } from './messages/receipt-handle.ts';
import { dequeue, nextReceivableMs, peek } from './messages/receive-next.ts';
import { sequenceNumber } from './messages/sequence-number.ts';
import { parseQueueArn } from './queue-address.ts';
import { countDeleted } from './queue-metrics.ts';
import { secondsMs } from './settings.ts';
import type { Content, Message, Queue, StoredAttribute } from './state.ts';

/** Limit: messages in flight of a queue that functions and pipes read. */
const MAX_IN_FLIGHT = 120_000;
/** Size of a record without its body and attributes, rounded up. */
const FRAME_BYTES = 1536;
const ATTRIBUTE_FRAME_BYTES = 96;

export const source: Source = {
  facts: (arn, ctx) => {
    const queue = queueByArn(arn, ctx);
    return queue && { ordered: queue.fifo, hiddenMs: secondsMs(queue.settings, 'VisibilityTimeout') };
  },
  calls: (arn) =>
    ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map((operation) => ({ service: 'sqs', operation, input: { QueueUrl: arn } })),
  signal: (arn) => wakeKey({ name: parseQueueArn(arn)?.name ?? '' }),
  backlog: ({ arn, most, mostBytes }, ctx) => {
    const queue = queueByArn(arn, ctx);
    return queue && nextReceivableMs(queue, ctx) <= ctx.now()
      ? inQueue(queue, (q) => fitting(q, most, mostBytes), ctx)
      : { records: 0, bytes: 0 };
  },
  nextMs: (arn, ctx) => {
    const queue = queueByArn(arn, ctx);
    return queue ? nextReceivableMs(queue, ctx) : Number.POSITIVE_INFINITY;
  },
  pull: async ({ arn, most, mostBytes }, ctx) => {
    const queue = queueByArn(arn, ctx);
    if (!queue || nextReceivableMs(queue, ctx) > ctx.now()) return [];
    const found = inQueue(
      queue,
      (q) => {
        const { records } = fitting(q, Math.min(most, MAX_IN_FLIGHT - q.tally.inFlight), mostBytes);
        return records === 0 ? [] : dequeue(q, records, q.nowMs + secondsMs(queue.settings, 'VisibilityTimeout'));
      },
      ctx,
    );
    return Promise.all(found.map(async (message) => recordOf(arn, queue, message, await contentOf(message, ctx))));
  },
  acknowledge: (arn, receipts, ctx) =>
    eachReceived(
      arn,
      receipts,
      (q, message) => {
        remove(q, message);
        countDeleted(q.queue.name, ctx);
      },
      ctx,
    ),
  giveBack: (arn, receipts, ctx) =>
    eachReceived(
      arn,
      receipts,
      (q, message) => {
        changeVisibility(q, message, { visibleMs: q.nowMs });
        q.mustWake = true;
      },
      ctx,
    ),
};

/** How many of the next messages fit a batch of that size. At least one if the queue has one. */
function fitting(q: QueueTx, most: number, mostBytes: number): { records: number; bytes: number } {
  let [records, bytes] = [0, 0];
  for (const message of most > 0 ? peek(q, most) : []) {
    const more = sizeOf(message);
    if (records > 0 && bytes + more > mostBytes) break;
    records++;
    bytes += more;
  }
  return { records, bytes };
}

function sizeOf({ content }: Frozen<Message>): number {
  if (isBlob(content)) return content.sizeBytes + FRAME_BYTES;
  const { body, attributes } = contentInside(content);
  const attributesBytes = attributes.reduce((sum, { name, type, value }) => sum + name.length + type.length + value.length * 1.5, 0);
  return Buffer.byteLength(JSON.stringify(body)) + attributesBytes + attributes.length * ATTRIBUTE_FRAME_BYTES + FRAME_BYTES;
}

const contentOf = async ({ content }: Frozen<Message>, ctx: Ctx): Promise<Frozen<Content>> =>
  isBlob(content) ? loadContent(content, ctx) : contentInside(content);

function recordOf(arn: string, queue: Frozen<Queue>, message: Frozen<Message>, content: Frozen<Content>): SourceRecord {
  const attributes = content.attributes as readonly StoredAttribute[];
  const event = {
    messageId: message.id,
    receiptHandle: receiptHandle({ storeId: queue.storeId, ...message }),
    body: content.body,
    attributes: systemAttributes(queue, message),
    messageAttributes: Object.fromEntries(attributes.map((attribute) => [attribute.name, attributeOf(attribute)])),
    // Null without attributes (recorded in November 2025)
    md5OfMessageAttributes: attributes.length > 0 ? attributesMd5(attributes) : null,
    md5OfBody: hash('md5', content.body),
    eventSource: 'aws:sqs',
    eventSourceARN: arn,
    awsRegion: parseQueueArn(arn)?.region ?? '',
  };
  return {
    receipt: event.receiptHandle,
    returnsMs: message.visibleMs,
    id: message.id,
    traceHeader: message.traceHeader,
    trace: message.trace,
    event,
    filterable: () => JSON.stringify({ ...event, body: decoded(content.body) }),
  };
}

/** Field names start in lower case, as in a function's event. */
const attributeOf = ({ type, value }: StoredAttribute) => ({
  ...(typeof value === 'string' ? { stringValue: value } : { binaryValue: Buffer.from(value).toString('base64') }),
  stringListValues: [],
  binaryListValues: [],
  dataType: type,
});

function systemAttributes({ fifo }: Frozen<Queue>, message: Frozen<Message>): Record<string, string> {
  const { groupId, deduplicationId, traceHeader, deadLetterSource } = message;
  return {
    ApproximateReceiveCount: String(message.receives),
    ...(traceHeader && { AWSTraceHeader: traceHeader }),
    SentTimestamp: String(message.sentMs),
    ...(fifo && { SequenceNumber: sequenceNumber(message.number) }),
    ...(groupId !== undefined && { MessageGroupId: groupId }),
    SenderId: message.senderId,
    ...(deduplicationId !== undefined && { MessageDeduplicationId: deduplicationId }),
    ApproximateFirstReceiveTimestamp: String(message.firstReceivedMs),
    ...(deadLetterSource && { DeadLetterQueueSourceArn: deadLetterSource }),
  };
}

/** Filters see a body that is a JSON object or list as its parsed value. */
function decoded(body: string): unknown {
  if (!/^\s*[[{]/.test(body)) return body;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

function eachReceived(arn: string, receipts: readonly string[], run: (q: QueueTx, message: Frozen<Message>) => void, ctx: Ctx): void {
  const queue = queueByArn(arn, ctx);
  if (!queue || receipts.length === 0) return;
  inQueue(
    queue,
    (q) => {
      for (const receipt of receipts) {
        const message = stillReceived(q, receipt);
        if (message) run(q, message);
      }
    },
    ctx,
  );
}

/** Undefined also if the handle has expired, or if it belongs to an earlier queue of the same name. */
function stillReceived(q: QueueTx, receipt: string): Frozen<Message> | undefined {
  try {
    return receivedMessage(q, receipt);
  } catch {
    return undefined;
  }
}
