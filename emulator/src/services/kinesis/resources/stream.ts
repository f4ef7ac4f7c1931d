// AWS::Kinesis::Stream
import { crudType } from '#core/resources/crud-type';
import type { Properties } from '#core/resources/resource-handlers';
import { changed, number, object, tagMap, tagsByKey, text, texts } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';

const DEFAULT_HOURS = 24;
const DEFAULT_RECORD_KIB = 1024;
const DEFAULT_SHARDS = 1;

const modeOf = ({ StreamModeDetails, ShardCount }: Properties): string =>
  text(object(StreamModeDetails).StreamMode) ?? (ShardCount === undefined && StreamModeDetails !== undefined ? 'ON_DEMAND' : 'PROVISIONED');

const summaryOf = async (StreamName: string, ctx: ResourceContext) =>
  (await ctx.call('kinesis', 'DescribeStreamSummary', { StreamName })).StreamDescriptionSummary;

/** Changes the capacity: the mode, the shards, the warm throughput, the size of records. */
async function resize(StreamName: string, properties: Properties, previous: Properties, ctx: ResourceContext): Promise<void> {
  const { StreamARN } = await summaryOf(StreamName, ctx);
  const StreamMode = modeOf(properties);
  if (StreamMode !== modeOf(previous)) await ctx.call('kinesis', 'UpdateStreamMode', { StreamARN, StreamModeDetails: { StreamMode } });
  const TargetShardCount = number(properties.ShardCount) ?? DEFAULT_SHARDS;
  if (StreamMode === 'PROVISIONED' && changed(['ShardCount'], properties, previous).length > 0)
    await ctx.call('kinesis', 'UpdateShardCount', { StreamName, TargetShardCount, ScalingType: 'UNIFORM_SCALING' });
  const WarmThroughputMiBps = number(properties.WarmThroughputMiBps) ?? 0;
  if (StreamMode === 'ON_DEMAND' && changed(['WarmThroughputMiBps'], properties, previous).length > 0)
    await ctx.call('kinesis', 'UpdateStreamWarmThroughput', { StreamARN, WarmThroughputMiBps });
  const MaxRecordSizeInKiB = number(properties.MaxRecordSizeInKiB) ?? DEFAULT_RECORD_KIB;
  if (changed(['MaxRecordSizeInKiB'], properties, previous).length > 0)
    await ctx.call('kinesis', 'UpdateMaxRecordSize', { StreamARN, MaxRecordSizeInKiB });
}

async function retain(StreamName: string, properties: Properties, previous: Properties, ctx: ResourceContext): Promise<void> {
  const hours = number(properties.RetentionPeriodHours) ?? DEFAULT_HOURS;
  const before = number(previous.RetentionPeriodHours) ?? DEFAULT_HOURS;
  if (hours > before) await ctx.call('kinesis', 'IncreaseStreamRetentionPeriod', { StreamName, RetentionPeriodHours: hours });
  if (hours < before) await ctx.call('kinesis', 'DecreaseStreamRetentionPeriod', { StreamName, RetentionPeriodHours: hours });
}

async function monitor(StreamName: string, properties: Properties, previous: Properties, ctx: ResourceContext): Promise<void> {
  const [metrics, old] = [texts(properties.DesiredShardLevelMetrics), texts(previous.DesiredShardLevelMetrics)];
  const gone = old.filter((metric) => !metrics.includes(metric));
  if (gone.length > 0) await ctx.call('kinesis', 'DisableEnhancedMonitoring', { StreamName, ShardLevelMetrics: gone });
  if (metrics.some((metric) => !old.includes(metric)))
    await ctx.call('kinesis', 'EnableEnhancedMonitoring', { StreamName, ShardLevelMetrics: metrics });
}

async function encrypt(StreamName: string, properties: Properties, previous: Properties, ctx: ResourceContext): Promise<void> {
  if (changed(['StreamEncryption'], properties, previous).length === 0) return;
  const [next, old] = [object(properties.StreamEncryption), object(previous.StreamEncryption)];
  const input = { StreamName, EncryptionType: 'KMS', KeyId: text(next.KeyId) ?? text(old.KeyId) ?? '' };
  await ctx.call('kinesis', next.KeyId === undefined ? 'StopStreamEncryption' : 'StartStreamEncryption', input);
}

export const resource: ResourceType = crudType({
  id: 'Name',
  newName: 128,
  gone: ['ResourceNotFoundException'],
  properties: { WarmThroughputMiBps: number, MaxRecordSizeInKiB: number },
  create(StreamName, given, properties, ctx) {
    const StreamMode = modeOf(properties);
    return ctx.call('kinesis', 'CreateStream', {
      StreamName,
      StreamModeDetails: { StreamMode },
      ShardCount: StreamMode === 'ON_DEMAND' ? undefined : (number(properties.ShardCount) ?? DEFAULT_SHARDS),
      Tags: properties.Tags === undefined ? undefined : tagMap(properties.Tags),
      ...given,
    });
  },
  delete: (StreamName, _properties, ctx) => ctx.call('kinesis', 'DeleteStream', { StreamName, EnforceConsumerDeletion: true }),
  find: (StreamName, _properties, ctx) => summaryOf(StreamName, ctx),
  changes: [resize],
  settings: [retain, encrypt, monitor],
  tags: {
    told: async ({ StreamARN }, _name, ctx) => (await ctx.call('kinesis', 'ListTagsForResource', { ResourceARN: StreamARN })).Tags,
    put: (_name, tags, { StreamARN }, ctx) => ctx.call('kinesis', 'TagResource', { ResourceARN: StreamARN, Tags: tagsByKey(tags) }),
    remove: (_name, TagKeys, { StreamARN }, ctx) => ctx.call('kinesis', 'UntagResource', { ResourceARN: StreamARN, TagKeys }),
  },
  attributes({ StreamARN: Arn, WarmThroughput: { TargetMiBps = 0, CurrentMiBps = 0 } = {} }) {
    return { Arn, WarmThroughputObject: JSON.stringify({ TargetMiBps, CurrentMiBps }) };
  },
  shown({ StreamModeDetails, OpenShardCount, RetentionPeriodHours, KeyId, EnhancedMonitoring, WarmThroughput }) {
    const metrics = EnhancedMonitoring[0]?.ShardLevelMetrics ?? [];
    return {
      StreamModeDetails,
      ShardCount: StreamModeDetails?.StreamMode === 'ON_DEMAND' ? undefined : OpenShardCount,
      RetentionPeriodHours,
      StreamEncryption: KeyId === undefined ? undefined : { EncryptionType: 'KMS', KeyId },
      DesiredShardLevelMetrics: metrics.length > 0 ? metrics : undefined,
      WarmThroughputMiBps: WarmThroughput?.TargetMiBps,
    };
  },
  list: (NextToken, _filter, ctx) => ctx.call('kinesis', 'ListStreams', { NextToken }),
  listed: ({ StreamNames }) => StreamNames,
});
