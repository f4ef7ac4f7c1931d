// Writes segments, and keeps what is kept of them within bounds: the oldest traces leave.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { type KeptTrace, segments, tallies, traces, tracesByStart } from '#services/xray/state';
import type { SentSegment } from './segment-document.ts';

/** Limit: traces of an account in a region; the oldest leave first. */
const MAX_TRACES = 10_000;
/** Limit: characters of all documents of an account in a region; the oldest traces leave first. */
const MAX_CHARACTERS = 64_000_000;
/** Limit: characters of the documents of one trace; later segments are dropped. */
const MAX_TRACE_CHARACTERS = 500 * 1024;
const KEPT_MS = 30 * 86_400_000;

export function keepSegments(tx: Tx, sent: readonly SentSegment[], ctx: Ctx): void {
  for (const segment of sent) keepSegment(tx, segment, ctx);
  dropOldest(tx, ctx);
}

function keepSegment(tx: Tx, { id, traceId, startMs, endMs, document }: SentSegment, ctx: Ctx): void {
  const records = ctx.records(segments);
  const before = records.get([traceId, id]);
  const isComplete = endMs !== undefined;
  // Datagrams overtake each other: the end of a segment may come before its beginning.
  if (before?.isComplete && !isComplete) return;
  const known = ctx.records(traces).get([traceId]);
  const change = document.length - (before?.document.length ?? 0);
  const isTooMuch = (known?.characters ?? 0) + change > MAX_TRACE_CHARACTERS;
  if (!isTooMuch) {
    tx.put(records, [traceId, id], { document, isComplete });
    count(tx, known ? 0 : 1, change, ctx);
  }
  moveTrace(
    tx,
    known,
    {
      id: traceId,
      startMs: Math.floor(Math.min(known?.startMs ?? startMs, startMs)),
      endMs: Math.max(known?.endMs ?? startMs, endMs ?? startMs),
      updatedMs: ctx.now(),
      revision: (known?.revision ?? 0) + 1,
      characters: (known?.characters ?? 0) + (isTooMuch ? 0 : change),
      ...((isTooMuch || known?.isFull) && { isFull: true }),
    },
    ctx,
  );
}

function moveTrace(tx: Tx, before: Frozen<KeptTrace> | undefined, trace: KeptTrace, ctx: Ctx): void {
  tx.put(ctx.records(traces), [trace.id], trace);
  if (before?.startMs === trace.startMs) return;
  if (before) tx.delete(ctx.records(tracesByStart), [before.startMs, before.id]);
  tx.put(ctx.records(tracesByStart), [trace.startMs, trace.id], { here: true });
}

function count(tx: Tx, more: number, characters: number, ctx: Ctx): void {
  const records = ctx.records(tallies);
  const before = records.get(['all']) ?? { traces: 0, characters: 0 };
  tx.put(records, ['all'], { traces: before.traces + more, characters: before.characters + characters });
}

function dropOldest(tx: Tx, ctx: Ctx): void {
  const index = ctx.records(tracesByStart);
  for (;;) {
    const { traces: kept, characters } = ctx.records(tallies).get(['all'])!;
    const [oldest] = index.keys([], { limit: 1 });
    if (!oldest) return;
    // By the emulator's clock: that of a client may be far behind it
    const isOld = (ctx.records(traces).get([oldest[1]])?.updatedMs ?? 0) < ctx.now() - KEPT_MS;
    if (!isOld && kept <= MAX_TRACES && characters <= MAX_CHARACTERS) return;
    removeTrace(tx, oldest, ctx);
  }
}

function removeTrace(tx: Tx, [startMs, id]: readonly [number, string], ctx: Ctx): void {
  const records = ctx.records(segments);
  for (const key of records.keys([id])) tx.delete(records, key);
  count(tx, -1, -(ctx.records(traces).get([id])?.characters ?? 0), ctx);
  tx.delete(ctx.records(traces), [id]);
  tx.delete(ctx.records(tracesByStart), [startMs, id]);
}
