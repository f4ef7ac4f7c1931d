// The source of a pipe and its parameters: which sources there are, sizes of batches, filters.
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-pipes-sqs.html
import type { Frozen } from '#core/records';
import { compilePattern } from '#lib/pattern/compile';
import type { PatternOptions } from '#lib/pattern/pattern';
import { PatternError } from '#lib/pattern/pattern-error';
import type { FilterCriteria, PipeSourceParameters } from '#model/pipes';
import { invalid, invalidField } from '#services/pipes/faults';
import type { Pipe } from '#services/pipes/state';

const QUEUE = /^arn:aws[a-z-]*:sqs:[^:]+:\d{12}:/;
const DEFAULT_BATCH = 10;
/** A larger batch needs a window, and a FIFO queue has none. */
const MAX_WITHOUT_WINDOW = 10;
/** The operators of buses that pipes lack: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html */
const OPERATORS: PatternOptions = {
  matchTypes: ['exactly', 'prefix', 'suffix', 'equals-ignore-case', 'cidr', 'exists', 'numeric', 'anything-but'],
  anythingButTypes: [],
};
const BLOCK = 'SqsQueueParameters';

/** With the defaults filled in. `maxBatch` is the limit of the target and the enrichment. @throws ValidationException */
export function sourceParametersOf(
  source: string,
  given: Frozen<PipeSourceParameters> = {},
  maxBatch: number | undefined,
): Pipe['sourceParameters'] {
  if (!QUEUE.test(source))
    throw invalid(`${source} cannot be the source of a pipe here: only queues can, for no other emulated service offers records.`);
  for (const [block, value] of Object.entries(given))
    if (value !== undefined && block !== 'FilterCriteria' && block !== BLOCK)
      throw invalidField(`SourceParameters.${block}`, 'The parameters do not belong to the source, a queue.');
  const { BatchSize = Math.min(DEFAULT_BATCH, maxBatch ?? DEFAULT_BATCH), MaximumBatchingWindowInSeconds = 0 } =
    given.SqsQueueParameters ?? {};
  const size = (message: string) => invalidField(`SourceParameters.${BLOCK}.BatchSize`, message);
  if (source.endsWith('.fifo') && BatchSize > MAX_WITHOUT_WINDOW) throw size(`It must be at most ${MAX_WITHOUT_WINDOW} for FIFO queues.`);
  if (BatchSize > MAX_WITHOUT_WINDOW && MaximumBatchingWindowInSeconds === 0)
    throw size(`More than ${MAX_WITHOUT_WINDOW} need MaximumBatchingWindowInSeconds.`);
  if (maxBatch !== undefined && BatchSize > maxBatch) throw size(`The target or the enrichment takes at most ${maxBatch} at once.`);
  const { FilterCriteria: filters } = given;
  return {
    ...(filters?.Filters?.length && { FilterCriteria: filters }),
    SqsQueueParameters: { BatchSize, MaximumBatchingWindowInSeconds },
  };
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
