// ListSubscriptions, ListSubscriptionsByTopic.
import type { Frozen } from '#core/records';
import { operation, type Subscription as Shown } from '#model/sns';
import { pageOfValues } from '#services/sns/pages';
import { type Subscription, subscriptions } from '#services/sns/state';
import { findTopic } from '#services/sns/topics/find-topic';

const shown = ({ arn, owner, protocol, endpoint, topicArn, isPending }: Frozen<Subscription>): Shown => ({
  SubscriptionArn: isPending ? 'PendingConfirmation' : arn,
  Owner: owner,
  Protocol: protocol,
  Endpoint: endpoint,
  TopicArn: topicArn,
});

export const ListSubscriptions = operation('ListSubscriptions', (input, ctx) => {
  const keep = ({ owner }: Frozen<Subscription>) => owner === ctx.account;
  const { items, NextToken } = pageOfValues(ctx.records(subscriptions), [], input, { keep });
  return { Subscriptions: items.map(shown), NextToken };
});

export const ListSubscriptionsByTopic = operation('ListSubscriptionsByTopic', (input, ctx) => {
  const { topic, there } = findTopic(input.TopicArn, ctx);
  const { items, NextToken } = pageOfValues(there.records(subscriptions), [topic.name], input);
  return { Subscriptions: items.map(shown), NextToken };
});
