// Removes events from their group and stream, and updates the counters.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { events, type LogEvent, type LogGroup, NO_TALLY, streamEvents, streams, tallies } from '#services/logs/state';

type Entry = [key: [groupId: string, timestampMs: number, number: number], event: Frozen<LogEvent>];

export function dropEvents(tx: Tx, entries: readonly Entry[], ctx: Ctx): void {
  for (const [key, event] of entries) {
    const [, timestampMs, number] = key;
    tx.delete(ctx.records(events), key);
    tx.delete(ctx.records(streamEvents), [event.streamId, timestampMs, number]);
    if (typeof event.message !== 'string') tx.release(event.message);
  }
}

/** Removes events of a group that continues to exist: updates the counters of the group and its streams. */
export function removeEvents(tx: Tx, group: Frozen<LogGroup>, entries: readonly Entry[], ctx: Ctx): void {
  dropEvents(tx, entries, ctx);
  const lost = new Map<string, number>();
  for (const [, { stream, streamId, sizeBytes }] of entries) {
    if (ctx.records(streams).get([group.id, stream])?.id === streamId) lost.set(stream, (lost.get(stream) ?? 0) + sizeBytes);
  }
  for (const [name, bytes] of lost) {
    const stream = ctx.records(streams).get([group.id, name]);
    if (!stream) continue;
    const [first] = ctx.records(streamEvents).entries([stream.id], { limit: 1 });
    tx.put(ctx.records(streams), [group.id, name], { ...stream, firstEventMs: first?.[0][1], storedBytes: stream.storedBytes - bytes });
  }
  const tally = ctx.records(tallies).get([group.id]) ?? NO_TALLY;
  const bytes = [...lost.values()].reduce((sum, one) => sum + one, 0);
  tx.put(ctx.records(tallies), [group.id], { ...tally, storedBytes: tally.storedBytes - bytes });
}
