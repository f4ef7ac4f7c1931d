// Messages about a subscription itself: the request to confirm it, and the news that it was removed.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { httpPolicy, httpRetries } from '#services/sns/delivery-policy';
import { signMembers, writeDocument } from '#services/sns/messages/envelope';
import { httpHeaders, type MessageType } from '#services/sns/messages/http-headers';
import { keepSent } from '#services/sns/mobile/sent-messages';
import { type Subscription, tokens, topics } from '#services/sns/state';

const TOKEN_LENGTH = 256;
/** Two days. */
export const TOKEN_VALID_MS = 48 * 3_600_000;

/** Each request has a new token; the earlier ones stay valid. */
export const requestConfirmation = (subscription: Frozen<Subscription>, ctx: Ctx): Promise<void> =>
  send('SubscriptionConfirmation', subscription, ctx);

/** Only HTTP endpoints are told. The token in the message brings the subscription back. */
export async function tellUnsubscribed(subscription: Frozen<Subscription>, ctx: Ctx): Promise<void> {
  const isHttp = subscription.protocol === 'http' || subscription.protocol === 'https';
  if (isHttp && !subscription.isPending) await send('UnsubscribeConfirmation', subscription, ctx);
}

const text = (type: MessageType, { arn, topicArn }: Frozen<Subscription>): string =>
  type === 'SubscriptionConfirmation'
    ? `You have chosen to subscribe to the topic ${topicArn}.\nTo confirm the subscription, visit the SubscribeURL included in this message.`
    : `You have chosen to deactivate subscription ${arn}.\nTo cancel this operation and restore the subscription, visit the SubscribeURL included in this message.`;

async function send(type: MessageType, subscription: Frozen<Subscription>, ctx: Ctx): Promise<void> {
  const { topic: name, topicArn, protocol, endpoint, arn } = subscription;
  const topic = ctx.records(topics).get([name]);
  const MessageId = ctx.id();
  const Token = ctx.random(TOKEN_LENGTH);
  const Message = text(type, subscription);
  const SubscribeURL = `${ctx.origin}/?Action=ConfirmSubscription&TopicArn=${topicArn}&Token=${Token}`;
  const Timestamp = new Date(ctx.now()).toISOString();
  const members = { Message, MessageId, SubscribeURL, Timestamp, Token, TopicArn: topicArn, Type: type };
  const signature = await signMembers(members, topic?.attributes['SignatureVersion'], ctx);
  const payload = writeDocument({
    Type: type,
    MessageId,
    Token,
    TopicArn: topicArn,
    Message,
    SubscribeURL,
    Timestamp,
    SignatureVersion: signature.version,
    Signature: signature.text,
    SigningCertURL: signature.certificateUrl,
  });
  const policy = httpPolicy(topic?.attributes['DeliveryPolicy'], subscription.attributes['DeliveryPolicy']);
  ctx.write((tx) => {
    const removed = type === 'UnsubscribeConfirmation' ? subscription : undefined;
    tx.put(ctx.records(tokens), [Token], { topic: name, id: subscription.id, createdMs: ctx.now(), ...(removed && { removed }) });
    ctx.later(tx, 'sns.expire-token', [Token], ctx.now() + TOKEN_VALID_MS);
    if (protocol.startsWith('email')) {
      const subject = 'AWS Notification - Subscription Confirmation';
      const kept = { kind: 'email', atMs: ctx.now(), messageId: MessageId, to: endpoint, topicArn, subscriptionArn: arn, subject } as const;
      keepSent(tx, { ...kept, message: payload, attributes: {} }, ctx);
      return;
    }
    const contentType = policy.requestPolicy.headerContentType;
    // The news of a removal names the subscription (recorded).
    const subscriber = { isRaw: false, contentType, ...(removed && { arn }) };
    const parameters = { http: { headers: httpHeaders(type, MessageId, topicArn, subscriber) } };
    const to = {
      targetArn: endpoint,
      as: { service: 'sns.amazonaws.com', sourceArn: topicArn },
      retry: httpRetries(policy),
      sentBySender: true,
      about: { service: 'sns', resource: `topic ${name}`, resourceArn: topicArn, eventId: MessageId },
    } as const;
    ctx.deliver(tx, [{ to, payload, parameters }]);
  });
}
