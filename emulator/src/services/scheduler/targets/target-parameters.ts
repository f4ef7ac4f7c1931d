// The parameter blocks of templated targets: which target takes which, and which it needs. The texts are recorded in
// https://github.com/badmintoncryer/cdk-preflight (rule pf-scheduler-target-parameters); that of EventBridgeParameters is like its neighbour's.
import type { Arn } from '#lib/arn';
import type { Target } from '#model/scheduler';
import { invalid } from '#services/scheduler/faults';

/** Parameter blocks, and the services whose targets take them. */
const PARAMETERS_OF: Readonly<Record<string, string>> = {
  EcsParameters: 'ecs',
  EventBridgeParameters: 'events',
  KinesisParameters: 'kinesis',
  SageMakerPipelineParameters: 'sagemaker',
  SqsParameters: 'sqs',
} satisfies Partial<Record<keyof Target, string>>;
/** Blocks that the model has and no guide explains yet. */
const UNEXPLAINED = ['EventBridgePutEventsV2Parameters', 'EventBridgePutRawEventsParameters'] as const;

/** `arn` is left out for a universal target, which takes no parameters. @throws ValidationException */
export function checkParameters(target: Target, arn?: Pick<Arn, 'service' | 'resource'>): void {
  const { service, resource = '' } = arn ?? {};
  for (const block of [...Object.keys(PARAMETERS_OF), ...UNEXPLAINED])
    if (target[block as keyof Target] !== undefined && (service === undefined || PARAMETERS_OF[block] !== service))
      throw invalid(`Parameters ${block} not supported for the target.`);
  if (service === 'events' && !target.EventBridgeParameters) throw invalid('Parameters EventBridgeParameters must be specified.');
  if (service === 'kinesis' && !target.KinesisParameters) throw invalid('Parameters KinesisParameters must be specified.');
  if (service !== 'sqs') return;
  const isFifo = resource.endsWith('.fifo');
  const hasGroup = target.SqsParameters?.MessageGroupId !== undefined;
  if (isFifo && !hasGroup) throw invalid('Parameters SqsParameters must be specified.');
  if (!isFifo && hasGroup) throw invalid('Parameters MessageGroupId not valid for the target.');
}
