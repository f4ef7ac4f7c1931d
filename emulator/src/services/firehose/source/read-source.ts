// Delivery streams as readers of data streams: what arrives there goes into the buffer, in the write that notes how far reading has come.
import type { Ctx } from '#core/ctx';
import type { LogRecord } from '#core/log-records';
import type { LogSource } from '#core/log-source';
import type { Frozen, Tx } from '#core/records';
import { beginReading, forgetLanes } from '#polling/log/lanes';
import type { LogBatch, LogConsumer, LogReader } from '#polling/log/log-consumer';
import { logPollersOf } from '#polling/log/log-poller';
import { pollLog } from '#polling/log/poll-log';
import { pollerKey } from '#polling/pollers';
import { sourceContext } from '#polling/source-context';
import { streamWithId } from '#services/firehose/find-stream';
import { FIREHOSE_SOURCE_REFUSED } from '#services/firehose/messages';
import { bufferRecords } from '#services/firehose/records/buffer';
import { type BufferedRecord, type DeliveryStream, positions } from '#services/firehose/state';

export const READ = 'firehose.read';
const MAX_BATCH = 500;

interface SourceReader extends LogReader {
  readonly stream: Frozen<DeliveryStream>;
}

/** The id of a stream as a reader of its source: a stream that is made again under the same name is another reader. */
const readerId = ({ name, id }: Pick<Frozen<DeliveryStream>, 'name' | 'id'>): string => `${name}/${id}`;

function streamOf(readerId: string, ctx: Ctx): Frozen<DeliveryStream> | undefined {
  const [name = '', id = ''] = readerId.split('/');
  return streamWithId(name, id, ctx);
}

const CONSUMER: LogConsumer<SourceReader> = {
  work: READ,
  sourceArn: (id, ctx) => streamOf(id, ctx)?.source?.arn,
  reader: (id, _poller, ctx) => {
    const stream = streamOf(id, ctx);
    if (!stream?.source) return undefined;
    return {
      stream,
      sourceArn: stream.source.arn,
      reading: { roleArn: stream.source.roleArn },
      batchSize: MAX_BATCH,
      windowS: 0,
      filters: [],
      lanes: 1,
      maxRetries: Number.POSITIVE_INFINITY,
      maxAgeMs: Number.POSITIVE_INFINITY,
      bisects: false,
      tumblingS: 0,
    };
  },
  process: (reader, batch, ctx) => {
    takeRecords(reader.stream, batch, ctx);
    return Promise.resolve({});
  },
  hindered: ({ stream: { name, source } }, problem, ctx) => {
    const sourceArn = source?.arn ?? '';
    ctx.report(
      FIREHOSE_SOURCE_REFUSED,
      { name, source: sourceArn, problem },
      { what: 'problem', resource: sourceArn, attempts: [`firehose/${name}`] },
    );
  },
  retried: () => undefined,
  lost: () => undefined,
};

export const readSource = (id: string, ctx: Ctx): Promise<void> => pollLog(CONSUMER, id, ctx);

/** A batch that is read again after a crash has been taken already, as the position says that is part of the same write. */
function takeRecords({ name, id }: Frozen<DeliveryStream>, { shard, records }: LogBatch, ctx: Ctx): void {
  const stream = streamWithId(name, id, ctx);
  if (!stream) return;
  const from = ctx.records(positions).get([id, shard])?.next ?? 0;
  const fresh = records.filter(({ number }) => number >= from);
  const last = fresh.at(-1);
  if (!last) return;
  ctx.write((tx) => {
    bufferRecords(
      tx,
      stream,
      fresh.map((record) => bufferedRecord(record, shard)),
      ctx,
    );
    tx.put(ctx.records(positions), [id, shard], { next: last.number + 1 });
  });
}

/** The record of a data stream in the event that functions receive. */
interface StreamEvent {
  readonly kinesis: { readonly data: string; readonly partitionKey: string; readonly sequenceNumber: string };
}

function bufferedRecord({ text, arrivedMs, trace }: LogRecord, shard: string): BufferedRecord {
  const { data, partitionKey, sequenceNumber } = (JSON.parse(text) as StreamEvent).kinesis;
  return { data: Buffer.from(data, 'base64'), arrivedMs, trace, origin: { shard, partitionKey, sequenceNumber } };
}

/** Reading begins with the records that arrive from now on. */
export function beginSource(tx: Tx, stream: DeliveryStream, log: LogSource, ctx: Ctx): void {
  const { arn } = stream.source!;
  const id = readerId(stream);
  const there = sourceContext(arn, ctx);
  const signal = log.facts(arn, there)?.signal;
  if (signal === undefined) return;
  beginReading(tx, { work: READ, id, source: log, arn, count: 1 }, { from: 'LATEST' }, ctx);
  ctx.watch(tx, READ, [id], signal, there);
}

export function endSource(tx: Tx, stream: Frozen<DeliveryStream>, ctx: Ctx): void {
  const id = readerId(stream);
  ctx.unwatch(tx, READ, [id]);
  ctx.unschedule(tx, READ, [id]);
  forgetLanes(tx, READ, id, ctx);
  tx.after(() => logPollersOf(READ, ctx).forget(pollerKey(id, ctx)));
}
