// Publishes an event on a bus: stores its deliveries to the targets of the rules that take it. PutEvents does the same for many at once.
import type { Ctx } from '#core/ctx';
import type { DeliveryRequest } from '#core/delivery/delivery';
import type { EventText } from '#core/delivery/logged-event';
import type { BusEvent } from './matching/delivery-plan.ts';
import { type BusRules, matchersOf } from './matching/matchers.ts';
import { addDeliveries, isTaken, noteEvent, rulesFor } from './matching/routes.ts';
import { tellUnmatched } from './matching/unmatched.ts';

/** `ctx` is that of the bus, which exists. @throws MalformedEvent */
export function publish(bus: string, event: BusEvent, ctx: Ctx): void {
  publishTo(matchersOf(ctx).of(bus, ctx), event, ctx);
}

/** The same of an event that is known to be well-formed. Its text is not read where the bus has no rule that could. */
export function publishWhole(bus: string, event: Omit<BusEvent, 'text'> & { readonly text: EventText }, ctx: Ctx): void {
  const rules = matchersOf(ctx).of(bus, ctx);
  if (rules.matcher.size === 0) ctx.noteEvent(event, rules, []);
  else publishTo(rules, { ...event, text: String(event.text) }, ctx);
}

function publishTo(rules: BusRules, event: BusEvent, ctx: Ctx): void {
  const found = rulesFor(rules, event, ctx);
  if (!isTaken(found)) tellUnmatched(rules, event, false, ctx);
  noteEvent(rules, event, found, ctx);
  const deliveries: DeliveryRequest[] = [];
  addDeliveries(deliveries, found, event, ctx);
  if (deliveries.length > 0) ctx.write((tx) => ctx.deliver(tx, deliveries));
}
