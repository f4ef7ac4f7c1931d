// A topic as a target of deliveries: each is published.
import type { MessageAttribute } from '#core/delivery/destination';
import type { Target } from '#core/delivery/target';
import { Fault } from '#core/fault';
import type { MessageAttributeValue } from '#model/sns';
import { parseTopicArn } from './arns.ts';

export const target: Target = {
  send: async ({ targetArn, payload, id, parameters = {} }, ctx) => {
    const address = parseTopicArn(targetArn);
    if (!address) throw new Fault('NotFoundException', 'Topic does not exist');
    const { groupId, deduplicationId, subject, attributes, traceHeader } = parameters;
    const isFifo = address.name.endsWith('.fifo');
    const input = {
      TopicArn: targetArn,
      Message: payload,
      Subject: subject,
      MessageGroupId: groupId,
      MessageDeduplicationId: isFifo ? (deduplicationId ?? id) : undefined,
      MessageAttributes: attributes && Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, attributeValue(value)])),
    };
    await ctx.call('sns', 'Publish', input, { account: address.account, region: address.region, traceHeader });
  },
};

const attributeValue = ({ type, value }: MessageAttribute): MessageAttributeValue =>
  typeof value === 'string' ? { DataType: type, StringValue: value } : { DataType: type, BinaryValue: value };
