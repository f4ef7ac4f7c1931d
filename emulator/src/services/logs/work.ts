// Due work of CloudWatch Logs: removes expired events, and those of deleted groups and streams.
import type { Ctx } from '#core/ctx';
import type { DueWork } from '#core/time/work';
import { whileMore } from '#lib/next-turn';
import { table } from '#lib/table';
import { expireSome } from './events/expire-some.ts';
import { dropEvents } from './events/remove-events.ts';
import { batches, events, streamEvents, streams, streamsByTime, tallies } from './state.ts';

const AT_ONCE = 500;

function sweepGroupEvents(groupId: string, ctx: Ctx): boolean {
  const entries = ctx.records(events).entries([groupId], { limit: AT_ONCE });
  ctx.write((tx) => dropEvents(tx, entries, ctx));
  return entries.length === AT_ONCE;
}

function sweepGroup(groupId: string, ctx: Ctx): boolean {
  const [named, timed, recent] = [ctx.records(streams), ctx.records(streamsByTime), ctx.records(batches)];
  const limit = AT_ONCE;
  return ctx.write((tx) => {
    const left = [
      ...named.entries([groupId], { limit }).map(([key]) => tx.delete(named, key)),
      ...timed.entries([groupId], { limit }).map(([key]) => tx.delete(timed, key)),
      ...recent.entries([groupId], { limit }).map(([key]) => tx.delete(recent, key)),
    ];
    tx.delete(ctx.records(tallies), [groupId]);
    return left.length > 0;
  });
}

function sweepStream(groupId: string, streamId: string, ctx: Ctx): boolean {
  const keys = ctx.records(streamEvents).entries([streamId], { limit: AT_ONCE });
  ctx.write((tx) => {
    for (const [[, timestampMs, number]] of keys) {
      const event = ctx.records(events).get([groupId, timestampMs, number]);
      if (event) dropEvents(tx, [[[groupId, timestampMs, number], event]], ctx);
      else tx.delete(ctx.records(streamEvents), [streamId, timestampMs, number]);
    }
  });
  return keys.length === AT_ONCE;
}

export const work: Readonly<Record<string, DueWork>> = table({
  'logs.expire': ([name, groupId], ctx) => whileMore(() => expireSome(String(name), String(groupId), ctx)),
  'logs.sweep-group': async ([groupId], ctx) => {
    await whileMore(() => sweepGroupEvents(String(groupId), ctx));
    await whileMore(() => sweepGroup(String(groupId), ctx));
  },
  'logs.sweep-stream': ([groupId, streamId], ctx) => whileMore(() => sweepStream(String(groupId), String(streamId), ctx)),
});
