// ListSubscriptions, ListSubscriptionsByTopic.
import { pageOfRecords } from '#core/page';
import type { Frozen } from '#core/records';
import { operation, type Subscription as Shown } from '#model/sns';
import { invalidToken } from '#services/sns/faults';
import { type Subscription, subscriptions } from '#services/sns/state';
import { findTopic } from '#services/sns/topics/find-topic';

const PAGE = 100;

const shown = ({ arn, owner, protocol, endpoint, topicArn, isPending }: Frozen<Subscription>): Shown => ({
  SubscriptionArn: isPending ? 'PendingConfirmation' : arn,
  Owner: owner,
  Protocol: protocol,
  Endpoint: endpoint,
  TopicArn: topicArn,
});

export const ListSubscriptions = operation('ListSubscriptions', ({ NextToken }, ctx) => {
  const page = { limit: PAGE, token: NextToken };
  const keep = ({ owner }: Frozen<Subscription>) => owner === ctx.account;
  const { items, next } = pageOfRecords(ctx.records(subscriptions), [], page, invalidToken, { keep });
  return { Subscriptions: items.map(([, subscription]) => shown(subscription)), NextToken: next };
});

export const ListSubscriptionsByTopic = operation('ListSubscriptionsByTopic', ({ TopicArn, NextToken }, ctx) => {
  const { topic, there } = findTopic(TopicArn, ctx);
  const page = { limit: PAGE, token: NextToken };
  const { items, next } = pageOfRecords(there.records(subscriptions), [topic.name], page, invalidToken);
  return { Subscriptions: items.map(([, subscription]) => shown(subscription)), NextToken: next };
});
