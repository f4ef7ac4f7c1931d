// A queue as a target of deliveries, and as their dead-letter queue.
import type { Ctx } from '#core/call';
import type { DeliveryParameters, MessageAttribute } from '#core/delivery/destination';
import type { Delivery, DeliveryRequest } from '#core/delivery/outbox';
import type { Target } from '#core/delivery/target';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import type { MessageAttributeValue } from '#model/sqs';
import { noSuchQueue } from './faults.ts';
import { sendingTo } from './guard.ts';
import { fitsInside } from './messages/content.ts';
import { hasForbiddenCharacters } from './messages/message-attributes.ts';
import { enqueue } from './messages/message-writes.ts';
import { plainMessage } from './messages/new-message.ts';
import { closeQueue, openQueue } from './messages/queue-tx.ts';
import { parseQueueArn, queueUrl } from './queue-address.ts';
import { secondsMs } from './settings.ts';
import { type Queue, queues } from './state.ts';

export const target: Target = {
  acceptInWrite: (deliveries, tx, ctx) => {
    const address = parseQueueArn(deliveries[0]!.to.targetArn);
    if (!address) return false;
    const there = address.account === ctx.account && address.region === ctx.region ? ctx : ctx.in(address);
    const queue = there.records(queues).get([address.name]);
    // FIFO queues have more to ask than can be answered here.
    if (!queue || queue.fifo || !deliveries.every((delivery) => isPlain(delivery, queue))) return false;
    if (!ctx.permits(sendingTo(queue, there))) return false;
    const q = openQueue(tx, queue, there);
    const delayMs = secondsMs(queue.settings, 'DelaySeconds');
    for (const { payload } of deliveries) enqueue(q, plainMessage(q, payload, delayMs, ctx));
    closeQueue(q);
    return true;
  },
  send: async (delivery, ctx) => {
    const queue = queueOf(delivery, ctx);
    const QueueUrl = queueUrl(ctx.origin, queue.account, queue.name);
    await ctx.call('sqs', 'SendMessage', { QueueUrl, ...messageOf(delivery, queue) }, queue.place);
  },
  sendAll: async (deliveries, ctx) => {
    const queue = queueOf(deliveries[0]!, ctx);
    const QueueUrl = queueUrl(ctx.origin, queue.account, queue.name);
    const Entries = deliveries.map((delivery, i) => ({ Id: String(i), ...messageOf(delivery, queue) }));
    const { Failed = [] } = await ctx.call('sqs', 'SendMessageBatch', { QueueUrl, Entries }, queue.place);
    const problems: (Fault | undefined)[] = deliveries.map(() => undefined);
    for (const { Id, Code, Message = '', SenderFault } of Failed)
      problems[Number(Id)] = new Fault(Code, Message, { blame: SenderFault ? 'client' : 'server' });
    return problems;
  },
};

/** UTF-8 takes at most three bytes for each unit of a text. */
const MAX_UNIT_BYTES = 3;

/** A text that the queue takes and nothing else; not one that must be measured or kept in a blob. */
function isPlain(request: DeliveryRequest, { settings }: Frozen<Queue>): boolean {
  const { payload } = request;
  const maxBytes = payload.length * MAX_UNIT_BYTES;
  if (payload === '' || isSentWithMore(request) || !fitsInside(maxBytes) || maxBytes > Number(settings['MaximumMessageSize'])) return false;
  return !hasForbiddenCharacters(payload);
}

const isSentWithMore = ({ to, parameters, event }: DeliveryRequest): boolean =>
  event?.traceHeader !== undefined || hasMessageParts(to.parameters) || hasMessageParts(parameters);

const hasMessageParts = (given: DeliveryParameters | undefined): boolean =>
  given !== undefined && (given.groupId ?? given.deduplicationId ?? given.attributes ?? given.traceHeader) !== undefined;

interface TargetQueue {
  readonly account: string;
  readonly name: string;
  readonly place: { readonly account: string; readonly region: string };
  /** A FIFO queue that does not go by the content. */
  readonly wantsId: boolean;
}

function queueOf({ targetArn }: Delivery, ctx: Ctx): TargetQueue {
  const address = parseQueueArn(targetArn);
  if (!address) throw noSuchQueue();
  const { account, region, name } = address;
  const queue = ctx.in({ account, region }).records(queues).get([name]);
  const wantsId = queue?.fifo === true && queue.settings['ContentBasedDeduplication'] !== 'true';
  return { account, name, place: { account, region }, wantsId };
}

/** A retry must not arrive twice: the delivery's own id, where the queue does not go by the content. */
function messageOf({ id, payload, parameters = {} }: Delivery, { wantsId }: TargetQueue) {
  const { groupId, deduplicationId = wantsId ? id : undefined, attributes, traceHeader } = parameters;
  return {
    MessageBody: payload,
    MessageGroupId: groupId,
    MessageDeduplicationId: deduplicationId,
    MessageAttributes: attributes && Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, attributeValue(value)])),
    MessageSystemAttributes: traceHeader === undefined ? undefined : { AWSTraceHeader: { DataType: 'String', StringValue: traceHeader } },
  };
}

const attributeValue = ({ type, value }: MessageAttribute): MessageAttributeValue =>
  typeof value === 'string' ? { DataType: type, StringValue: value } : { DataType: type, BinaryValue: value };
