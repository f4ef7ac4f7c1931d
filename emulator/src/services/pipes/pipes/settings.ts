// Reads what CreatePipe gives, and what UpdatePipe leaves or changes, and refuses what cannot be.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { parseArn } from '#lib/arn';
import type { CreatePipeRequest, PipeEnrichmentParameters, PipeLogConfigurationParameters, PipeTargetParameters } from '#model/pipes';
import { invalid, invalidField, missingField } from '#services/pipes/faults';
import type { Pipe } from '#services/pipes/state';
import { enrichmentKind, targetKind } from '#services/pipes/targets/target-kinds';
import { filtersIn, sourceParametersOf } from './source-settings.ts';

export type GivenSettings = Frozen<Omit<CreatePipeRequest, 'Name' | 'Tags'>>;
type Settings = Omit<Pipe, 'name' | 'state' | 'tags' | 'createdMs' | 'modifiedMs'>;

/** @throws ValidationException */
export function settingsOf(given: GivenSettings, ctx: Ctx): Settings {
  const { Source: source, Target: target, LogConfiguration: log } = given;
  checkScope('Source', source, ctx);
  checkScope('Target', target, ctx);
  const enrichment = given.Enrichment || undefined;
  const enrichmentParameters = withoutEmpty(given.EnrichmentParameters);
  const targetParameters = withoutEmpty(given.TargetParameters);
  checkEnrichment(enrichment, enrichmentParameters, ctx);
  checkTarget(target, targetParameters);
  checkLog(log);
  return {
    source,
    target,
    roleArn: given.RoleArn,
    description: given.Description || undefined,
    desiredState: given.DesiredState === 'STOPPED' ? 'STOPPED' : 'RUNNING',
    sourceParameters: sourceParametersOf(source, given.SourceParameters, maxBatchOf(target, enrichment), ctx),
    startsAtMs: (given.SourceParameters?.KinesisStreamParameters?.StartingPositionTimestamp as Date | undefined)?.getTime(),
    filters: filtersIn(given.SourceParameters?.FilterCriteria),
    enrichment,
    enrichmentParameters,
    targetParameters,
    logConfiguration: log,
    kmsKeyIdentifier: given.KmsKeyIdentifier || undefined,
  };
}

/** Empty texts and blocks clear what was there before. */
function withoutEmpty<T extends object>(block: T | undefined): T | undefined {
  const members = Object.entries(block ?? {}).filter(([, value]) => !isEmpty(value));
  return members.length === 0 ? undefined : (Object.fromEntries(members) as T);
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

/** Pipes do not reach into other regions or accounts. */
function checkScope(name: string, arn: string, { account, region }: Ctx): void {
  const there = parseArn(arn);
  if (there?.region && there.region !== region) throw invalidField(name, `The resource must be in the region of the pipe, ${region}.`);
  if (there?.account && there.account !== account) throw invalidField(name, `The resource must be in the account of the pipe, ${account}.`);
}

function checkTarget(arn: string, parameters: Frozen<PipeTargetParameters> = {}): void {
  const kind = targetKind(arn);
  if (!kind)
    throw invalid(`${arn} cannot be the target of a pipe here: no emulated service takes the events of pipes for resources of this kind.`);
  for (const block of Object.keys(parameters))
    if (block !== 'InputTemplate' && block !== kind.block)
      throw invalidField(`TargetParameters.${block}`, `The parameters do not belong to the target, a ${kind.name}.`);
  if (kind.name === 'stream' && parameters.KinesisStreamParameters === undefined)
    throw missingField('TargetParameters.KinesisStreamParameters');
  if (kind.name === 'queue' && arn.endsWith('.fifo') && !parameters.SqsQueueParameters?.MessageGroupId)
    throw missingField('TargetParameters.SqsQueueParameters.MessageGroupId');
}

function checkEnrichment(arn: string | undefined, parameters: Frozen<PipeEnrichmentParameters> | undefined, ctx: Ctx): void {
  if (arn === undefined) return;
  checkScope('Enrichment', arn, ctx);
  const kind = enrichmentKind(arn);
  if (!kind)
    throw invalid(`${arn} cannot be the enrichment of a pipe here: functions, Express state machines, API destinations and APIs can.`);
  if ((kind.name === 'function' || kind.name === 'state machine') && parameters?.HttpParameters !== undefined)
    throw invalidField('EnrichmentParameters.HttpParameters', `The parameters do not belong to the enrichment, a ${kind.name}.`);
}

/** Records that target and enrichment take at once; undefined where only their size counts. */
export function maxBatchOf(target: string, enrichment: string | undefined): number | undefined {
  const limits = [targetKind(target)?.maxBatch, enrichment === undefined ? undefined : enrichmentKind(enrichment)?.maxBatch];
  const known = limits.flatMap((limit) => limit ?? []);
  return known.length === 0 ? undefined : Math.min(...known);
}

/** "EventBridge currently only supports json formatting": https://docs.aws.amazon.com/eventbridge/latest/pipes-reference/API_S3LogDestinationParameters.html */
function checkLog(log: Frozen<PipeLogConfigurationParameters> | undefined): void {
  if ((log?.S3LogDestination?.OutputFormat ?? 'json') !== 'json')
    throw invalidField('LogConfiguration.S3LogDestination.OutputFormat', 'Only json is supported.');
}
