// AWS::Lambda::EventSourceMapping

import type { Created, Properties } from '#core/resources/resource-handlers';
import { flag, ignoring, number, tagChanges, tagMap, text } from '#core/resources/resource-properties';
import { each, must, readAs, shape } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import type { EventSourceMappingConfiguration } from '#model/lambda';
import { mappings } from '#services/lambda/mappings/mapping-record';
import { mappingKey } from '#services/lambda/mappings/mapping-write';

const MAX_WAIT_MS = 900_000;
const GONE = ['ResourceNotFoundException'];
const DEFAULT_BATCH = 10;
const DEFAULT_STREAM_BATCH = 100;
const OTHERS = 'queues, data streams, streams of tables and topics of Kafka';
const BROKERS = `it belongs to message brokers, which are no sources here; ${OTHERS} are.`;
const DATABASES = `it belongs to databases, which are no sources here; ${OTHERS} are.`;
const REGISTRIES = 'no schema registry is asked: functions get keys and values as they are in the topic.';

const filters = shape({ Filters: each(shape({ Pattern: text })) });
const texts = each(must(text));
const scaling = shape({ MaximumConcurrency: number });
const metrics = shape({ Metrics: texts });
const destination = shape({ Destination: text });
const destinations = shape({ OnFailure: destination, OnSuccess: destination });

const group = shape({ ConsumerGroupId: text });
const ownGroup = shape({ ConsumerGroupId: text, ConsumptionMode: text });
const accesses = each(shape({ Type: text, URI: text }));
const pollers = shape({ MinimumPollers: number, MaximumPollers: number, PollerGroupName: text });
const logLevel = shape({ SystemLogLevel: text });
const servers = shape({ Endpoints: shape({ KafkaBootstrapServers: texts }) });
const SERVERS = 'KAFKA_BOOTSTRAP_SERVERS';

/** The properties that name a topic of Kafka; none of them can change. */
function topicFacts(properties: Properties) {
  const own = servers(properties.SelfManagedEventSource) as { Endpoints?: { KafkaBootstrapServers?: string[] } } | undefined;
  return {
    Topics: texts(properties.Topics),
    AmazonManagedKafkaEventSourceConfig: group(properties.AmazonManagedKafkaEventSourceConfig),
    SelfManagedKafkaEventSourceConfig: ownGroup(properties.SelfManagedKafkaEventSourceConfig),
    SelfManagedEventSource: own && { Endpoints: { [SERVERS]: own.Endpoints?.KafkaBootstrapServers ?? [] } },
  };
}

const isOfTopic = (properties: Properties): boolean => properties.Topics !== undefined;

/** Only mappings of streams have a starting position, and they must. */
const isOfStream = (properties: Properties): boolean => properties.StartingPosition !== undefined;

const made = ({ UUID = '', EventSourceMappingArn = '' }: EventSourceMappingConfiguration): Created => ({
  physicalId: UUID,
  attributes: { Id: UUID, EventSourceMappingArn },
});

const facts = (properties: Properties) => ({
  FunctionName: text(properties.FunctionName)!,
  Enabled: flag(properties.Enabled),
  BatchSize: number(properties.BatchSize),
  MaximumBatchingWindowInSeconds: number(properties.MaximumBatchingWindowInSeconds),
  FilterCriteria: filters(properties.FilterCriteria) as { Filters?: { Pattern?: string | undefined }[] } | undefined,
  FunctionResponseTypes: texts(properties.FunctionResponseTypes),
  ScalingConfig: scaling(properties.ScalingConfig),
  MetricsConfig: metrics(properties.MetricsConfig),
  KMSKeyArn: text(properties.KmsKeyArn),
  BisectBatchOnFunctionError: flag(properties.BisectBatchOnFunctionError),
  DestinationConfig: destinations(properties.DestinationConfig),
  MaximumRecordAgeInSeconds: number(properties.MaximumRecordAgeInSeconds),
  MaximumRetryAttempts: number(properties.MaximumRetryAttempts),
  ParallelizationFactor: number(properties.ParallelizationFactor),
  TumblingWindowInSeconds: number(properties.TumblingWindowInSeconds),
  SourceAccessConfigurations: accesses(properties.SourceAccessConfigurations) as { Type?: string; URI?: string }[] | undefined,
  ProvisionedPollerConfig: pollers(properties.ProvisionedPollerConfig),
  LoggingConfig: logLevel(properties.LoggingConfig) as EventSourceMappingConfiguration['LoggingConfig'],
});

/** Seconds since 1970 in templates. */
function timestamp({ StartingPositionTimestamp: at }: Properties): Date | undefined {
  const seconds = number(at);
  return seconds === undefined ? undefined : new Date(seconds * 1000);
}

/** An update keeps what is not sent, so all properties are sent. */
function allFacts(properties: Properties) {
  const given = facts(properties);
  return {
    ...given,
    Enabled: given.Enabled ?? true,
    BatchSize: given.BatchSize ?? (isOfStream(properties) ? DEFAULT_STREAM_BATCH : DEFAULT_BATCH),
    MaximumBatchingWindowInSeconds: given.MaximumBatchingWindowInSeconds ?? (isOfTopic(properties) ? undefined : 0),
    FilterCriteria: given.FilterCriteria ?? {},
    FunctionResponseTypes: given.FunctionResponseTypes ?? [],
    ScalingConfig: given.ScalingConfig ?? {},
    ProvisionedPollerConfig: given.ProvisionedPollerConfig ?? {},
    ...(isOfTopic(properties) && { LoggingConfig: given.LoggingConfig ?? {} }),
    MetricsConfig: given.MetricsConfig ?? {},
    KMSKeyArn: given.KMSKeyArn ?? '',
    ...(isOfStream(properties) && {
      BisectBatchOnFunctionError: given.BisectBatchOnFunctionError ?? false,
      DestinationConfig: given.DestinationConfig ?? {},
      MaximumRecordAgeInSeconds: given.MaximumRecordAgeInSeconds ?? -1,
      MaximumRetryAttempts: given.MaximumRetryAttempts ?? -1,
      ...(!isOfTopic(properties) && {
        ParallelizationFactor: given.ParallelizationFactor ?? 1,
        TumblingWindowInSeconds: given.TumblingWindowInSeconds ?? 0,
      }),
    }),
  };
}

async function applyTags(Resource: string, properties: Properties, previous: Properties, ctx: ResourceContext): Promise<void> {
  const { put, remove } = tagChanges(previous.Tags, properties.Tags);
  if (remove.length > 0) await ctx.call('lambda', 'UntagResource', { Resource, TagKeys: remove });
  if (put.length > 0)
    await ctx.call('lambda', 'TagResource', { Resource, Tags: Object.fromEntries(put.map(({ Key, Value }) => [Key, Value])) });
}

/** Waits until the mapping has reached its new state or is deleted. Running batches end before that. */
async function untilSettled(uuid: string, ctx: ResourceContext): Promise<void> {
  const untilMs = ctx.now() + MAX_WAIT_MS;
  for (;;) {
    const state = ctx.records(mappings).get([uuid])?.state;
    if (state === undefined || state === 'Enabled' || state === 'Disabled') return;
    if (!(await ctx.wait(mappingKey(uuid), untilMs))) throw new Error(`Event source mapping ${uuid} is still ${state}.`);
  }
}

function readTopic(found: EventSourceMappingConfiguration) {
  const { Topics, SourceAccessConfigurations, SelfManagedEventSource: own } = found;
  const { AmazonManagedKafkaEventSourceConfig: managed, SelfManagedKafkaEventSourceConfig: self } = found;
  // A group without a name of its own has the id of the mapping.
  const isNamed = (config?: { ConsumerGroupId?: string | undefined }): boolean =>
    config !== undefined && config.ConsumerGroupId !== found.UUID;
  return {
    Topics,
    SourceAccessConfigurations,
    SelfManagedEventSource: own && { Endpoints: { KafkaBootstrapServers: own.Endpoints?.[SERVERS] } },
    AmazonManagedKafkaEventSourceConfig: isNamed(managed) ? managed : undefined,
    SelfManagedKafkaEventSourceConfig: isNamed(self) ? self : undefined,
  };
}

export const resource: ResourceType = {
  refuse: {
    'AmazonManagedKafkaEventSourceConfig.SchemaRegistryConfig': REGISTRIES,
    Queues: BROKERS,
    'SelfManagedKafkaEventSourceConfig.SchemaRegistryConfig': REGISTRIES,
    DocumentDBEventSourceConfig: DATABASES,
  },
  async create(properties, ctx) {
    const EventSourceArn = text(properties.EventSourceArn);
    const asked = {
      ...facts(properties),
      ...topicFacts(properties),
      EventSourceArn,
      StartingPosition: text(properties.StartingPosition),
      StartingPositionTimestamp: timestamp(properties),
      Tags: tagMap(properties.Tags),
    };
    const created = await ctx.call('lambda', 'CreateEventSourceMapping', asked);
    ctx.created(created.UUID!);
    await untilSettled(created.UUID!, ctx);
    return made(created);
  },
  async update(UUID, properties, previous, ctx) {
    // A rollback may come while the update that failed is under way.
    await untilSettled(UUID, ctx);
    const updated = await ctx.call('lambda', 'UpdateEventSourceMapping', { UUID, ...allFacts(properties) });
    await applyTags(updated.EventSourceMappingArn!, properties, previous, ctx);
    await untilSettled(UUID, ctx);
    return made(updated);
  },
  async delete(UUID, _properties, ctx) {
    await untilSettled(UUID, ctx);
    await ignoring(GONE, ctx.call('lambda', 'DeleteEventSourceMapping', { UUID }));
    await untilSettled(UUID, ctx);
  },
  async read(UUID, properties, ctx) {
    const found = await ignoring(GONE, ctx.call('lambda', 'GetEventSourceMapping', { UUID }));
    if (!found || found.State === 'Deleting') return undefined;
    const { Tags = {} } = await ctx.call('lambda', 'ListTags', { Resource: found.EventSourceMappingArn! });
    const { BatchSize, EventSourceArn, FilterCriteria, MaximumBatchingWindowInSeconds, MetricsConfig, ScalingConfig } = found;
    const tags = Object.entries(Tags).map(([Key, Value]) => ({ Key, Value }));
    return readAs({
      // The template may give the function's name instead of its ARN.
      FunctionName: found.FunctionArn?.endsWith(`:function:${text(properties.FunctionName)}`) ? properties.FunctionName : found.FunctionArn,
      EventSourceArn,
      Enabled: ['Creating', 'Enabled', 'Enabling', 'Updating'].includes(found.State ?? ''),
      BatchSize,
      MaximumBatchingWindowInSeconds,
      FilterCriteria,
      FunctionResponseTypes: found.FunctionResponseTypes?.length ? found.FunctionResponseTypes : undefined,
      ScalingConfig,
      ProvisionedPollerConfig: found.ProvisionedPollerConfig,
      LoggingConfig: found.LoggingConfig,
      MetricsConfig,
      KmsKeyArn: found.KMSKeyArn,
      BisectBatchOnFunctionError: found.BisectBatchOnFunctionError,
      DestinationConfig: found.DestinationConfig?.OnFailure?.Destination ? found.DestinationConfig : undefined,
      MaximumRecordAgeInSeconds: found.MaximumRecordAgeInSeconds,
      MaximumRetryAttempts: found.MaximumRetryAttempts,
      ParallelizationFactor: found.ParallelizationFactor,
      StartingPosition: found.StartingPosition,
      StartingPositionTimestamp: found.StartingPositionTimestamp && found.StartingPositionTimestamp.getTime() / 1000,
      TumblingWindowInSeconds: found.TumblingWindowInSeconds,
      ...readTopic(found),
      Tags: tags.length > 0 ? tags : undefined,
    });
  },
  async list(filter, Marker, ctx) {
    const { EventSourceMappings = [], NextMarker: next } = await ctx.call('lambda', 'ListEventSourceMappings', {
      Marker,
      FunctionName: text(filter.FunctionName),
      EventSourceArn: text(filter.EventSourceArn),
    });
    return { items: EventSourceMappings.map(({ UUID }) => ({ Id: UUID! })), next };
  },
  adopt: async (identifier, _properties, ctx) =>
    made(await ctx.call('lambda', 'GetEventSourceMapping', { UUID: text(identifier.Id) ?? '' })),
};
