// One message to all subscribers of its topic, in the write that accepts it.
import type { Ctx } from '#core/ctx';
import type { DeliveryRequest } from '#core/delivery/delivery';
import type { DeliveryParameters, MessageAttribute } from '#core/delivery/destination';
import type { Tx } from '#core/records';
import { functionEvents, type Notification, notificationDocuments, type Signature, unsubscribeUrl } from '#services/sns/messages/envelope';
import { httpHeaders } from '#services/sns/messages/http-headers';
import { type Message, textFor } from '#services/sns/messages/message';
import { shownAttributes } from '#services/sns/messages/message-attributes';
import { keepSent } from '#services/sns/mobile/sent-messages';
import { reportOf } from './status-log.ts';
import type { Subscriber } from './subscribers.ts';
import { countDelivered } from './topic-metrics.ts';
import type { TopicTrace } from './topic-trace.ts';

/** The signatures of a message by its texts: those for functions name another version than all others. */
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
  /** Absent where the topic only passes the header of its publisher on. */
  readonly trace?: TopicTrace | undefined;
}

const TO_PEOPLE = new Set(['sms', 'email', 'email-json', 'application']);

/** Messages in queues, functions and HTTP requests are signed, unless they are raw. */
export const isSigned = ({ protocol, isRaw }: Subscriber): boolean => !isRaw && !UNSIGNED.has(protocol);

const UNSIGNED = new Set(['sms', 'application', 'firehose']);

export function fanOut(tx: Tx, publication: Publication, subscribers: readonly Subscriber[], ctx: Ctx): void {
  const requests: DeliveryRequest[] = [];
  const documents = new Documents(publication, ctx);
  for (const subscriber of subscribers) {
    if (TO_PEOPLE.has(subscriber.protocol)) keepFor(tx, publication, subscriber, documents, ctx);
    else {
      const request = requestFor(publication, subscriber, documents, ctx);
      requests.push(subscriber.feedback ? { ...request, report: reportFor(publication, subscriber, ctx) } : request);
    }
  }
  if (requests.length > 0) ctx.deliver(tx, requests);
}

/** The documents of a message for its subscribers, each text written once. */
class Documents {
  readonly #publication: Publication;
  readonly #ctx: Ctx;
  readonly #notifications = new Map<string, (unsubscribe: string) => string>();
  #functions: ((arn: string, unsubscribe: string) => string) | undefined;

  constructor(publication: Publication, ctx: Ctx) {
    this.#publication = publication;
    this.#ctx = ctx;
  }

  notification({ protocol, arn }: Subscriber): string {
    const text = textFor(this.#publication.message, protocol);
    const known = this.#notifications.get(text);
    const write = known ?? notificationDocuments(notificationFor(this.#publication, protocol));
    if (!known) this.#notifications.set(text, write);
    return write(unsubscribeUrl(arn, this.#ctx));
  }
  functionEvent({ protocol, arn }: Subscriber): string {
    this.#functions ??= functionEvents(notificationFor(this.#publication, protocol));
    return this.#functions(arn, unsubscribeUrl(arn, this.#ctx));
  }
}

/** The report of a delivery whose outcome may have to be logged. */
function reportFor(publication: Publication, { feedback, protocol, endpoint }: Subscriber, ctx: Ctx): string | undefined {
  const { message, topicArn } = publication;
  return reportOf({ feedback: feedback!, protocol, endpoint, text: textFor(message, protocol), message, topicArn }, ctx);
}

function notificationFor({ message, topicArn, sequenceNumber, signatures, isReplayed }: Publication, protocol: string): Notification {
  const text = textFor(message, protocol);
  return { message, text, topicArn, sequenceNumber, signature: signatures[signaturesFor(protocol)].get(text), isReplayed };
}

function requestFor(publication: Publication, subscriber: Subscriber, documents: Documents, ctx: Ctx): DeliveryRequest {
  const { message, topicArn } = publication;
  const { protocol, to, arn } = subscriber;
  const traceHeader = publication.trace ? publication.trace.headerFor(subscriber) : ctx.traceHeader;
  const line = message.deduplicationId === undefined ? undefined : `${arn}/${message.groupId}`;
  if (protocol === 'lambda') {
    const parameters = traceHeader === undefined ? undefined : { traceHeader };
    return { to, payload: documents.functionEvent(subscriber), parameters };
  }
  const payload = subscriber.isRaw ? textFor(message, protocol) : documents.notification(subscriber);
  // A record of a delivery stream is one line, unless it is the message alone.
  if (protocol === 'firehose') return { to, payload: subscriber.isRaw ? payload : `${JSON.stringify(JSON.parse(payload))}\n` };
  if (protocol === 'sqs') return { to, payload, line, parameters: queueParameters(message, subscriber, traceHeader) };
  return { to, payload, parameters: { http: { headers: httpHeaders('Notification', message.id, topicArn, subscriber) } } };
}

/** Undefined for a message that is only a body: the queue takes it most cheaply. */
function queueParameters(
  message: Message,
  { isRaw, endpoint }: Subscriber,
  traceHeader: string | undefined,
): DeliveryParameters | undefined {
  const isOrdered = message.deduplicationId !== undefined;
  const hasGroup = message.groupId !== undefined && (!isOrdered || endpoint.endsWith('.fifo'));
  const hasAttributes = isRaw && message.attributes.size > 0;
  if (!hasGroup && !hasAttributes && traceHeader === undefined) return undefined;
  return {
    ...(hasGroup && { groupId: message.groupId, deduplicationId: message.deduplicationId }),
    ...(hasAttributes && { attributes: Object.fromEntries(message.attributes) as Record<string, MessageAttribute> }),
    ...(traceHeader !== undefined && { traceHeader }),
  };
}

function keepFor(tx: Tx, publication: Publication, subscriber: Subscriber, documents: Documents, ctx: Ctx): void {
  const { message, topicArn } = publication;
  const { protocol, endpoint, arn } = subscriber;
  tx.after(() => countDelivered(topicArn, ctx));
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
      message: protocol === 'email-json' ? documents.notification(subscriber) : textFor(message, protocol),
      attributes: shownAttributes(message.attributes),
      structure: message.isStructured ? 'json' : undefined,
    },
    ctx,
  );
}
