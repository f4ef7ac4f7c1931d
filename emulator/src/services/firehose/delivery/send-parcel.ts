// Sends parcels to their destination: each is tried until it has arrived, or is too old.

import { isBlobRef } from '#core/blob-ref';
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { inPieces } from '#lib/byte-pieces';
import { streamWithId } from '#services/firehose/find-stream';
import { type DeliveryStream, type ObjectParcel, parcels } from '#services/firehose/state';
import { bucketName } from '#services/firehose/streams/bucket-settings';
import { writeErrorLog } from './error-log.ts';
import { delayAfter, removeParcel } from './parcels.ts';
import { sendRequest } from './send-request.ts';
import { tellArrival, tellLoss, tellRetry } from './tell-parcel.ts';

/** Limit: time that a delivery is retried: https://docs.aws.amazon.com/firehose/latest/dev/retry.html */
const MAX_AGE_MS = 24 * 3_600_000;

/** Sends a parcel, and records when it is due again if that fails. */
export async function sendParcel(name: string, streamId: string, id: string, work: Ctx): Promise<void> {
  const parcel = work.records(parcels).get([streamId, id]);
  const stream = streamWithId(name, streamId, work);
  if (!parcel || !stream) return;
  const ctx = parcel.trace === undefined ? work : work.inTrace(parcel.trace, 1);
  const body = isBlobRef(parcel.body) ? await ctx.blobs.read(parcel.body) : parcel.body;
  if (parcel.to === 'endpoint') return sendRequest({ stream, id, parcel, body }, ctx);
  try {
    await putObject(parcel, body, ctx);
  } catch (error) {
    if (!(error instanceof Fault) || ctx.signal.aborted) throw error;
    retryObject({ stream, id, parcel, problem: error }, ctx);
    return;
  }
  ctx.write((tx) => removeParcel(tx, streamId, id, ctx));
  tellArrival({ stream, id, parcel, to: bucketName(parcel.bucketArn), key: parcel.key }, ctx);
}

async function putObject(
  { bucketArn, roleArn, key, contentEncoding, kmsKeyArn }: Frozen<ObjectParcel>,
  body: Uint8Array,
  ctx: Ctx,
): Promise<void> {
  const request = {
    Bucket: bucketName(bucketArn),
    Key: key,
    Body: inPieces(body),
    ContentType: 'application/octet-stream',
    ContentEncoding: contentEncoding,
    ...(kmsKeyArn !== undefined && { ServerSideEncryption: 'aws:kms', SSEKMSKeyId: kmsKeyArn }),
  };
  await ctx.call('s3', 'PutObject', request, { withRole: roleArn });
}

interface FailedSending {
  readonly stream: Frozen<DeliveryStream>;
  readonly id: string;
  readonly parcel: Frozen<ObjectParcel>;
  readonly problem: Fault;
}

function retryObject({ stream, id, parcel, problem }: FailedSending, ctx: Ctx): void {
  if (!ctx.records(parcels).has([stream.id, id])) return;
  const attempts = parcel.attempts + 1;
  const attempted = { stream, id, parcel, to: bucketName(parcel.bucketArn), key: parcel.key };
  const failure = { reason: `${problem.code}: ${problem.message}`, remedy: problem.options.remedy };
  writeErrorLog(stream, { destination: parcel.bucketArn, code: `S3.${problem.code}`, message: problem.message }, ctx);
  const isOver = ctx.now() - parcel.createdMs >= MAX_AGE_MS;
  const inMs = delayAfter(attempts);
  ctx.write((tx) => {
    if (isOver) return removeParcel(tx, stream.id, id, ctx);
    tx.put(ctx.records(parcels), [stream.id, id], { ...parcel, attempts });
    ctx.later(tx, 'firehose.send', [stream.name, stream.id, id], ctx.now() + inMs);
  });
  if (isOver) tellLoss(attempted, failure, ctx);
  else tellRetry(attempted, failure, inMs / 1000, ctx);
}
