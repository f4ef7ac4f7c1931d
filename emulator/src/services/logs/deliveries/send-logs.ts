// Sends the records of a delivery to its destination: a log group, a bucket, or a delivery stream.
import { gzipSync } from 'node:zlib';
import type { Ctx } from '#core/ctx';
import type { Delivery } from '#core/delivery/delivery';
import type { DeliverySender } from '#core/delivery/delivery-sender';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { formatArn, parseArn } from '#lib/arn';
import { inPieces } from '#lib/byte-pieces';
import { inBatches } from '#lib/in-batches';
import { type DeliveryDestination, deliveries, deliveryDestinations, deliverySources, type LogDelivery } from '#services/logs/state';
import { DELIVERED_LOGS, type DeliveredLog } from './log-types.ts';
import { objectKey } from './object-key.ts';
import { headOf, type RecordFormat, textsOf } from './record-text.ts';
import type { LogBatch } from './target.ts';

const UNIQUE_LENGTH = 8;
/** Limits of PutLogEvents, which counts these bytes for each event besides its message, and of PutRecordBatch. */
const [MAX_LOG_BATCH, EVENT_BYTES] = [{ bytes: 1_048_576, count: 10_000 }, 26];
const MAX_STREAM_BATCH = { bytes: 4_194_304, count: 500 };

interface Sent extends LogBatch {
  readonly delivery: Frozen<LogDelivery>;
  readonly format: RecordFormat;
  readonly known: DeliveredLog | undefined;
  /** ARN of the destination's resource. */
  readonly targetArn: string;
  /** ARN of the resource that the records are about. */
  readonly resourceArn: string;
}

/** A delivery that was deleted meanwhile sends nothing. */
async function send({ targetArn, payload }: Delivery, ctx: Ctx): Promise<void> {
  const batch = JSON.parse(payload) as LogBatch;
  const delivery = ctx.records(deliveries).get([batch.deliveryId]);
  const source = delivery && ctx.records(deliverySources).get([delivery.source]);
  const destination = delivery && destinationOf(delivery, ctx);
  if (!source || !destination) return;
  const { recordFields, fieldDelimiter } = delivery;
  const format = { outputFormat: destination.outputFormat, recordFields, fieldDelimiter };
  const { service, resourceArn } = source;
  const sent: Sent = { ...batch, delivery, format, known: DELIVERED_LOGS[service], targetArn, resourceArn };
  if (destination.type === 'CWL') await toLogGroup(sent, ctx);
  else if (destination.type === 'S3') await toBucket(sent, ctx);
  else if (destination.type === 'FH') await toDeliveryStream(sent, ctx);
}

function destinationOf({ destinationArn }: Frozen<LogDelivery>, ctx: Ctx): Frozen<DeliveryDestination> | undefined {
  const { account, region, resource = '' } = parseArn(destinationArn) ?? {};
  return ctx
    .in({ account, region })
    .records(deliveryDestinations)
    .get([resource.slice(resource.indexOf(':') + 1)]);
}

/**
 * The service's own role, by right. The cloud adds the policy that a destination needs when a delivery is created (the guide, "Enable logging from
 * AWS services"): here none is asked for.
 */
const byRight = ({ account }: Ctx) => {
  const resource = 'role/aws-service-role/delivery.logs.amazonaws.com/AWSServiceRoleForLogDelivery';
  return { withRole: formatArn({ service: 'iam', region: '', account, resource }), isByRight: true, isPlumbing: true } as const;
};

async function toLogGroup({ records, format, known, targetArn }: Sent, ctx: Ctx): Promise<void> {
  const { account, region, resource = '' } = parseArn(targetArn) ?? {};
  const logGroupName = /^log-group:([^:*]+)/.exec(resource)?.[1] ?? '';
  const there = { account, region, ...byRight(ctx) };
  const logStreamName = known?.stream ?? 'logs';
  await ctx.call('logs', 'CreateLogStream', { logGroupName, logStreamName }, there).catch((error: unknown) => {
    if (!(error instanceof Fault) || error.code !== 'ResourceAlreadyExistsException') throw error;
  });
  const events = textsOf(records, format).map((message, at) => ({ timestamp: records[at]![0], message }));
  for (const logEvents of inBatches(events, ({ message }) => Buffer.byteLength(message) + EVENT_BYTES, MAX_LOG_BATCH))
    await ctx.call('logs', 'PutLogEvents', { logGroupName, logStreamName, logEvents }, there);
}

/** One file for what one request caused; the cloud gathers records for minutes. */
async function toBucket({ records, format, known, targetArn, resourceArn, delivery }: Sent, ctx: Ctx): Promise<void> {
  const [bucket = '', ...path] = (parseArn(targetArn)?.resource ?? '').split('/');
  const key = objectKey(
    {
      prefix: path.join('/'),
      suffixPath: delivery.suffixPath ?? '',
      isHiveCompatible: delivery.isHiveCompatible,
      kind: known?.kind ?? 'Logs',
      resource: resourceArn.slice(resourceArn.lastIndexOf('/') + 1),
      atMs: records[0]![0],
      unique: ctx.random(UNIQUE_LENGTH, '0123456789abcdef'),
    },
    ctx,
  );
  const Body = gzipSync(`${headOf(format)}${textsOf(records, format).join('\n')}\n`);
  const object = { Bucket: bucket, Key: key, Body: inPieces(Body), ContentLength: Body.length, ContentType: 'application/x-gzip' };
  await ctx.call('s3', 'PutObject', object, byRight(ctx));
}

async function toDeliveryStream({ records, format, targetArn }: Sent, ctx: Ctx): Promise<void> {
  const { account, region, resource = '' } = parseArn(targetArn) ?? {};
  const DeliveryStreamName = resource.slice(resource.indexOf('/') + 1);
  for (const lines of inBatches(textsOf(records, format), (line) => Buffer.byteLength(line) + 1, MAX_STREAM_BATCH)) {
    const Records = lines.map((line) => ({ Data: Buffer.from(`${line}\n`) }));
    await ctx.call('firehose', 'PutRecordBatch', { DeliveryStreamName, Records }, { account, region, ...byRight(ctx) });
  }
}

export const sender: DeliverySender = { send };
