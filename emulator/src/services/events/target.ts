// A bus as a target: of other buses' rules, and of services that report events of their resources to the default bus.
import type { Delivery, DeliveryRequest } from '#core/delivery/delivery';
import type { Target } from '#core/delivery/target';
import { Fault } from '#core/fault';
import { fault } from '#model/events';
import { parseBusArn } from './arns.ts';
import { refusalOf } from './buses/bus-access.ts';
import { busNamed } from './buses/find-bus.ts';
import { envelope, kindText } from './envelope.ts';
import { invalid, noSuchBus, tooLarge } from './faults.ts';
import { isoSeconds } from './input/target-input.ts';
import type { BusEvent } from './matching/delivery-plan.ts';
import { matchersOf } from './matching/matchers.ts';
import { addDeliveries, isTaken, noteEvent, rulesFor } from './matching/routes.ts';
import { tellUnmatched } from './matching/unmatched.ts';

/** Limit for buses that send to each other in a circle. The real service does not publish its limit. */
const MAX_HOPS = 10;
/** Events of services obey the size limit of PutEvents, which the cloud's services send them with. */
const MAX_REQUEST_BYTES = 1_048_576;
const ENVELOPE = ['id', 'detail-type', 'source', 'account', 'time', 'region', 'resources', 'detail'];

export const target: Target = {
  send: async (delivery, ctx) => {
    const place = parseBusArn(delivery.targetArn);
    if (!place) throw invalid(`${delivery.targetArn} is not an event bus.`);
    const there = ctx.in(place);
    const bus = busNamed(place.bus, there);
    if (!bus) throw noSuchBus(place.bus);
    const refusal = refusalOf(bus, delivery.account, there);
    if (refusal !== undefined) throw new Fault('AccessDeniedException', refusal, { status: 403 });
    const event = readEvent(delivery, there.id(), there.now());
    if (event.hops > MAX_HOPS)
      throw fault('InvalidStateException', `The event came through ${MAX_HOPS} event buses: their rules send it in a circle.`);
    const deliveries: DeliveryRequest[] = [];
    const rules = matchersOf(there).of(bus.name, there);
    const found = rulesFor(rules, event, there);
    if (!isTaken(found)) tellUnmatched(rules, event, false, there);
    noteEvent(rules, event, found, there);
    addDeliveries(deliveries, found, event);
    if (deliveries.length > 0) there.write((tx) => there.deliver(tx, deliveries));
  },
};

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
function readEvent({ payload, account, region, parameters = {} }: Delivery, newId: string, nowMs: number): BusEvent {
  const given = JSON.parse(payload) as GivenEvent | null;
  if (typeof given !== 'object' || given === null || !given.source || !given['detail-type'] || typeof given.detail !== 'object')
    throw invalid('An event bus takes events only: source, detail-type and detail are required.');
  const facts = { receivedMs: nowMs, hops: (parameters.hops ?? -1) + 1, traceHeader: parameters.traceHeader };
  if (ENVELOPE.every((name) => Object.hasOwn(given, name))) return { id: String(given.id), text: payload, ...facts };
  if (Buffer.byteLength(payload) >= MAX_REQUEST_BYTES) throw tooLarge();
  const id = given.id ?? newId;
  const kind = kindText({
    detailType: given['detail-type'],
    source: given.source,
    account: given.account ?? account,
    time: given.time ?? isoSeconds(nowMs),
    region: given.region ?? region,
    resources: given.resources ?? [],
  });
  return { id, text: envelope(id, kind, JSON.stringify(given.detail)), ...facts };
}
