import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Topics, useTopics } from './use-topics.ts';

let topics: Topics;
beforeAll(async () => {
  topics = await useTopics({ clock: 'manual' } as never);
});
afterAll(() => topics.emulator.stop());

const FIFO = { FifoTopic: 'true' };
const RAW = { RawMessageDelivery: 'true' };
const MessageGroupId = 'group';

it('keeps the order in every queue, and does not sign', async () => {
  const TopicArn = await topics.topic('orders.fifo', { ...FIFO, ContentBasedDeduplication: 'true' });
  const queues = [];
  for (const name of ['one.fifo', 'two.fifo']) queues.push(await topics.queue(name, { FifoQueue: 'true' }));
  for (const queue of queues) await topics.subscribe(TopicArn, queue, queue === queues[0] ? RAW : {});
  const numbers: string[] = [];
  for (let i = 0; i < 8; i++) numbers.push((await topics.sns.publish({ TopicArn, Message: `m${i}`, MessageGroupId })).SequenceNumber!);
  expect(numbers).toEqual([...numbers].sort());
  const expected = Array.from({ length: 8 }, (_, i) => `m${i}`);
  expect(await queues[0]!.take()).toEqual(expected);
  const documents = (await queues[1]!.take()).map((body) => JSON.parse(body) as Record<string, string>);
  expect(documents.map(({ Message }) => Message)).toEqual(expected);
  expect(Object.keys(documents[0]!)).toEqual(['Type', 'MessageId', 'SequenceNumber', 'TopicArn', 'Message', 'Timestamp', 'UnsubscribeURL']);
});

it('takes a message once in five minutes, in the topic or in the group', async () => {
  const TopicArn = await topics.topic('once.fifo', FIFO);
  const queue = await topics.queue('once.fifo', {
    FifoQueue: 'true',
    DeduplicationScope: 'messageGroup',
    FifoThroughputLimit: 'perMessageGroupId',
  });
  await topics.subscribe(TopicArn, queue, RAW);
  const publish = (Message: string, group = 'a') =>
    topics.sns.publish({ TopicArn, Message, MessageGroupId: group, MessageDeduplicationId: 'same' });
  const first = await publish('one');
  expect(await publish('two')).toMatchObject({ MessageId: first.MessageId, SequenceNumber: first.SequenceNumber });
  expect((await publish('three', 'b')).MessageId).toBe(first.MessageId);
  await topics.sns.setTopicAttributes({ TopicArn, AttributeName: 'FifoThroughputScope', AttributeValue: 'MessageGroup' });
  expect((await publish('four', 'b')).MessageId).not.toBe(first.MessageId);
  expect(await queue.take()).toEqual(['one', 'four']);
  await topics.emulator.clock.advance('5m');
  expect((await publish('five', 'b')).MessageId).not.toBe(first.MessageId);
  expect(await queue.take()).toEqual(['five']);
});

it('refuses what it lacks', async () => {
  const TopicArn = await topics.topic('strict.fifo', FIFO);
  await expect(topics.sns.publish({ TopicArn, Message: 'm' })).rejects.toMatchObject({
    message: 'Invalid parameter: The MessageGroupId parameter is required for FIFO topics',
  });
  await expect(topics.sns.publish({ TopicArn, Message: 'm', MessageGroupId })).rejects.toMatchObject({
    message:
      'Invalid parameter: The topic should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly',
  });
  // Queues would refuse them, and the message would be lost.
  for (const ids of [{ MessageGroupId: 'of blanks' }, { MessageGroupId: 'x'.repeat(129) }, { MessageGroupId, MessageDeduplicationId: 'ü' }])
    await expect(topics.sns.publish({ TopicArn, Message: 'm', ...ids })).rejects.toThrow(
      'can only include alphanumeric and punctuation characters. 1 to 128 in length',
    );
  await expect(topics.sns.subscribe({ TopicArn, Protocol: 'email', Endpoint: 'a@b.c' })).rejects.toMatchObject({
    name: 'InvalidParameterException',
  });
});
