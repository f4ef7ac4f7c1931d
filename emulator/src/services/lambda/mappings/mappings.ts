// Event source mappings: records of a source are handed to a function in batches. What they do while they run is in poll.ts.
import type { Ctx } from '#core/call';
import type { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import type { Source } from '#core/source';
import { parseArn } from '#lib/arn';
import {
  type CreateEventSourceMappingRequest,
  type EventSourceMappingConfiguration,
  fault,
  operation,
  type UpdateEventSourceMappingRequest,
} from '#model/lambda';
import { assertLicensed, conflict, invalidParameter, notEmulated, notFound } from '#services/lambda/faults';
import { type FunctionName, findFunction, findVersion, named } from '#services/lambda/find-function';
import { functionArn } from '#services/lambda/function-name';
import { pageOf } from '#services/lambda/pages';
import { checkTags } from '#services/lambda/tag-rules';
import { refuseTenants } from '#services/lambda/tenant';
import { checkSizes, filtersIn, refuseForeignMembers } from './check-mapping.ts';
import { describeMapping } from './describe-mapping.ts';
import { type MappingRecord, mappings, mappingsByFunction, mappingsBySource } from './mapping-record.ts';
import { placeOf, putMapping, watchSource } from './mapping-write.ts';

const DEFAULT_BATCH = 10;
const KAFKA = 'A Kafka event source';
const BY_USER = 'USER_INITIATED';

export const CreateEventSourceMapping = operation('CreateEventSourceMapping', async (input, ctx) => {
  const sourceArn = input.EventSourceArn;
  if (sourceArn === undefined) throw noSource(ctx, input);
  const source = await sourceOf(ctx, sourceArn);
  refuseForeignMembers(input);
  if (input.Tags) checkTags({}, input.Tags);
  const fn = functionOf(ctx, input);
  refuseSecond(ctx, sourceArn, fn);
  const mapping: MappingRecord = {
    uuid: ctx.id(),
    sourceArn,
    functionName: fn.name,
    qualifier: fn.qualifier,
    state: 'Creating',
    reason: BY_USER,
    enabled: input.Enabled ?? true,
    batchSize: input.BatchSize ?? DEFAULT_BATCH,
    windowS: input.MaximumBatchingWindowInSeconds ?? 0,
    filters: filtersIn(input.FilterCriteria),
    partial: (input.FunctionResponseTypes ?? []).length > 0,
    maxConcurrency: input.ScalingConfig?.MaximumConcurrency,
    metrics: input.MetricsConfig?.Metrics,
    kmsKeyArn: input.KMSKeyArn || undefined,
    tags: { ...input.Tags },
    lastModifiedMs: ctx.now(),
  };
  checkAgainstSource(ctx, mapping, source);
  write(ctx, mapping, source);
  return describeMapping(ctx, mapping);
});

export const GetEventSourceMapping = operation('GetEventSourceMapping', ({ UUID }, ctx) => describeMapping(ctx, existing(ctx, UUID)));

export const UpdateEventSourceMapping = operation('UpdateEventSourceMapping', async (input, ctx) => {
  const { sourceArn } = existing(ctx, input.UUID);
  const source = await sourceOf(ctx, sourceArn);
  refuseForeignMembers(input);
  const before = changeable(ctx, input.UUID);
  const fn = input.FunctionName === undefined ? undefined : functionOf(ctx, { FunctionName: input.FunctionName });
  if (fn) refuseSecond(ctx, sourceArn, fn, before.uuid);
  const mapping = changed(ctx, before, input, fn);
  checkAgainstSource(ctx, mapping, source);
  write(ctx, mapping, source);
  return describeMapping(ctx, mapping);
});

export const DeleteEventSourceMapping = operation('DeleteEventSourceMapping', async ({ UUID }, ctx) => {
  const source = await sourceOf(ctx, existing(ctx, UUID).sourceArn);
  const mapping: MappingRecord = { ...changeable(ctx, UUID), state: 'Deleting', enabled: false, reason: BY_USER };
  write(ctx, mapping, source);
  return describeMapping(ctx, mapping);
});

export const ListEventSourceMappings = operation('ListEventSourceMappings', (input, ctx) => {
  const name = input.FunctionName === undefined ? undefined : named(ctx, { FunctionName: input.FunctionName });
  const fits = ({ sourceArn, functionName, qualifier }: Frozen<MappingRecord>): boolean =>
    (input.EventSourceArn === undefined || sourceArn === input.EventSourceArn) &&
    (name === undefined || (functionName === name.name && (name.qualifier === undefined || qualifier === name.qualifier)));
  const page = pageOf<[string], EventSourceMappingConfiguration>(input, (after, limit) => {
    const found: [[string], EventSourceMappingConfiguration][] = [];
    for (const uuid of candidates(ctx, input.EventSourceArn, name?.name, after?.[0])) {
      const mapping = ctx.records(mappings).get([uuid])!;
      if (fits(mapping)) found.push([[uuid], describeMapping(ctx, mapping)]);
      if (found.length === limit) break;
    }
    return found;
  });
  return { EventSourceMappings: page.items, NextMarker: page.NextMarker };
});

/** Those of the source, of the function, or all; in the order of their ids. */
function candidates(ctx: Ctx, sourceArn: string | undefined, name: string | undefined, after: string | undefined): readonly string[] {
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
  ctx: Ctx,
  before: Frozen<MappingRecord>,
  input: UpdateEventSourceMappingRequest,
  fn: FunctionName | undefined,
): MappingRecord {
  const enabled = input.Enabled ?? before.enabled;
  return {
    ...before,
    ...(fn && { functionName: fn.name, qualifier: fn.qualifier }),
    state: enabled === before.enabled ? 'Updating' : enabled ? 'Enabling' : 'Disabling',
    reason: BY_USER,
    enabled,
    batchSize: input.BatchSize ?? before.batchSize,
    windowS: input.MaximumBatchingWindowInSeconds ?? before.windowS,
    filters: input.FilterCriteria ? filtersIn(input.FilterCriteria) : before.filters,
    partial: input.FunctionResponseTypes ? input.FunctionResponseTypes.length > 0 : before.partial,
    maxConcurrency: input.ScalingConfig ? input.ScalingConfig.MaximumConcurrency : before.maxConcurrency,
    metrics: input.MetricsConfig ? input.MetricsConfig.Metrics : before.metrics,
    kmsKeyArn: input.KMSKeyArn === undefined ? before.kmsKeyArn : input.KMSKeyArn || undefined,
    lastModifiedMs: ctx.now(),
  };
}

function write(ctx: Ctx, mapping: MappingRecord, source: Source): void {
  ctx.write((tx) => {
    putMapping(ctx, tx, mapping);
    watchSource(ctx, tx, mapping, source);
  });
}

export function existing(ctx: Ctx, uuid: string): Frozen<MappingRecord> {
  const found = ctx.records(mappings).get([uuid]);
  if (!found) throw notFound('The resource you requested does not exist.');
  return found;
}

/** @throws Fault while it is being deleted, or is about to rest */
function changeable(ctx: Ctx, uuid: string): Frozen<MappingRecord> {
  const found = existing(ctx, uuid);
  if (found.state === 'Deleting' || found.state === 'Disabling')
    throw fault('ResourceInUseException', 'Cannot update the event source mapping because it is in use.', { Type: 'User' });
  return found;
}

function noSource(ctx: Ctx, { SelfManagedEventSource }: CreateEventSourceMappingRequest): Fault {
  if (!SelfManagedEventSource) return invalidParameter('Unrecognized event source.');
  assertLicensed(ctx, KAFKA);
  return notEmulated('SelfManagedEventSource', 'self-managed Kafka is no source here; queues are.');
}

async function sourceOf(ctx: Ctx, arn: string): Promise<Source> {
  const source = await ctx.eventSource(arn);
  if (source) return source;
  const { service } = parseArn(arn) ?? { service: 'unknown' };
  if (service === 'kafka') assertLicensed(ctx, KAFKA);
  throw notEmulated('EventSourceArn', `event source mappings read queues; sources of the service ${service} are not emulated.`);
}

/** The function, and the version or alias that was named: it must be there. */
function functionOf(ctx: Ctx, input: { FunctionName: string }): FunctionName {
  const fn = named(ctx, input);
  findFunction(ctx, fn.name, fn.qualifier);
  refuseTenants(findVersion(ctx, fn).version.settings, 'Event source mappings are');
  return fn;
}

function refuseSecond(ctx: Ctx, sourceArn: string, { name, qualifier }: FunctionName, own?: string): void {
  for (const { uuid } of ctx.records(mappingsBySource).range([sourceArn])) {
    const other = ctx.records(mappings).get([uuid])!;
    if (uuid === own || other.functionName !== name || other.qualifier !== qualifier) continue;
    throw conflict(
      `The event source arn (" ${sourceArn} ") and function (" ${name} ") provided mapping already exists. Please update or delete the existing mapping with UUID ${uuid}`,
    );
  }
}

function checkAgainstSource(ctx: Ctx, mapping: MappingRecord, source: Source): void {
  const { sourceArn, functionName: name, qualifier } = mapping;
  if (parseArn(sourceArn)?.region !== ctx.region)
    throw invalidParameter(`The event source must be in the region of the function ${functionArn(ctx, name, qualifier)}.`);
  const facts = source.facts(sourceArn, placeOf(ctx, sourceArn));
  if (!facts)
    throw invalidParameter(
      'Error occurred while ReceiveMessage. SQS Error Code: AWS.SimpleQueueService.NonExistentQueue. SQS Error Message: The specified queue does not exist.',
    );
  checkSizes(mapping, facts, findVersion(ctx, { name, qualifier }).version.settings.timeoutS);
}
