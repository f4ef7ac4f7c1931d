// Event source mappings of table streams whose function fails: retries, halves, partial answers, records that are given up, and destinations.
import { S3 } from '@aws-sdk/client-s3';
import { SNS } from '@aws-sdk/client-sns';
import { SQS } from '@aws-sdk/client-sqs';
import { beforeAll, describe, expect, it } from 'vitest';
import { SHOW, useStreams } from './use-streams.ts';

const fixture = useStreams();
const { table, map, put, keys, batches } = fixture;
let sqs: SQS;
beforeAll(() => {
  sqs = fixture.emulator.client(SQS);
});

/** Advances the clock past any delay before a retry, often enough for `times` of them. */
async function retries(times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    await fixture.emulator.idle();
    await fixture.emulator.clock.advance('31s');
  }
  await fixture.emulator.idle();
}

async function queue(QueueName: string): Promise<{ arn: string; received(): Promise<Record<string, unknown>[]> }> {
  const { QueueUrl } = await sqs.createQueue({ QueueName });
  return {
    arn: `arn:aws:sqs:us-east-1:000000000000:${QueueName}`,
    received: async () => {
      const { Messages = [] } = await sqs.receiveMessage({ QueueUrl, MaxNumberOfMessages: 10 });
      return Messages.map(({ Body }) => JSON.parse(Body!) as Record<string, unknown>);
    },
  };
}

/** Fails where the batch holds an item whose key begins with `bad`. */
const PICKY = `${SHOW} if (event.Records.some(({ dynamodb }) => dynamodb.Keys.pk.S.startsWith('bad'))) throw new Error('bad');`;

describe('a mapping whose function fails', () => {
  it('does not count it as an attempt when the function has no free concurrency', async () => {
    await fixture.create('throttled', SHOW);
    await fixture.lambda.putFunctionConcurrency({ FunctionName: 'throttled', ReservedConcurrentExecutions: 0 });
    const { arn } = await table('throttled');
    await put('throttled', 'a');
    await map('throttled', arn, { MaximumRetryAttempts: 0 });
    await retries(3);
    await fixture.lambda.deleteFunctionConcurrency({ FunctionName: 'throttled' });
    await retries(1);
    expect(keys('throttled')).toEqual([['a']]);
  });

  it('tries the batch again and again, and what is behind it waits', async () => {
    await fixture.create('stubborn', PICKY);
    const { arn } = await table('stubborn');
    const { UUID } = await map('stubborn', arn, { BatchSize: 1 });
    await put('stubborn', 'bad', 'good');
    await retries(3);
    expect(keys('stubborn').length).toBeGreaterThan(3);
    expect(new Set(keys('stubborn').flat())).toEqual(new Set(['bad']));
    expect(await fixture.lambda.getEventSourceMapping({ UUID })).toMatchObject({
      LastProcessingResult: 'PROBLEM: Function call failed',
    });
    await fixture.lambda.deleteEventSourceMapping({ UUID });
    await fixture.emulator.idle();
  });

  it('gives the batch up after its retries, and tells the queue where it is', async () => {
    await fixture.create('given-up', PICKY);
    const { arn } = await table('given-up');
    const lost = await queue('given-up');
    await put('given-up', 'bad', 'bad2', 'good');
    await map('given-up', arn, { BatchSize: 2, MaximumRetryAttempts: 2, DestinationConfig: { OnFailure: { Destination: lost.arn } } });
    await retries(3);
    expect(keys('given-up')).toEqual([['bad', 'bad2'], ['bad', 'bad2'], ['bad', 'bad2'], ['good']]);
    const [first, second] = batches('given-up')[0]!.Records;
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    // The form of https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html
    expect(await lost.received()).toEqual([
      {
        requestContext: {
          requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
          functionArn: 'arn:aws:lambda:us-east-1:000000000000:function:given-up',
          condition: 'RetryAttemptsExhausted',
          approximateInvokeCount: 3,
        },
        responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
        version: '1.0',
        timestamp: expect.stringMatching(/Z$/),
        DDBStreamBatchInfo: {
          shardId: expect.stringMatching(/^shardId-/),
          startSequenceNumber: first!.dynamodb.SequenceNumber,
          endSequenceNumber: second!.dynamodb.SequenceNumber,
          approximateArrivalOfFirstRecord: instant,
          approximateArrivalOfLastRecord: instant,
          batchSize: 2,
          streamArn: arn,
        },
      },
    ]);
  });

  it('gives a bucket the whole batch, under a key with the mapping and the shard', async () => {
    await fixture.create('bucketed', PICKY);
    const { arn } = await table('bucketed');
    const s3 = fixture.emulator.client(S3);
    await s3.createBucket({ Bucket: 'lost-records' });
    const Destination = 'arn:aws:s3:::lost-records';
    await put('bucketed', 'bad');
    const { UUID } = await map('bucketed', arn, { MaximumRetryAttempts: 0, DestinationConfig: { OnFailure: { Destination } } });
    await retries(1);
    const { Contents = [] } = await s3.listObjectsV2({ Bucket: 'lost-records' });
    expect(Contents.map(({ Key }) => Key)).toEqual([
      expect.stringMatching(
        new RegExp(`^aws/lambda/${UUID}/shardId-[^/]+/\\d{4}/\\d\\d/\\d\\d/\\d{4}-\\d\\d-\\d\\dT\\d\\d\\.\\d\\d\\.\\d\\d-[0-9a-f-]{36}$`),
      ),
    ]);
    const { Body } = await s3.getObject({ Bucket: 'lost-records', Key: Contents[0]!.Key! });
    const record = JSON.parse(await Body!.transformToString()) as { payload: string };
    expect(JSON.parse(record.payload)).toEqual(batches('bucketed')[0]);
  });

  it('publishes to a topic what it gives up', async () => {
    await fixture.create('published', PICKY);
    const { arn } = await table('published');
    const heard = await queue('heard');
    const sns = fixture.emulator.client(SNS);
    const { TopicArn } = await sns.createTopic({ Name: 'lost' });
    await sns.subscribe({ TopicArn, Protocol: 'sqs', Endpoint: heard.arn, Attributes: { RawMessageDelivery: 'true' } });
    const Policy = JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Principal: { Service: 'sns.amazonaws.com' }, Action: 'sqs:SendMessage', Resource: heard.arn }],
    });
    const { QueueUrl } = await sqs.getQueueUrl({ QueueName: 'heard' });
    await sqs.setQueueAttributes({ QueueUrl, Attributes: { Policy } });
    await put('published', 'bad');
    await map('published', arn, { MaximumRetryAttempts: 0, DestinationConfig: { OnFailure: { Destination: TopicArn } } });
    await retries(1);
    expect(await heard.received()).toMatchObject([{ DDBStreamBatchInfo: { streamArn: arn, batchSize: 1 } }]);
  });

  it('splits the batch until the bad record is alone', async () => {
    await fixture.create('split', PICKY);
    const { arn } = await table('split');
    const lost = await queue('split');
    await put('split', 'a', 'b', 'bad', 'd', 'e');
    const DestinationConfig = { OnFailure: { Destination: lost.arn } };
    await map('split', arn, { BisectBatchOnFunctionError: true, MaximumRetryAttempts: 1, DestinationConfig });
    await retries(2);
    expect(keys('split')).toEqual([['a', 'b', 'bad', 'd', 'e'], ['a', 'b', 'bad'], ['a', 'b'], ['bad'], ['bad'], ['d', 'e']]);
    expect(await lost.received()).toMatchObject([{ requestContext: { approximateInvokeCount: 2 }, DDBStreamBatchInfo: { batchSize: 1 } }]);
  });

  it('goes on at the first record that the function reports', async () => {
    const report = `${SHOW} const at = event.Records.find(({ dynamodb }) => dynamodb.Keys.pk.S.startsWith('bad'));
      return { batchItemFailures: at ? [{ itemIdentifier: at.dynamodb.SequenceNumber }] : [] };`;
    await fixture.create('reports', report);
    const { arn } = await table('reports');
    const lost = await queue('reports');
    await put('reports', 'a', 'b', 'bad', 'd');
    const DestinationConfig = { OnFailure: { Destination: lost.arn } };
    const FunctionResponseTypes = ['ReportBatchItemFailures' as const];
    await map('reports', arn, { FunctionResponseTypes, MaximumRetryAttempts: 2, DestinationConfig });
    await retries(4);
    expect(keys('reports')).toEqual([
      ['a', 'b', 'bad', 'd'],
      ['bad', 'd'],
      ['bad', 'd'],
      ['bad', 'd'],
    ]);
    const [record] = await lost.received();
    expect(record).toMatchObject({
      requestContext: { approximateInvokeCount: 3 },
      DDBStreamBatchInfo: { batchSize: 2 },
      responseContext: { statusCode: 200, functionError: null },
    });
  });

  it('takes an unknown identifier for a failure of the whole batch', async () => {
    await fixture.create('unknown', `${SHOW} return { batchItemFailures: [{ itemIdentifier: 'nothing' }] };`);
    const { arn } = await table('unknown');
    await put('unknown', 'a', 'b');
    await map('unknown', arn, { FunctionResponseTypes: ['ReportBatchItemFailures'], MaximumRetryAttempts: 1 });
    await retries(2);
    expect(keys('unknown')).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  it('gives up records that are too old, whether they were tried or not', async () => {
    await fixture.create('aged', PICKY);
    const { arn } = await table('aged');
    const lost = await queue('aged');
    await put('aged', 'old');
    await fixture.emulator.clock.advance('2m');
    await put('aged', 'fresh', 'bad');
    await map('aged', arn, { BatchSize: 2, MaximumRecordAgeInSeconds: 60, DestinationConfig: { OnFailure: { Destination: lost.arn } } });
    await fixture.emulator.idle();
    const [untried] = await lost.received();
    expect(untried).toMatchObject({ requestContext: { condition: 'RecordAgeExceeded', approximateInvokeCount: 1 } });
    expect(untried).not.toHaveProperty('responseContext');
    expect(keys('aged').slice(0, 2)).toEqual([['fresh'], ['bad']]);
    await retries(3);
    const all = await lost.received();
    expect(all).toHaveLength(2);
    expect(all.map(({ requestContext }) => requestContext)).toContainEqual(
      expect.objectContaining({ condition: 'RecordAgeExceeded', approximateInvokeCount: expect.toSatisfy((count: number) => count > 1) }),
    );
    expect(keys('aged').flat()).not.toContain('old');
  });
});
