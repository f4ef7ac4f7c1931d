// Accepts deliveries in the write that causes them, if the queue takes all of them and nothing has to be awaited.
import type { Ctx } from '#core/ctx';
import type { DeliveryRequest } from '#core/delivery/delivery';
import type { DeliveryParameters } from '#core/delivery/destination';
import { parametersOf } from '#core/delivery/outbox';
import { Fault } from '#core/fault';
import type { Frozen, Tx } from '#core/records';
import { deliveredMessage, needsDeduplicationId } from './delivered-message.ts';
import { sendingTo } from './guard.ts';
import { fitsInside } from './messages/content.ts';
import { closeQueue, openQueue } from './messages/in-queue.ts';
import { hasForbiddenCharacters } from './messages/message-attributes.ts';
import { draftMessage, type MessageDraft } from './messages/message-draft.ts';
import { enqueue } from './messages/message-writes.ts';
import { plainMessage } from './messages/new-message.ts';
import { placeMessage } from './messages/place-message.ts';
import { parseQueueArn, partitionOf } from './queue-address.ts';
import { secondsMs } from './settings.ts';
import { type Queue, queues } from './state.ts';

export function acceptInWrite(deliveries: readonly DeliveryRequest[], tx: Tx, ctx: Ctx): boolean {
  // The content of a long one belongs in a blob, which is written first; a text has at least as many bytes as units.
  if (deliveries.some(({ payload }) => !fitsInside(payload.length))) return false;
  const { targetArn } = deliveries[0]!.to;
  const address = parseQueueArn(targetArn);
  if (!address) return false;
  const there = ctx.in(address);
  const queue = there.records(queues).get([address.name]);
  if (!queue) return false;
  const arePlain = !queue.fifo && deliveries.every((delivery) => isPlain(delivery, queue));
  const drafts = arePlain ? [] : draftAll(deliveries, queue, ctx);
  if (!drafts || !ctx.permits(sendingTo(queue, there, isWellNamed(targetArn, there) ? targetArn : undefined))) return false;
  const q = openQueue(tx, queue, there);
  const delayMs = secondsMs(queue.settings, 'DelaySeconds');
  if (arePlain) for (const { payload } of deliveries) enqueue(q, plainMessage(q, payload, delayMs, ctx));
  else for (const draft of drafts) placeMessage(q, draft, undefined, ctx);
  closeQueue(q);
  return true;
}

/** Whether the ARN has the partition of its region, too: the queue's own ARN need not be made again then. */
const isWellNamed = (arn: string, { region }: Ctx): boolean => arn.startsWith(`arn:${partitionOf(region)}:`);

/** UTF-8 needs at most three bytes for each UTF-16 unit of a string. */
const MAX_UNIT_BYTES = 3;

/**
 * Whether the queue is certain to take this payload and the delivery carries nothing else. No draft is needed then, so events cost little.
 */
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

/** Undefined if the queue would refuse one of them (the outbox reports that), or if the content of one belongs in a blob. */
function draftAll(deliveries: readonly DeliveryRequest[], queue: Frozen<Queue>, ctx: Ctx): readonly MessageDraft[] | undefined {
  const drafts: MessageDraft[] = [];
  for (const request of deliveries) {
    const draft = draftOf(request, queue, ctx);
    if (!draft || !fitsInside(draft.sizeBytes)) return undefined;
    drafts.push(draft);
  }
  return drafts;
}

function draftOf(request: DeliveryRequest, queue: Frozen<Queue>, ctx: Ctx): MessageDraft | undefined {
  const deduplicationId = needsDeduplicationId(queue) ? ctx.id() : undefined;
  try {
    return draftMessage(queue, deliveredMessage(request.payload, parametersOf(request) ?? {}, deduplicationId));
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}
