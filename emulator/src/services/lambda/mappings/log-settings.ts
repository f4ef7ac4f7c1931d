// The settings that mappings of streams have besides those of all mappings: read from requests, checked, and told.
// https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-params.html
import type { Ctx } from '#core/ctx';
import type { LogStart } from '#core/log-records';
import type { LogSource } from '#core/log-source';
import type { Frozen } from '#core/records';
import type { CreateEventSourceMappingRequest, EventSourceMappingConfiguration, UpdateEventSourceMappingRequest } from '#model/lambda';
import { constraint, invalidParameter } from '#services/lambda/faults';
import { TOPIC } from './kafka-settings.ts';

export interface LogSettings {
  readonly start: LogStart;
  /** Batches of one shard at once. */
  readonly parallel: number;
  /** -1: until the record expires. */
  readonly maxRetries: number;
  /** Seconds; -1: until the record expires. */
  readonly maxAgeS: number;
  readonly bisects: boolean;
  /** Seconds; 0 for no window. */
  readonly tumblingS: number;
  /** ARN of what receives a record of lost batches. */
  readonly onFailure?: string | undefined;
}

export const DEFAULT_LOG_BATCH = 100;
/** Limit: age of a record that a mapping may be told to give up. */
const MIN_AGE_S = 60;
const FOREVER = -1;
const START = 'StartingPosition';

const DEFAULTS = { parallel: 1, maxRetries: FOREVER, maxAgeS: FOREVER, bisects: false, tumblingS: 0 };

/** @throws Fault in the words of the service */
export function newLogSettings(
  input: CreateEventSourceMappingRequest,
  source: LogSource,
  topic: string | undefined,
  ctx: Ctx,
): LogSettings {
  return changedLogSettings({ ...DEFAULTS, start: startOf(input, source) }, input, topic, ctx);
}

/** Members that are not given stay as they are. `topic`: of the source, where it is one of Kafka. @throws Fault in the words of the service */
export function changedLogSettings(
  before: Frozen<LogSettings>,
  input: Omit<UpdateEventSourceMappingRequest, 'UUID'>,
  topic: string | undefined,
  ctx: Ctx,
): LogSettings {
  const { DestinationConfig: destination, MaximumRecordAgeInSeconds: maxAgeS = before.maxAgeS } = input;
  if (maxAgeS !== FOREVER && maxAgeS < MIN_AGE_S)
    throw invalidParameter(`MaximumRecordAgeInSeconds must be -1, or from ${MIN_AGE_S} to 604800: ${maxAgeS} is neither.`);
  if (destination?.OnSuccess?.Destination)
    throw invalidParameter('Unsupported DestinationConfig parameter for given event source mapping type: OnSuccess.');
  const onFailure = destination ? destination.OnFailure?.Destination || undefined : before.onFailure;
  if (onFailure !== undefined) checkDestination(onFailure, topic, ctx);
  return {
    start: before.start,
    parallel: input.ParallelizationFactor ?? before.parallel,
    maxRetries: input.MaximumRetryAttempts ?? before.maxRetries,
    maxAgeS,
    bisects: input.BisectBatchOnFunctionError ?? before.bisects,
    tumblingS: input.TumblingWindowInSeconds ?? before.tumblingS,
    onFailure,
  };
}

const STARTS = ['LATEST', 'AT_TIMESTAMP', 'TRIM_HORIZON'] as const;
const isStart = (from: string): from is LogStart['from'] => STARTS.some((start) => start === from);

/** The start in a topic of Kafka, which may be any. @throws Fault in the words of the service */
export const startOfTopic = (input: CreateEventSourceMappingRequest): LogStart => startOf(input, { startsAtTime: true });

function startOf(input: CreateEventSourceMappingRequest, source: Pick<LogSource, 'startsAtTime'>): LogStart {
  const { StartingPositionTimestamp: at, EventSourceArn: arn } = input;
  // Servers of one's own need no position (recorded, 2024-09).
  const from = input.StartingPosition ?? (input.SelfManagedEventSource && 'TRIM_HORIZON');
  if (from === undefined)
    throw invalidParameter(
      `1 validation error detected: Value null at 'startingPosition' failed to satisfy constraint: Member must not be null.`,
    );
  if (!isStart(from)) throw constraint('startingPosition', from, `Member must satisfy enum value set: [${STARTS.join(', ')}]`);
  if (from === 'AT_TIMESTAMP' && !source.startsAtTime) throw invalidParameter(`Unsupported starting position for arn type: ${arn}`);
  if ((from === 'AT_TIMESTAMP') !== (at !== undefined))
    throw invalidParameter(`${START}Timestamp is given with the ${START} AT_TIMESTAMP, and only with it.`);
  return { from, ...(at && { atMs: at.getTime() }) };
}

/** Kinds of targets that take records of lost batches. */
const DESTINATIONS: ReadonlySet<string | undefined> = new Set(['queue', 'bucket', 'topic']);

/** `topic`: of the source, where it is one of Kafka. */
function checkDestination(arn: string, topic: string | undefined, ctx: Ctx): void {
  if (topic !== undefined && arn.startsWith(TOPIC)) {
    if (arn !== TOPIC + topic) return;
    throw invalidParameter('The provided destination config DestinationConfig is invalid: the topic is the source itself.');
  }
  const kind = ctx.targetKind(arn);
  if (DESTINATIONS.has(kind) && !arn.endsWith('.fifo')) return;
  const why =
    kind === undefined
      ? 'no emulated service takes failure records under such an ARN; queues, topics and buckets do'
      : 'standard queues, standard topics and buckets are destinations of streams';
  throw invalidParameter(`The provided destination config DestinationConfig is invalid: ${arn}: ${why}.`);
}

export const describeLogSettings = (settings: Frozen<LogSettings>): Partial<EventSourceMappingConfiguration> => ({
  StartingPosition: settings.start.from,
  ...(settings.start.atMs !== undefined && { StartingPositionTimestamp: new Date(settings.start.atMs) }),
  ParallelizationFactor: settings.parallel,
  MaximumRetryAttempts: settings.maxRetries,
  MaximumRecordAgeInSeconds: settings.maxAgeS,
  BisectBatchOnFunctionError: settings.bisects,
  TumblingWindowInSeconds: settings.tumblingS,
  DestinationConfig: { OnFailure: settings.onFailure === undefined ? {} : { Destination: settings.onFailure } },
});
