// Recorded answers of data streams.
import { ANY, localstack, type RecordedCase, type RecordedCases, refused, type Step } from '../case.ts';

const test = (name: string): string => localstack(`kinesis/test_kinesis.py::TestKinesis::${name}`);
const STREAM = '{id}';
const ARN = 'arn:aws:kinesis:us-east-1:{account}:stream/{id}';
const stream: Step = { call: 'kinesis.CreateStream', input: { StreamName: STREAM, ShardCount: 1 } };
const NUMBER = /^\d{56}$/;
const shard = (index: number) => ({
  ShardId: `shardId-00000000000${index}`,
  HashKeyRange: { StartingHashKey: ANY, EndingHashKey: ANY },
  SequenceNumberRange: { StartingSequenceNumber: NUMBER },
});

/** A request in JSON, for bytes in its body: those are base64 there. */
const request = (operation: string, body: object, answerBody?: RegExp): Step => ({
  http: 'POST /',
  service: 'kinesis',
  headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `Kinesis_20131202.${operation}` },
  body: JSON.stringify(body),
  status: 200,
  ...(answerBody && { answerBody }),
});
const put = (text: string): Step =>
  request('PutRecord', { StreamName: STREAM, PartitionKey: '1', Data: Buffer.from(text).toString('base64') });

const policy = (Sid: string, Action: unknown): string =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Sid, Effect: 'Allow', Principal: { AWS: 'arn:aws:iam::{account}:root' }, Action, Resource: ARN }],
  });
const getPolicy = (Policy: string): Step => ({ call: 'kinesis.GetResourcePolicy', input: { ResourceARN: ARN }, answer: { Policy } });
const WRITE = policy('AllowCrossAccountWrite', 'kinesis:PutRecord');
const READ_WRITE = policy('AllowCrossAccountReadWrite', ['kinesis:PutRecord', 'kinesis:GetRecords']);

const streams: RecordedCase[] = [
  {
    title: 'a stream without a number of shards is on demand, and has four',
    source: test('test_create_stream_without_shard_count'),
    recorded: '2022-08',
    steps: [
      { call: 'kinesis.CreateStream', input: { StreamName: STREAM, StreamModeDetails: { StreamMode: 'ON_DEMAND' } } },
      {
        call: 'kinesis.DescribeStream',
        input: { StreamName: STREAM },
        contains: { StreamDescription: { Shards: [shard(0), shard(1), shard(2), shard(3)] } },
      },
    ],
  },
  {
    title: 'a stream of a template has the defaults of the service',
    source: localstack('cloudformation/resources/test_kinesis.py::test_default_parameters_kinesis'),
    recorded: '2024-07',
    steps: [
      stream,
      {
        call: 'kinesis.DescribeStream',
        input: { StreamName: STREAM },
        answer: {
          StreamDescription: {
            EncryptionType: 'NONE',
            EnhancedMonitoring: [{ ShardLevelMetrics: [] }],
            HasMoreShards: false,
            RetentionPeriodHours: 24,
            Shards: [
              {
                ...shard(0),
                HashKeyRange: { StartingHashKey: '0', EndingHashKey: '340282366920938463463374607431768211455' },
              },
            ],
            StreamARN: ARN,
            StreamCreationTimestamp: ANY,
            StreamModeDetails: { StreamMode: 'PROVISIONED' },
            StreamName: STREAM,
            StreamStatus: 'ACTIVE',
          },
        },
      },
    ],
  },
  {
    title: 'a stream that is not there is not found under its account',
    source: test('test_cbor_exceptions'),
    recorded: '2025-09',
    steps: [
      refused(
        'kinesis.DescribeStream',
        { StreamARN: 'arn:aws:kinesis:us-east-1:{account}:stream/wrong-stream-name' },
        'ResourceNotFoundException',
        'Stream wrong-stream-name under account {account} not found.',
        { status: 400 },
      ),
    ],
  },
  {
    title: 'tags of a stream are listed as they were added',
    source: test('test_add_tags_to_stream'),
    recorded: '2022-08',
    steps: [
      stream,
      { call: 'kinesis.AddTagsToStream', input: { StreamName: STREAM, Tags: { foo: 'bar' } } },
      { call: 'kinesis.ListTagsForStream', input: { StreamName: STREAM }, contains: { Tags: [{ Key: 'foo', Value: 'bar' }] } },
    ],
  },
];

const records: RecordedCase[] = [
  {
    title: 'records come back byte by byte, empty ones too',
    source: test('test_record_lifecycle_data_integrity'),
    recorded: '2022-08',
    steps: [
      stream,
      ...['', 'test', 'ünicödé 统一码 💣💻🔥'].map(put),
      {
        call: 'kinesis.GetShardIterator',
        input: { StreamName: STREAM, ShardId: 'shardId-000000000000', ShardIteratorType: 'TRIM_HORIZON' },
        as: 'iterator',
      },
      request(
        'GetRecords',
        { ShardIterator: '{iterator.ShardIterator}' },
        new RegExp(
          ['', 'test', 'ünicödé 统一码 💣💻🔥']
            .map((text) => `"Data":"${Buffer.from(text).toString('base64').replaceAll('+', '\\+')}"`)
            .join('[^]*'),
        ),
      ),
    ],
  },
];

const consumers: RecordedCase[] = [
  {
    title: 'a consumer is listed, and described with its stream',
    source: test('test_stream_consumers'),
    recorded: '2022-08',
    steps: [
      stream,
      { call: 'kinesis.RegisterStreamConsumer', input: { StreamARN: ARN, ConsumerName: 'consumer' }, as: 'made' },
      { wait: '10s' },
      {
        call: 'kinesis.ListStreamConsumers',
        input: { StreamARN: ARN },
        contains: {
          Consumers: [
            {
              ConsumerName: 'consumer',
              ConsumerARN: '{made.Consumer.ConsumerARN}',
              ConsumerStatus: 'ACTIVE',
              ConsumerCreationTimestamp: ANY,
            },
          ],
        },
      },
      {
        call: 'kinesis.DescribeStreamConsumer',
        input: { StreamARN: ARN, ConsumerARN: '{made.Consumer.ConsumerARN}' },
        answer: {
          ConsumerDescription: {
            ConsumerARN: '{made.Consumer.ConsumerARN}',
            ConsumerCreationTimestamp: ANY,
            ConsumerName: 'consumer',
            ConsumerStatus: 'ACTIVE',
            StreamARN: ARN,
          },
        },
      },
    ],
  },
];

const policies: RecordedCase[] = [
  {
    title: 'a policy of a stream is empty, is kept as it was put, replaced, and empty again once it is deleted',
    source: test('test_resource_policy_crud'),
    recorded: '2025-08',
    steps: [
      stream,
      getPolicy('{}'),
      { call: 'kinesis.PutResourcePolicy', input: { ResourceARN: ARN, Policy: WRITE }, answer: {} },
      getPolicy(WRITE),
      { call: 'kinesis.PutResourcePolicy', input: { ResourceARN: ARN, Policy: READ_WRITE }, answer: {} },
      getPolicy(READ_WRITE),
      { call: 'kinesis.DeleteResourcePolicy', input: { ResourceARN: ARN }, answer: {} },
      getPolicy('{}'),
    ],
  },
];

export const recorded: RecordedCases = { service: 'kinesis', cases: [...streams, ...records, ...consumers, ...policies] };
