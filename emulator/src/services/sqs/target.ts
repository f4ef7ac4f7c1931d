// Accepts deliveries for a queue, both as a target and as a dead-letter queue.
import type { Ctx } from '#core/ctx';
import type { Delivery } from '#core/delivery/delivery';
import type { Target } from '#core/delivery/target';
import { Fault } from '#core/fault';
import { acceptInWrite } from './accept-in-write.ts';
import { deliveredMessage, needsDeduplicationId } from './delivered-message.ts';
import { noSuchQueue } from './faults.ts';
import { parseQueueArn, queueUrl } from './queue-address.ts';
import { queues } from './state.ts';

export const target: Target = {
  acceptInWrite,
  send: async (delivery, ctx) => {
    const { QueueUrl, needsId, ...place } = queueOf(delivery, ctx);
    await ctx.call('sqs', 'SendMessage', { QueueUrl, ...messageOf(delivery, needsId) }, place);
  },
  sendAll: async (deliveries, ctx) => {
    const { QueueUrl, needsId, ...place } = queueOf(deliveries[0]!, ctx);
    const Entries = deliveries.map((delivery, i) => ({ Id: String(i), ...messageOf(delivery, needsId) }));
    const { Failed = [] } = await ctx.call('sqs', 'SendMessageBatch', { QueueUrl, Entries }, place);
    const problems: (Fault | undefined)[] = deliveries.map(() => undefined);
    for (const { Id, Code, Message = '', SenderFault } of Failed)
      problems[Number(Id)] = new Fault(Code, Message, { blame: SenderFault ? 'client' : 'server' });
    return problems;
  },
};

interface TargetQueue {
  readonly QueueUrl: string;
  readonly account: string;
  readonly region: string;
  readonly needsId: boolean;
}

function queueOf({ targetArn }: Delivery, ctx: Ctx): TargetQueue {
  const address = parseQueueArn(targetArn);
  if (!address) throw noSuchQueue();
  const { account, region, name } = address;
  const queue = ctx.in({ account, region }).records(queues).get([name]);
  return { QueueUrl: queueUrl(ctx.origin, account, name), account, region, needsId: needsDeduplicationId(queue) };
}

/** A retry must not arrive twice: a FIFO queue recognizes it by the delivery's own id. */
const messageOf = ({ id, payload, parameters = {} }: Delivery, needsId: boolean) =>
  deliveredMessage(payload, parameters, needsId ? id : undefined);
