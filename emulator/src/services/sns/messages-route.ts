// `/_cloud/sns/…`: what was sent to phones, mailboxes and devices, and the tokens of subscriptions that wait for their confirmation.
// The forms are those of the established emulator.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import type { Route, RouteRequest, RouteResponse } from '#core/route';
import { table } from '#lib/table';
import { type SentKind, type SentMessage, sent, tokens } from './state.ts';
import { findSubscription } from './subscriptions/find-subscription.ts';

interface List {
  readonly kind: SentKind;
  /** Member of the answer that holds the messages, by their receivers. */
  readonly member: string;
  /** Query parameter that names one receiver. */
  readonly receiver: string;
}

const LISTS: Readonly<Record<string, List>> = table({
  'platform-endpoint-messages': { kind: 'application', member: 'platform_endpoint_messages', receiver: 'endpointArn' },
  'sms-messages': { kind: 'sms', member: 'sms_messages', receiver: 'phoneNumber' },
  'email-messages': { kind: 'email', member: 'email_messages', receiver: 'address' },
});

const json = (value: object, status = 200): RouteResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});
const notFound = (error: string): RouteResponse => json({ error }, 404);

export const route: Route = (request, ctx) => {
  const [, , , name = '', ...rest] = request.path.split('/');
  const { query } = request;
  const there = ctx.in({ account: query.get('accountId') ?? undefined, region: query.get('region') ?? undefined });
  const list = Object.hasOwn(LISTS, name) ? LISTS[name] : undefined;
  if (list && rest.join('') === '') return answerList(list, request, there);
  if (name === 'subscription-tokens') return answerToken(decodeURIComponent(rest.join('/')), there);
  return notFound(`There is no /_cloud/sns/${name}: there are ${Object.keys(LISTS).join(', ')} and subscription-tokens/<ARN>.`);
};

function answerList({ kind, member, receiver }: List, { method, query }: RouteRequest, ctx: Ctx): RouteResponse {
  const to = query.get(receiver);
  const entries = ctx
    .records(sent)
    .entries([kind])
    .filter(([, message]) => to === null || message.to === to);
  if (method === 'DELETE') {
    ctx.write((tx) => {
      for (const [key] of entries) tx.delete(ctx.records(sent), key);
    });
    return { status: 204 };
  }
  if (method !== 'GET') return json({ error: `Use GET, or DELETE to forget the messages.` }, 405);
  const byReceiver: Record<string, object[]> = Object.create(null) as Record<string, object[]>;
  for (const [, message] of entries) (byReceiver[message.to] ??= []).push(shown(message));
  return json({ [member]: byReceiver, region: ctx.region });
}

const shown = ({ kind, to, ...message }: Frozen<SentMessage>): object => ({
  ...(kind === 'application' ? { TargetArn: to } : kind === 'sms' ? { PhoneNumber: to } : { Address: to }),
  TopicArn: message.topicArn ?? null,
  SubscriptionArn: message.subscriptionArn ?? null,
  Message: message.message,
  MessageAttributes: message.attributes,
  MessageStructure: message.structure ?? null,
  Subject: message.subject ?? null,
  MessageId: message.messageId,
});

function answerToken(arn: string, ctx: Ctx): RouteResponse {
  try {
    const region = arn.split(':')[3];
    const { subscription, there } = findSubscription(arn, ctx.in({ region }));
    const found = there
      .records(tokens)
      .entries()
      .filter(([, { id, removed }]) => id === subscription.id && !removed);
    const newest = found.sort(([, a], [, b]) => b.createdMs - a.createdMs)[0];
    if (!newest) return notFound('The provided SubscriptionARN is not found');
    return json({ subscription_token: newest[0][0], subscription_arn: arn });
  } catch (error) {
    if (error instanceof Fault) return notFound(error.message);
    throw error;
  }
}
