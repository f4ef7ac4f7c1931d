// Publishes an event on a bus: stores its deliveries to the targets of the rules that take it. PutEvents does the same for many at once.
import type { Ctx } from '#core/ctx';
import type { DeliveryRequest, WholeEvent } from '#core/delivery/delivery';
import type { TakingRule } from '#core/delivery/logged-event';
import { busNamed } from './find-bus.ts';
import { busLogOf } from './logging/bus-log.ts';
import { logReceipt } from './logging/event-steps.ts';
import type { BusEvent } from './matching/delivery-plan.ts';
import { type BusRules, matchersOf } from './matching/matchers.ts';
import { addDeliveries, isTaken, noteEvent, rulesFor } from './matching/routes.ts';
import { tellUnmatched } from './matching/unmatched.ts';

/** `ctx` is that of the bus, which exists. @throws MalformedEvent */
export function publish(bus: string, event: BusEvent, ctx: Ctx): void {
  publishTo(matchersOf(ctx).of(bus, ctx), event, ctx);
}

const NO_RULES: readonly TakingRule[] = [];

/** The same of events that are known to be well-formed. Their texts are not read where the bus has no rule that could. */
export function publishWhole(bus: string, events: readonly WholeEvent[], ctx: Ctx): void {
  const matchers = matchersOf(ctx);
  const receivedMs = ctx.now();
  const rules = matchers.of(bus, ctx);
  if (rules.matcher.size === 0) for (const { id, text } of events) ctx.noteEvent({ id, text, receivedMs }, rules, NO_RULES);
  else for (const { id, text } of events) publishTo(matchers.of(bus, ctx), { id, text: String(text), receivedMs, hops: 0 }, ctx);
}

function publishTo(rules: BusRules, event: BusEvent, ctx: Ctx): void {
  const found = rulesFor(rules, event, ctx);
  if (!isTaken(found)) tellUnmatched(rules, event, false, ctx);
  noteEvent(rules, event, found, ctx);
  const deliveries: DeliveryRequest[] = [];
  // Events of services are logged where a rule takes them.
  const log = isTaken(found) ? busLogOf(busNamed(rules.bus, ctx), ctx) : undefined;
  if (log) logReceipt(log, event, false, ctx);
  addDeliveries(deliveries, found, event, ctx, { log });
  if (log) deliveries.push(...log.requests());
  if (deliveries.length > 0) ctx.write((tx) => ctx.deliver(tx, deliveries));
}
