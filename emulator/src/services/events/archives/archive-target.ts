// Archives as targets of their managed rules: an event is kept in the write that publishes it.
import type { Target } from '#core/delivery/target';
import { invalid } from '#services/events/faults';
import { type ArchiveInput, readArchiveInput } from './archived-event.ts';
import { fitsInline, keepEvent } from './archived-events.ts';

export const target: Target = {
  acceptInWrite: (deliveries, tx, ctx) => {
    // A long event becomes a blob, which has to be awaited: the outbox sends it.
    if (!deliveries.every(({ payload }) => fitsInline(payload))) return false;
    for (const { payload } of deliveries) keepEvent(tx, read(payload), undefined, ctx);
    return true;
  },
  send: async ({ payload }, ctx) => {
    const input = read(payload);
    const blob = fitsInline(input.text) ? undefined : await ctx.blobs.put(Buffer.from(input.text));
    ctx.write((tx) => keepEvent(tx, input, blob, ctx));
  },
};

function read(payload: string): ArchiveInput {
  const input = readArchiveInput(payload);
  if (!input) throw invalid('Archives take events of their own rules only.');
  return input;
}
