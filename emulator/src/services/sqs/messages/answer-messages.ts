// Turns received messages into answers, with the attributes that the client asked for.
import { hash } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { own } from '#lib/table';
import type { Message as Answer, MessageAttributeValue, ReceiveMessageResult } from '#model/sqs';
import type { LocatedQueue } from '#services/sqs/find-queue';
import type { Content, Message, Queue, StoredAttribute } from '#services/sqs/state';
import { contentInside, isBlob, loadContent } from './content.ts';
import { askedFor, attributesMd5 } from './message-attributes.ts';
import { receiptHandle } from './receipt-handle.ts';
import { sequenceNumber } from './sequence-number.ts';

/** Answers synchronously unless the content of a message is in a blob. */
export function answerMessages(
  { there, queue }: LocatedQueue,
  found: readonly Frozen<Message>[],
  systemNames: readonly string[],
  userNames: readonly string[],
): ReceiveMessageResult | Promise<ReceiveMessageResult> {
  const answer = (message: Frozen<Message>, content: Frozen<Content>): Answer => ({
    MessageId: message.id,
    ReceiptHandle: receiptHandle({ storeId: queue.storeId, ...message }),
    MD5OfBody: hash('md5', content.body),
    Body: content.body,
    ...systemAttributes(queue, message, systemNames),
    ...userAttributes(content.attributes as readonly StoredAttribute[], userNames),
  });
  const inside: Answer[] = [];
  for (const message of found) {
    if (isBlob(message.content)) return answerLarge(found, answer, there);
    inside.push(answer(message, contentInside(message.content)));
  }
  return { Messages: inside };
}

async function answerLarge(
  found: readonly Frozen<Message>[],
  answer: (message: Frozen<Message>, content: Frozen<Content>) => Answer,
  ctx: Ctx,
): Promise<ReceiveMessageResult> {
  const contents = found.map(({ content }) => (isBlob(content) ? loadContent(content, ctx) : contentInside(content)));
  const loaded = await Promise.all(contents);
  return { Messages: found.map((message, index) => answer(message, loaded[index]!)) };
}

function systemAttributes({ fifo }: Frozen<Queue>, message: Frozen<Message>, names: readonly string[]): Pick<Answer, 'Attributes'> {
  if (names.length === 0) return {};
  const { groupId, deduplicationId, traceHeader, deadLetterSource } = message;
  const all: Readonly<Record<string, string | undefined>> = {
    SenderId: message.senderId,
    SentTimestamp: String(message.sentMs),
    ApproximateReceiveCount: String(message.receives),
    ApproximateFirstReceiveTimestamp: String(message.firstReceivedMs ?? ''),
    SequenceNumber: fifo ? sequenceNumber(message.number) : undefined,
    MessageDeduplicationId: deduplicationId,
    MessageGroupId: groupId,
    AWSTraceHeader: traceHeader,
    DeadLetterQueueSourceArn: deadLetterSource,
  };
  const wanted = names.includes('All') ? Object.keys(all) : names;
  const attributes: [name: string, value: string][] = [];
  for (const name of wanted) {
    const value = own(all, name);
    if (value !== undefined) attributes.push([name, value]);
  }
  return attributes.length > 0 ? { Attributes: Object.fromEntries(attributes) } : {};
}

function userAttributes(
  attributes: readonly StoredAttribute[],
  names: readonly string[],
): Pick<Answer, 'MessageAttributes' | 'MD5OfMessageAttributes'> {
  const asked = askedFor(attributes, names);
  if (asked.length === 0) return {};
  const values = asked.map(({ name, type, value }): [string, MessageAttributeValue] => [
    name,
    typeof value === 'string' ? { DataType: type, StringValue: value } : { DataType: type, BinaryValue: value },
  ]);
  return {
    MessageAttributes: Object.fromEntries(values),
    // Clients verify the checksum against the attributes they get, so it covers only those.
    MD5OfMessageAttributes: attributesMd5(asked),
  };
}
