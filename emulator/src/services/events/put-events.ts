// PutEvents checks, matches and sends each entry by itself. One write stores all deliveries of a request.

import type { CallOutcome } from '#core/call';
import type { Ctx } from '#core/ctx';
import type { DeliveryRequest } from '#core/delivery/delivery';
import { failedEntries } from '#core/failed-entries';
import { granting } from '#core/messages';
import type { AccountPrincipal } from '#core/policy/access-request';
import type { Frozen } from '#core/records';
import { isoSeconds } from '#lib/iso-seconds';
import { MalformedEvent } from '#lib/pattern/malformed-event';
import {
  operation,
  type PutEventsRequest,
  type PutEventsRequestEntry,
  type PutEventsResponse,
  type PutEventsResultEntry,
} from '#model/events';
import type { BusScope } from './arns.ts';
import { type EventKind, refusalOf } from './buses/bus-access.ts';
import { callerOf } from './buses/event-sender.ts';
import { type EndpointRoute, routeOf } from './endpoints/entry-routing.ts';
import { failed, isObject, MALFORMED, MAX_REQUEST_BYTES, missing, NOT_AUTHORIZED, opensObject, sizeOf } from './entry-checks.ts';
import { ENVELOPE_MEMBERS, envelope, kindText } from './envelope.ts';
import { tooLarge } from './faults.ts';
import { busNamed, busPlace } from './find-bus.ts';
import { type BusLog, busLogOf } from './logging/bus-log.ts';
import { logNoMatch, logReceipt, logRefusal } from './logging/event-steps.ts';
import type { BusEvent } from './matching/delivery-plan.ts';
import { type BusRules, matchersOf } from './matching/matchers.ts';
import { addDeliveries, isTaken, noteEvent, rulesFor } from './matching/routes.ts';
import { tellUnmatched } from './matching/unmatched.ts';
import { BUS_MISSING } from './messages.ts';
import type { Bus } from './state.ts';

export const PutEvents = operation('PutEvents', (input, ctx) => {
  if (!input.Entries.some((entry) => isForOtherAccount(entry, ctx))) return publishAll(input, undefined, ctx);
  return callerOf(ctx).then((caller) => publishAll(input, caller, ctx));
});

const isForOtherAccount = ({ EventBusName }: PutEventsRequestEntry, ctx: Ctx): boolean =>
  EventBusName !== undefined && busPlace(EventBusName, ctx).account !== ctx.account;

/** `caller` is given where an entry is for another account. */
function publishAll(input: PutEventsRequest, caller: AccountPrincipal | undefined, ctx: Ctx): PutEventsResponse {
  const route = input.EndpointId === undefined ? undefined : routeOf(input.EndpointId, ctx);
  if (sizeOf(input.Entries) >= MAX_REQUEST_BYTES) throw tooLarge();
  const batch = new Batch(route, caller, route?.primary ?? ctx);
  const Entries = input.Entries.map((entry) => answerTo(entry, batch));
  const refused = Entries.filter(({ ErrorCode }) => ErrorCode !== undefined);
  if (refused.length > 0) ctx.logOutcome(refusedOutcome(refused, Entries.length, batch));
  else if (batch.unmatched > 0) ctx.logOutcome(unmatchedOutcome(batch.unmatched, Entries.length));
  batch.endLogs();
  if (batch.isCausing)
    ctx.write((tx) => {
      // All deliveries of one account and region go together and in order, so that their targets can take them in batches.
      for (const { there, requests } of batch.deliveries) there.deliver(tx, requests);
    });
  return { FailedEntryCount: refused.length, Entries };
}

function refusedOutcome(refused: readonly PutEventsResultEntry[], of: number, { remedies }: Batch): CallOutcome {
  const [first] = refused;
  return failedEntries(refused.length, of, {
    ...{ code: first?.ErrorCode ?? '', message: first?.ErrorMessage ?? '' },
    remedy: remedies?.get(first),
  });
}

const unmatchedOutcome = (unmatched: number, of: number): CallOutcome => ({
  tone: 'notice',
  text: () => `ok, but no rule took ${of === 1 ? 'the event' : `${unmatched} of ${of} events`}`,
});

/** State that the entries of one request share. */
class Batch {
  readonly ctx: Ctx;
  /** The route of entries that go through a global endpoint. */
  readonly route: EndpointRoute | undefined;
  /** Known where an entry is for another account. */
  readonly caller: AccountPrincipal | undefined;
  readonly nowMs: number;
  readonly now: string;
  /** Deliveries of the events, by the context (account and region) of their bus: mostly there is one. */
  readonly deliveries: { readonly there: Ctx; readonly requests: DeliveryRequest[] }[] = [];
  /** The commands that allow entries that a policy refused. */
  remedies: Map<PutEventsResultEntry | undefined, string> | undefined;
  /** Events that no rule took. */
  unmatched = 0;
  readonly #buses: { readonly name: string | undefined; readonly bus: ResolvedBus }[] = [];
  /** The kind of the last entry. The next entry usually has the same. */
  #last = { source: '', detailType: '', time: '', text: '' };

  constructor(route: EndpointRoute | undefined, caller: AccountPrincipal | undefined, ctx: Ctx) {
    this.ctx = ctx;
    this.route = route;
    this.caller = caller;
    this.nowMs = ctx.now();
    this.now = isoSeconds(this.nowMs);
  }

  bus(busName: string | undefined): ResolvedBus {
    const known = this.#buses.find(({ name }) => name === busName);
    if (known) return known.bus;
    const bus = resolveBus(this, busName);
    this.#buses.push({ name: busName, bus });
    return bus;
  }

  deliveriesAt(there: Ctx): DeliveryRequest[] {
    const known = this.deliveries.find((group) => group.there === there);
    if (known) return known.requests;
    const requests: DeliveryRequest[] = [];
    this.deliveries.push({ there, requests });
    return requests;
  }

  /** Adds the deliveries of what the logs of buses tell about the entries. */
  endLogs(): void {
    for (const { bus } of this.#buses) if (bus.log) bus.deliveries.push(...bus.log.requests());
  }

  get isCausing(): boolean {
    return this.deliveries.some(({ requests }) => requests.length > 0);
  }

  kind(source: string, detailType: string, { Time, Resources: resources = [] }: PutEventsRequestEntry): string {
    const time = Time ? isoSeconds(Time.getTime()) : this.now;
    const { account, region } = this.ctx;
    const last = this.#last;
    if (resources.length > 0) return kindText({ source, detailType, account, region, time, resources });
    if (last.source === source && last.detailType === detailType && last.time === time) return last.text;
    const text = kindText({ source, detailType, account, region, time, resources });
    this.#last = { source, detailType, time, text };
    return text;
  }
}

/** Answers the entry; its deliveries are collected in the batch. */
function answerTo(entry: PutEventsRequestEntry, batch: Batch): PutEventsResultEntry {
  const { ctx } = batch;
  const { Source: source, DetailType: detailType, Detail: detail } = entry;
  if (!source) return missing('Source');
  if (!detailType) return missing('DetailType');
  if (!detail) return missing('Detail');
  // Only services may send events with the source of a service.
  if (source.startsWith('aws.') && ctx.principal.kind !== 'service') return NOT_AUTHORIZED;
  const target = batch.bus(entry.EventBusName);
  const answer = answerAt(target, { source, detailType, detail }, entry, batch);
  if (target.log && answer.ErrorCode !== undefined) logRefusal(target.log, { ...entry }, answer.ErrorMessage, ctx);
  return answer;
}

/** The parts that each entry must have. */
interface Whole extends EventKind {
  readonly detail: string;
}

function answerAt(
  target: ResolvedBus,
  { source, detailType, detail }: Whole,
  entry: PutEventsRequestEntry,
  batch: Batch,
): PutEventsResultEntry {
  const { ctx } = batch;
  if (!opensObject(detail)) return MALFORMED;
  // Otherwise the rules' matcher reads the whole detail anyway.
  const refusal = target.refusal ?? policyRefusalOf(target, { source, detailType }, batch);
  if ((refusal || !target.rules) && !isObject(detail)) return MALFORMED;
  if (refusal) return refusal;
  const id = ctx.id();
  const text = envelope(id, batch.kind(source, detailType, entry), detail);
  return send(target, { id, text, receivedMs: batch.nowMs, traceHeader: entry.TraceHeader ?? ctx.traceHeader, hops: 0 }, batch);
}

/** A bus that entries of the request name, looked up once. */
interface ResolvedBus {
  readonly place: BusScope;
  readonly there: Ctx;
  /** Undefined if the bus does not exist. */
  readonly rules: BusRules | undefined;
  /** The error that answers every event for this bus, of any kind. */
  readonly refusal: PutEventsResultEntry | undefined;
  /** In another account: what its policy answered, by source and detail type. Undefined in the caller's own account. */
  readonly verdicts: Map<string, PutEventsResultEntry | undefined> | undefined;
  readonly bus: Frozen<Bus> | undefined;
  readonly log: BusLog | undefined;
  /** Collects the deliveries of events sent to this bus. */
  readonly deliveries: DeliveryRequest[];
}

function resolveBus(batch: Batch, busName: string | undefined): ResolvedBus {
  const { ctx } = batch;
  const place = busPlace(busName, ctx);
  const there = ctx.in(place);
  const bus = busNamed(place.bus, there);
  const rules = bus && matchersOf(there).of(bus.name, there);
  const verdicts = bus && place.account !== ctx.account ? new Map<string, PutEventsResultEntry | undefined>() : undefined;
  return {
    place,
    there,
    rules,
    refusal: refusalAt(place, batch),
    verdicts,
    bus,
    log: busLogOf(bus, there),
    deliveries: batch.deliveriesAt(there),
  };
}

function refusalAt(place: BusScope, { ctx, route }: Batch): PutEventsResultEntry | undefined {
  if (route && (place.bus !== route.bus || place.account !== ctx.account))
    return failed('InvalidArgument', `Parameter EventBusName is not valid. Reason: The endpoint sends to the event bus ${route.bus}.`);
  if (place.region !== ctx.region)
    return failed('InvalidArgument', `Parameter EventBusName is not valid. Reason: The event bus is not in the region ${ctx.region}.`);
  return undefined;
}

/** The bus's policy is asked, and a refusal logged, once for all entries of one kind. */
function policyRefusalOf({ bus, there, verdicts }: ResolvedBus, kind: EventKind, batch: Batch): PutEventsResultEntry | undefined {
  const { caller } = batch;
  if (!verdicts || !bus || !caller) return undefined;
  const key = JSON.stringify([kind.source, kind.detailType]);
  if (!verdicts.has(key)) {
    const refusal = refusalOf(bus, { sender: caller, kind }, there);
    const answer = refusal && failed('AccessDeniedException', refusal.sentence);
    if (refusal) (batch.remedies ??= new Map()).set(answer, granting(refusal));
    verdicts.set(key, answer);
  }
  return verdicts.get(key);
}

function send({ place, there, rules, deliveries, log }: ResolvedBus, event: BusEvent, batch: Batch): PutEventsResultEntry {
  const answer = { EventId: event.id };
  if (!rules) {
    // The real service accepts and drops it, too.
    const cause = `Events are lost: there is no event bus ${place.bus} in ${place.account} ${place.region}`;
    const remedy = place.account === batch.ctx.account ? `aws events create-event-bus --name ${place.bus}` : undefined;
    there.report(BUS_MISSING, { eventId: event.id, ...place }, { what: 'problem', resource: `event bus ${place.bus}`, cause, remedy });
    return answer;
  }
  try {
    const found = rulesFor(rules, event, there);
    if (rules.matcher.members !== ENVELOPE_MEMBERS) return MALFORMED;
    noteEvent(rules, event, found, there);
    if (log) logReceipt(log, event, true, batch.ctx);
    if (log && !isTaken(found)) logNoMatch(log, event, batch.ctx);
    addDeliveries(deliveries, found, event, there, { log });
    const replica = batch.route?.replicate(event);
    if (replica) deliveries.push(replica);
    if (!isTaken(found)) {
      batch.unmatched++;
      tellUnmatched(rules, event, batch.ctx.principal.kind !== 'service', there);
    }
    return answer;
  } catch (error) {
    if (error instanceof MalformedEvent) return MALFORMED;
    throw error;
  }
}
