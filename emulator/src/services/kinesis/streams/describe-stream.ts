// DescribeStream and DescribeStreamSummary.
import { operation, type StreamDescriptionSummary } from '#model/kinesis';
import { shardId } from '#services/kinesis/shards/make-shards';
import { showShard } from '#services/kinesis/shards/show-shard';
import { consumers, shards } from '#services/kinesis/state';
import { arnOf, findStream, type LocatedStream } from './find-stream.ts';

const DEFAULT_SHARDS = 100;

export const DescribeStream = operation('DescribeStream', (input, ctx) => {
  const { Limit: limit = DEFAULT_SHARDS, ExclusiveStartShardId: after = '' } = input;
  const located = findStream(input, ctx);
  const { stream, there } = located;
  const rest = there
    .records(shards)
    .range([stream.id])
    .filter(({ index }) => shardId(index) > after);
  return { StreamDescription: { ...facts(located), Shards: rest.slice(0, limit).map(showShard), HasMoreShards: rest.length > limit } };
});

export const DescribeStreamSummary = operation('DescribeStreamSummary', (input, ctx) => {
  const located = findStream(input, ctx);
  const { stream, there } = located;
  const summary: StreamDescriptionSummary = {
    ...facts(located),
    OpenShardCount: stream.open.length,
    ConsumerCount: there.records(consumers).count([stream.id]),
    MaxRecordSizeInKiB: stream.maxRecordKiB,
    RecordDistributionStrategy: stream.distribution,
    ...(stream.warmMiBps !== undefined && { WarmThroughput: { TargetMiBps: stream.warmMiBps, CurrentMiBps: stream.warmMiBps } }),
  };
  return { StreamDescriptionSummary: summary };
});

function facts(located: LocatedStream) {
  const { stream } = located;
  return {
    StreamName: stream.name,
    StreamARN: arnOf(located),
    StreamStatus: 'ACTIVE' as const,
    StreamModeDetails: { StreamMode: stream.mode },
    RetentionPeriodHours: stream.retentionHours,
    StreamCreationTimestamp: new Date(stream.createdMs),
    EnhancedMonitoring: [{ ShardLevelMetrics: stream.metrics }],
    EncryptionType: stream.keyId === undefined ? ('NONE' as const) : ('KMS' as const),
    ...(stream.keyId !== undefined && { KeyId: stream.keyId }),
  };
}
