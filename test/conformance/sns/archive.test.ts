// Archives of FIFO topics, and replays of their messages to one subscription.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Queue, type Topics, useTopics } from './use-topics.ts';

let topics: Topics;
beforeAll(async () => {
  topics = await useTopics({ clock: 'manual' } as never);
});
afterAll(() => topics.emulator.stop());

const ARCHIVE = JSON.stringify({ MessageRetentionPeriod: '30' });
const now = () => new Date(topics.emulator.clock.now());
const replayFrom = (from: Date, to?: Date) =>
  JSON.stringify({ PointType: 'Timestamp', StartingPoint: from.toISOString(), ...(to && { EndingPoint: to.toISOString() }) });
const archivedTopic = (name: string) =>
  topics.topic(name, { FifoTopic: 'true', ContentBasedDeduplication: 'true', ArchivePolicy: ARCHIVE });
const fifoQueue = (name: string) => topics.queue(name, { FifoQueue: 'true' });
const publish = async (TopicArn: string, ...texts: string[]) => {
  for (const Message of texts) await topics.sns.publish({ TopicArn, Message, MessageGroupId: 'group' });
};
const documents = async (queue: Queue) => (await queue.take()).map((body) => JSON.parse(body) as Record<string, string>);
const attributesOf = async (SubscriptionArn: string) => (await topics.sns.getSubscriptionAttributes({ SubscriptionArn })).Attributes!;
const setReplay = (SubscriptionArn: string, AttributeValue: string) =>
  topics.sns.setSubscriptionAttributes({ SubscriptionArn, AttributeName: 'ReplayPolicy', AttributeValue });

it('shows the archive, and keeps the topic from being deleted while there is one', async () => {
  const TopicArn = await archivedTopic('kept.fifo');
  const since = now().toISOString();
  const { Attributes } = await topics.sns.getTopicAttributes({ TopicArn });
  expect(Attributes).toMatchObject({ ArchivePolicy: ARCHIVE, BeginningArchiveTime: since });
  await topics.emulator.clock.advance('31d');
  const later = (await topics.sns.getTopicAttributes({ TopicArn })).Attributes!;
  expect(later['BeginningArchiveTime']).toBe(new Date(now().getTime() - 30 * 86_400_000).toISOString());
  await expect(topics.sns.deleteTopic({ TopicArn })).rejects.toMatchObject({
    name: 'InvalidStateException',
    message: 'Cannot delete a topic with an ArchivePolicy',
  });
  await topics.sns.setTopicAttributes({ TopicArn, AttributeName: 'ArchivePolicy', AttributeValue: '{}' });
  const without = (await topics.sns.getTopicAttributes({ TopicArn })).Attributes!;
  expect([without['ArchivePolicy'], without['BeginningArchiveTime']]).toEqual([undefined, undefined]);
  await topics.sns.deleteTopic({ TopicArn });
});

it('gives a new subscription what was published before, in its order, then what is published', async () => {
  const TopicArn = await archivedTopic('late.fifo');
  const from = now();
  const texts = Array.from({ length: 120 }, (_, i) => `m${i}`);
  const published = await topics.sns.publish({ TopicArn, Message: 'first', Subject: 'one', MessageGroupId: 'group' });
  await publish(TopicArn, ...texts);
  await topics.emulator.clock.advance('1h');
  const queue = await fifoQueue('late.fifo');
  const arn = await topics.subscribe(TopicArn, queue, { ReplayPolicy: replayFrom(from) });
  await publish(TopicArn, 'live');
  const all: Record<string, string>[] = [];
  while (all.length < texts.length + 2) all.push(...(await documents(queue)));
  expect(all.map(({ Message }) => Message)).toEqual(['first', ...texts, 'live']);
  expect(all[0]).toMatchObject({
    MessageId: published.MessageId,
    SequenceNumber: published.SequenceNumber,
    Timestamp: from.toISOString(),
    Subject: 'one',
    Replayed: 'true',
  });
  expect(all.at(-1)).not.toHaveProperty('Replayed');
  expect(await attributesOf(arn)).toMatchObject({ ReplayStatus: 'Completed', ReplayPolicy: replayFrom(from) });
});

it('replays a part of the archive that the filter policy lets pass, beside what is published', async () => {
  const TopicArn = await archivedTopic('part.fifo');
  const queue = await fifoQueue('part.fifo');
  const filter = { FilterPolicy: JSON.stringify({ kind: ['a'] }), FilterPolicyScope: 'MessageBody' };
  const arn = await topics.subscribe(TopicArn, queue, filter);
  const text = (n: number, kind: string) => JSON.stringify({ n, kind });
  await publish(TopicArn, text(1, 'a'));
  await topics.emulator.clock.advance('1h');
  const from = now();
  await publish(TopicArn, text(2, 'a'), text(3, 'b'), text(4, 'a'));
  await topics.emulator.clock.advance('1h');
  const to = now();
  await topics.emulator.clock.advance('1h');
  await publish(TopicArn, text(5, 'a'));
  const numbers = async () => (await documents(queue)).map(({ Message = '' }) => (JSON.parse(Message) as { n: number }).n);
  expect(await numbers()).toEqual([1, 2, 4, 5]);
  await setReplay(arn, replayFrom(from, to));
  expect(await numbers()).toEqual([2, 4]);
  await setReplay(arn, '{}');
  expect((await attributesOf(arn))['ReplayStatus']).toBeUndefined();
});

it('keeps messages as long as the policy says, and loses them with it', async () => {
  const TopicArn = await archivedTopic('short.fifo');
  const queue = await fifoQueue('short.fifo');
  const arn = await topics.subscribe(TopicArn, queue);
  const from = now();
  await publish(TopicArn, 'old');
  await topics.emulator.clock.advance('29d');
  await publish(TopicArn, 'young');
  await topics.emulator.clock.advance('2d');
  await queue.take();
  await setReplay(arn, replayFrom(from));
  expect((await documents(queue)).map(({ Message }) => Message)).toEqual(['young']);
  await topics.sns.setTopicAttributes({ TopicArn, AttributeName: 'ArchivePolicy', AttributeValue: '' });
  await topics.emulator.clock.advance('1h');
  await topics.sns.setTopicAttributes({ TopicArn, AttributeName: 'ArchivePolicy', AttributeValue: ARCHIVE });
  await publish(TopicArn, 'new');
  await queue.take();
  await topics.emulator.clock.advance('1h');
  await setReplay(arn, replayFrom(from));
  expect((await documents(queue)).map(({ Message }) => Message)).toEqual(['new']);
});

it.each([
  ['not JSON', 'PointType must be Timestamp'],
  ['{"PointType":"Timestamp"}', 'StartingPoint must be a timestamp'],
  ['{"PointType":"Timestamp","StartingPoint":"soon"}', 'StartingPoint must be a timestamp'],
  [
    '{"PointType":"Timestamp","StartingPoint":"2026-01-02T00:00:00Z","EndingPoint":"2026-01-01T00:00:00Z"}',
    'EndingPoint must be a timestamp after StartingPoint',
  ],
  ['{"PointType":"Timestamp","StartingPoint":"2026-01-02T00:00:00Z","Speed":2}', 'Unknown member: Speed'],
])('refuses the replay policy %s', async (policy, reason) => {
  const TopicArn = await archivedTopic('refusing.fifo');
  const arn = await topics.subscribe(TopicArn, await fifoQueue('refusing.fifo'));
  await expect(setReplay(arn, policy)).rejects.toMatchObject({ message: `Invalid parameter: ReplayPolicy: ${reason}` });
});

it('refuses archives of standard topics, and replays where there is no archive', async () => {
  const standard = await topics.topic('standard');
  const setting = { TopicArn: standard, AttributeName: 'ArchivePolicy', AttributeValue: ARCHIVE };
  await expect(topics.sns.setTopicAttributes(setting)).rejects.toThrow('ArchivePolicy: Can only be set on a FIFO topic');
  const arn = await topics.subscribe(standard, await topics.queue('standard'));
  await expect(setReplay(arn, replayFrom(now()))).rejects.toThrow('ReplayPolicy: The topic has no active ArchivePolicy');
});
