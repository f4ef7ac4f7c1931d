// Kinds of targets and enrichments, by ARN: which parameters each takes, and how many records of a batch.
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-pipes-batching-concurrency.html
import type { PipeTargetParameters } from '#model/pipes';

type Block = keyof PipeTargetParameters;

interface ArnKind {
  readonly arn: RegExp;
  /** The block of `TargetParameters` that belongs to it, beside `InputTemplate`. */
  readonly block?: Block | undefined;
  /** Records of a batch, at most; undefined where only the size of the payload counts. */
  readonly maxBatch?: number | undefined;
}

const KINDS = {
  function: { arn: /^arn:aws[a-z-]*:lambda:[^:]+:\d{12}:function:/, block: 'LambdaFunctionParameters' },
  queue: { arn: /^arn:aws[a-z-]*:sqs:[^:]+:\d{12}:/, block: 'SqsQueueParameters', maxBatch: 10 },
  topic: { arn: /^arn:aws[a-z-]*:sns:[^:]+:\d{12}:[^:]+$/, maxBatch: 10 },
  bus: { arn: /^arn:aws[a-z-]*:events:[^:]+:\d{12}:event-bus\//, block: 'EventBridgeEventBusParameters', maxBatch: 10 },
  stream: { arn: /^arn:aws[a-z-]*:kinesis:[^:]+:\d{12}:stream\/[^/]+$/, block: 'KinesisStreamParameters', maxBatch: 500 },
  'delivery stream': { arn: /^arn:aws[a-z-]*:firehose:[^:]+:\d{12}:deliverystream\/[^/]+$/, maxBatch: 500 },
  'state machine': { arn: /^arn:aws[a-z-]*:states:[^:]+:\d{12}:stateMachine:/, block: 'StepFunctionStateMachineParameters' },
  'API destination': { arn: /^arn:aws[a-z-]*:events:[^:]+:\d{12}:api-destination\//, block: 'HttpParameters', maxBatch: 1 },
  API: { arn: /^arn:aws[a-z-]*:execute-api:[^:]+:\d{12}:[^/]+\/[^/]+\/[^/]+/, block: 'HttpParameters', maxBatch: 1 },
  'log group': { arn: /^arn:aws[a-z-]*:logs:[^:]+:\d{12}:log-group:/, block: 'CloudWatchLogsParameters', maxBatch: 10_000 },
} as const satisfies Readonly<Record<string, ArnKind>>;

export type TargetKindName = keyof typeof KINDS;

export interface TargetKind extends Omit<ArnKind, 'arn'> {
  readonly name: TargetKindName;
}

/** Undefined where nothing here takes the events of pipes for the ARN. */
export function targetKind(arn: string): TargetKind | undefined {
  const found = Object.entries(KINDS).find(([, kind]) => kind.arn.test(arn));
  return found && { ...(found[1] as ArnKind), name: found[0] as TargetKindName };
}

const ENRICHMENTS: ReadonlySet<TargetKindName> = new Set(['function', 'state machine', 'API destination', 'API'] as const);

/** The kind of an enrichment; undefined where the ARN cannot be one here. */
export function enrichmentKind(arn: string): TargetKind | undefined {
  const kind = targetKind(arn);
  return kind && ENRICHMENTS.has(kind.name) ? kind : undefined;
}
