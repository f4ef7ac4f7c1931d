// Event source mappings of data streams: what functions get, where reading begins, what filters see, and what becomes of failed records.
import { Kinesis } from '@aws-sdk/client-kinesis';
import type { CreateEventSourceMappingCommandInput } from '@aws-sdk/client-lambda';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, ROLE, startFixture } from './fixture.ts';
import { lostRecord } from './lost-record.ts';

interface DataBatch {
  readonly Records: readonly { readonly kinesis: { readonly data: string; readonly partitionKey: string }; readonly eventID: string }[];
  readonly [member: string]: unknown;
}

const SHOW = `console.log('BATCH ' + JSON.stringify(event));`;

let fixture: Fixture;
let kinesis: Kinesis;
beforeAll(async () => {
  fixture = await startFixture({ clock: 'manual', environment: { FUNCTION_TRUNCATE_STDOUT: '100000' } });
  kinesis = fixture.emulator.client(Kinesis);
});
afterAll(() => fixture.emulator.stop());

async function stream(StreamName: string, ShardCount = 1): Promise<string> {
  await kinesis.createStream({ StreamName, ShardCount });
  return (await kinesis.describeStreamSummary({ StreamName })).StreamDescriptionSummary!.StreamARN!;
}

const put = async (StreamName: string, texts: readonly string[], PartitionKey = 'k') => {
  for (const text of texts) await kinesis.putRecord({ StreamName, Data: Buffer.from(text), PartitionKey });
};

const map = (FunctionName: string, EventSourceArn: string, more: Partial<CreateEventSourceMappingCommandInput> = {}) =>
  fixture.lambda.createEventSourceMapping({ FunctionName, EventSourceArn, StartingPosition: 'TRIM_HORIZON', ...more });

const batches = (name: string): DataBatch[] =>
  fixture.emulator.lines
    .filter((line) => line.includes(`${name}: `) && line.includes('BATCH '))
    .map((line) => JSON.parse(line.slice(line.indexOf('BATCH ') + 6)) as DataBatch);
const texts = (name: string): string[][] =>
  batches(name).map(({ Records }) => Records.map(({ kinesis: { data } }) => Buffer.from(data, 'base64').toString()));

/** A queue for records of what is lost. */
async function queue(QueueName: string) {
  const sqs = fixture.emulator.client(SQS);
  const { QueueUrl } = await sqs.createQueue({ QueueName });
  return {
    config: { OnFailure: { Destination: `arn:aws:sqs:us-east-1:000000000000:${QueueName}` } },
    received: async (): Promise<unknown[]> => {
      const { Messages = [] } = await sqs.receiveMessage({ QueueUrl, MaxNumberOfMessages: 10 });
      return Messages.map(({ Body }) => JSON.parse(Body!) as unknown);
    },
  };
}

/** Advances the clock past any delay before a retry, often enough for `times` of them. */
async function retries(times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    await fixture.emulator.idle();
    await fixture.emulator.clock.advance('1s');
  }
  await fixture.emulator.idle();
}

describe('a mapping of a data stream', () => {
  // localstack/localstack, tests/aws/services/lambda_/event_source_mapping, test_create_kinesis_event_source_mapping, 2025.
  it('hands records over as the service writes them', async () => {
    await fixture.create('forms', SHOW);
    const arn = await stream('forms');
    await map('forms', arn);
    await put('forms', ['hello'], 'test_0');
    await fixture.emulator.idle();
    expect(batches('forms')).toEqual([
      {
        Records: [
          {
            kinesis: {
              kinesisSchemaVersion: '1.0',
              partitionKey: 'test_0',
              sequenceNumber: expect.stringMatching(/^\d{56}$/),
              data: 'aGVsbG8=',
              approximateArrivalTimestamp: fixture.emulator.clock.now() / 1000,
            },
            eventSource: 'aws:kinesis',
            eventVersion: '1.0',
            eventID: expect.stringMatching(/^shardId-000000000000:\d{56}$/),
            eventName: 'aws:kinesis:record',
            invokeIdentityArn: ROLE,
            awsRegion: 'us-east-1',
            eventSourceARN: arn,
          },
        ],
      },
    ]);
  });

  it('begins with the oldest record, with what comes next, or at a time', async () => {
    for (const name of ['oldest', 'newest', 'timed']) await fixture.create(name, SHOW);
    const arn = await stream('begins');
    await put('begins', ['a']);
    await fixture.emulator.clock.advance('10s');
    const StartingPositionTimestamp = new Date(fixture.emulator.clock.now());
    await put('begins', ['b']);
    await map('oldest', arn);
    await map('newest', arn, { StartingPosition: 'LATEST' });
    expect(await map('timed', arn, { StartingPosition: 'AT_TIMESTAMP', StartingPositionTimestamp })).toMatchObject({
      StartingPosition: 'AT_TIMESTAMP',
    });
    await put('begins', ['c']);
    await fixture.emulator.idle();
    expect([texts('oldest').flat(), texts('newest').flat(), texts('timed').flat()]).toEqual([['a', 'b', 'c'], ['c'], ['b', 'c']]);
  });

  it('filters by the decoded data and by the partition key', async () => {
    await fixture.create('filtered', SHOW);
    const arn = await stream('filtered');
    const Filters = [{ Pattern: '{"data":{"city":["Bern"]}}' }, { Pattern: '{"data":["plain"],"partitionKey":["p"]}' }];
    await map('filtered', arn, { FilterCriteria: { Filters } });
    await put('filtered', ['{"city":"Bern"}', '{"city":"Rome"}', 'plain']);
    await put('filtered', ['plain', 'other'], 'p');
    await fixture.emulator.idle();
    expect(texts('filtered').flat()).toEqual(['{"city":"Bern"}', 'plain']);
  });

  it('reads by a consumer, too', async () => {
    await fixture.create('fan-out', SHOW);
    const StreamARN = await stream('fan-out');
    const { Consumer } = await kinesis.registerStreamConsumer({ StreamARN, ConsumerName: 'own' });
    await map('fan-out', Consumer!.ConsumerARN!);
    await put('fan-out', ['a']);
    await fixture.emulator.idle();
    expect(texts('fan-out')).toEqual([['a']]);
    await expect(map('fan-out', `${Consumer!.ConsumerARN}9`)).rejects.toThrow('Stream not found');
  });

  it('reads the shards that come of a split once their parent is read', async () => {
    await fixture.create('split', SHOW);
    const arn = await stream('split');
    await put('split', ['parent']);
    await kinesis.splitShard({ StreamName: 'split', ShardToSplit: 'shardId-000000000000', NewStartingHashKey: String(2n ** 127n) });
    await put('split', ['child']);
    await map('split', arn);
    await fixture.emulator.idle();
    await put('split', ['later']);
    await fixture.emulator.idle();
    expect(texts('split').flat()).toEqual(['parent', 'child', 'later']);
  });

  it('keeps keys in order in several batches at once', async () => {
    await fixture.create('parallel', SHOW);
    const arn = await stream('parallel');
    const Records = Array.from({ length: 60 }, (_, at) => ({ Data: Buffer.from(`${at % 6}-${at}`), PartitionKey: `key ${at % 6}` }));
    await kinesis.putRecords({ StreamName: 'parallel', Records });
    await map('parallel', arn, { ParallelizationFactor: 3, BatchSize: 5 });
    await fixture.emulator.idle();
    const seen = texts('parallel').flat();
    expect(seen).toHaveLength(60);
    for (let key = 0; key < 6; key++) {
      const numbers = seen.filter((text) => text.startsWith(`${key}-`)).map((text) => Number(text.slice(2)));
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    }
  });

  it('hands a state from batch to batch of a tumbling window', async () => {
    await fixture.create('tumbling', `${SHOW} return { state: { sum: (event.state.sum ?? 0) + event.Records.length } };`);
    const arn = await stream('tumbling');
    await map('tumbling', arn, { TumblingWindowInSeconds: 30, BatchSize: 1 });
    await put('tumbling', ['a', 'b']);
    await fixture.emulator.idle();
    await fixture.emulator.clock.advance('31s');
    await fixture.emulator.idle();
    expect(batches('tumbling').at(-1)).toMatchObject({ Records: [], state: { sum: 2 }, isFinalInvokeForWindow: true, eventSourceARN: arn });
  });

  it('bisects, retries, and tells the destination what is lost', async () => {
    await fixture.create(
      'failing',
      `${SHOW} if (event.Records.some((r) => Buffer.from(r.kinesis.data, 'base64') == 'bad')) throw new Error('bad');`,
    );
    const sqs = fixture.emulator.client(SQS);
    const { QueueUrl } = await sqs.createQueue({ QueueName: 'lost' });
    const arn = await stream('failing');
    await put('failing', ['a', 'bad', 'c', 'd']);
    const OnFailure = { Destination: 'arn:aws:sqs:us-east-1:000000000000:lost' };
    await map('failing', arn, { BisectBatchOnFunctionError: true, MaximumRetryAttempts: 0, DestinationConfig: { OnFailure } });
    await fixture.emulator.idle();
    for (let step = 0; step < 5; step++) {
      await fixture.emulator.clock.advance('40s');
      await fixture.emulator.idle();
    }
    const handled = texts('failing').filter((batch) => !batch.includes('bad'));
    expect(handled.flat().sort()).toEqual(['a', 'c', 'd']);
    const { Messages } = await sqs.receiveMessage({ QueueUrl });
    expect(JSON.parse(Messages![0]!.Body!)).toMatchObject({
      requestContext: { condition: 'RetryAttemptsExhausted' },
      KinesisBatchInfo: {
        shardId: 'shardId-000000000000',
        batchSize: 1,
        streamArn: arn,
        approximateArrivalOfFirstRecord: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
      },
    });
  });

  it('goes on behind the records that were processed where a function reports the first that failed', async () => {
    const code = `${SHOW} const bad = event.Records.find((r) => Buffer.from(r.kinesis.data, 'base64') == 'b');
      return { batchItemFailures: bad ? [{ itemIdentifier: bad.kinesis.sequenceNumber }] : [] };`;
    await fixture.create('partial', code);
    const arn = await stream('partial');
    await put('partial', ['a', 'b', 'c']);
    await map('partial', arn, { FunctionResponseTypes: ['ReportBatchItemFailures'], MaximumRetryAttempts: 1 });
    await fixture.emulator.idle();
    await fixture.emulator.clock.advance('40s');
    await fixture.emulator.idle();
    expect(texts('partial').slice(0, 2)).toEqual([
      ['a', 'b', 'c'],
      ['b', 'c'],
    ]);
  });

  // localstack/localstack, the same file, test_kinesis_maximum_record_age_exceeded_discard_records, November 2025.
  it('gives up records that are too old, and counts one attempt that there was not', async () => {
    await fixture.create('aged', SHOW);
    const arn = await stream('aged');
    await put('aged', ['stream-data']);
    await fixture.emulator.clock.advance('80s');
    const young = [1, 2, 3, 4, 5].map((n) => `stream-data-${n}`);
    await put('aged', young);
    const lost = await queue('lost-aged');
    const limits = { BatchSize: 10, MaximumRetryAttempts: 0, MaximumRecordAgeInSeconds: 60 };
    await map('aged', arn, { ...limits, DestinationConfig: lost.config });
    await fixture.emulator.idle();
    expect(texts('aged')).toEqual([young]);
    const { responseContext: _, ...untried } = lostRecord({ name: 'aged', arn, condition: 'RecordAgeExceeded', count: 1 });
    expect(await lost.received()).toEqual([untried]);
  });

  // The same file, test_kinesis_report_batch_item_failure_scenarios and …_success_scenarios, November 2025.
  it('reads the answer about failed items as the service does', async () => {
    const failures = [123, '', null].map((itemIdentifier) => ({ batchItemFailures: [{ itemIdentifier }] }));
    const bad = [...failures, { batchItemFailures: [{ foo: 123 }] }, { batchItemFailures: [{ foo: null }] }, 'throw'];
    const good = ['', [], null, {}, { batchItemFailures: [] }, { batchItemFailures: null }];
    const code = `${SHOW} const answer = JSON.parse(Buffer.from(event.Records[0].kinesis.data, 'base64'));
      if (answer === 'throw') throw new Error('thrown'); return answer;`;
    await fixture.create('answers', code);
    const arn = await stream('answers');
    const lost = await queue('lost-answers');
    const FunctionResponseTypes = ['ReportBatchItemFailures' as const];
    await map('answers', arn, { BatchSize: 1, MaximumRetryAttempts: 2, FunctionResponseTypes, DestinationConfig: lost.config });
    await put(
      'answers',
      [...good, ...bad].map((answer) => JSON.stringify(answer)),
    );
    await retries(2 * bad.length);
    const expected = [...good, ...bad.flatMap((answer) => [answer, answer, answer])].map((answer) => JSON.stringify(answer));
    expect(texts('answers').flat()).toEqual(expected);
    const about = { name: 'answers', arn, condition: 'RetryAttemptsExhausted', count: 3 };
    const thrown = lostRecord({ ...about, functionError: 'Unhandled' });
    expect(await lost.received()).toEqual([...bad.slice(1).map(() => lostRecord(about)), thrown]);
  });

  // The same file, test_kinesis_report_batch_item_failures, November 2025.
  it('tries a record anew as often as it may once those before it are processed', async () => {
    const code = `${SHOW} const bad = event.Records.find((r) => JSON.parse(Buffer.from(r.kinesis.data, 'base64')).should_fail);
      return { batchItemFailures: bad ? [{ itemIdentifier: bad.kinesis.sequenceNumber }] : [] };`;
    await fixture.create('several', code);
    const arn = await stream('several');
    const lost = await queue('lost-several');
    const records = [0, 1, 2, 3, 4, 5].map((n) => JSON.stringify({ n, should_fail: n === 5 }));
    await put('several', records);
    const FunctionResponseTypes = ['ReportBatchItemFailures' as const];
    await map('several', arn, { BatchSize: 3, MaximumRetryAttempts: 3, FunctionResponseTypes, DestinationConfig: lost.config });
    await retries(5);
    const [last] = records.slice(-1);
    expect(texts('several')).toEqual([records.slice(0, 3), records.slice(3), [last], [last], [last], [last]]);
    expect(await lost.received()).toEqual([lostRecord({ name: 'several', arn, condition: 'RetryAttemptsExhausted', count: 4 })]);
  });
});
