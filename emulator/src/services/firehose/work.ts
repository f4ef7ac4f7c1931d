// Due work of delivery streams: delivers batches, sends parcels, removes what deleted streams leave.
import type { DueWork } from '#core/time/work';
import { table } from '#lib/table';
import { flushBatch } from './delivery/flush.ts';
import { sendParcel } from './delivery/send-parcel.ts';
import { sweep } from './delivery/sweep.ts';
import { readSource } from './source/read-source.ts';

export const work: Readonly<Record<string, DueWork>> = table({
  'firehose.flush': ([name, id, batch], ctx) => flushBatch(String(name), String(id), Number(batch), ctx),
  'firehose.send': ([name, id, parcel], ctx) => sendParcel(String(name), String(id), String(parcel), ctx),
  'firehose.sweep': ([id], ctx) => sweep(String(id), ctx),
  'firehose.read': ([reader], ctx) => readSource(String(reader), ctx),
});
