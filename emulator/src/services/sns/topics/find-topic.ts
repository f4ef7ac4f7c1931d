// Finds and writes the record of a topic, in the account that owns it.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { parseTopicArn } from '#services/sns/arns';
import { checkArnShape, invalidParameter, noSuchTopic } from '#services/sns/faults';
import { type Topic, tallies, topics } from '#services/sns/state';

/** A topic and the context of the account that owns it. */
export interface LocatedTopic {
  readonly there: Ctx;
  readonly topic: Frozen<Topic>;
}

/** @throws InvalidParameter for what is no ARN of this region, NotFound */
export function findTopic(arn: string, ctx: Ctx): LocatedTopic {
  checkArnShape(arn, 'TopicArn');
  const address = parseTopicArn(arn);
  if (!address || address.region !== ctx.region) throw invalidParameter('TopicArn');
  const there = ctx.in({ account: address.account });
  const topic = there.records(topics).get([address.name]);
  if (!topic) throw noSuchTopic();
  return { there, topic };
}

export function putTopic({ there }: LocatedTopic, topic: Frozen<Topic>): void {
  there.write((tx) => tx.put(there.records(topics), [topic.name], topic));
}

/** Every write that changes what subscribers receive calls this, with the number of subscriptions that it removes. */
export function touchTopic(tx: Tx, name: string, removed: number, ctx: Ctx): void {
  const tally = ctx.records(tallies).get([name]);
  if (tally) tx.put(ctx.records(tallies), [name], { version: ctx.id(), unsubscribed: tally.unsubscribed + removed });
}
