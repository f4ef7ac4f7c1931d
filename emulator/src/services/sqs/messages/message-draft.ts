// Checks a sender's message against its queue. SendMessage and the entries of a batch share it.
import { hash } from 'node:crypto';
import type { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { fault, type SendMessageRequest } from '#model/sqs';
import { invalidParameter, invalidValue, missingParameter } from '#services/sqs/faults';
import type { Content, Queue } from '#services/sqs/state';
import { attributesBytes, attributesMd5, hasForbiddenCharacters, readAttributes, readTraceHeader } from './message-attributes.ts';

/** Limit: delay of a message. */
const MAX_DELAY_SECONDS = 900;
/** Letters, digits and punctuation: all printable ASCII characters except the space. */
const ID_FORM = /^[!-~]{1,128}$/;

export type Sent = Omit<SendMessageRequest, 'QueueUrl'>;

export interface MessageDraft {
  readonly content: Content;
  readonly sizeBytes: number;
  readonly attributesMd5: string;
  /** '' if there are no system attributes. */
  readonly systemMd5: string;
  readonly traceHeader: string | undefined;
  readonly groupId: string | undefined;
  readonly deduplicationId: string | undefined;
  readonly delayMs: number;
}

/** The size of a message as it was sent, before it is checked: a batch that is too long is refused whole, whatever else is wrong with it. */
export function sentBytes({ MessageBody = '', MessageAttributes = {} }: Sent): number {
  let sum = Buffer.byteLength(MessageBody);
  for (const [name, { DataType = '', StringValue = '', BinaryValue }] of Object.entries(MessageAttributes))
    sum += Buffer.byteLength(name) + Buffer.byteLength(DataType) + (BinaryValue?.length ?? Buffer.byteLength(StringValue));
  return sum;
}

/** Throws the service's fault. `place` is the position of an entry in its batch, counted from 1. */
export function draftMessage(queue: Frozen<Queue>, sent: Sent, place?: number): MessageDraft {
  const { MessageBody: body } = sent;
  if (!body) throw missingParameter(place === undefined ? 'MessageBody' : `SendMessageBatchRequestEntry.${place}.MessageBody`);
  if (queue.fifo && sent.MessageGroupId === undefined) throw noGroup(place !== undefined);
  const attributes = readAttributes(sent.MessageAttributes);
  const trace = readTraceHeader(sent.MessageSystemAttributes);
  const sizeBytes = Buffer.byteLength(body) + attributesBytes(attributes);
  const most = Number(queue.settings['MaximumMessageSize']);
  if (sizeBytes > most) throw tooLong(most, place !== undefined);
  if (hasForbiddenCharacters(body))
    throw fault(
      'InvalidMessageContents',
      'Invalid characters found. Valid unicode characters are #x9 | #xA | #xD | #x20 to #xD7FF | #xE000 to #xFFFD | #x10000 to #x10FFFF',
    );
  checkIds(sent);
  const delaySeconds = delayOf(queue, sent);
  return {
    content: { body, attributes },
    sizeBytes,
    attributesMd5: attributesMd5(attributes),
    systemMd5: trace ? attributesMd5([trace]) : '',
    traceHeader: trace?.value as string | undefined,
    groupId: sent.MessageGroupId,
    deduplicationId: deduplicationOf(queue, sent),
    delayMs: delaySeconds * 1000,
  };
}

/** The real service words it differently in batches. */
const tooLong = (most: number, inBatch: boolean): Fault =>
  invalidParameter(
    `One or more parameters ${inBatch ? 'cannot be validated' : 'are invalid'}. Reason: Message must be shorter than ${most} bytes.`,
  );

/** The real service uses another error code in batches. */
const noGroup = (inBatch: boolean): Fault =>
  inBatch ? invalidParameter('The request must contain the parameter MessageGroupId.') : missingParameter('MessageGroupId');

function checkIds({ MessageGroupId, MessageDeduplicationId }: Sent): void {
  for (const [name, id] of Object.entries({ MessageGroupId, MessageDeduplicationId }))
    if (id !== undefined && !ID_FORM.test(id))
      throw invalidValue(id, name, `${name} can only include alphanumeric and punctuation characters. 1 to 128 in length.`);
}

function delayOf({ fifo, settings }: Frozen<Queue>, { DelaySeconds: delay }: Sent): number {
  const ofQueue = Number(settings['DelaySeconds']);
  if (delay === undefined) return ofQueue;
  if (delay < 0 || delay > MAX_DELAY_SECONDS) throw invalidValue(delay, 'DelaySeconds', 'DelaySeconds must be >= 0 and <= 900.');
  if (!fifo) return delay;
  if (delay > 0) throw invalidValue(delay, 'DelaySeconds', NOT_FOR_THIS_TYPE);
  return ofQueue;
}

const NOT_FOR_THIS_TYPE = 'The request include parameter that is not valid for this queue type.';

function deduplicationOf({ fifo, settings }: Frozen<Queue>, { MessageDeduplicationId: id, MessageBody }: Sent): string | undefined {
  if (!fifo) {
    if (id !== undefined) throw invalidValue(id, 'MessageDeduplicationId', NOT_FOR_THIS_TYPE);
    return undefined;
  }
  if (id !== undefined) return id;
  if (settings['ContentBasedDeduplication'] === 'true') return hash('sha256', MessageBody);
  throw invalidParameter('The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly');
}
