// PutLogEvents: adds a batch of events to a stream.
import type { Ctx } from '#core/ctx';
import type { BlobRef, Frozen, Tx } from '#core/records';
import { type InputLogEvent, operation } from '#model/logs';
import { eventNumber, wholeMs } from '#services/logs/event-position';
import { expectExpiry, expiredBeforeMs } from '#services/logs/groups/expiry';
import { findGroup, findStream, invalid } from '#services/logs/groups/find-group';
import { eventMetrics } from '#services/logs/metrics/event-metrics';
import { type ProtectedEvent, protectEvents } from '#services/logs/protection/protect-events';
import {
  batches,
  events,
  type GroupTally,
  type LogEvent,
  type LogGroup,
  type LogStream,
  NO_TALLY,
  streamEvents,
  streams,
  streamsByTime,
  tallies,
} from '#services/logs/state';
import { deliverToSubscribers, matchSubscribers } from '#services/logs/subscriptions/deliver';
import { transformEvents } from '#services/logs/transformers/transform-events';
import { batchFlaw, sift, sizeOf, spansTooLong } from './batch-rules.ts';

/** Longer messages are stored as blobs. */
const MAX_INLINE_CHARACTERS = 65_536;
/** The number of batches per group that a live tail may lag behind. */
const BATCHES_KEPT = 1000;

export const PutLogEvents = operation('PutLogEvents', async ({ logGroupName, logStreamName, logEvents: given }, ctx) => {
  const logEvents = given.map(({ timestamp, message }) => ({ timestamp: wholeMs(timestamp), message }));
  findStream(findGroup(logGroupName, ctx), logStreamName, ctx);
  const flaw = batchFlaw(logEvents);
  if (flaw) throw invalid(flaw);
  const long = logEvents.some(({ message }) => message.length > MAX_INLINE_CHARACTERS) ? await putLong(logEvents, ctx) : undefined;
  const shown = await transformEvents(logGroupName, logStreamName, await protectEvents(logGroupName, logEvents, ctx), ctx);
  const matches = await matchSubscribers(logGroupName, shown, ctx);
  const group = findGroup(logGroupName, ctx);
  const stream = findStream(group, logStreamName, ctx);
  const nowMs = ctx.now();
  const { taken, rejected } = sift(shown, nowMs, expiredBeforeMs(group, nowMs));
  if (spansTooLong(taken)) throw invalid('The batch of log events in a single PutLogEvents request cannot span more than 24 hours.');
  if (taken.length > 0) ctx.write((tx) => append(tx, { group, stream, taken, long, matches }, ctx));
  return {
    nextSequenceToken: eventNumber(nowMs, (ctx.records(tallies).get([group.id]) ?? NO_TALLY).batches),
    rejectedLogEventsInfo: rejected,
  };
});

async function putLong(logEvents: readonly InputLogEvent[], ctx: Ctx): Promise<Map<string, BlobRef>> {
  const refs = new Map<string, BlobRef>();
  for (const { message } of logEvents) {
    if (message.length > MAX_INLINE_CHARACTERS && !refs.has(message)) refs.set(message, await ctx.blobs.put(Buffer.from(message)));
  }
  return refs;
}

interface Addition {
  readonly group: Frozen<LogGroup>;
  readonly stream: Frozen<LogStream>;
  readonly taken: readonly ProtectedEvent[];
  readonly long: ReadonlyMap<string, BlobRef> | undefined;
  readonly matches: Awaited<ReturnType<typeof matchSubscribers>>;
}

function append(tx: Tx, { group, stream, taken, long, matches }: Addition, ctx: Ctx): void {
  const tally = ctx.records(tallies).get([group.id]) ?? NO_TALLY;
  const [eventRecords, indexRecords] = [ctx.records(events), ctx.records(streamEvents)];
  const ingestedMs = ctx.now();
  let [number, bytes] = [tally.events, 0];
  for (const { timestamp, message: shown, raw: message = shown, masks, transformed } of taken) {
    number++;
    const ref = long?.get(message);
    if (ref) tx.hold(ref);
    const sizeBytes = sizeOf(message);
    bytes += sizeBytes;
    const event: LogEvent = {
      stream: stream.name,
      streamId: stream.id,
      message: ref ?? message,
      sizeBytes,
      ingestedMs,
      ...(masks && { masks }),
      ...(transformed !== undefined && { transformed }),
    };
    tx.put(eventRecords, [group.id, timestamp, number], event);
    tx.put(indexRecords, [stream.id, timestamp, number], { here: true });
  }
  const [firstMs, lastMs] = [(taken[0] as InputLogEvent).timestamp, (taken.at(-1) as InputLogEvent).timestamp];
  const after: GroupTally = { ...tally, events: number, batches: tally.batches + 1, storedBytes: tally.storedBytes + bytes };
  tx.put(ctx.records(tallies), [group.id], after);
  tx.put(ctx.records(batches), [group.id, after.batches], {
    stream: stream.name,
    streamId: stream.id,
    firstEventMs: firstMs,
    lastEventMs: lastMs,
    firstNumber: tally.events + 1,
    lastNumber: number,
  });
  if (after.batches > BATCHES_KEPT) tx.delete(ctx.records(batches), [group.id, after.batches - BATCHES_KEPT]);
  moveStream(
    tx,
    group,
    {
      ...stream,
      firstEventMs: Math.min(stream.firstEventMs ?? firstMs, firstMs),
      lastEventMs: Math.max(stream.lastEventMs ?? lastMs, lastMs),
      lastIngestionMs: ingestedMs,
      storedBytes: stream.storedBytes + bytes,
    },
    ctx,
  );
  if (group.retentionDays !== undefined && (tally.expiryMs === 0 || firstMs < (stream.firstEventMs ?? Number.POSITIVE_INFINITY)))
    expectExpiry(tx, group, ctx);
  const data = eventMetrics(group.name, taken, bytes, ctx);
  if (data.length > 0) ctx.metrics.write(data, tx);
  if (matches) deliverToSubscribers(tx, { group, stream: stream.name, taken, firstNumber: tally.events + 1 }, matches, ctx);
  tx.after(() => ctx.wake('logs.events'));
}

function moveStream(tx: Tx, group: Frozen<LogGroup>, stream: LogStream, ctx: Ctx): void {
  const before = ctx.records(streams).get([group.id, stream.name])?.lastEventMs ?? 0;
  const lastMs = stream.lastEventMs ?? 0;
  tx.put(ctx.records(streams), [group.id, stream.name], stream);
  if (before === lastMs) return;
  tx.delete(ctx.records(streamsByTime), [group.id, before, stream.name]);
  tx.put(ctx.records(streamsByTime), [group.id, lastMs, stream.name], { streamId: stream.id });
}
