// Delivery status logs: what became of each delivery, in the log groups of its topic.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Topics, useTopics } from './use-topics.ts';

const ROLE = 'arn:aws:iam::000000000000:role/feedback';
let topics: Topics;
beforeAll(async () => {
  topics = await useTopics({ clock: 'manual' });
});
afterAll(() => topics.emulator.stop());

interface Line {
  readonly notification: Record<string, string>;
  readonly delivery: Record<string, unknown>;
  readonly status: string;
}

async function linesOf(topic: string): Promise<Line[]> {
  await topics.emulator.idle();
  const logGroupName = `sns/us-east-1/000000000000/${topic}`;
  const { logGroups } = await topics.emulator.client(CloudWatchLogs).describeLogGroups({ logGroupNamePrefix: logGroupName });
  if (!logGroups!.some((group) => group.logGroupName === logGroupName)) return [];
  const { events = [] } = await topics.emulator.client(CloudWatchLogs).filterLogEvents({ logGroupName });
  return events.map(({ message }) => JSON.parse(message!) as Line);
}

it('have a line for a delivery that succeeded', async () => {
  const TopicArn = await topics.topic('whole', { SQSSuccessFeedbackRoleArn: ROLE, SQSSuccessFeedbackSampleRate: '100' });
  const queue = await topics.queue('whole');
  await topics.subscribe(TopicArn, queue);
  const { MessageId } = await topics.sns.publish({ TopicArn, Message: 'hello' });
  const [line, ...others] = await linesOf('whole');
  expect(others).toEqual([]);
  expect(line).toEqual({
    notification: {
      messageMD5Sum: createHash('md5').update('hello').digest('hex'),
      messageId: MessageId,
      topicArn: TopicArn,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/),
    },
    delivery: {
      deliveryId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      destination: queue.arn,
      providerResponse: expect.stringContaining('sqsRequestId'),
      dwellTimeMs: 0,
      attempts: 1,
      statusCode: 200,
    },
    status: 'SUCCESS',
  });
  expect(JSON.parse((await queue.take())[0]!)).toMatchObject({ Message: 'hello' });
});

it('have a line for a delivery that failed, in a group of their own, and none for those that succeed', async () => {
  const TopicArn = await topics.topic('failing', { SQSFailureFeedbackRoleArn: ROLE });
  const queue = await topics.queue('failing');
  await topics.subscribe(TopicArn, queue);
  await topics.sns.publish({ TopicArn, Message: 'taken' });
  expect(await queue.take()).toHaveLength(1);
  await topics.sqs.deleteQueue({ QueueUrl: queue.url });
  await topics.sns.publish({ TopicArn, Message: 'lost' });
  expect(await linesOf('failing')).toEqual([]);
  expect(await linesOf('failing/Failure')).toMatchObject([
    {
      status: 'FAILURE',
      delivery: {
        destination: queue.arn,
        statusCode: 400,
        providerResponse: expect.stringContaining('The specified queue does not exist.'),
      },
    },
  ]);
});

it('have a share of the deliveries that succeed, and none without a rate', async () => {
  const all = await topics.topic('sampled', { SQSSuccessFeedbackRoleArn: ROLE, SQSSuccessFeedbackSampleRate: '50' });
  const none = await topics.topic('unsampled', { SQSSuccessFeedbackRoleArn: ROLE });
  for (const [TopicArn, name] of [
    [all, 'sampled'],
    [none, 'unsampled'],
  ] as const) {
    await topics.subscribe(TopicArn, await topics.queue(name));
    for (let n = 0; n < 60; n++) await topics.sns.publish({ TopicArn, Message: String(n) });
  }
  const { length } = await linesOf('sampled');
  expect(length).toBeGreaterThan(0);
  expect(length).toBeLessThan(60);
  expect(await linesOf('unsampled')).toEqual([]);
});

it('begin with the attribute, and keep the order of FIFO topics', async () => {
  const attributes = { FifoTopic: 'true', ContentBasedDeduplication: 'true' };
  const TopicArn = await topics.topic('ordered.fifo', attributes);
  const queue = await topics.queue('ordered.fifo', { FifoQueue: 'true' });
  await topics.subscribe(TopicArn, queue, { RawMessageDelivery: 'true' });
  const publish = (Message: string) => topics.sns.publish({ TopicArn, Message, MessageGroupId: 'g' });
  await publish('1');
  const set = (AttributeName: string, AttributeValue: string) => topics.sns.setTopicAttributes({ TopicArn, AttributeName, AttributeValue });
  await set('SQSSuccessFeedbackRoleArn', ROLE);
  await set('SQSSuccessFeedbackSampleRate', '100');
  for (const text of ['2', '3', '4']) await publish(text);
  await set('SQSSuccessFeedbackSampleRate', '0');
  await publish('5');
  expect(await linesOf('ordered.fifo')).toHaveLength(3);
  expect(await queue.take()).toEqual(['1', '2', '3', '4', '5']);
});

it('have the status that an HTTP endpoint answered, and the number of attempts', async () => {
  const TopicArn = await topics.topic('web', { HTTPFailureFeedbackRoleArn: ROLE });
  const bodies: string[] = [];
  await using server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body);
      response.writeHead(bodies.length === 1 ? 200 : 404).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const Endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await topics.sns.subscribe({ TopicArn, Protocol: 'http', Endpoint });
  await topics.emulator.idle();
  const { Token } = JSON.parse(bodies[0]!) as { Token: string };
  await topics.sns.confirmSubscription({ TopicArn, Token });
  await topics.sns.publish({ TopicArn, Message: 'refused' });
  expect(await linesOf('web/Failure')).toMatchObject([
    {
      status: 'FAILURE',
      delivery: { destination: Endpoint, statusCode: 404, attempts: 1, providerResponse: expect.stringContaining('404') },
    },
  ]);
});
