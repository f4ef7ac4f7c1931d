// AWS::Pipes::Pipe
import type { Created, Properties } from '#core/resources/resource-handlers';
import { ignoring, text } from '#core/resources/resource-properties';
import { asGiven, asMembers, readAs, textMap } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { table } from '#lib/table';
import type { DescribePipeResponse, PipeLogConfigurationParameters, PipeSourceParameters } from '#model/pipes';
import { isSettled } from '#services/pipes/pipes/find-pipe';
import { pipeKey } from '#services/pipes/pipes/pipe-write';
import { maxBatchOf } from '#services/pipes/pipes/settings';
import { QUEUE_BLOCK, sourceKind } from '#services/pipes/pipes/source-kinds';
import { defaultBatch } from '#services/pipes/pipes/source-settings';
import { pipes } from '#services/pipes/state';
import { enrichmentParameters, logConfiguration, sourceParameters, targetParameters } from './pipe-shapes.ts';

const GONE = ['NotFoundException'];
const MAX_NAME_LENGTH = 64;
const MAX_WAIT_MS = 900_000;
const NO_SOURCE =
  'no emulated service offers records of this kind to pipes; queues, data streams, streams of tables and topics of Kafka do.';
const NO_TARGET = 'no emulated service takes events of pipes with them.';

const settings = (properties: Properties) => ({
  RoleArn: text(properties.RoleArn)!,
  Target: text(properties.Target)!,
  Description: text(properties.Description),
  DesiredState: text(properties.DesiredState),
  SourceParameters: sourceParameters(properties.SourceParameters) as PipeSourceParameters | undefined,
  Enrichment: text(properties.Enrichment),
  EnrichmentParameters: enrichmentParameters(properties.EnrichmentParameters),
  TargetParameters: targetParameters(properties.TargetParameters),
  LogConfiguration: logConfiguration(properties.LogConfiguration) as PipeLogConfigurationParameters | undefined,
  KmsKeyIdentifier: text(properties.KmsKeyIdentifier),
});

const CLEARED_TARGET = {
  InputTemplate: '',
  LambdaFunctionParameters: {},
  SqsQueueParameters: {},
  EventBridgeEventBusParameters: {},
  CloudWatchLogsParameters: {},
  StepFunctionStateMachineParameters: {},
  HttpParameters: {},
};

/** An update keeps what is not sent, so what the template leaves out is sent empty. */
function allSettings(properties: Properties) {
  const given = settings(properties);
  return {
    ...given,
    Description: given.Description ?? '',
    DesiredState: given.DesiredState ?? 'RUNNING',
    SourceParameters: {
      FilterCriteria: {},
      ...(sourceKind(text(properties.Source) ?? '')?.block === QUEUE_BLOCK && { [QUEUE_BLOCK]: {} }),
      ...given.SourceParameters,
    },
    Enrichment: given.Enrichment ?? '',
    EnrichmentParameters: { InputTemplate: '', HttpParameters: {}, ...given.EnrichmentParameters },
    TargetParameters: { ...CLEARED_TARGET, ...given.TargetParameters },
    LogConfiguration: given.LogConfiguration ?? { Level: 'OFF' },
    KmsKeyIdentifier: given.KmsKeyIdentifier ?? '',
  };
}

const STREAM_DEFAULTS = {
  MaximumBatchingWindowInSeconds: 0,
  MaximumRecordAgeInSeconds: -1,
  MaximumRetryAttempts: -1,
  ParallelizationFactor: 1,
};

const asText = ([name, value]: [string, unknown]): [string, unknown] => [name, value instanceof Date ? value.toISOString() : value];

/** The source parameters, less the defaults of a stream or a topic that the template leaves out. */
function withoutDefaults({ SourceParameters: found = {}, Target = '', Enrichment }: DescribePipeResponse, properties: Properties): object {
  const defaults: Record<string, unknown> = table({
    ...STREAM_DEFAULTS,
    BatchSize: defaultBatch(maxBatchOf(Target, Enrichment || undefined)),
  });
  const template = (sourceParameters(properties.SourceParameters) ?? {}) as Record<string, Record<string, unknown> | undefined>;
  const shown = Object.entries(found).map(([name, block]: [string, object]) => {
    const isShown = ([member, value]: [string, unknown]): boolean => template[name]?.[member] !== undefined || defaults[member] !== value;
    return [name, name === QUEUE_BLOCK ? block : Object.fromEntries(Object.entries(block).filter(isShown).map(asText))];
  });
  return Object.fromEntries(shown);
}

const made = ({ Name = '', Arn, CreationTime, LastModifiedTime, CurrentState, StateReason }: DescribePipeResponse): Created => ({
  physicalId: Name,
  attributes: asMembers({
    Arn,
    CurrentState,
    StateReason,
    CreationTime: CreationTime?.toISOString(),
    LastModifiedTime: LastModifiedTime?.toISOString(),
  }),
});

/** Waits for the end of a transition. */
async function untilSettled(Name: string, ctx: ResourceContext): Promise<void> {
  const untilMs = ctx.now() + MAX_WAIT_MS;
  for (let pipe = ctx.records(pipes).get([Name]); pipe && !isSettled(pipe); pipe = ctx.records(pipes).get([Name]))
    if (!(await ctx.wait(pipeKey(Name), untilMs))) throw new Error(`Pipe ${Name} did not settle in time.`);
}

/** Waits until the pipe has settled. The text of a failure is that of stacks of users: aws-samples/serverless-patterns issue 1857. */
async function settled(Name: string, ctx: ResourceContext): Promise<Created> {
  await untilSettled(Name, ctx);
  const pipe = await ctx.call('pipes', 'DescribePipe', { Name });
  if (pipe.CurrentState?.endsWith('_FAILED'))
    throw new Error(
      `Resource of type 'AWS::Pipes::Pipe' with identifier '${Name}' did not stabilize. Status Reason is ${pipe.StateReason}`,
    );
  return made(pipe);
}

/** Waits until the pipe is deleted. */
async function gone(Name: string, ctx: ResourceContext): Promise<void> {
  const untilMs = ctx.now() + MAX_WAIT_MS;
  while (ctx.records(pipes).has([Name]))
    if (!(await ctx.wait(pipeKey(Name), untilMs))) throw new Error(`Pipe ${Name} was not deleted in time.`);
}

async function retag(resourceArn: string, before: Properties, after: Properties, ctx: ResourceContext): Promise<void> {
  const [old, next] = [textMap(before.Tags) ?? {}, textMap(after.Tags) ?? {}];
  const tagKeys = Object.keys(old).filter((key) => !Object.hasOwn(next, key));
  if (tagKeys.length > 0) await ctx.call('pipes', 'UntagResource', { resourceArn, tagKeys });
  const tags = Object.fromEntries(
    Object.entries(next).flatMap(([key, value]) => (value === undefined || old[key] === value ? [] : [[key, value]])),
  );
  if (Object.keys(tags).length > 0) await ctx.call('pipes', 'TagResource', { resourceArn, tags });
}

export const resource: ResourceType = {
  refuse: {
    'SourceParameters.ActiveMQBrokerParameters': NO_SOURCE,
    'SourceParameters.RabbitMQBrokerParameters': NO_SOURCE,
    'TargetParameters.BatchJobParameters': NO_TARGET,
    'TargetParameters.EcsTaskParameters': NO_TARGET,
    'TargetParameters.RedshiftDataParameters': NO_TARGET,
    'TargetParameters.SageMakerPipelineParameters': NO_TARGET,
    'TargetParameters.TimestreamParameters': NO_TARGET,
  },
  async create(properties, ctx) {
    const Name = text(properties.Name) ?? ctx.physicalName(MAX_NAME_LENGTH);
    const Tags = textMap(properties.Tags) as Record<string, string> | undefined;
    await ctx.call('pipes', 'CreatePipe', { Name, Source: text(properties.Source)!, Tags, ...settings(properties) });
    ctx.created(Name);
    return settled(Name, ctx);
  },
  async update(Name, properties, previous, ctx) {
    // A rollback may come while the update that failed is under way.
    await untilSettled(Name, ctx);
    const { Arn } = await ctx.call('pipes', 'UpdatePipe', { Name, ...allSettings(properties) });
    await retag(Arn!, previous, properties, ctx);
    return settled(Name, ctx);
  },
  async delete(Name, _properties, ctx) {
    await untilSettled(Name, ctx);
    await ignoring(GONE, ctx.call('pipes', 'DeletePipe', { Name }));
    await gone(Name, ctx);
  },
  async read(Name, properties, ctx) {
    const found = await ignoring(GONE, ctx.call('pipes', 'DescribePipe', { Name }));
    if (!found || found.CurrentState === 'DELETING') return undefined;
    const { Description, Source, Target, RoleArn, DesiredState, Enrichment, EnrichmentParameters, TargetParameters, KmsKeyIdentifier } =
      found;
    return readAs({
      Name,
      Description,
      Source,
      Target,
      RoleArn,
      DesiredState,
      SourceParameters: asGiven(withoutDefaults(found, properties), properties.SourceParameters),
      Enrichment,
      EnrichmentParameters,
      TargetParameters,
      LogConfiguration: found.LogConfiguration?.Level === 'OFF' ? properties.LogConfiguration : found.LogConfiguration,
      KmsKeyIdentifier,
      Tags: Object.keys(found.Tags ?? {}).length > 0 ? found.Tags : undefined,
    });
  },
  async list(_filter, NextToken, ctx) {
    const { Pipes = [], NextToken: next } = await ctx.call('pipes', 'ListPipes', { NextToken });
    return { items: Pipes.map(({ Name }) => ({ Name: Name! })), next };
  },
  adopt: async (identifier, _properties, ctx) => made(await ctx.call('pipes', 'DescribePipe', { Name: text(identifier.Name) ?? '' })),
};
