// PutEvents: each entry is checked, matched and sent on by itself; all deliveries of a request are written at once.
import type { Ctx } from '#core/call';
import type { DeliveryRequest } from '#core/outbox';
import type { Frozen } from '#core/records';
import { MalformedEvent } from '#lib/pattern/malformed-event';
import { operation, type PutEventsRequestEntry, type PutEventsResultEntry } from '#model/events';
import { type BusPlace, isHere } from './arns.ts';
import { refusalOf } from './bus-access.ts';
import { type BusEvent, deliveriesOf } from './delivery-plan.ts';
import { ENVELOPE_MEMBERS, envelope } from './envelope.ts';
import { invalid } from './faults.ts';
import { busNamed, busPlace } from './find-bus.ts';
import { isoSeconds } from './input/target-input.ts';
import { type BusRules, matchersOf } from './matchers.ts';
import { type Routed, routesOf } from './routes.ts';
import type { Bus } from './state.ts';

/** All entries of a request together. https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-quota.html */
const MOST_BYTES = 1_048_576;
const TIME_BYTES = 14;

/** What became of an entry: its answer, and where it goes. */
interface Outcome {
  readonly answer: PutEventsResultEntry;
  readonly routed?: Routed;
}

export const PutEvents = operation('PutEvents', (input, ctx) => {
  if (input.EndpointId !== undefined)
    throw invalid('Parameter EndpointId is not valid. Reason: Global endpoints are not emulated; send to the event bus of a region.');
  if (sizeOf(input.Entries) >= MOST_BYTES) throw invalid('Total size of the entries in the request is over the limit.');
  const nowMs = ctx.now();
  const now = isoSeconds(nowMs);
  const doors = new Map<string | undefined, Door>();
  const doorAt = (busName: string | undefined): Door => {
    let door = doors.get(busName);
    if (!door) doors.set(busName, (door = doorOf(ctx, busName)));
    return door;
  };
  const outcomes = input.Entries.map((entry) => outcomeOf(ctx, entry, nowMs, now, doorAt));
  if (outcomes.some(({ routed }) => routed !== undefined && routed.rules.length > 0))
    ctx.write((tx) => {
      for (const [there, deliveries] of deliveriesByPlace(outcomes)) there.deliver(tx, ...deliveries);
    });
  const Entries = outcomes.map(({ answer }) => answer);
  return { FailedEntryCount: Entries.filter(({ ErrorCode }) => ErrorCode !== undefined).length, Entries };
});

/** All at once for each place of a bus, so that they go to their targets together. */
function deliveriesByPlace(outcomes: readonly Outcome[]): Map<Ctx, DeliveryRequest[]> {
  const byPlace = new Map<Ctx, DeliveryRequest[]>();
  for (const { routed } of outcomes) {
    if (!routed) continue;
    let deliveries = byPlace.get(routed.ctx);
    if (!deliveries) byPlace.set(routed.ctx, (deliveries = []));
    for (const { plans } of routed.rules) deliveries.push(...deliveriesOf(plans, routed.event));
  }
  return byPlace;
}

/** As the service counts it. Texts that are short anyhow are not measured. */
function sizeOf(entries: readonly PutEventsRequestEntry[]): number {
  let units = 0;
  for (const { Source = '', DetailType = '', Detail = '', Resources = [] } of entries) {
    units += TIME_BYTES + Source.length + DetailType.length + Detail.length;
    for (const resource of Resources) units += resource.length;
  }
  if (units * 3 < MOST_BYTES) return units;
  let bytes = 0;
  for (const { Time, Source = '', DetailType = '', Detail = '', Resources = [] } of entries)
    for (const text of [Source, DetailType, Detail, ...Resources, Time ? 'x'.repeat(TIME_BYTES) : '']) bytes += Buffer.byteLength(text);
  return bytes;
}

const failed = (ErrorCode: string, ErrorMessage: string): Outcome => ({ answer: { ErrorCode, ErrorMessage } });

function outcomeOf(
  ctx: Ctx,
  entry: PutEventsRequestEntry,
  nowMs: number,
  now: string,
  doorAt: (busName: string | undefined) => Door,
): Outcome {
  const { Source: source, DetailType: detailType, Detail: detail } = entry;
  if (!source) return missing('Source');
  if (!detailType) return missing('DetailType');
  if (!detail) return missing('Detail');
  // Events of the cloud's own services come from these alone.
  if (source.startsWith('aws.') && ctx.principal.kind !== 'service')
    return failed('NotAuthorizedForSourceException', 'Not authorized for the source.');
  if (!OPENS_OBJECT.test(detail)) return MALFORMED;
  const door = doorAt(entry.EventBusName);
  // Otherwise the rules' matcher reads all of it anyhow.
  if ((door.refusal || !door.rules) && !isObject(detail)) return MALFORMED;
  const id = ctx.id();
  const time = entry.Time ? isoSeconds(entry.Time.getTime()) : now;
  const { account, region } = ctx;
  const text = envelope({ id, detailType, source, account, time, region, resources: entry.Resources ?? [], detail });
  return send(door, { id, text, receivedMs: nowMs, traceHeader: entry.TraceHeader, hops: 0 });
}

const OPENS_OBJECT = /^[\t\n\r ]*\{/;
const MALFORMED = failed('MalformedDetail', 'Detail is malformed.');

const missing = (name: string): Outcome =>
  failed('InvalidArgument', `Parameter ${name} is not valid. Reason: ${name} is a required argument.`);

function isObject(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** A bus as the entries of one request meet it. */
interface Door {
  readonly place: BusPlace;
  readonly ctx: Ctx;
  /** Absent where there is no such bus. */
  readonly rules: BusRules | undefined;
  readonly refusal: Outcome | undefined;
}

function doorOf(ctx: Ctx, busName: string | undefined): Door {
  const place = busPlace(ctx, busName);
  const there = isHere(place, ctx) ? ctx : ctx.in(place);
  const bus = busNamed(there, place.bus);
  const rules = bus && matchersOf(there).of(there, bus.name);
  return { place, ctx: there, rules, refusal: refusalAt(ctx, place, there, bus) };
}

function refusalAt(ctx: Ctx, place: BusPlace, there: Ctx, bus: Frozen<Bus> | undefined): Outcome | undefined {
  if (place.region !== ctx.region)
    return failed('InvalidArgument', `Parameter EventBusName is not valid. Reason: The event bus is not in the region ${ctx.region}.`);
  const sentence = bus && refusalOf(there, bus, ctx.account);
  return sentence === undefined ? undefined : failed('AccessDeniedException', sentence);
}

function send({ place, ctx, rules, refusal }: Door, event: BusEvent): Outcome {
  if (refusal) return refusal;
  const answer = { EventId: event.id };
  if (!rules) {
    // The real service takes and drops it, too.
    ctx.log.warn(`event ${event.id} is lost: there is no event bus ${place.bus} in ${place.account} ${place.region}`);
    return { answer };
  }
  try {
    const routed = routesOf(ctx, rules, event);
    return rules.matcher.members === ENVELOPE_MEMBERS ? { answer, routed } : MALFORMED;
  } catch (error) {
    if (error instanceof MalformedEvent) return MALFORMED;
    throw error;
  }
}
