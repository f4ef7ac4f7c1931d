// One message to all subscribers of its topic, in the write that accepts it.
import type { Ctx } from '#core/ctx';
import type { DeliveryRequest } from '#core/delivery/delivery';
import type { DeliveryParameters, MessageAttribute } from '#core/delivery/destination';
import type { Tx } from '#core/records';
import { keepSent } from '#services/sns/mobile/sent-messages';
import { functionEvent, type Notification, notificationDocument, type Signature, unsubscribeUrl } from './envelope.ts';
import { type Message, textFor } from './message.ts';
import { shownAttributes } from './message-attributes.ts';
import { reportOf } from './status-log.ts';
import type { Subscriber } from './subscribers.ts';

/** The signatures of a message by its texts: for functions in another version than for all others. */
export interface Signatures {
  readonly ofFunctions: Map<string, Signature>;
  readonly ofOthers: Map<string, Signature>;
}

export const signaturesFor = (protocol: string): keyof Signatures => (protocol === 'lambda' ? 'ofFunctions' : 'ofOthers');

/** A message as its topic has accepted it. */
export interface Publication {
  readonly message: Message;
  readonly topicArn: string;
  readonly sequenceNumber: string | undefined;
  readonly signatures: Signatures;
  /** From the archive. */
  readonly isReplayed?: boolean | undefined;
}

const TO_PEOPLE = new Set(['sms', 'email', 'email-json', 'application']);

/** Messages in queues, functions and HTTP requests are signed, unless they are raw. */
export const isSigned = ({ protocol, isRaw }: Subscriber): boolean => !isRaw && !UNSIGNED.has(protocol);

const UNSIGNED = new Set(['sms', 'application', 'firehose']);

export function fanOut(tx: Tx, publication: Publication, subscribers: readonly Subscriber[], ctx: Ctx): void {
  const requests: DeliveryRequest[] = [];
  for (const subscriber of subscribers) {
    if (TO_PEOPLE.has(subscriber.protocol)) keepFor(tx, publication, subscriber, ctx);
    else requests.push(subscriber.feedback ? reported(publication, subscriber, ctx) : requestFor(publication, subscriber, ctx));
  }
  if (requests.length > 0) ctx.deliver(tx, requests);
}

/** A delivery whose outcome may have to be logged. */
function reported(publication: Publication, subscriber: Subscriber, ctx: Ctx): DeliveryRequest {
  const { message, topicArn } = publication;
  const { feedback, protocol, endpoint } = subscriber;
  const report = reportOf({ feedback: feedback!, protocol, endpoint, text: textFor(message, protocol), message, topicArn }, ctx);
  return { ...requestFor(publication, subscriber, ctx), report };
}

function notificationFor({ message, topicArn, sequenceNumber, signatures, isReplayed }: Publication, protocol: string): Notification {
  const text = textFor(message, protocol);
  return { message, text, topicArn, sequenceNumber, signature: signatures[signaturesFor(protocol)].get(text), isReplayed };
}

function requestFor(publication: Publication, subscriber: Subscriber, ctx: Ctx): DeliveryRequest {
  const { message, topicArn } = publication;
  const { protocol, to, arn } = subscriber;
  const line = message.deduplicationId === undefined ? undefined : `${arn}/${message.groupId}`;
  if (protocol === 'lambda') {
    const parameters = ctx.traceHeader === undefined ? undefined : { traceHeader: ctx.traceHeader };
    return { to, payload: functionEvent(notificationFor(publication, protocol), arn, unsubscribeUrl(arn, ctx)), parameters };
  }
  const payload = subscriber.isRaw
    ? textFor(message, protocol)
    : notificationDocument(notificationFor(publication, protocol), unsubscribeUrl(arn, ctx));
  // A record of a delivery stream is one line, unless it is the message alone.
  if (protocol === 'firehose') return { to, payload: subscriber.isRaw ? payload : `${JSON.stringify(JSON.parse(payload))}\n` };
  if (protocol === 'sqs') return { to, payload, line, parameters: queueParameters(message, subscriber, ctx) };
  return { to, payload, parameters: { http: { headers: httpHeaders('Notification', message.id, topicArn, subscriber) } } };
}

/** Undefined where there is nothing besides the body, which the queue takes most cheaply. */
function queueParameters(message: Message, { isRaw, endpoint }: Subscriber, ctx: Ctx): DeliveryParameters | undefined {
  const isOrdered = message.deduplicationId !== undefined;
  const hasGroup = message.groupId !== undefined && (!isOrdered || endpoint.endsWith('.fifo'));
  const hasAttributes = isRaw && message.attributes.size > 0;
  if (!hasGroup && !hasAttributes && ctx.traceHeader === undefined) return undefined;
  return {
    ...(hasGroup && { groupId: message.groupId, deduplicationId: message.deduplicationId }),
    ...(hasAttributes && { attributes: Object.fromEntries(message.attributes) as Record<string, MessageAttribute> }),
    ...(ctx.traceHeader !== undefined && { traceHeader: ctx.traceHeader }),
  };
}

export type MessageType = 'Notification' | 'SubscriptionConfirmation' | 'UnsubscribeConfirmation';

export const httpHeaders = (
  type: MessageType,
  messageId: string,
  topicArn: string,
  { arn, isRaw, contentType }: { readonly arn?: string; readonly isRaw: boolean; readonly contentType: string },
): Record<string, string> => ({
  'x-amz-sns-message-type': type,
  'x-amz-sns-message-id': messageId,
  'x-amz-sns-topic-arn': topicArn,
  ...(arn !== undefined && { 'x-amz-sns-subscription-arn': arn }),
  ...(isRaw && { 'x-amz-sns-rawdelivery': 'true' }),
  'content-type': contentType,
  'accept-encoding': 'gzip,deflate',
  'user-agent': 'Amazon Simple Notification Service Agent',
});

function keepFor(tx: Tx, publication: Publication, { protocol, endpoint, arn }: Subscriber, ctx: Ctx): void {
  const { message, topicArn } = publication;
  const notification = notificationFor(publication, protocol);
  keepSent(
    tx,
    {
      kind: protocol.startsWith('email') ? 'email' : (protocol as 'sms' | 'application'),
      atMs: ctx.now(),
      messageId: message.id,
      to: endpoint,
      topicArn,
      subscriptionArn: arn,
      subject: message.subject,
      message: protocol === 'email-json' ? notificationDocument(notification, unsubscribeUrl(arn, ctx)) : notification.text,
      attributes: shownAttributes(message.attributes),
      structure: message.isStructured ? 'json' : undefined,
    },
    ctx,
  );
}
