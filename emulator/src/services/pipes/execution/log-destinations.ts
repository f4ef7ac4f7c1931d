// Where the log of an execution is written: a log group, a bucket, a delivery stream, each of which may be there beside the others.
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-pipes-logs.html
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { parseArn } from '#lib/arn';
import { inPieces } from '#lib/byte-pieces';
import { inBatches } from '#lib/in-batches';
import { pipeArn } from '#services/pipes/arns';
import { PIPE_LOG_REFUSED } from '#services/pipes/messages';
import type { Pipe } from '#services/pipes/state';

export interface LogEvent {
  readonly timestamp: number;
  readonly message: string;
}

export interface ExecutionEvents {
  readonly executionId: string;
  /** At least one. */
  readonly events: readonly LogEvent[];
}

type Write = (pipe: Frozen<Pipe>, log: ExecutionEvents, ctx: Ctx) => Promise<void>;
interface Destination {
  /** For people. */
  readonly name: string;
  readonly write: Write;
}

/** Limits of PutLogEvents, which counts these bytes for each event besides its message, and of PutRecordBatch. */
const [MAX_LOG_BATCH, EVENT_BYTES] = [{ bytes: 1_048_576, count: 10_000 }, 26];
const MAX_STREAM_BATCH = { bytes: 4_194_304, count: 500 };

/** Resolves once all is written. A log that cannot be written does not fail the execution. */
export async function writeLog(pipe: Frozen<Pipe>, log: ExecutionEvents, ctx: Ctx): Promise<void> {
  for (const { name, write } of destinationsOf(pipe)) {
    try {
      await write(pipe, log, ctx);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const facts = { name: pipe.name, destination: name, reason: error.message };
      const { remedy } = error.options;
      ctx.report(PIPE_LOG_REFUSED, facts, { what: 'problem', resource: pipeArn(ctx, pipe.name), remedy });
    }
  }
}

function destinationsOf({ logConfiguration: log }: Frozen<Pipe>): Destination[] {
  const group = /^log-group:([^:]+)/.exec(parseArn(log?.CloudwatchLogsLogDestination?.LogGroupArn ?? '')?.resource ?? '')?.[1];
  const bucket = log?.S3LogDestination?.BucketName;
  const stream = log?.FirehoseLogDestination?.DeliveryStreamArn;
  return [
    ...(group === undefined ? [] : [{ name: `the log group ${group}`, write: toLogGroup(group) }]),
    ...(bucket === undefined ? [] : [{ name: `the bucket ${bucket}`, write: toBucket }]),
    ...(stream === undefined ? [] : [{ name: stream, write: toDeliveryStream(stream) }]),
  ];
}

const toLogGroup =
  (logGroupName: string): Write =>
  async ({ name: logStreamName, roleArn, logConfiguration }, { events }, ctx) => {
    const { account, region } = parseArn(logConfiguration!.CloudwatchLogsLogDestination!.LogGroupArn)!;
    const there = { account, region, withRole: roleArn, isPlumbing: true };
    await ctx.call('logs', 'CreateLogStream', { logGroupName, logStreamName }, there).catch((error: unknown) => {
      if (!(error instanceof Fault) || error.code !== 'ResourceAlreadyExistsException') throw error;
    });
    for (const logEvents of inBatches(events, ({ message }) => Buffer.byteLength(message) + EVENT_BYTES, MAX_LOG_BATCH))
      await ctx.call('logs', 'PutLogEvents', { logGroupName, logStreamName, logEvents }, there);
  };

/** One object for an execution, a record a line. Its name begins as those of other logs that the cloud delivers. */
const toBucket: Write = async ({ name, logConfiguration }, { executionId, events }, ctx) => {
  const { BucketName: Bucket = '', BucketOwner: ExpectedBucketOwner, Prefix = '' } = logConfiguration?.S3LogDestination ?? {};
  const [day = '', hour = ''] = new Date(events[0]!.timestamp).toISOString().split(/[T:]/);
  const folder = `AWSLogs/${ctx.account}/vendedlogs/pipes/${ctx.region}/${name}/${day.replaceAll('-', '/')}/${hour}`;
  const body = Buffer.from(events.map(({ message }) => `${message}\n`).join(''));
  const Key = `${Prefix}${folder}/${executionId}.log`;
  const object = { Bucket, Key, Body: inPieces(body), ContentLength: body.length, ContentType: 'application/json', ExpectedBucketOwner };
  await ctx.call('s3', 'PutObject', object, { isPlumbing: true });
};

const toDeliveryStream =
  (arn: string): Write =>
  async (_pipe, { events }, ctx) => {
    const { account, region, resource } = parseArn(arn)!;
    const DeliveryStreamName = resource.slice(resource.indexOf('/') + 1);
    const there = { account, region, isPlumbing: true };
    for (const batch of inBatches(events, ({ message }) => Buffer.byteLength(message) + 1, MAX_STREAM_BATCH)) {
      const Records = batch.map(({ message }) => ({ Data: Buffer.from(`${message}\n`) }));
      await ctx.call('firehose', 'PutRecordBatch', { DeliveryStreamName, Records }, there);
    }
  };
