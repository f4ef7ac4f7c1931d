import { gunzipSync } from 'node:zlib';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { Pipes } from '@aws-sdk/client-pipes';
import { Scheduler } from '@aws-sdk/client-scheduler';
import { SNS } from '@aws-sdk/client-sns';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { processing, processor, ROLE, type StoredObject, type Streams, textsOf, useStreams } from './use-streams.ts';

let streams: Streams;
const arnOf = (name: string) => `arn:aws:firehose:us-east-1:000000000000:deliverystream/${name}`;

beforeAll(async () => {
  streams = await useStreams();
});
afterAll(() => streams.emulator.stop());

it('takes the events of a rule, as its target transforms them', async () => {
  await streams.create('from-rule');
  const events = streams.emulator.client(EventBridge);
  await events.putRule({ Name: 'orders', EventPattern: '{"source":["shop"]}' });
  const InputTransformer = { InputPathsMap: { id: '$.detail.id' }, InputTemplate: '{"id":<id>}' };
  const Targets = [{ Id: 'stream', Arn: arnOf('from-rule'), RoleArn: ROLE, InputTransformer }];
  expect(await events.putTargets({ Rule: 'orders', Targets })).toMatchObject({ FailedEntryCount: 0 });
  await events.putEvents({ Entries: [{ Source: 'shop', DetailType: 'order', Detail: '{"id":7}' }] });
  await streams.emulator.idle();
  expect(textsOf(await streams.delivered('from-rule'))).toEqual(['{"id":7}']);
});

it('takes messages of a topic: as unsigned lines, or raw', async () => {
  await streams.create('from-topic');
  await streams.create('from-topic-raw');
  const sns = streams.emulator.client(SNS);
  const { TopicArn = '' } = await sns.createTopic({ Name: 'news' });
  const subscribe = (name: string, more: object = {}) =>
    sns.subscribe({ TopicArn, Protocol: 'firehose', Endpoint: arnOf(name), Attributes: { SubscriptionRoleArn: ROLE, ...more } });
  await subscribe('from-topic');
  await subscribe('from-topic-raw', { RawMessageDelivery: 'true' });
  const { MessageId } = await sns.publish({ TopicArn, Message: 'hello', Subject: 'greeting' });
  await streams.emulator.idle();
  const [document] = textsOf(await streams.delivered('from-topic'));
  expect(document).toMatch(/\}\n$/);
  const message = JSON.parse(document!) as object;
  expect(message).toMatchObject({ Type: 'Notification', MessageId, TopicArn, Subject: 'greeting', Message: 'hello' });
  expect(Object.keys(message).filter((name) => /^Sign/.test(name))).toEqual([]);
  expect(textsOf(await streams.objects('from-topic-raw'))).toEqual(['hello']);
});

it('takes what a schedule sends', async () => {
  await streams.create('from-schedule');
  const at = new Date(streams.emulator.clock.now() + 60_000).toISOString().slice(0, 19);
  await streams.emulator.client(Scheduler).createSchedule({
    Name: 'once',
    ScheduleExpression: `at(${at})`,
    FlexibleTimeWindow: { Mode: 'OFF' },
    Target: { Arn: arnOf('from-schedule'), RoleArn: ROLE, Input: 'now' },
  });
  await streams.emulator.clock.advance('2m');
  expect(textsOf(await streams.delivered('from-schedule'))).toEqual(['now']);
});

it('takes the batches of a pipe', async () => {
  await streams.create('from-pipe');
  const sqs = streams.emulator.client(SQS);
  const { QueueUrl } = await sqs.createQueue({ QueueName: 'piped' });
  await streams.emulator.client(Pipes).createPipe({
    Name: 'records',
    RoleArn: ROLE,
    Source: 'arn:aws:sqs:us-east-1:000000000000:piped',
    Target: arnOf('from-pipe'),
    TargetParameters: { InputTemplate: '<$.body>' },
  });
  await streams.emulator.idle();
  await sqs.sendMessage({ QueueUrl, MessageBody: 'message' });
  await streams.emulator.idle();
  expect(textsOf(await streams.delivered('from-pipe')).join('')).toContain('message');
});

it('says of a stream that is missing what became of the event', async () => {
  const sns = streams.emulator.client(SNS);
  const { TopicArn = '' } = await sns.createTopic({ Name: 'lost' });
  const Attributes = { SubscriptionRoleArn: ROLE };
  await sns.subscribe({ TopicArn, Protocol: 'firehose', Endpoint: arnOf('missing'), Attributes });
  await sns.publish({ TopicArn, Message: 'hello' });
  await streams.emulator.idle();
  expect(streams.emulator.lines.join('\n')).toMatch(/Firehose missing under account 000000000000 not found/);
});

it('takes packed log events, and delivers their messages alone where processors say so', async () => {
  const unpacking = [processor('Decompression'), processor('CloudWatchLogProcessing', { DataMessageExtraction: 'true' })];
  await streams.create('from-logs');
  await streams.create('from-logs-messages', processing(...unpacking));
  const logs = streams.emulator.client(CloudWatchLogs);
  const logGroupName = '/app';
  await logs.createLogGroup({ logGroupName });
  await logs.createLogStream({ logGroupName, logStreamName: 's' });
  for (const name of ['from-logs', 'from-logs-messages'])
    await logs.putSubscriptionFilter({
      logGroupName,
      filterName: name,
      filterPattern: 'error',
      destinationArn: arnOf(name),
      roleArn: ROLE,
    });
  const timestamp = streams.emulator.clock.now();
  const logEvents = ['error one', 'fine', 'error two'].map((message) => ({ timestamp, message }));
  await logs.putLogEvents({ logGroupName, logStreamName: 's', logEvents });
  await streams.emulator.idle();
  expect(textsOf(await streams.delivered('from-logs-messages'))).toEqual(['error one\nerror two\n']);
  const [{ bytes }] = (await streams.objects('from-logs')) as [StoredObject];
  expect(gunzipSync(bytes).toString()).toMatch(/^\{"messageType":"CONTROL_MESSAGE".*"messageType":"DATA_MESSAGE"/);
  await expect(streams.put('from-logs-messages', 'x')).rejects.toMatchObject({ name: 'InvalidSourceException' });
  const missing = { logGroupName, filterName: 'from-logs', filterPattern: '', destinationArn: arnOf('missing'), roleArn: ROLE };
  await expect(logs.putSubscriptionFilter(missing)).rejects.toMatchObject({
    message: /^Could not deliver test message to specified Firehose/,
  });
});
