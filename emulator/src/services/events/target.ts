// A bus as a target: of other buses' rules, and of services that report events of their resources to the default bus.
import type { Ctx } from '#core/ctx';
import type { Delivery, DeliveryRequest, WholeEvent } from '#core/delivery/delivery';
import { parametersOf } from '#core/delivery/outbox';
import type { Target } from '#core/delivery/target';
import { Fault } from '#core/fault';
import { isoSeconds } from '#lib/iso-seconds';
import { partsOf, wholeValue } from '#lib/json-slice';
import { MalformedEvent } from '#lib/pattern/malformed-event';
import { fault } from '#model/events';
import { type BusScope, isHere, parseBusArn } from './arns.ts';
import { type EventKind, refusalOf } from './buses/bus-access.ts';
import { senderOf } from './buses/event-sender.ts';
import { MAX_REQUEST_BYTES } from './entry-checks.ts';
import { envelope, kindText } from './envelope.ts';
import { invalid, noSuchBus, tooLarge } from './faults.ts';
import { busNamed } from './find-bus.ts';
import type { BusEvent } from './matching/delivery-plan.ts';
import { publish, publishWhole } from './publish.ts';

/** Limit: buses that an event passes, for buses that send to each other in a circle. The real service does not publish its limit. */
const MAX_HOPS = 10;
const ENVELOPE = ['id', 'detail-type', 'source', 'account', 'time', 'region', 'resources', 'detail'];

export const target: Target = {
  acceptInWrite: (deliveries, _, ctx) => {
    const [delivery] = deliveries;
    // Rules may send events in a circle, so those of other buses wait for their turn in the outbox.
    if (!delivery || delivery.event) return false;
    const place = parseBusArn(delivery.to.targetArn);
    const bus = place && isHere(place, ctx) ? busNamed(place.bus, ctx) : undefined;
    if (!bus) return false;
    if (deliveries.length === 1 && !delivery.wholeEvent) return isPublished(bus.name, delivery, ctx);
    // Several are taken only where none of them can be refused.
    const events: WholeEvent[] = [];
    for (const { wholeEvent } of deliveries) if (wholeEvent) events.push(wholeEvent);
    if (events.length < deliveries.length) return false;
    publishWhole(bus.name, events, ctx);
    return true;
  },
  send: async (delivery, ctx) => {
    const place = parseBusArn(delivery.targetArn);
    if (!place) throw invalid(`${delivery.targetArn} is not an event bus.`);
    const there = ctx.in(place);
    const bus = busNamed(place.bus, there);
    if (!bus) throw noSuchBus(place.bus);
    const { kind, ...sent } = readEvent(delivery, there.id(), there.now());
    const refusal = refusalOf(bus, { sender: senderOf(delivery, ctx), kind, ruleArn: delivery.about.resourceArn }, there);
    if (refusal !== undefined) throw new Fault('AccessDeniedException', refusal.sentence, { status: 403 });
    const event = arriving(sent, delivery, place, there);
    if (event.hops > MAX_HOPS)
      throw fault('InvalidStateException', `The event came through ${MAX_HOPS} event buses: their rules send it in a circle.`);
    publish(bus.name, event, there);
  },
};

/** False where the event is refused: the outbox reports that. */
function isPublished(bus: string, request: DeliveryRequest, ctx: Ctx): boolean {
  const { payload } = request;
  const [{ account, region }, parameters] = [ctx, parametersOf(request)];
  try {
    publish(bus, readEvent({ payload, account, region, parameters }, ctx.id(), ctx.now()), ctx);
    return true;
  } catch (error) {
    if (error instanceof Fault || error instanceof MalformedEvent) return false;
    throw error;
  }
}

/** A bus of another region gives the event an id of its own, one of another account does not (recorded in localstack/localstack, test_events_cross_account_region.py). */
function arriving(event: BusEvent, { region }: Delivery, place: BusScope, ctx: Ctx): BusEvent {
  if (place.region === region) return event;
  for (const { key, start, end } of partsOf(event.text, wholeValue(event.text))) {
    if (key !== 'id') continue;
    const id = ctx.id();
    return { ...event, id, text: `${event.text.slice(0, start)}"${id}"${event.text.slice(end)}` };
  }
  return event;
}

interface GivenEvent {
  readonly id?: string;
  readonly source?: string;
  readonly 'detail-type'?: string;
  readonly detail?: object;
  readonly resources?: readonly string[];
  readonly time?: string;
  readonly region?: string;
  readonly account?: string;
}

/** A whole event is forwarded unchanged. An event of a service gets its envelope here. */
function readEvent(
  { payload, account, region, parameters = {} }: Pick<Delivery, 'payload' | 'account' | 'region' | 'parameters'>,
  newId: string,
  nowMs: number,
): BusEvent & { kind: EventKind } {
  const given = JSON.parse(payload) as GivenEvent | null;
  if (typeof given !== 'object' || given === null || !given.source || !given['detail-type'] || typeof given.detail !== 'object')
    throw invalid('An event bus takes events only: source, detail-type and detail are required.');
  const kind = { source: given.source, detailType: given['detail-type'] };
  const facts = { kind, receivedMs: nowMs, hops: (parameters.hops ?? -1) + 1, traceHeader: parameters.traceHeader };
  if (ENVELOPE.every((name) => Object.hasOwn(given, name))) return { id: String(given.id), text: payload, ...facts };
  // Events of services obey the size limit of PutEvents, which the cloud's services send them with.
  if (Buffer.byteLength(payload) >= MAX_REQUEST_BYTES) throw tooLarge();
  const id = given.id ?? newId;
  const text = kindText({
    ...kind,
    account: given.account ?? account,
    time: given.time ?? isoSeconds(nowMs),
    region: given.region ?? region,
    resources: given.resources ?? [],
  });
  return { id, text: envelope(id, text, JSON.stringify(given.detail)), ...facts };
}
