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
import { DATA_STREAM_BLOCK, QUEUE_BLOCK, type StreamBlock, sourceKind, TABLE_STREAM_BLOCK } from './source-kinds.ts';
import { topicBlock, topicParameters } from './topic-source.ts';

const DEFAULT_BATCH = 10;
const DEFAULT_STREAM_BATCH = 100;
/** Limit: age of a record that a pipe may be told to give up. */
const MIN_AGE_S = 60;
const FOREVER = -1;
/**
 * Streams have these defaults, which descriptions do not show (the acceptance tests of Terraform's provider read 0 for each); topics have no
 * others: a batch is tried again until it is processed.
 */
const DEFAULTS = {
  MaximumBatchingWindowInSeconds: 0,
  MaximumRecordAgeInSeconds: FOREVER,
  MaximumRetryAttempts: FOREVER,
  ParallelizationFactor: 1,
};
/** Limit: messages of a batch from a queue without a batching window. A FIFO queue has no window. */
const MAX_WITHOUT_WINDOW = 10;
/** The operators of buses that pipes lack: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html */
const OPERATORS: PatternOptions = {
  matchTypes: ['exactly', 'prefix', 'suffix', 'equals-ignore-case', 'cidr', 'exists', 'numeric', 'anything-but'],
  anythingButTypes: [],
};
/** With the defaults filled in. `maxBatch` is the limit of the target and the enrichment. @throws ValidationException */
export function sourceParametersOf(
  source: string,
  given: Frozen<PipeSourceParameters> = {},
  maxBatch: number | undefined,
  ctx: Ctx,
): Pipe['sourceParameters'] {
  const kind = sourceKind(source);
  if (!kind)
    throw invalid(
      `${source} cannot be the source of a pipe here: queues, data streams, streams of tables and topics of Kafka can, for no other emulated service offers records.`,
    );
  for (const [block, value] of Object.entries(given))
    if (value !== undefined && block !== 'FilterCriteria' && block !== kind.block)
      throw invalidField(`SourceParameters.${block}`, `The parameters do not belong to the source, ${kind.name}.`);
  const { FilterCriteria: filters } = given;
  return { ...(filters?.Filters?.length && { FilterCriteria: filters }), [kind.block]: blockOf(kind.block, source, given, maxBatch, ctx) };
}

function blockOf(
  block: NonNullable<ReturnType<typeof sourceKind>>['block'],
  source: string,
  given: Frozen<PipeSourceParameters>,
  maxBatch: number | undefined,
  ctx: Ctx,
): object {
  if (block === QUEUE_BLOCK) return queueBlock(source, given, maxBatch);
  if (block === DATA_STREAM_BLOCK || block === TABLE_STREAM_BLOCK) return streamBlock(block, given, maxBatch, ctx);
  const topic = topicBlock(block, given, defaultBatch(maxBatch));
  checkBatch(block, topic.BatchSize ?? 1, maxBatch);
  return topic;
}

/** The size of batches of streams and topics. */
export const defaultBatch = (maxBatch: number | undefined): number => Math.min(DEFAULT_STREAM_BATCH, maxBatch ?? DEFAULT_STREAM_BATCH);

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

/** Terraform's provider sends the age 0 in an update where none was given: the description, which shows no default, reads as 0 there. */
const withoutAge = (block: Frozen<StreamParameters> | undefined): Frozen<StreamParameters> | undefined =>
  block?.MaximumRecordAgeInSeconds === 0 ? { ...block, MaximumRecordAgeInSeconds: undefined } : block;

function streamBlock(name: StreamBlock, given: Frozen<PipeSourceParameters>, maxBatch: number | undefined, ctx: Ctx) {
  const block = withoutAge(given[name] as Frozen<StreamParameters> | undefined);
  if (block?.StartingPosition === undefined) throw missingField(`SourceParameters.${name}.StartingPosition`);
  const isTimed = (block.StartingPosition as string) === 'AT_TIMESTAMP';
  if (isTimed !== (block.StartingPositionTimestamp !== undefined))
    throw invalidField(
      `SourceParameters.${name}.StartingPositionTimestamp`,
      'It is given with the StartingPosition AT_TIMESTAMP, and only with it.',
    );
  const deadLetterArn = block.DeadLetterConfig?.Arn || undefined;
  const shown = {
    BatchSize: defaultBatch(maxBatch),
    ...Object.fromEntries(Object.entries(block).filter(([member, value]) => value !== undefined && !NOT_AS_GIVEN.has(member))),
    StartingPosition: block.StartingPosition,
    ...(deadLetterArn && { DeadLetterConfig: { Arn: deadLetterArn } }),
  };
  checkBatch(name, shown.BatchSize, maxBatch);
  const { MaximumRecordAgeInSeconds: ageS = FOREVER } = block;
  if (ageS !== FOREVER && ageS < MIN_AGE_S)
    throw invalidField(`SourceParameters.${name}.MaximumRecordAgeInSeconds`, `It must be -1, or at least ${MIN_AGE_S}.`);
  if (deadLetterArn && (!['queue', 'topic'].includes(ctx.targetKind(deadLetterArn) ?? '') || deadLetterArn.endsWith('.fifo')))
    throw invalidField(`SourceParameters.${name}.DeadLetterConfig.Arn`, 'It must be a standard queue or topic.');
  return shown;
}

type StreamReading = Frozen<Omit<ReturnType<typeof streamBlock>, 'StartingPosition'> & typeof DEFAULTS> & {
  readonly StartingPosition?: string | undefined;
  readonly OnPartialBatchItemFailure?: string | undefined;
};

/** How a pipe reads a stream or a topic; undefined for pipes of queues. */
export function streamParameters(pipe: Frozen<Pipe>): StreamReading | undefined {
  const topic = topicParameters(pipe);
  if (topic)
    return { ...DEFAULTS, BatchSize: topic.BatchSize ?? 1, MaximumBatchingWindowInSeconds: topic.MaximumBatchingWindowInSeconds ?? 0 };
  const { KinesisStreamParameters: data, DynamoDBStreamParameters: table } = pipe.sourceParameters;
  const stream = data ?? table;
  return stream && ({ ...DEFAULTS, ...stream } as StreamReading);
}

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
