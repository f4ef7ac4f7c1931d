// Checks the members of an event source mapping against the kind of its source. Pure.
import type { SourceFacts } from '#core/source-records';
import { compilePattern } from '#lib/pattern/compile';
import { PatternError } from '#lib/pattern/pattern-error';
import type { FilterCriteria } from '#model/lambda';
import { invalidParameter } from '#services/lambda/faults';

/** Limit: filters of a mapping. */
const MAX_FILTERS = 10;
/** Limit: characters of a filter of a mapping. */
const MAX_FILTER_LENGTH = 4096;
/** Limit: messages of a batch from a queue without a batching window. */
const MAX_WITHOUT_WINDOW = 10;

/** Members for brokers and databases. The documentation of the API's model says to which sources each applies; a test compares. */
const NOT_OFFERED = [
  'Topics',
  'Queues',
  'SourceAccessConfigurations',
  'SelfManagedEventSource',
  'AmazonManagedKafkaEventSourceConfig',
  'SelfManagedKafkaEventSourceConfig',
  'DocumentDBEventSourceConfig',
  'LoggingConfig',
] as const;

/** Members that do not apply to a kind of source. Each is refused by name, as in the real service. */
export const FOREIGN_MEMBERS = {
  queue: [
    'MaximumRetryAttempts',
    'MaximumRecordAgeInSeconds',
    'BisectBatchOnFunctionError',
    'ParallelizationFactor',
    'DestinationConfig',
    'StartingPosition',
    'StartingPositionTimestamp',
    'TumblingWindowInSeconds',
    ...NOT_OFFERED,
  ],
  log: ['ScalingConfig', 'ProvisionedPollerConfig', ...NOT_OFFERED],
  topic: ['ScalingConfig', 'ParallelizationFactor', 'TumblingWindowInSeconds', 'Queues', 'DocumentDBEventSourceConfig'],
} as const;

/** Whether a value is empty. Infrastructure tools send such values along. */
const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === false ||
  (typeof value === 'object' && value !== null && !(value instanceof Date) && Object.values(value).every(isNothing));

/** @throws Fault that names a member which does not apply to the kind of source */
export function refuseForeignMembers(input: object, kind: keyof typeof FOREIGN_MEMBERS): void {
  for (const member of FOREIGN_MEMBERS[kind]) {
    if (isNothing((input as Record<string, unknown>)[member])) continue;
    if (member.startsWith('StartingPosition')) throw invalidParameter(`${member} is not valid for SQS event sources.`);
    throw invalidParameter(`Unsupported ${member} parameter for given event source mapping type.`);
  }
}

interface Sizes {
  readonly batchSize: number;
  readonly windowS: number;
}

/** @throws Fault in the words of the service */
export function checkSizes({ batchSize, windowS }: Sizes, { ordered, hiddenMs }: SourceFacts, timeoutS: number): void {
  if (ordered && windowS > 0) throw invalidParameter('Batching window is not supported for FIFO queues');
  if (ordered && batchSize > MAX_WITHOUT_WINDOW)
    throw invalidParameter(`BatchSize must be less than or equal to ${MAX_WITHOUT_WINDOW} for FIFO queues.`);
  if (batchSize > MAX_WITHOUT_WINDOW && windowS === 0)
    throw invalidParameter(
      `Maximum batch window in seconds must be greater than 0 if maximum batch size is greater than ${MAX_WITHOUT_WINDOW}`,
    );
  if (hiddenMs < timeoutS * 1000)
    throw invalidParameter(`Queue visibility timeout: ${hiddenMs / 1000} seconds is less than Function timeout: ${timeoutS} seconds`);
}

/** @throws Fault if a filter is not a valid pattern */
export function filtersIn(criteria: FilterCriteria | undefined): readonly string[] {
  const patterns = (criteria?.Filters ?? []).map(({ Pattern = '' }) => Pattern);
  if (patterns.length > MAX_FILTERS) throw invalidParameter(`Exceeded the maximum number of filters, ${MAX_FILTERS}.`);
  for (const pattern of patterns) checkPattern(pattern);
  return patterns;
}

function checkPattern(pattern: string): void {
  if (pattern.length > MAX_FILTER_LENGTH) throw invalidParameter('Invalid filter pattern definition.');
  try {
    compilePattern(pattern);
  } catch (error) {
    throw error instanceof PatternError ? invalidParameter('Invalid filter pattern definition.') : error;
  }
}
