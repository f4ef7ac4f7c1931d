// Kinesis: data streams, whose shards keep records in order for a time, for any number of readers.
import { operationsIn, service } from '#core/service';

const SETTINGS = [
  'UpdateStreamMode',
  'UpdateMaxRecordSize',
  'UpdateStreamWarmThroughput',
  'UpdateStreamRecordDistributionStrategy',
  'EnableEnhancedMonitoring',
  'DisableEnhancedMonitoring',
  'StartStreamEncryption',
  'StopStreamEncryption',
] as const;

const CONSUMERS = ['RegisterStreamConsumer', 'DescribeStreamConsumer', 'ListStreamConsumers', 'DeregisterStreamConsumer'] as const;

const TAGS = [
  'AddTagsToStream',
  'RemoveTagsFromStream',
  'ListTagsForStream',
  'TagResource',
  'UntagResource',
  'ListTagsForResource',
] as const;

const CHANNELS = ['CreateChannel', 'DescribeChannel', 'UpdateChannel', 'DeleteChannel', 'ListChannels'];

const saying = (sentence: string, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, sentence]));

export const kinesis = service('kinesis', {
  protects: () => import('./protects.ts'),
  resourceMembers: ['StreamName', 'StreamARN', 'ConsumerARN', 'ResourceARN'],
  traffic: {
    operations: ['PutRecord', 'PutRecords', 'GetShardIterator', 'GetRecords', 'SubscribeToShard'],
    arns: [/^stream\/(?<name>[^/]+)/],
  },
  operations: [
    operationsIn(() => import('./streams/streams.ts'), 'CreateStream', 'DeleteStream', 'ListStreams'),
    operationsIn(() => import('./streams/describe-stream.ts'), 'DescribeStream', 'DescribeStreamSummary'),
    operationsIn(() => import('./streams/retention.ts'), 'IncreaseStreamRetentionPeriod', 'DecreaseStreamRetentionPeriod'),
    operationsIn(() => import('./streams/stream-settings.ts'), ...SETTINGS),
    operationsIn(() => import('./streams/account.ts'), 'DescribeLimits', 'DescribeAccountSettings', 'UpdateAccountSettings'),
    operationsIn(() => import('./streams/list-shards.ts'), 'ListShards'),
    operationsIn(() => import('./resharding/split-merge.ts'), 'SplitShard', 'MergeShards'),
    operationsIn(() => import('./resharding/update-shard-count.ts'), 'UpdateShardCount'),
    operationsIn(() => import('./records/put-records.ts'), 'PutRecord', 'PutRecords'),
    operationsIn(() => import('./records/get-records.ts'), 'GetShardIterator', 'GetRecords'),
    operationsIn(() => import('./consumers/consumers.ts'), ...CONSUMERS),
    operationsIn(() => import('./consumers/subscribe-to-shard.ts'), 'SubscribeToShard'),
    operationsIn(() => import('./tags/tags.ts'), ...TAGS),
    operationsIn(() => import('./policies/resource-policies.ts'), 'PutResourcePolicy', 'GetResourcePolicy', 'DeleteResourcePolicy'),
  ],
  refused: Object.fromEntries(CHANNELS.map((name) => [name, 'channels, which copy a stream to objects and tables, are not emulated.'])),
  recordsOnly: {
    ...saying('the key is checked and kept; records are stored as they are', ['StartStreamEncryption', 'StopStreamEncryption']),
    ...saying('kept as a record; shards publish no metrics', ['EnableEnhancedMonitoring', 'DisableEnhancedMonitoring']),
    ...saying('kept as a record; nothing is metered', ['UpdateStreamWarmThroughput', 'UpdateAccountSettings']),
  },
  targets: {
    stream: { arn: /^arn:aws[a-z-]*:kinesis:[a-z0-9-]+:\d{12}:stream\/[a-zA-Z0-9_.-]+$/, load: () => import('./target.ts') },
  },
  logSources: {
    stream: {
      arn: /^arn:aws[a-z-]*:kinesis:[a-z0-9-]+:\d{12}:stream\/[a-zA-Z0-9_.-]+(?:\/consumer\/[a-zA-Z0-9_.-]+:\d+)?$/,
      load: () => import('./log-source.ts'),
    },
  },
  guard: () => import('./guard.ts'),
  resources: {
    'AWS::Kinesis::Stream': () => import('./resources/stream.ts'),
    'AWS::Kinesis::StreamConsumer': () => import('./resources/stream-consumer.ts'),
    'AWS::Kinesis::ResourcePolicy': () => import('./resources/resource-policy.ts'),
  },
  work: {
    'kinesis.trim': () => import('./work.ts'),
    'kinesis.forget': () => import('./work.ts'),
  },
});
