// Checks of PutTargets, in the words of the real service.
import type { Ctx } from '#core/ctx';
import { type Arn, parseArn } from '#lib/arn';
import { parseInputPath } from '#lib/input-path';
import { makesObject, parseTemplate, variablesOf } from '#lib/input-template';
import { isJson } from '#lib/json-structure';
import { own } from '#lib/table';
import type { InputTransformer, Target } from '#model/events';
import { checkDeadLetterQueue } from '#services/events/dead-letter-queue';
import { invalid } from '#services/events/faults';

/** Parameter blocks and the services whose targets accept them. Blocks for queues are accepted with any target. */
const PARAMETERS_OF: Readonly<Record<string, readonly string[]>> = {
  EcsParameters: ['ecs'],
  KinesisParameters: ['kinesis'],
  BatchParameters: ['batch'],
  HttpParameters: ['events', 'execute-api'],
  RedshiftDataParameters: ['redshift', 'redshift-serverless'],
  RunCommandParameters: ['ssm'],
  SageMakerPipelineParameters: ['sagemaker'],
  AppSyncParameters: ['appsync'],
} satisfies Partial<Record<keyof Target, readonly string[]>>;

/** Services that need a role to be reached. */
const WITH_ROLE = new Set(
  'batch codebuild codepipeline ecs events firehose glue inspector kinesis redshift sagemaker ssm ssm-incidents states'.split(' '),
);

/** Variables that need no path. */
const PREDEFINED = new Set([
  'aws.events.rule-arn',
  'aws.events.rule-name',
  'aws.events.event.ingestion-time',
  'aws.events.event',
  'aws.events.event.json',
]);

/** @throws ValidationException, which refuses the whole request. */
export function checkTarget(target: Target, ctx: Ctx): void {
  const arn = parseArn(target.Arn);
  if (!arn) throw invalid(`Parameter ${target.Arn} is not valid. Reason: Provided Arn is not in correct format.`);
  checkInput(target);
  checkParameters(target, arn);
  if (target.KinesisParameters) checkPath(target.Id, target.KinesisParameters.PartitionKeyPath);
  checkDeadLetterQueue(target.DeadLetterConfig, ctx);
  if (target.RoleArn === undefined && WITH_ROLE.has(arn.service)) throw invalid(`RoleArn is required for target ${target.Arn}.`);
  // Quoted from the service: terraform-aws-modules/terraform-aws-eventbridge#136.
  if (target.RoleArn !== undefined && arn.service === 'logs') throw invalid(`RoleArn is not supported for target ${target.Arn}.`);
  if (arn.region !== '' && arn.region !== ctx.region && arn.service !== 'events')
    throw invalid(`Parameter ${target.Arn} is not valid. Reason: The target is not in the region of the rule, ${ctx.region}.`);
}

function checkInput({ Id, Input, InputPath, InputTransformer }: Target): void {
  if ([Input, InputPath, InputTransformer].filter((given) => given !== undefined).length > 1)
    throw invalid(`Only one of Input, InputPath, or InputTransformer must be provided for target ${Id}.`);
  if (Input !== undefined && !isJson(Input)) throw invalid(`JSON syntax error in input for target ${Id}.`);
  if (InputPath !== undefined) checkPath(Id, InputPath);
  if (InputTransformer) checkTransformer(Id, InputTransformer);
}

function checkTransformer(id: string, { InputTemplate, InputPathsMap = {} }: InputTransformer): void {
  for (const path of Object.values(InputPathsMap)) checkPath(id, path);
  for (const name of variablesOf(parseTemplate(InputTemplate))) {
    if (!Object.hasOwn(InputPathsMap, name) && !PREDEFINED.has(name))
      throw invalid(`InputTemplate for target ${id} contains invalid placeholder ${name}.`);
    if (name === 'aws.events.event.json' && !makesObject(InputTemplate))
      throw invalid(`InputTemplate for target ${id} contains placeholder ${name} valid only for JSON template.`);
  }
}

function checkPath(id: string, path: string): void {
  if (!parseInputPath(path)) throw invalid(`InputPath for target ${id} is invalid.`);
}

function checkParameters(target: Target, { service, resource }: Arn): void {
  for (const [block, services] of Object.entries(PARAMETERS_OF))
    if (target[block as keyof Target] !== undefined && !services.includes(service))
      throw invalid(`Parameter(s) ${block} not supported for target: ${target.Id}.`);
  const required = own({ ecs: 'EcsParameters', batch: 'BatchParameters' }, service);
  if (required !== undefined && target[required as keyof Target] === undefined)
    throw invalid(`Parameter(s) ${required} must be specified for target: ${target.Id}.`);
  if (service === 'sqs' && resource.endsWith('.fifo') && target.SqsParameters?.MessageGroupId === undefined)
    throw invalid(`Parameter(s) SqsParameters must be specified for target: ${target.Id}.`);
}

/** Buckets and topics of Kafka accept deliveries of other services, but never events of rules; archives accept events of their own rule only. */
const NOT_FOR_RULES = new Set(['bucket', 'kafka topic', 'archive']);

/** Why no emulated service accepts events for the target, undefined if one does. Only this entry fails then. */
export function unavailable({ Arn }: Target, ctx: Ctx): string | undefined {
  const kind = ctx.targetKind(Arn);
  if (kind !== undefined && !NOT_FOR_RULES.has(kind)) return undefined;
  const kinds = ctx.targetKinds.filter((known) => !NOT_FOR_RULES.has(known)).map((known) => known.replace('-', ' '));
  return `${Arn} cannot be a target here: no emulated service takes events for resources of this kind. Kinds that can: ${kinds.join(', ')}.`;
}
