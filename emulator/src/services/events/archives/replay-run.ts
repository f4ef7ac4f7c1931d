// Runs replays: sends the archived events to their bus in the order of their times, some in each write, which also records how far it came.
// STARTING → RUNNING → COMPLETED; CANCELLING → CANCELLED; FAILED where the archive is gone.
import type { Ctx } from '#core/ctx';
import type { DeliveryRequest } from '#core/delivery/delivery';
import type { Frozen, Tx } from '#core/records';
import type { DueWork } from '#core/time/work';
import { inTraceOf } from '#core/traces/in-trace-of';
import { noteJob } from '#core/traces/job';
import { nextTurn } from '#lib/next-turn';
import { table } from '#lib/table';
import { busNamed, busPlace } from '#services/events/find-bus';
import { busLogOf } from '#services/events/logging/bus-log';
import { logNoMatch, logReceipt } from '#services/events/logging/event-steps';
import { matchersOf } from '#services/events/matching/matchers';
import { addDeliveries, isTaken, noteEvent, rulesFor } from '#services/events/matching/routes';
import { type ArchivedEvent, archivedEvents, archives, type Replay, type ReplayState, replays } from '#services/events/state';
import { withReplayName } from './archived-event.ts';

const RUN = 'events.replay';
const FORGET = 'events.forget-replay';
/** A replay stays in STARTING for this long. In the cloud it takes minutes; here there is time to cancel it, also on a clock that stands still. */
const START_AFTER_MS = 1000;
const AT_ONCE = 100;
/** Replays are listed for 90 days; their names are taken as long (localstack/localstack pull request 10890). */
const REMEMBERED_MS = 90 * 86_400_000;

export const startLater = (tx: Tx, name: string, ctx: Ctx): void => ctx.later(tx, RUN, [name], ctx.now() + START_AFTER_MS);

type Entry = readonly [key: [archiveId: string, eventMs: number, number: number], event: Frozen<ArchivedEvent>];

async function run(name: string, due: Ctx): Promise<void> {
  const ctx = inTraceOf(due.records(replays).get([name]) ?? {}, due);
  const startedMs = performance.now();
  for (;;) {
    const replay = ctx.records(replays).get([name]);
    if (!replay) return;
    const entries = nextOf(replay, ctx);
    const texts = await Promise.all(entries.map(([, { text }]) => textOf(text, ctx)));
    if (!ctx.write((tx) => step(tx, name, entries, texts, ctx))) return noteEnd(name, startedMs, ctx);
    await nextTurn();
  }
}

/** A replay that somebody cancelled has neither failed nor succeeded. */
function noteEnd(name: string, startedMs: number, ctx: Ctx): void {
  const { state, stateReason, archive, archiveArn } = ctx.records(replays).get([name]) ?? {};
  if (archiveArn === undefined || state === 'CANCELLED') return;
  noteJob({ resource: archiveArn, name: `replay ${name} of archive ${archive}`, startedMs }, stateReason, ctx);
}

/** Times of events are whole seconds, so the second in which the range begins belongs to it. */
function nextOf({ archiveId, startMs, endMs, position }: Frozen<Replay>, ctx: Ctx): Entry[] {
  const firstMs = Math.max(0, Math.floor(startMs / 1000) * 1000);
  return ctx.records(archivedEvents).entries([archiveId], {
    after: position ? [archiveId, position.eventMs, position.number] : [archiveId, firstMs, 0],
    before: [archiveId, Math.max(0, Math.floor(endMs)) + 1, 0],
    limit: AT_ONCE,
  });
}

const textOf = async (text: ArchivedEvent['text'], ctx: Ctx): Promise<string> =>
  typeof text === 'string' ? text : Buffer.from(await ctx.blobs.read(text)).toString();

/** Sends the next events, or ends the replay. The answer says whether there may be more. */
function step(tx: Tx, name: string, entries: readonly Entry[], texts: readonly string[], ctx: Ctx): boolean {
  const replay = ctx.records(replays).get([name]);
  if (!replay) return false;
  if (replay.state === 'CANCELLING') return end(tx, replay, 'CANCELLED', undefined, ctx);
  if (replay.state !== 'STARTING' && replay.state !== 'RUNNING') return false;
  if (ctx.records(archives).get([replay.archive])?.id !== replay.archiveId)
    return end(tx, replay, 'FAILED', `Archive ${replay.archive} does not exist.`, ctx);
  const last = entries.at(-1);
  if (!last) return end(tx, replay, 'COMPLETED', undefined, ctx);
  const deliveries = deliveriesOf(replay, entries, texts, ctx);
  if (deliveries.length > 0) ctx.deliver(tx, deliveries);
  const [, eventMs, number] = last[0];
  const after: Frozen<Replay> = { ...replay, state: 'RUNNING', position: { eventMs, number }, lastReplayedMs: eventMs };
  tx.put(ctx.records(replays), [name], after);
  return true;
}

function deliveriesOf(
  { name, destination }: Frozen<Replay>,
  entries: readonly Entry[],
  texts: readonly string[],
  ctx: Ctx,
): DeliveryRequest[] {
  const { bus } = busPlace(destination.Arn, ctx);
  const known = matchersOf(ctx).of(bus, ctx);
  const only = destination.FilterArns && destination.FilterArns.length > 0 ? new Set(destination.FilterArns) : undefined;
  const deliveries: DeliveryRequest[] = [];
  const log = busLogOf(busNamed(bus, ctx), ctx);
  for (const [i, [, { id }]] of entries.entries()) {
    const event = { id, text: withReplayName(texts[i]!, name), receivedMs: ctx.now(), hops: 0 };
    const matched = rulesFor(known, event, ctx);
    const found = only ? matched.filter(({ arn }) => only.has(arn)) : matched;
    noteEvent(known, event, found, ctx);
    if (log) logReceipt(log, event, true, ctx);
    if (log && !isTaken(found)) logNoMatch(log, event, ctx);
    addDeliveries(deliveries, found, event, ctx, { log });
  }
  if (log) deliveries.push(...log.requests());
  return deliveries;
}

function end(tx: Tx, replay: Frozen<Replay>, state: ReplayState, stateReason: string | undefined, ctx: Ctx): false {
  tx.put(ctx.records(replays), [replay.name], { ...replay, state, stateReason, endedMs: ctx.now() });
  ctx.later(tx, FORGET, [replay.name], ctx.now() + REMEMBERED_MS);
  return false;
}

export const work: Readonly<Record<string, DueWork>> = table({
  [RUN]: ([name], ctx) => run(String(name), ctx),
  [FORGET]: ([name], ctx) => ctx.write((tx) => tx.delete(ctx.records(replays), [String(name)])),
});
