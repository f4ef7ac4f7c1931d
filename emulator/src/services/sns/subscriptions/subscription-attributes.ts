// GetSubscriptionAttributes, SetSubscriptionAttributes.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { operation } from '#model/sns';
import { beginReplay, readReplay } from '#services/sns/archive/replay-policy';
import { httpPolicy, shownSubscriptionPolicy } from '#services/sns/delivery-policy';
import { type Subscription, topics } from '#services/sns/state';
import { findSubscription, putSubscription } from './find-subscription.ts';
import { checkSettings, normalSettings, scopeOf } from './subscription-settings.ts';

/** Policies that `{}` takes away. Terraform removes filter policies so, and finds none then. */
const EMPTIED = ['FilterPolicy', 'ReplayPolicy'];

export const GetSubscriptionAttributes = operation('GetSubscriptionAttributes', ({ SubscriptionArn }, ctx) => {
  const { subscription, there } = findSubscription(SubscriptionArn, ctx);
  const { FilterPolicyScope: _, DeliveryPolicy, ...attributes } = subscription.attributes;
  return {
    Attributes: {
      ...attributes,
      ...(DeliveryPolicy && { DeliveryPolicy: shownSubscriptionPolicy(DeliveryPolicy) }),
      ConfirmationWasAuthenticated: String(subscription.isAuthenticated),
      Endpoint: subscription.endpoint,
      Owner: subscription.owner,
      PendingConfirmation: String(subscription.isPending),
      Protocol: subscription.protocol,
      RawMessageDelivery: attributes['RawMessageDelivery']?.toLowerCase() ?? 'false',
      SubscriptionArn: subscription.arn,
      SubscriptionPrincipal: subscription.principal,
      TopicArn: subscription.topicArn,
      ...(subscription.replay && { ReplayStatus: subscription.replay.isComplete ? 'Completed' : 'In progress' }),
      // The scope is kept, and shown beside a policy only.
      ...(attributes['FilterPolicy'] && { FilterPolicyScope: scopeOf(subscription.attributes) }),
      ...effectivePolicy(subscription, there),
    },
  };
});

function effectivePolicy({ protocol, topic, attributes }: Frozen<Subscription>, ctx: Ctx): { EffectiveDeliveryPolicy?: string } {
  if (protocol !== 'http' && protocol !== 'https') return {};
  const ofTopic = ctx.records(topics).get([topic])?.attributes['DeliveryPolicy'];
  const { healthyRetryPolicy, throttlePolicy, requestPolicy } = httpPolicy(ofTopic, attributes['DeliveryPolicy']);
  return {
    EffectiveDeliveryPolicy: JSON.stringify({
      healthyRetryPolicy,
      sicklyRetryPolicy: null,
      throttlePolicy,
      requestPolicy,
      guaranteed: false,
    }),
  };
}

export const SetSubscriptionAttributes = operation(
  'SetSubscriptionAttributes',
  ({ SubscriptionArn, AttributeName, AttributeValue = '' }, ctx) => {
    const { subscription, there } = findSubscription(SubscriptionArn, ctx);
    const { [AttributeName]: _, ...others } = subscription.attributes;
    const given = { ...others, ...(AttributeValue === '' ? { [AttributeName]: '' } : normalSettings({ [AttributeName]: AttributeValue })) };
    const fifo = subscription.topic.endsWith('.fifo');
    checkSettings(given, [AttributeName], { ...subscription, fifo, where: '' });
    const isRemoved = AttributeValue === '' || (EMPTIED.includes(AttributeName) && /^\s*\{\s*\}\s*$/.test(AttributeValue));
    const changed: Subscription = { ...subscription, attributes: isRemoved ? others : given };
    const replay =
      AttributeName === 'ReplayPolicy'
        ? readReplay(changed.attributes, '', there.records(topics).get([subscription.topic]), there)
        : subscription.replay;
    there.write((tx) => {
      putSubscription(tx, { ...changed, replay }, there);
      if (AttributeName === 'ReplayPolicy' && replay) beginReplay(tx, changed, there);
    });
  },
);
