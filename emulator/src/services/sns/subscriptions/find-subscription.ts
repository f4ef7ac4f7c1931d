// Finds and writes the records of subscriptions.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { parseSubscriptionArn } from '#services/sns/arns';
import { checkArnShape, invalidParameter, noSuchSubscription } from '#services/sns/faults';
import { endpoints, type Subscription, subscriptions } from '#services/sns/state';
import { touchTopic } from '#services/sns/topics/find-topic';

/** A subscription and the context of the account that owns its topic. */
export interface LocatedSubscription {
  readonly there: Ctx;
  readonly subscription: Frozen<Subscription>;
}

const PARTS = 7;
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The subscription with this ARN, if it exists. @throws InvalidParameter unless the ARN is that of a subscription */
export function locateSubscription(arn: string, ctx: Ctx): LocatedSubscription | undefined {
  checkArnShape(arn, 'SubscriptionArn');
  const address = parseSubscriptionArn(arn);
  if (arn.split(':').length < PARTS || !address || !ID.test(address.id)) throw invalidParameter('SubscriptionId');
  // The URL in messages is visited without a signature, so only the ARN says which region it means.
  if (address.region !== ctx.region && ctx.principal.kind !== 'anonymous') throw invalidParameter('SubscriptionArn');
  const there = ctx.in({ account: address.account, region: address.region });
  const subscription = there.records(subscriptions).get([address.name, address.id]);
  return subscription && { there, subscription };
}

/** @throws NotFound */
export function findSubscription(arn: string, ctx: Ctx): LocatedSubscription {
  const located = locateSubscription(arn, ctx);
  if (!located) throw noSuchSubscription();
  return located;
}

/** Writes a subscription, new or changed, so that the next message finds it. */
export function putSubscription(tx: Tx, subscription: Frozen<Subscription>, ctx: Ctx): void {
  const { topic, id, protocol, endpoint } = subscription;
  tx.put(ctx.records(subscriptions), [topic, id], subscription);
  tx.put(ctx.records(endpoints), [topic, protocol, endpoint], { id });
  touchTopic(tx, topic, 0, ctx);
}

export function removeSubscription(tx: Tx, { topic, id, protocol, endpoint }: Frozen<Subscription>, ctx: Ctx): void {
  tx.delete(ctx.records(subscriptions), [topic, id]);
  tx.delete(ctx.records(endpoints), [topic, protocol, endpoint]);
  touchTopic(tx, topic, 1, ctx);
}
