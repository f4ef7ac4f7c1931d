// KinesisStreamSpecification: the data stream that the changes of a table go to, in the region of a context.
import type { Ctx } from '#core/ctx';
import type { Properties } from '#core/resources/resource-handlers';
import { object, text } from '#core/resources/resource-properties';

function destinationOf(properties: Properties) {
  const { StreamArn, ApproximateCreationDateTimePrecision: precision } = object(properties.KinesisStreamSpecification);
  return { arn: text(StreamArn), precision: text(precision) };
}

const DEFAULT_PRECISION = 'MILLISECOND';

const settingsOf = (precision: string | undefined) =>
  precision === undefined ? undefined : { ApproximateCreationDateTimePrecision: precision };

async function enable(TableName: string, StreamArn: string, precision: string | undefined, ctx: Ctx): Promise<void> {
  const EnableKinesisStreamingConfiguration = settingsOf(precision);
  await ctx.call('dynamodb', 'EnableKinesisStreamingDestination', { TableName, StreamArn, EnableKinesisStreamingConfiguration });
  const { KinesisDataStreamDestinations = [] } = await ctx.call('dynamodb', 'DescribeKinesisStreamingDestination', { TableName });
  const made = KinesisDataStreamDestinations.find((each) => each.StreamArn === StreamArn);
  if (made?.DestinationStatus === 'ENABLE_FAILED') throw new Error(`${StreamArn}: ${made.DestinationStatusDescription}`);
}

/** The precision of each stream that the table delivers to now. */
async function activeStreams(TableName: string, ctx: Ctx): Promise<ReadonlyMap<string | undefined, string>> {
  const { KinesisDataStreamDestinations = [] } = await ctx.call('dynamodb', 'DescribeKinesisStreamingDestination', { TableName });
  const active = KinesisDataStreamDestinations.filter(({ DestinationStatus }) => DestinationStatus === 'ACTIVE');
  return new Map(active.map((each) => [each.StreamArn, each.ApproximateCreationDateTimePrecision ?? DEFAULT_PRECISION]));
}

/**
 * Compares with the destinations of the table, because an update that failed may have been refused the stream, or not have come to it.
 * @throws Error with the service's own reason, for a stream that the table cannot deliver to
 */
export async function applyDestination(TableName: string, next: Properties, before: Properties, ctx: Ctx): Promise<void> {
  const [{ arn, precision }, former] = [destinationOf(next), destinationOf(before)];
  if (arn === former.arn && precision === former.precision) return;
  const active = await activeStreams(TableName, ctx);
  if (former.arn !== undefined && former.arn !== arn && active.has(former.arn))
    await ctx.call('dynamodb', 'DisableKinesisStreamingDestination', { TableName, StreamArn: former.arn });
  if (arn === undefined) return;
  if (!active.has(arn)) return enable(TableName, arn, precision, ctx);
  const UpdateKinesisStreamingConfiguration = { ApproximateCreationDateTimePrecision: precision ?? DEFAULT_PRECISION };
  if (active.get(arn) === UpdateKinesisStreamingConfiguration.ApproximateCreationDateTimePrecision) return;
  await ctx.call('dynamodb', 'UpdateKinesisStreamingDestination', { TableName, StreamArn: arn, UpdateKinesisStreamingConfiguration });
}
