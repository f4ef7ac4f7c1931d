// Publishes an event on a bus: stores its deliveries to the targets of the rules that take it. PutEvents does the same for many at once.
import type { Ctx } from '#core/ctx';
import type { DeliveryRequest } from '#core/delivery/delivery';
import type { BusEvent } from './matching/delivery-plan.ts';
import { matchersOf } from './matching/matchers.ts';
import { addDeliveries, isTaken, noteEvent, rulesFor } from './matching/routes.ts';
import { tellUnmatched } from './matching/unmatched.ts';

/** `ctx` is that of the bus, which exists. `isWhole`: the event is known to be well-formed. @throws MalformedEvent */
export function publish(bus: string, event: BusEvent, ctx: Ctx, isWhole = false): void {
  const rules = matchersOf(ctx).of(bus, ctx);
  const found = isWhole && rules.matcher.size === 0 ? [] : rulesFor(rules, event, ctx);
  if (!isTaken(found)) tellUnmatched(rules, event, false, ctx);
  noteEvent(rules, event, found, ctx);
  const deliveries: DeliveryRequest[] = [];
  addDeliveries(deliveries, found, event, ctx);
  if (deliveries.length > 0) ctx.write((tx) => ctx.deliver(tx, deliveries));
}
