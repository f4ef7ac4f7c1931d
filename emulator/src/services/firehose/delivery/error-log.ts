// Writes failed deliveries as events to the log stream that the destination names.
// https://docs.aws.amazon.com/firehose/latest/dev/monitoring-with-cloudwatch-logs.html
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { streamArn } from '#services/firehose/arns';
import type { DeliveryStream } from '#services/firehose/state';

export interface DeliveryProblem {
  readonly destination: string;
  readonly code: string;
  readonly message: string;
  /** The function that was invoked. */
  readonly processor?: string | undefined;
}

/** Goes on in the background; a log group that is not there receives nothing, as in the cloud. */
export function writeErrorLog(stream: Frozen<DeliveryStream>, problem: DeliveryProblem, ctx: Ctx): void {
  const { Enabled, LogGroupName, LogStreamName } = stream.destination.settings.CloudWatchLoggingOptions;
  if (Enabled && LogGroupName && LogStreamName) void ctx.track(write(stream, LogGroupName, LogStreamName, problem, ctx));
}

async function write(stream: Frozen<DeliveryStream>, group: string, name: string, problem: DeliveryProblem, ctx: Ctx): Promise<void> {
  const { destination, code, message, processor } = problem;
  const event = {
    deliveryStreamARN: streamArn(ctx, stream.name),
    destination,
    deliveryStreamVersionId: stream.version,
    message,
    errorCode: code,
    ...(processor !== undefined && { processor }),
  };
  const logEvents = [{ timestamp: ctx.now(), message: JSON.stringify(event) }];
  try {
    await ctx.call('logs', 'PutLogEvents', { logGroupName: group, logStreamName: name, logEvents }, roleOf(stream));
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
  }
}

/** An endpoint may have no role; its bucket always has one. */
const roleOf = ({ destination: { kind, settings } }: Frozen<DeliveryStream>) => ({
  withRole: kind === 'bucket' ? settings.RoleARN : (settings.RoleARN ?? settings.S3.RoleARN),
});
