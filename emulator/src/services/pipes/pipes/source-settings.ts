// The source of a pipe and its parameters: which sources there are, sizes of batches, filters.
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-pipes-event-source.html
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { compilePattern } from '#lib/pattern/compile';
import type { PatternOptions } from '#lib/pattern/pattern';
import { PatternError } from '#lib/pattern/pattern-error';
import type { FilterCriteria, PipeSourceParameters } from '#model/pipes';
import { invalid, invalidField, missingField } from '#services/pipes/faults';
import type { Pipe } from '#services/pipes/state';

const QUEUE = /^arn:aws[a-z-]*:sqs:[^:]+:\d{12}:/;
const TABLE_STREAM = /^arn:aws[a-z-]*:dynamodb:[^:]+:\d{12}:table\/[^/]+\/stream\/.+$/;
const DATA_STREAM = /^arn:aws[a-z-]*:kinesis:[^:]+:\d{12}:stream\/[^/]+$/;
const DEFAULT_BATCH = 10;
const DEFAULT_STREAM_BATCH = 100;
const MIN_AGE_S = 60;
const FOREVER = -1;
/** A larger batch needs a window, and a FIFO queue has none. */
const MAX_WITHOUT_WINDOW = 10;
/** The operators of buses that pipes lack: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html */
const OPERATORS: PatternOptions = {
  matchTypes: ['exactly', 'prefix', 'suffix', 'equals-ignore-case', 'cidr', 'exists', 'numeric', 'anything-but'],
  anythingButTypes: [],
};
const QUEUE_BLOCK = 'SqsQueueParameters';
const TABLE_STREAM_BLOCK = 'DynamoDBStreamParameters';
const DATA_STREAM_BLOCK = 'KinesisStreamParameters';
type StreamBlock = typeof TABLE_STREAM_BLOCK | typeof DATA_STREAM_BLOCK;

/** With the defaults filled in. `maxBatch` is the limit of the target and the enrichment. @throws ValidationException */
export function sourceParametersOf(
  source: string,
  given: Frozen<PipeSourceParameters> = {},
  maxBatch: number | undefined,
  ctx: Ctx,
): Pipe['sourceParameters'] {
  const isQueue = QUEUE.test(source);
  const isData = DATA_STREAM.test(source);
  if (!isQueue && !isData && !TABLE_STREAM.test(source))
    throw invalid(
      `${source} cannot be the source of a pipe here: queues, data streams and streams of tables can, for no other emulated service offers records.`,
    );
  const stream = isData ? DATA_STREAM_BLOCK : TABLE_STREAM_BLOCK;
  const own = isQueue ? QUEUE_BLOCK : stream;
  for (const [block, value] of Object.entries(given))
    if (value !== undefined && block !== 'FilterCriteria' && block !== own)
      throw invalidField(
        `SourceParameters.${block}`,
        `The parameters do not belong to the source, ${isQueue ? 'a queue' : isData ? 'a data stream' : 'a stream of a table'}.`,
      );
  const { FilterCriteria: filters } = given;
  return {
    ...(filters?.Filters?.length && { FilterCriteria: filters }),
    ...(isQueue ? { [QUEUE_BLOCK]: queueBlock(source, given, maxBatch) } : { [stream]: streamBlock(stream, given, maxBatch, ctx) }),
  };
}

function queueBlock(source: string, given: Frozen<PipeSourceParameters>, maxBatch: number | undefined) {
  const { BatchSize = Math.min(DEFAULT_BATCH, maxBatch ?? DEFAULT_BATCH), MaximumBatchingWindowInSeconds = 0 } =
    given.SqsQueueParameters ?? {};
  const size = (message: string) => invalidField(`SourceParameters.${QUEUE_BLOCK}.BatchSize`, message);
  if (source.endsWith('.fifo') && BatchSize > MAX_WITHOUT_WINDOW) throw size(`It must be at most ${MAX_WITHOUT_WINDOW} for FIFO queues.`);
  if (BatchSize > MAX_WITHOUT_WINDOW && MaximumBatchingWindowInSeconds === 0)
    throw size(`More than ${MAX_WITHOUT_WINDOW} need MaximumBatchingWindowInSeconds.`);
  checkBatch(QUEUE_BLOCK, BatchSize, maxBatch);
  return { BatchSize, MaximumBatchingWindowInSeconds };
}

function checkBatch(block: string, size: number, maxBatch: number | undefined): void {
  if (maxBatch !== undefined && size > maxBatch)
    throw invalidField(`SourceParameters.${block}.BatchSize`, `The target or the enrichment takes at most ${maxBatch} at once.`);
}

/** Members of a stream's block that are kept in another form, or not at all where they are empty. */
const NOT_AS_GIVEN = new Set(['DeadLetterConfig', 'StartingPositionTimestamp']);

type StreamParameters = NonNullable<PipeSourceParameters['DynamoDBStreamParameters']> & { readonly StartingPositionTimestamp?: Date };

function streamBlock(name: StreamBlock, given: Frozen<PipeSourceParameters>, maxBatch: number | undefined, ctx: Ctx) {
  const block = given[name] as Frozen<StreamParameters> | undefined;
  if (block?.StartingPosition === undefined) throw missingField(`SourceParameters.${name}.StartingPosition`);
  const isTimed = (block.StartingPosition as string) === 'AT_TIMESTAMP';
  if (isTimed !== (block.StartingPositionTimestamp !== undefined))
    throw invalidField(
      `SourceParameters.${name}.StartingPositionTimestamp`,
      'It is given with the StartingPosition AT_TIMESTAMP, and only with it.',
    );
  const deadLetterArn = block.DeadLetterConfig?.Arn || undefined;
  const filled = {
    BatchSize: Math.min(DEFAULT_STREAM_BATCH, maxBatch ?? DEFAULT_STREAM_BATCH),
    MaximumBatchingWindowInSeconds: 0,
    MaximumRecordAgeInSeconds: FOREVER,
    MaximumRetryAttempts: FOREVER,
    ParallelizationFactor: 1,
    ...Object.fromEntries(Object.entries(block).filter(([member, value]) => value !== undefined && !NOT_AS_GIVEN.has(member))),
    StartingPosition: block.StartingPosition,
    ...(deadLetterArn && { DeadLetterConfig: { Arn: deadLetterArn } }),
  };
  checkBatch(name, filled.BatchSize, maxBatch);
  const ageS = filled.MaximumRecordAgeInSeconds;
  if (ageS !== FOREVER && ageS < MIN_AGE_S)
    throw invalidField(`SourceParameters.${name}.MaximumRecordAgeInSeconds`, `It must be -1, or at least ${MIN_AGE_S}.`);
  if (deadLetterArn && (!['queue', 'topic'].includes(ctx.targetKind(deadLetterArn) ?? '') || deadLetterArn.endsWith('.fifo')))
    throw invalidField(`SourceParameters.${name}.DeadLetterConfig.Arn`, 'It must be a standard queue or topic.');
  return filled;
}

/** How a pipe reads a stream; undefined for pipes of queues. */
export const streamParameters = ({
  sourceParameters,
}: Frozen<Pipe>): (Frozen<ReturnType<typeof streamBlock>> & { OnPartialBatchItemFailure?: string }) | undefined =>
  (sourceParameters.KinesisStreamParameters ?? sourceParameters.DynamoDBStreamParameters) as
    | Frozen<ReturnType<typeof streamBlock>>
    | undefined;

/** @throws ValidationException if a filter is no pattern */
export function filtersIn(criteria: Frozen<FilterCriteria> | undefined): readonly string[] {
  const patterns = (criteria?.Filters ?? []).map(({ Pattern = '' }) => Pattern);
  for (const pattern of patterns) {
    try {
      compilePattern(pattern, OPERATORS);
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      throw invalidField('SourceParameters.FilterCriteria.Filters', `Invalid filter pattern definition. ${error.message}`);
    }
  }
  return patterns;
}

/** The parameters as the service shows them. */
export function shownSourceParameters({ sourceParameters, startsAtMs }: Frozen<Pipe>): Frozen<PipeSourceParameters> {
  const { KinesisStreamParameters: data } = sourceParameters;
  if (!data || startsAtMs === undefined) return sourceParameters;
  return { ...sourceParameters, KinesisStreamParameters: { ...data, StartingPositionTimestamp: new Date(startsAtMs) } };
}
