// Data streams as targets: of rules, schedules, pipes and log groups; and as the source of a pipe.
import { gunzipSync } from 'node:zlib';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { IAM } from '@aws-sdk/client-iam';
import { Pipes } from '@aws-sdk/client-pipes';
import { Scheduler } from '@aws-sdk/client-scheduler';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Streams, textOf, useStreams } from './use-streams.ts';

let streams: Streams;
beforeAll(async () => {
  streams = await useStreams();
  const Service = ['events', 'logs', 'pipes', 'scheduler'].map((name) => `${name}.amazonaws.com`);
  const Statement = [{ Effect: 'Allow', Principal: { Service }, Action: 'sts:AssumeRole' }];
  const AssumeRolePolicyDocument = JSON.stringify({ Version: '2012-10-17', Statement });
  await streams.emulator.client(IAM).createRole({ RoleName: 'any', AssumeRolePolicyDocument });
});
afterAll(() => streams.emulator.stop());

const RoleArn = 'arn:aws:iam::000000000000:role/any';
const queue = async (QueueName: string) => (await streams.emulator.client(SQS).createQueue({ QueueName })).QueueUrl!;

describe('a rule', () => {
  it('puts its events under the key that the path names, or under the id of the event', async () => {
    const [keyed, plain] = [await streams.stream('keyed'), await streams.stream('plain')];
    const events = streams.emulator.client(EventBridge);
    await events.putRule({ Name: 'r', EventPattern: '{"source":["shop"]}' });
    const target = { Id: 'keyed', Arn: keyed, KinesisParameters: { PartitionKeyPath: '$.detail.order' } };
    await expect(events.putTargets({ Rule: 'r', Targets: [target] })).rejects.toThrow(`RoleArn is required for target ${keyed}.`);
    const Targets = [
      { ...target, RoleArn },
      { Id: 'plain', Arn: plain, RoleArn },
    ];
    expect(await events.putTargets({ Rule: 'r', Targets })).toMatchObject({ FailedEntryCount: 0 });
    const Detail = JSON.stringify({ order: 'o-1' });
    const { Entries } = await events.putEvents({ Entries: [{ Source: 'shop', DetailType: 'placed', Detail }] });
    await streams.emulator.idle();
    const [record] = await streams.records('keyed');
    expect(record!.PartitionKey).toBe('o-1');
    expect(JSON.parse(textOf(record!))).toMatchObject({ source: 'shop', detail: { order: 'o-1' } });
    expect((await streams.records('plain'))[0]!.PartitionKey).toBe(Entries![0]!.EventId);
  });
});

describe('a schedule', () => {
  it('puts its input under its key, which it needs', async () => {
    const Arn = await streams.stream('scheduled');
    const scheduler = streams.emulator.client(Scheduler);
    const create = (more: object) =>
      scheduler.createSchedule({
        Name: 's',
        ScheduleExpression: 'rate(1 minute)',
        FlexibleTimeWindow: { Mode: 'OFF' },
        Target: { Arn, RoleArn, Input: 'tick', ...more },
      });
    await expect(create({})).rejects.toThrow('Parameters KinesisParameters must be specified.');
    await create({ KinesisParameters: { PartitionKey: 'clock' } });
    await streams.emulator.clock.advance('61s');
    await streams.emulator.idle();
    const [record] = await streams.records('scheduled');
    expect([record?.PartitionKey, record && textOf(record)]).toEqual(['clock', 'tick']);
  });
});

describe('a pipe', () => {
  const pipe = async (Name: string, input: object) => {
    const pipes = streams.emulator.client(Pipes);
    await pipes.createPipe({ Name, RoleArn, ...input } as Parameters<Pipes['createPipe']>[0]);
    await streams.emulator.idle();
  };

  it('writes to a stream under a key that may be a path', async () => {
    const Target = await streams.stream('piped');
    const QueueUrl = await queue('source');
    const TargetParameters = { KinesisStreamParameters: { PartitionKey: '$.body.id' } };
    await pipe('into', { Source: 'arn:aws:sqs:us-east-1:000000000000:source', Target, TargetParameters });
    await streams.emulator.client(SQS).sendMessage({ QueueUrl, MessageBody: '{"id":"k7"}' });
    await streams.emulator.idle();
    expect(await streams.records('piped')).toMatchObject([{ PartitionKey: 'k7' }]);
  });

  it('reads a stream, whose records lie flat, from a time, and sees the data as JSON', async () => {
    const Source = await streams.stream('read');
    const put = (text: string) => streams.kinesis.putRecord({ StreamName: 'read', Data: Buffer.from(text), PartitionKey: 'k' });
    await put('{"n":0}');
    await streams.emulator.clock.advance('10s');
    const StartingPositionTimestamp = new Date(streams.emulator.clock.now());
    const QueueUrl = await queue('target');
    await pipe('out', {
      Source,
      SourceParameters: {
        KinesisStreamParameters: { StartingPosition: 'AT_TIMESTAMP', StartingPositionTimestamp },
        FilterCriteria: { Filters: [{ Pattern: '{"data":{"n":[{"numeric":["<",3]}]}}' }] },
      },
      Target: 'arn:aws:sqs:us-east-1:000000000000:target',
      TargetParameters: { InputTemplate: '{"n": <$.data.n>, "source": <$.eventSource>, "key": <$.partitionKey>}' },
    });
    for (const text of ['{"n":1}', '{"n":5}', '{"n":2}']) await put(text);
    await streams.emulator.idle();
    const { Messages } = await streams.emulator.client(SQS).receiveMessage({ QueueUrl, MaxNumberOfMessages: 10 });
    expect(Messages!.map(({ Body }) => JSON.parse(Body!) as object)).toEqual([1, 2].map((n) => ({ n, source: 'aws:kinesis', key: 'k' })));
  });
});

describe('a subscription filter', () => {
  it('sends log events as gzip, after a message that tries the stream', async () => {
    const destinationArn = await streams.stream('logged');
    const logs = streams.emulator.client(CloudWatchLogs);
    await logs.createLogGroup({ logGroupName: 'g' });
    await logs.createLogStream({ logGroupName: 'g', logStreamName: 's' });
    const filter = { logGroupName: 'g', filterName: 'f', filterPattern: 'ERROR', destinationArn };
    await expect(logs.putSubscriptionFilter(filter)).rejects.toThrow('destinationArn for vendor kinesis cannot be used without roleArn');
    await expect(logs.putSubscriptionFilter({ ...filter, destinationArn: `${destinationArn}-x`, roleArn: RoleArn })).rejects.toThrow(
      'Could not deliver test message to specified Kinesis stream. Check if the given kinesis stream is in ACTIVE state.',
    );
    await logs.putSubscriptionFilter({ ...filter, roleArn: RoleArn });
    expect((await logs.describeSubscriptionFilters({ logGroupName: 'g' })).subscriptionFilters).toMatchObject([{ roleArn: RoleArn }]);
    const timestamp = streams.emulator.clock.now();
    const logEvents = ['ERROR one', 'fine', 'ERROR two'].map((message) => ({ timestamp, message }));
    await logs.putLogEvents({ logGroupName: 'g', logStreamName: 's', logEvents });
    await streams.emulator.idle();
    const [tried, sent] = await streams.records('logged');
    const read = (data: Uint8Array) => JSON.parse(gunzipSync(data).toString()) as object;
    expect(read(tried!.Data!)).toMatchObject({ messageType: 'CONTROL_MESSAGE' });
    expect(sent!.PartitionKey).toBe('s');
    expect(read(sent!.Data!)).toMatchObject({
      messageType: 'DATA_MESSAGE',
      logGroup: 'g',
      subscriptionFilters: ['f'],
      logEvents: [{ message: 'ERROR one' }, { message: 'ERROR two' }],
    });
  });
});
