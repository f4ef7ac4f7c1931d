// The source of a mapping: a queue, or a log with shards.
import type { Ctx } from '#core/ctx';
import type { LogSource } from '#core/log-source';
import type { Source } from '#core/source';
import type { SourceFacts } from '#core/source-records';
import { parseArn } from '#lib/arn';
import { sourceContext } from '#polling/source-context';
import { invalidParameter, notEmulated } from '#services/lambda/faults';

export type MappingSource = { readonly kind: 'queue'; readonly queue: Source } | { readonly kind: 'log'; readonly log: LogSource };

/** An ARN that names a table, not its stream. */
const TABLE = /^arn:[^:]+:dynamodb:[^:]*:[^:]*:table\/[^/]+$/;

/** @throws Fault where nothing here offers records under the ARN */
export async function findSource(arn: string, ctx: Ctx): Promise<MappingSource> {
  const queue = await ctx.eventSource(arn);
  if (queue) return { kind: 'queue', queue };
  const log = await ctx.logSource(arn);
  if (log) return { kind: 'log', log };
  if (TABLE.test(arn)) throw invalidParameter('Unrecognized event source.');
  const { service } = parseArn(arn) ?? { service: 'unknown' };
  throw notEmulated(
    'EventSourceArn',
    `event source mappings read queues, data streams, streams of tables and topics of Kafka; sources of the service ${service} are not emulated.`,
  );
}

/** The key that wakes readers of the source. Undefined where a log does not exist. */
export const signalOf = (source: MappingSource, arn: string, ctx: Ctx): string | undefined =>
  source.kind === 'queue' ? source.queue.signal(arn) : source.log.facts(arn, sourceContext(arn, ctx))?.signal;

/** @throws Fault if the queue does not exist */
export function queueFacts({ queue }: Extract<MappingSource, { kind: 'queue' }>, arn: string, ctx: Ctx): SourceFacts {
  const facts = queue.facts(arn, sourceContext(arn, ctx));
  if (facts) return facts;
  throw invalidParameter(
    'Error occurred while ReceiveMessage. SQS Error Code: AWS.SimpleQueueService.NonExistentQueue. SQS Error Message: The specified queue does not exist.',
  );
}

/**
 * Whether the function's role may read the source. Roles of topics are asked later, when the mapping reads.
 * Words: aws-sdk users of sst/sst 5737 (April 2025) for queues, awsdocs/aws-lambda-developer-guide 237 (January 2021) for streams.
 * @throws Fault InvalidParameterValueException
 */
export async function checkReading(source: MappingSource, arn: string, role: string, ctx: Ctx): Promise<void> {
  const refused = await ctx.firstRefused(source.kind === 'queue' ? source.queue.calls(arn) : source.log.calls(arn), role);
  if (!refused) return;
  if (source.kind === 'queue')
    throw invalidParameter(`The function execution role does not have permissions to call ${refused.operation} on SQS`);
  throw invalidParameter(
    `Cannot access stream ${arn}. Please ensure the role can perform the GetRecords, GetShardIterator, DescribeStream, ListShards, and ListStreams Actions on your stream in IAM.`,
  );
}
