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

/** @throws Error with the service's own reason, for a stream that the table cannot deliver to */
export async function applyDestination(TableName: string, next: Properties, before: Properties, ctx: Ctx): Promise<void> {
  const [wanted, present] = [destinationOf(next), destinationOf(before)];
  if (wanted.arn !== present.arn) {
    if (present.arn !== undefined) await ctx.call('dynamodb', 'DisableKinesisStreamingDestination', { TableName, StreamArn: present.arn });
    if (wanted.arn !== undefined) await enable(TableName, wanted.arn, wanted.precision, ctx);
    return;
  }
  const [precision = DEFAULT_PRECISION, earlier = DEFAULT_PRECISION] = [wanted.precision, present.precision];
  if (wanted.arn === undefined || precision === earlier) return;
  const UpdateKinesisStreamingConfiguration = { ApproximateCreationDateTimePrecision: precision };
  await ctx.call('dynamodb', 'UpdateKinesisStreamingDestination', {
    TableName,
    StreamArn: wanted.arn,
    UpdateKinesisStreamingConfiguration,
  });
}
