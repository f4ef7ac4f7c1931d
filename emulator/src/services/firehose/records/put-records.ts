// PutRecord, PutRecordBatch.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault, operation } from '#model/firehose';
import { invalid } from '#services/firehose/faults';
import { findStream } from '#services/firehose/find-stream';
import type { DeliveryStream } from '#services/firehose/state';
import { readProcessors } from '#services/firehose/transform/processors';
import { bufferRecords } from './buffer.ts';

/** Limit: bytes of all records of a PutRecordBatch. */
const MAX_BATCH_BYTES = 4 * 1024 * 1024;
const ID_LENGTH = 224;
const ID_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

const recordId = (ctx: Ctx): string => ctx.random(ID_LENGTH, ID_ALPHABET);

/** A stream that records may be put into. @throws InvalidArgument, InvalidSource, ResourceNotFound */
function directStream(name: string, ctx: Ctx): Frozen<DeliveryStream> {
  const stream = findStream(name, ctx);
  if (stream.source) throw invalid('This operation is not permitted on KinesisStreamAsSource delivery stream type.');
  const { decompresses } = readProcessors(stream.destination.settings.ProcessingConfiguration);
  if (decompresses && !isFromLogs(ctx))
    throw fault(
      'InvalidSourceException',
      `Put to Firehose failed for AccountId: ${ctx.account}, FirehoseName: ${name} because the request is not originating from CloudWatch.`,
      { code: 'InvalidSourceException' },
    );
  return stream;
}

/** Calls of other services here have no request of a client behind them. */
const isFromLogs = ({ http }: Ctx): boolean => http === undefined;

export const PutRecord = operation('PutRecord', ({ DeliveryStreamName, Record: { Data } }, ctx) => {
  const stream = directStream(DeliveryStreamName, ctx);
  ctx.write((tx) => bufferRecords(tx, stream, [{ data: Data, arrivedMs: ctx.now(), trace: ctx.trace.id }], ctx));
  return { RecordId: recordId(ctx), Encrypted: stream.encryption !== undefined };
});

export const PutRecordBatch = operation('PutRecordBatch', ({ DeliveryStreamName, Records }, ctx) => {
  const stream = directStream(DeliveryStreamName, ctx);
  const bytes = Records.reduce((sum, { Data }) => sum + Data.length, 0);
  if (bytes > MAX_BATCH_BYTES) throw invalid('Records size exceeds 4 MB limit');
  const arrivedMs = ctx.now();
  const trace = ctx.trace.id;
  ctx.write((tx) =>
    bufferRecords(
      tx,
      stream,
      Records.map(({ Data }) => ({ data: Data, arrivedMs, trace })),
      ctx,
    ),
  );
  return {
    FailedPutCount: 0,
    Encrypted: stream.encryption !== undefined,
    RequestResponses: Records.map(() => ({ RecordId: recordId(ctx) })),
  };
});
