// Operations of event source mappings, which pass records of a source to a function in batches. poll.ts runs them.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { parseArn } from '#lib/arn';
import {
  type CreateEventSourceMappingRequest,
  type EventSourceMappingConfiguration,
  fault,
  operation,
  type UpdateEventSourceMappingRequest,
} from '#model/lambda';
import { beginReading } from '#polling/log/lanes';
import { refuseLongDurable } from '#services/lambda/durable/invoke-durable';
import { conflict, invalidParameter, notFound } from '#services/lambda/faults';
import { type FunctionName, findVersion, named } from '#services/lambda/lookup/find-function';
import { functionArn } from '#services/lambda/lookup/function-name';
import { pageOfKeyed } from '#services/lambda/lookup/pages';
import { refuseTenants } from '#services/lambda/lookup/tenant';
import { functions } from '#services/lambda/state';
import { LAMBDA_TAGS } from '#services/lambda/tag-rules';
import { checkSizes, filtersIn, refuseForeignMembers } from './check-mapping.ts';
import { describeMapping } from './describe-mapping.ts';
import { changedKafkaSettings, isKafka, type KafkaSettings, kafkaAddress, newKafkaSettings } from './kafka-settings.ts';
import { changedLogSettings, DEFAULT_LOG_BATCH, newLogSettings, startOfTopic } from './log-settings.ts';
import { knownSource, type MappingRecord, mappings, mappingsByFunction, mappingsBySource, processingResults } from './mapping-record.ts';
import { checkReading, findSource, type MappingSource, queueFacts, signalOf } from './mapping-source.ts';
import { POLL, putMapping, watchSource } from './mapping-write.ts';
import { pollersOf } from './pollers.ts';

const DEFAULT_BATCH = 10;
/** Why a mapping is in its state, as the service words it for queues and streams. */
const REASONS = { queue: 'USER_INITIATED', log: 'User action', topic: 'USER_INITIATED' } as const;
/** The default batching window of topics of Kafka: https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventsourcemapping.html */
const TOPIC_WINDOW_S = 0.5;

export const CreateEventSourceMapping = operation('CreateEventSourceMapping', async (input, ctx) => {
  const uuid = ctx.id();
  const kafka = isKafka(input) ? await newKafkaSettings(input, uuid, ctx) : undefined;
  const sourceArn = kafka ? addressOfTopic(kafka, input, uuid, ctx) : input.EventSourceArn;
  if (sourceArn === undefined) throw invalidParameter('Unrecognized event source.');
  const source = await findSource(sourceArn, ctx);
  refuseForeignMembers(input, kafka ? 'topic' : source.kind);
  if (!kafka) await checkReading(source, sourceArn, roleOf(functionOf(input, ctx), ctx), ctx);
  const tags = LAMBDA_TAGS.ofNew(input.Tags, ctx);
  const fn = functionOf(input, ctx);
  refuseSecond({ sourceArn, kafka }, fn, ctx);
  const mapping: MappingRecord = {
    uuid,
    sourceArn,
    kafka,
    functionName: fn.name,
    qualifier: fn.qualifier,
    state: input.Enabled === false ? 'Disabled' : 'Creating',
    reason: REASONS[kafka ? 'topic' : source.kind],
    enabled: input.Enabled ?? true,
    batchSize: input.BatchSize ?? (source.kind === 'log' ? DEFAULT_LOG_BATCH : DEFAULT_BATCH),
    windowS: input.MaximumBatchingWindowInSeconds ?? (kafka ? TOPIC_WINDOW_S : 0),
    filters: filtersIn(input.FilterCriteria),
    partial: (input.FunctionResponseTypes ?? []).length > 0,
    maxConcurrency: input.ScalingConfig?.MaximumConcurrency,
    pollers: kafka ? undefined : pollersOf(input.ProvisionedPollerConfig, 'queue'),
    logLevel: input.LoggingConfig?.SystemLogLevel,
    metrics: input.MetricsConfig?.Metrics,
    kmsKeyArn: input.KMSKeyArn || undefined,
    log: source.kind === 'log' ? newLogSettings(input, source.log, kafka?.topic, ctx) : undefined,
    tags,
    lastModifiedMs: ctx.now(),
  };
  checkAgainstSource(mapping, source, ctx);
  ctx.write((tx) => {
    if (source.kind === 'log' && mapping.log)
      beginReading(
        tx,
        { work: POLL, id: mapping.uuid, source: source.log, arn: sourceArn, count: mapping.log.parallel },
        mapping.log.start,
        ctx,
      );
    write(mapping, source, ctx);
  });
  return describe(mapping, ctx);
});

const describe = (mapping: Frozen<MappingRecord>, ctx: Ctx): EventSourceMappingConfiguration =>
  describeMapping(ctx, mapping, ctx.records(processingResults).get([mapping.uuid])?.text);

export const GetEventSourceMapping = operation('GetEventSourceMapping', ({ UUID }, ctx) => describe(existing(UUID, ctx), ctx));

export const UpdateEventSourceMapping = operation('UpdateEventSourceMapping', async (input, ctx) => {
  const { sourceArn, kafka } = existing(input.UUID, ctx);
  const source = await findSource(sourceArn, ctx);
  refuseForeignMembers(input, kafka ? 'topic' : source.kind);
  if (!kafka && input.FunctionName !== undefined)
    await checkReading(source, sourceArn, roleOf(functionOf({ FunctionName: input.FunctionName }, ctx), ctx), ctx);
  const before = changeable(input.UUID, ctx);
  const fn = input.FunctionName === undefined ? undefined : functionOf({ FunctionName: input.FunctionName }, ctx);
  if (fn) refuseSecond(before, fn, ctx, before.uuid);
  const mapping = changed(before, input, fn, ctx);
  checkAgainstSource(mapping, source, ctx);
  write(mapping, source, ctx);
  return describe(mapping, ctx);
});

export const DeleteEventSourceMapping = operation('DeleteEventSourceMapping', async ({ UUID }, ctx) => {
  const source = await findSource(existing(UUID, ctx).sourceArn, ctx);
  const mapping: MappingRecord = { ...changeable(UUID, ctx), state: 'Deleting', enabled: false };
  write(mapping, source, ctx);
  return describe(mapping, ctx);
});

export const ListEventSourceMappings = operation('ListEventSourceMappings', (input, ctx) => {
  const name = input.FunctionName === undefined ? undefined : named({ FunctionName: input.FunctionName }, ctx);
  const fits = ({ functionName, qualifier, ...mapping }: Frozen<MappingRecord>): boolean =>
    (input.EventSourceArn === undefined || knownSource(mapping) === input.EventSourceArn) &&
    (name === undefined || (functionName === name.name && (name.qualifier === undefined || qualifier === name.qualifier)));
  const page = pageOfKeyed<[string], EventSourceMappingConfiguration>(input, (after, limit) => {
    const found: [[string], EventSourceMappingConfiguration][] = [];
    for (const uuid of candidates(input.EventSourceArn, name?.name, after?.[0], ctx)) {
      const mapping = ctx.records(mappings).get([uuid])!;
      if (fits(mapping)) found.push([[uuid], describe(mapping, ctx)]);
      if (found.length === limit) break;
    }
    return found;
  });
  return { EventSourceMappings: page.items, NextMarker: page.NextMarker };
});

/** Ids of the mappings of a source, of a function, or of all, sorted. */
function candidates(sourceArn: string | undefined, name: string | undefined, after: string | undefined, ctx: Ctx): readonly string[] {
  const index = sourceArn === undefined ? (name === undefined ? undefined : mappingsByFunction) : mappingsBySource;
  if (index === undefined) {
    const range = { after: after === undefined ? undefined : ([after] as [string]) };
    return ctx
      .records(mappings)
      .range([], range)
      .map(({ uuid }) => uuid);
  }
  const head = (sourceArn ?? name)!;
  const range = { after: after === undefined ? undefined : ([head, after] as [string, string]) };
  return ctx
    .records(index)
    .range([head], range)
    .map(({ uuid }) => uuid);
}

function changed(
  before: Frozen<MappingRecord>,
  input: UpdateEventSourceMappingRequest,
  fn: FunctionName | undefined,
  ctx: Ctx,
): MappingRecord {
  const enabled = input.Enabled ?? before.enabled;
  const kafka = before.kafka && changedKafkaSettings(before.kafka, input);
  const reads = fn ?? { name: before.functionName, qualifier: before.qualifier };
  return {
    ...before,
    ...(kafka &&
      before.log && { kafka, sourceArn: kafkaAddress(kafka, { start: before.log.start, role: roleOf(reads, ctx), uuid: before.uuid }) }),
    ...(fn && { functionName: fn.name, qualifier: fn.qualifier }),
    state: enabled === before.enabled ? 'Updating' : enabled ? 'Enabling' : 'Disabling',
    reason: REASONS[before.kafka ? 'topic' : before.log ? 'log' : 'queue'],
    enabled,
    batchSize: input.BatchSize ?? before.batchSize,
    windowS: input.MaximumBatchingWindowInSeconds ?? before.windowS,
    filters: input.FilterCriteria ? filtersIn(input.FilterCriteria) : before.filters,
    partial: input.FunctionResponseTypes ? input.FunctionResponseTypes.length > 0 : before.partial,
    maxConcurrency: input.ScalingConfig ? input.ScalingConfig.MaximumConcurrency : before.maxConcurrency,
    pollers: input.ProvisionedPollerConfig && !kafka ? pollersOf(input.ProvisionedPollerConfig, 'queue') : before.pollers,
    logLevel: input.LoggingConfig ? input.LoggingConfig.SystemLogLevel : before.logLevel,
    metrics: input.MetricsConfig ? input.MetricsConfig.Metrics : before.metrics,
    kmsKeyArn: input.KMSKeyArn === undefined ? before.kmsKeyArn : input.KMSKeyArn || undefined,
    log: before.log && changedLogSettings(before.log, input, before.kafka?.topic, ctx),
    lastModifiedMs: ctx.now(),
  };
}

function write(mapping: MappingRecord, source: MappingSource, ctx: Ctx): void {
  ctx.write((tx) => {
    putMapping(tx, mapping, ctx);
    watchSource(tx, mapping, signalOf(source, mapping.sourceArn, ctx), ctx);
  });
}

export function existing(uuid: string, ctx: Ctx): Frozen<MappingRecord> {
  const found = ctx.records(mappings).get([uuid]);
  if (!found) throw notFound('The resource you requested does not exist.');
  return found;
}

/** @throws Fault while the mapping is being deleted or disabled */
function changeable(uuid: string, ctx: Ctx): Frozen<MappingRecord> {
  const found = existing(uuid, ctx);
  if (found.state === 'Deleting' || found.state === 'Disabling')
    throw fault('ResourceInUseException', 'Cannot update the event source mapping because it is in use.', { Type: 'User' });
  return found;
}

/** The address under which a new mapping reads its topic. */
const addressOfTopic = (kafka: KafkaSettings, input: CreateEventSourceMappingRequest, uuid: string, ctx: Ctx): string =>
  kafkaAddress(kafka, { start: startOfTopic(input), role: roleOf(functionOf(input, ctx), ctx), uuid });

const roleOf = (fn: FunctionName, ctx: Ctx): string => findVersion(fn, ctx).version.settings.role;

/** The function and its version or alias, which must exist. */
function functionOf(input: { FunctionName: string }, ctx: Ctx): FunctionName {
  const fn = named(input, ctx);
  if (!ctx.records(functions).has([fn.name])) throw invalidParameter('Function does not exist');
  const { settings } = findVersion(fn, ctx).version;
  refuseTenants(settings, 'Event source mappings are');
  refuseLongDurable(settings);
  return fn;
}

/** The text about topics: https://github.com/aws/aws-sam-cli/issues/2308 */
function refuseSecond(
  source: Pick<Frozen<MappingRecord>, 'sourceArn' | 'kafka'>,
  { name, qualifier }: FunctionName,
  ctx: Ctx,
  own?: string,
): void {
  const sourceArn = knownSource(source);
  for (const { uuid } of ctx.records(mappingsBySource).range([sourceArn])) {
    const other = ctx.records(mappings).get([uuid])!;
    if (uuid === own || other.functionName !== name || other.qualifier !== qualifier || other.kafka?.topic !== source.kafka?.topic)
      continue;
    const already = source.kafka
      ? `An event source mapping with event source arn ("${sourceArn}"), function ("${functionArn(ctx, name, qualifier)}") and topics ("${source.kafka.topic}") already exists.`
      : parseArn(sourceArn)?.service === 'sqs'
        ? `An event source mapping with SQS arn (" ${sourceArn} ") and function (" ${name} ") already exists.`
        : `The event source arn (" ${sourceArn} ") and function (" ${name} ") provided mapping already exists.`;
    throw conflict(`${already} Please update or delete the existing mapping with UUID ${uuid}`);
  }
}

/** Self-managed servers lie in no region. */
const isOwnKafka = ({ kafka }: MappingRecord): boolean => kafka !== undefined && kafka.clusterArn === undefined;

function checkAgainstSource(mapping: MappingRecord, source: MappingSource, ctx: Ctx): void {
  const { sourceArn, functionName: name, qualifier } = mapping;
  if (parseArn(knownSource(mapping))?.region !== ctx.region && !isOwnKafka(mapping))
    throw invalidParameter(`The event source must be in the region of the function ${functionArn(ctx, name, qualifier)}.`);
  if (mapping.pollers && mapping.maxConcurrency !== undefined)
    throw invalidParameter('ProvisionedPollerConfig and ScalingConfig cannot be used together.');
  const { timeoutS } = findVersion({ name, qualifier }, ctx).version.settings;
  if (source.kind === 'queue') checkSizes(mapping, queueFacts(source, sourceArn, ctx), timeoutS);
  else if (signalOf(source, sourceArn, ctx) === undefined) throw invalidParameter(`Stream not found: ${sourceArn}`);
}
