// A queue as a target of deliveries, and as their dead-letter queue.
import type { Ctx } from '#core/call';
import { Fault } from '#core/fault';
import type { Delivery, DeliveryRequest, Target } from '#core/outbox';
import type { Frozen } from '#core/records';
import type { MessageAttributeValue } from '#model/sqs';
import { fitsInside } from './box/content.ts';
import { closeDesk, openDesk } from './box/desk.ts';
import { enqueue } from './box/keep.ts';
import { noSuchQueue } from './faults.ts';
import { sendingTo } from './guard.ts';
import { hasForbiddenCharacters } from './message-attributes.ts';
import { plainMessage } from './new-message.ts';
import { parseQueueArn, queueUrl } from './queue-address.ts';
import { secondsMs } from './settings.ts';
import { type Queue, queues } from './state.ts';

export const target: Target = {
  take: (deliveries, ctx, tx) => {
    const address = parseQueueArn(deliveries[0]!.to.targetArn);
    if (!address) return false;
    const there = address.account === ctx.account && address.region === ctx.region ? ctx : ctx.in(address);
    const queue = there.records(queues).get([address.name]);
    // FIFO queues have more to ask than can be answered here.
    if (!queue || queue.fifo || !deliveries.every((delivery) => isPlain(delivery, queue))) return false;
    if (!ctx.permits(sendingTo(there, queue))) return false;
    const desk = openDesk(there, tx, queue);
    const delayMs = secondsMs(queue.settings, 'DelaySeconds');
    for (const { payload } of deliveries) enqueue(desk, plainMessage(desk, ctx, payload, delayMs));
    closeDesk(desk);
    return true;
  },
  send: async (delivery, ctx) => {
    const queue = queueOf(delivery, ctx);
    const QueueUrl = queueUrl(ctx.origin, queue.account, queue.name);
    await ctx.call('sqs', 'SendMessage', { QueueUrl, ...messageOf(delivery, queue) }, { as: delivery.as, ...queue.place });
  },
  sendAll: async (deliveries, ctx) => {
    const queue = queueOf(deliveries[0]!, ctx);
    const QueueUrl = queueUrl(ctx.origin, queue.account, queue.name);
    const Entries = deliveries.map((delivery, i) => ({ Id: String(i), ...messageOf(delivery, queue) }));
    const { Failed = [] } = await ctx.call('sqs', 'SendMessageBatch', { QueueUrl, Entries }, { as: deliveries[0]!.as, ...queue.place });
    const problems: (Fault | undefined)[] = deliveries.map(() => undefined);
    for (const { Id, Code, Message = '', SenderFault } of Failed)
      problems[Number(Id)] = new Fault(Code, Message, { blame: SenderFault ? 'client' : 'server' });
    return problems;
  },
};

/** In UTF-8 a character has at most so many bytes for each of its units. */
const MOST_UNIT_BYTES = 3;

/** A text that the queue takes and nothing else; not one that must be measured or kept in a blob. */
function isPlain({ to, payload, subject }: DeliveryRequest, { settings }: Frozen<Queue>): boolean {
  const mostBytes = payload.length * MOST_UNIT_BYTES;
  if (
    payload === '' ||
    to.parameters !== undefined ||
    subject?.traceHeader !== undefined ||
    !fitsInside(mostBytes) ||
    mostBytes > Number(settings['MaximumMessageSize'])
  )
    return false;
  return !hasForbiddenCharacters(payload);
}

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
  const { MessageGroupId, MessageDeduplicationId, MessageAttributes, TraceHeader } = parameters;
  return {
    MessageBody: payload,
    MessageGroupId: asText(MessageGroupId),
    MessageDeduplicationId: asText(MessageDeduplicationId) ?? (wantsId ? id : undefined),
    MessageAttributes: asAttributes(MessageAttributes),
    MessageSystemAttributes: asAttributes(TraceHeader === undefined ? undefined : { AWSTraceHeader: TraceHeader }),
  };
}

const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Texts by name, as dead letters carry their reasons. What a message cannot carry (an empty text) is left out. */
function asAttributes(value: unknown): Record<string, MessageAttributeValue> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const texts = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '' && !hasForbiddenCharacters(entry[1]),
  );
  return Object.fromEntries(texts.map(([name, text]) => [name, { DataType: 'String', StringValue: text }]));
}
