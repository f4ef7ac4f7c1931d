// CreateTopic, DeleteTopic, ListTopics.
import type { Frozen } from '#core/records';
import type { Tag } from '#core/tags';
import { type CreateTopicInput, fault, operation } from '#model/sns';
import { archivedForMs } from '#services/sns/archive/archive-policy';
import { parseTopicArn, topicArn } from '#services/sns/arns';
import { checkArnShape, invalidParameter } from '#services/sns/faults';
import { pageOfValues } from '#services/sns/pages';
import { sequences, type Topic, tallies, topics } from '#services/sns/state';
import { TOPIC_TAGS } from './tags.ts';
import { checkSetting } from './topic-settings.ts';

const STANDARD_NAME = /^[A-Za-z0-9_-]{1,256}$/;
const FIFO_NAME = /^[A-Za-z0-9_-]{1,251}\.fifo$/;

export const CreateTopic = operation('CreateTopic', (input, ctx) => {
  const { Name: name, Attributes: { FifoTopic, ...given } = {}, Tags, DataProtectionPolicy } = input;
  const fifo = checkName(name, FifoTopic);
  for (const [attribute, value] of Object.entries(given)) checkSetting(attribute, value, fifo, { isCreation: true });
  const arn = topicArn(ctx, name);
  const tags = TOPIC_TAGS.ofNew(Tags, ctx);
  const existing = ctx.records(topics).get([name]);
  if (existing) {
    checkSame(existing, given, tags);
    return { TopicArn: arn };
  }
  const topic: Topic = {
    name,
    fifo,
    attributes: given,
    tags,
    dataProtectionPolicy: DataProtectionPolicy || undefined,
    createdMs: ctx.now(),
    ...(archivedForMs({ attributes: given }) !== undefined && { archivedSinceMs: ctx.now() }),
  };
  ctx.write((tx) => {
    tx.put(ctx.records(topics), [name], topic);
    tx.put(ctx.records(tallies), [name], { version: ctx.id(), unsubscribed: 0 });
  });
  return { TopicArn: arn };
});

/** True for the name of a FIFO topic. @throws InvalidParameter */
function checkName(name: CreateTopicInput['Name'], fifoTopic: string | undefined): boolean {
  if (fifoTopic !== undefined && !/^(?:true|false)$/i.test(fifoTopic))
    throw invalidParameter(`Attributes Reason: FifoTopic: Invalid value [${fifoTopic}]. Must be true or false.`);
  const fifo = fifoTopic?.toLowerCase() === 'true';
  if (fifo ? FIFO_NAME.test(name) : STANDARD_NAME.test(name)) return fifo;
  throw invalidParameter('Topic Name');
}

/** A topic may be created again with the attributes and tags that it has, or with some of them. */
function checkSame(topic: Frozen<Topic>, given: Readonly<Record<string, string>>, tags: readonly Tag[]): void {
  if (Object.entries(given).some(([name, value]) => topic.attributes[name] !== value))
    throw invalidParameter('Attributes Reason: Topic already exists with different attributes');
  if (tags.some(({ key, value }) => !topic.tags.some((tag) => tag.key === key && tag.value === value)))
    throw invalidParameter('Tags Reason: Topic already exists with different tags');
}

/** Its subscriptions stay: they may still be read and removed. */
export const DeleteTopic = operation('DeleteTopic', ({ TopicArn }, ctx) => {
  checkArnShape(TopicArn, 'TopicArn');
  const address = parseTopicArn(TopicArn);
  if (!address || address.region !== ctx.region) throw invalidParameter('TopicArn');
  const there = ctx.in({ account: address.account });
  const topic = there.records(topics).get([address.name]);
  if (!topic) return;
  if (archivedForMs(topic) !== undefined) throw fault('InvalidStateException', 'Cannot delete a topic with an ArchivePolicy');
  there.write((tx) => {
    tx.delete(there.records(topics), [address.name]);
    tx.delete(there.records(tallies), [address.name]);
    tx.delete(there.records(sequences), [address.name]);
    there.later(tx, 'sns.forget', [address.name, 'all'], there.now());
  });
});

export const ListTopics = operation('ListTopics', (input, ctx) => {
  const { items, NextToken } = pageOfValues(ctx.records(topics), [], input);
  return { Topics: items.map(({ name }) => ({ TopicArn: topicArn(ctx, name) })), NextToken };
});
