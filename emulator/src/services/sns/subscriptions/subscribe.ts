// Subscribe and Unsubscribe.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault, operation, type SubscribeInput } from '#model/sns';
import { beginReplay, readReplay } from '#services/sns/archive/replay-policy';
import { topicArn } from '#services/sns/arns';
import { invalidParameter } from '#services/sns/faults';
import { endpoints, type Subscription, subscriptions } from '#services/sns/state';
import { findTopic, type LocatedTopic } from '#services/sns/topics/find-topic';
import { requestConfirmation, tellUnsubscribed } from './confirmations.ts';
import { checkEndpoint, needsConfirmation } from './endpoint-checks.ts';
import { locateSubscription, putSubscription, removeSubscription } from './find-subscription.ts';
import { subscriberArn } from './subscriber.ts';
import { checkSettings, normalSettings, type Settings } from './subscription-settings.ts';

const PENDING = 'pending confirmation';
/** Limit: subscriptions with a filter policy of one topic. */
const MAX_FILTERS = 200;

export const Subscribe = operation('Subscribe', async (input, ctx) => {
  const principal = await subscriberArn(ctx);
  const { Protocol: protocol, Endpoint: endpoint = '', Attributes: given = {}, ReturnSubscriptionArn: isArnWanted } = input;
  const located = findTopic(input.TopicArn, ctx);
  const { topic, there } = located;
  checkEndpoint(protocol, endpoint, topic, ctx);
  const settings = normalSettings(given);
  checkSettings(settings, Object.keys(settings), { protocol, endpoint, fifo: topic.fifo, where: 'Attributes Reason: ' });
  const existing = existingOf(located, input, settings);
  const answer = ({ arn, isPending }: Frozen<Subscription>) => ({ SubscriptionArn: isPending && !isArnWanted ? PENDING : arn });
  if (existing && !existing.isPending) return answer(existing);
  checkFilterCount(located, settings);
  const replay = existing ? undefined : readReplay(settings, 'Attributes Reason: ', topic, there);
  const subscription = existing ?? { ...newSubscription(located, input, settings, principal, ctx), replay };
  if (!existing)
    there.write((tx) => {
      putSubscription(tx, subscription, there);
      if (replay) beginReplay(tx, subscription, there);
    });
  if (subscription.isPending) await requestConfirmation(subscription, there);
  return answer(subscription);
});

/** @throws InvalidParameter where the endpoint is subscribed with other attributes */
function existingOf(
  { topic, there }: LocatedTopic,
  { Protocol, Endpoint = '' }: SubscribeInput,
  settings: Settings,
): Frozen<Subscription> | undefined {
  const known = there.records(endpoints).get([topic.name, Protocol, Endpoint]);
  const found = known && there.records(subscriptions).get([topic.name, known.id]);
  if (!found) return undefined;
  const differs = Object.entries(settings).some(([name, value]) => (found.attributes[name] ?? DEFAULTS[name]) !== value);
  if (differs) throw invalidParameter('Attributes Reason: Subscription already exists with different attributes');
  return found;
}

const DEFAULTS: Settings = { RawMessageDelivery: 'false', FilterPolicyScope: 'MessageAttributes' };

function checkFilterCount({ topic, there }: LocatedTopic, settings: Settings): void {
  if (!settings['FilterPolicy']) return;
  const filtering = there
    .records(subscriptions)
    .range([topic.name])
    .filter(({ attributes }) => attributes['FilterPolicy']).length;
  if (filtering >= MAX_FILTERS)
    throw fault('FilterPolicyLimitExceededException', `Filter policy limit exceeded: a topic has at most ${MAX_FILTERS}.`);
}

function newSubscription(
  { topic, there }: LocatedTopic,
  { Protocol, Endpoint = '' }: SubscribeInput,
  attributes: Settings,
  principal: string,
  ctx: Ctx,
): Subscription {
  const id = ctx.id();
  const arn = topicArn(there, topic.name);
  return {
    id,
    topic: topic.name,
    arn: `${arn}:${id}`,
    topicArn: arn,
    owner: ctx.account,
    principal,
    protocol: Protocol,
    endpoint: Endpoint,
    attributes,
    isPending: needsConfirmation(Protocol),
    isAuthenticated: !needsConfirmation(Protocol),
    needsSignature: false,
    createdMs: ctx.now(),
  };
}

export const Unsubscribe = operation('Unsubscribe', async ({ SubscriptionArn }, ctx) => {
  if (!SubscriptionArn) throw invalidParameter('SubscriptionArn Reason: no value for required parameter');
  const located = locateSubscription(SubscriptionArn, ctx);
  if (!located) return;
  const { subscription, there } = located;
  if (subscription.needsSignature && ctx.principal.kind === 'anonymous')
    throw fault('AuthorizationErrorException', 'This subscription can only be removed by a signed request.');
  if (subscription.isPending && subscription.owner !== ctx.account)
    throw invalidParameter('This subscription is pending confirmation and cannot be removed.');
  there.write((tx) => removeSubscription(tx, subscription, there));
  await tellUnsubscribed(subscription, there);
});
