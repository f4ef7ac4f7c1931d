// AWS::Kinesis::Stream
import type { Created, Properties } from '#core/resources/resource-handlers';
import { changed, ignoring, number, object, tagChanges, tagMap, text, texts } from '#core/resources/resource-properties';
import { readAs } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import type { StreamDescriptionSummary } from '#model/kinesis';

const GONE = ['ResourceNotFoundException'];
const MAX_NAME_LENGTH = 128;
const DEFAULT_HOURS = 24;
const DEFAULT_RECORD_KIB = 1024;
const DEFAULT_SHARDS = 1;

const modeOf = ({ StreamModeDetails, ShardCount }: Properties): string =>
  text(object(StreamModeDetails).StreamMode) ?? (ShardCount === undefined && StreamModeDetails !== undefined ? 'ON_DEMAND' : 'PROVISIONED');

async function summaryOf(StreamName: string, ctx: ResourceContext): Promise<StreamDescriptionSummary> {
  return (await ctx.call('kinesis', 'DescribeStreamSummary', { StreamName })).StreamDescriptionSummary;
}

function made({ StreamName, StreamARN, WarmThroughput }: StreamDescriptionSummary): Created {
  const WarmThroughputObject = { TargetMiBps: WarmThroughput?.TargetMiBps ?? 0, CurrentMiBps: WarmThroughput?.CurrentMiBps ?? 0 };
  return { physicalId: StreamName, attributes: { Arn: StreamARN, WarmThroughputObject: JSON.stringify(WarmThroughputObject) } };
}

/** Brings what CreateStream does not take to what the template says. */
async function apply(StreamName: string, properties: Properties, previous: Properties, ctx: ResourceContext): Promise<void> {
  const hours = number(properties.RetentionPeriodHours) ?? DEFAULT_HOURS;
  const before = number(previous.RetentionPeriodHours) ?? DEFAULT_HOURS;
  if (hours > before) await ctx.call('kinesis', 'IncreaseStreamRetentionPeriod', { StreamName, RetentionPeriodHours: hours });
  if (hours < before) await ctx.call('kinesis', 'DecreaseStreamRetentionPeriod', { StreamName, RetentionPeriodHours: hours });
  await encrypt(StreamName, properties, previous, ctx);
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

export const resource: ResourceType = {
  async create(properties, ctx) {
    const StreamName = text(properties.Name) ?? ctx.physicalName(MAX_NAME_LENGTH);
    const StreamMode = modeOf(properties);
    await ctx.call('kinesis', 'CreateStream', {
      StreamName,
      StreamModeDetails: { StreamMode },
      ShardCount: StreamMode === 'ON_DEMAND' ? undefined : (number(properties.ShardCount) ?? DEFAULT_SHARDS),
      Tags: properties.Tags === undefined ? undefined : tagMap(properties.Tags),
      WarmThroughputMiBps: number(properties.WarmThroughputMiBps),
      MaxRecordSizeInKiB: number(properties.MaxRecordSizeInKiB),
    });
    ctx.created(StreamName);
    await apply(StreamName, properties, {}, ctx);
    return made(await summaryOf(StreamName, ctx));
  },
  async update(StreamName, properties, previous, ctx) {
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
    await apply(StreamName, properties, previous, ctx);
    const { put, remove } = tagChanges(previous.Tags, properties.Tags);
    if (remove.length > 0) await ctx.call('kinesis', 'UntagResource', { ResourceARN: StreamARN, TagKeys: remove });
    const Tags = Object.fromEntries(put.map(({ Key, Value }) => [Key, Value]));
    if (put.length > 0) await ctx.call('kinesis', 'TagResource', { ResourceARN: StreamARN, Tags });
    return made(await summaryOf(StreamName, ctx));
  },
  async delete(StreamName, _properties, ctx) {
    await ignoring(GONE, ctx.call('kinesis', 'DeleteStream', { StreamName, EnforceConsumerDeletion: true }));
  },
  async read(StreamName, _properties, ctx) {
    const found = await ignoring(GONE, summaryOf(StreamName, ctx));
    if (!found) return undefined;
    const { Tags = [] } = await ctx.call('kinesis', 'ListTagsForResource', { ResourceARN: found.StreamARN });
    const metrics = found.EnhancedMonitoring[0]?.ShardLevelMetrics ?? [];
    return readAs({
      Name: StreamName,
      StreamModeDetails: found.StreamModeDetails,
      ShardCount: found.StreamModeDetails?.StreamMode === 'ON_DEMAND' ? undefined : found.OpenShardCount,
      RetentionPeriodHours: found.RetentionPeriodHours,
      StreamEncryption: found.KeyId === undefined ? undefined : { EncryptionType: 'KMS', KeyId: found.KeyId },
      DesiredShardLevelMetrics: metrics.length > 0 ? metrics : undefined,
      MaxRecordSizeInKiB: found.MaxRecordSizeInKiB,
      WarmThroughputMiBps: found.WarmThroughput?.TargetMiBps,
      Tags: Tags.length > 0 ? Tags : undefined,
    });
  },
  async list(_filter, NextToken, ctx) {
    const { StreamNames, NextToken: next } = await ctx.call('kinesis', 'ListStreams', { NextToken });
    return { items: StreamNames.map((Name) => ({ Name })), next };
  },
  adopt: async (identifier, _properties, ctx) => made(await summaryOf(text(identifier.Name) ?? '', ctx)),
};
