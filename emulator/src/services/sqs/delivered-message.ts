// Turns a delivery into the message that a sender would give to the queue.
import type { DeliveryParameters, MessageAttribute } from '#core/delivery/destination';
import type { Frozen } from '#core/records';
import type { MessageAttributeValue } from '#model/sqs';
import type { Sent } from './messages/message-draft.ts';
import type { Queue } from './state.ts';

/** A FIFO queue without content-based deduplication needs an id with each message. */
export const needsDeduplicationId = (queue: Frozen<Queue> | undefined): boolean =>
  queue?.fifo === true && queue.settings['ContentBasedDeduplication'] !== 'true';

/** `deduplicationId` is used if the delivery names none. It must be the same with every attempt. */
export function deliveredMessage(
  payload: string,
  { groupId, deduplicationId: own, attributes, traceHeader }: DeliveryParameters,
  deduplicationId: string | undefined,
): Sent {
  return {
    MessageBody: payload,
    MessageGroupId: groupId,
    MessageDeduplicationId: own ?? deduplicationId,
    MessageAttributes: attributes && Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, attributeValue(value)])),
    MessageSystemAttributes: traceHeader === undefined ? undefined : { AWSTraceHeader: { DataType: 'String', StringValue: traceHeader } },
  };
}

const attributeValue = ({ type, value }: MessageAttribute): MessageAttributeValue =>
  typeof value === 'string' ? { DataType: type, StringValue: value } : { DataType: type, BinaryValue: value };
