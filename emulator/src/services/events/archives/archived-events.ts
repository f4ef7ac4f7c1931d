// The events of archives: keeps them, counts them, and removes those whose retention has ended.
import type { Ctx } from '#core/ctx';
import type { BlobRef, Frozen, Tx } from '#core/records';
import type { DueWork } from '#core/time/work';
import { whileMore } from '#lib/next-turn';
import { table } from '#lib/table';
import {
  type Archive,
  type ArchivedEvent,
  archiveArrivals,
  archivedEvents,
  archives,
  archiveTallies,
  NO_ARCHIVE_TALLY,
} from '#services/events/state';
import { type ArchiveInput, factsOf } from './archived-event.ts';

const EXPIRE = 'events.expire-archive';
const SWEEP = 'events.sweep-archive';
const DAY_MS = 86_400_000;
const AT_ONCE = 500;
/** Longer events are stored as blobs. */
const MAX_INLINE_CHARACTERS = 65_536;

export const fitsInline = (text: string): boolean => text.length <= MAX_INLINE_CHARACTERS;

/** Adds an event. `blob` holds a text that does not fit inline. An event for an archive that has been deleted meanwhile is dropped. */
export function keepEvent(tx: Tx, { name, id, text }: ArchiveInput, blob: BlobRef | undefined, ctx: Ctx): void {
  const archive = ctx.records(archives).get([name]);
  if (archive?.id !== id) return;
  const facts = factsOf(text);
  const nowMs = ctx.now();
  const tally = ctx.records(archiveTallies).get([id]) ?? NO_ARCHIVE_TALLY;
  const number = tally.lastNumber + 1;
  const eventMs = Math.max(0, Number.isNaN(facts.eventMs) ? nowMs : facts.eventMs);
  if (blob) tx.hold(blob);
  const event: ArchivedEvent = { id: facts.id, text: blob ?? text, sizeBytes: facts.sizeBytes };
  tx.put(ctx.records(archivedEvents), [id, eventMs, number], event);
  tx.put(ctx.records(archiveArrivals), [id, nowMs, number], { eventMs });
  const after = { lastNumber: number, events: tally.events + 1, sizeBytes: tally.sizeBytes + facts.sizeBytes };
  tx.put(ctx.records(archiveTallies), [id], after);
  if (tally.events === 0) expectExpiry(tx, archive, ctx);
}

/** Schedules the removal of the first events that expire, or ends it for an archive that keeps its events. Call it when the retention changes. */
export function expectExpiry(tx: Tx, { ArchiveName, id, RetentionDays }: Frozen<Archive>, ctx: Ctx): void {
  const [oldest] = ctx.records(archiveArrivals).entries([id], { limit: 1 });
  if (RetentionDays && oldest) ctx.later(tx, EXPIRE, [ArchiveName, id], oldest[0][1] + RetentionDays * DAY_MS);
  else ctx.unschedule(tx, EXPIRE, [ArchiveName, id]);
}

/** Removes the events of a deleted archive in the background. */
export const sweepLater = (tx: Tx, { ArchiveName, id }: Frozen<Archive>, ctx: Ctx): void => {
  ctx.unschedule(tx, EXPIRE, [ArchiveName, id]);
  ctx.later(tx, SWEEP, [id], ctx.now());
};

/** Removes up to `AT_ONCE` events that arrived up to this time. False once none is left. */
function removeSome(id: string, untilMs: number, ctx: Ctx): boolean {
  const arrivals = ctx.records(archiveArrivals);
  const due = arrivals.entries([id], { before: [id, untilMs + 1, 0], limit: AT_ONCE });
  ctx.write((tx) => {
    let { lastNumber, events, sizeBytes } = ctx.records(archiveTallies).get([id]) ?? NO_ARCHIVE_TALLY;
    for (const [[, arrivedMs, number], { eventMs }] of due) {
      const event = ctx.records(archivedEvents).get([id, eventMs, number]);
      if (event && typeof event.text !== 'string') tx.release(event.text);
      tx.delete(arrivals, [id, arrivedMs, number]);
      tx.delete(ctx.records(archivedEvents), [id, eventMs, number]);
      events--;
      sizeBytes -= event?.sizeBytes ?? 0;
    }
    tx.put(ctx.records(archiveTallies), [id], { lastNumber, events, sizeBytes });
  });
  return due.length === AT_ONCE;
}

async function expire(name: string, id: string, ctx: Ctx): Promise<void> {
  const current = (): Frozen<Archive> | undefined => {
    const archive = ctx.records(archives).get([name]);
    return archive?.id === id ? archive : undefined;
  };
  await whileMore(() => {
    const days = current()?.RetentionDays;
    return days ? removeSome(id, ctx.now() - days * DAY_MS, ctx) : false;
  });
  const archive = current();
  if (archive) ctx.write((tx) => expectExpiry(tx, archive, ctx));
}

export const work: Readonly<Record<string, DueWork>> = table({
  [EXPIRE]: ([name, id], ctx) => expire(String(name), String(id), ctx),
  [SWEEP]: async ([id], ctx) => {
    await whileMore(() => removeSome(String(id), Number.MAX_SAFE_INTEGER - 1, ctx));
    ctx.write((tx) => tx.delete(ctx.records(archiveTallies), [String(id)]));
  },
});
