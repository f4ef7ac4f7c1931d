// The buffer of a stream: the batch that takes records. It is closed, and delivered, once it is full or its oldest record has waited long enough.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { type BufferedRecord, buffered, buffers, type DeliveryStream } from '#services/firehose/state';

const MB = 1024 * 1024;
/** By default records wait this long at most, whatever the hints say. */
const MAX_QUICK_MS = 1000;

interface Limits {
  readonly maxBytes: number;
  readonly maxWaitMs: number;
}

function limitsOf({ destination }: Frozen<DeliveryStream>, ctx: Ctx): Limits {
  const { SizeInMBs, IntervalInSeconds } = destination.settings.BufferingHints;
  const hintMs = IntervalInSeconds * 1000;
  return { maxBytes: SizeInMBs * MB, maxWaitMs: ctx.options.FIREHOSE_BUFFERING === 'cloud' ? hintMs : Math.min(hintMs, MAX_QUICK_MS) };
}

/** Adds records, and records when their batch is due. A batch takes no more records than it may hold, but at least one. */
export function bufferRecords(tx: Tx, stream: Frozen<DeliveryStream>, records: readonly BufferedRecord[], ctx: Ctx): void {
  const { maxBytes, maxWaitMs } = limitsOf(stream, ctx);
  const nowMs = ctx.now();
  const meter = ctx.metrics.meter('AWS/Firehose', 'DeliveryStreamName', stream.name);
  meter.add('IncomingRecords', records.length);
  let { batch, count, bytes } = ctx.records(buffers).get([stream.id])!;
  for (const record of records) {
    if (count > 0 && bytes + record.data.length > maxBytes) {
      ctx.later(tx, 'firehose.flush', [stream.name, stream.id, batch], nowMs);
      batch++;
      count = 0;
      bytes = 0;
    }
    if (count === 0) ctx.later(tx, 'firehose.flush', [stream.name, stream.id, batch], nowMs + maxWaitMs);
    tx.put(ctx.records(buffered), [stream.id, batch, count], record);
    count++;
    bytes += record.data.length;
    meter.add('IncomingBytes', record.data.length, 'Bytes');
  }
  tx.put(ctx.records(buffers), [stream.id], { batch, count, bytes });
  if (bytes >= maxBytes) ctx.later(tx, 'firehose.flush', [stream.name, stream.id, batch], nowMs);
}

/** Closes the batch if it still takes records: later records begin the next one. */
export function closeBatch(streamId: string, batch: number, ctx: Ctx): void {
  const current = ctx.records(buffers).get([streamId]);
  if (current?.batch === batch) ctx.write((tx) => tx.put(ctx.records(buffers), [streamId], { batch: batch + 1, count: 0, bytes: 0 }));
}
