// Finds the rules of a bus that an event matches. With DEBUG=events it logs them, and why the other rules did not match.
import type { Ctx } from '#core/ctx';
import type { DeliveryRequest } from '#core/delivery/delivery';
import { type BusEvent, deliveryOf } from './delivery-plan.ts';
import { type BusRules, type MatchedRule, matchRules } from './matchers.ts';

/** @throws MalformedEvent */
export function rulesFor(known: BusRules, event: BusEvent, ctx: Ctx): readonly MatchedRule[] {
  const found = matchRules(known, event.text, ctx);
  if (ctx.log.debugging) tell(known, event, found, ctx);
  return found;
}

const tell = (known: BusRules, event: BusEvent, found: readonly MatchedRule[], ctx: Ctx): void =>
  ctx.log.debug(() => describe(known, event, found));

const namesOf = (found: readonly MatchedRule[]): ReadonlySet<string> => new Set(found.map(({ name }) => name));

/** Lets people ask what became of the event. */
export function noteEvent(known: BusRules, event: BusEvent, matched: readonly MatchedRule[], ctx: Ctx): void {
  ctx.noteEvent(event.id, { bus: known.arn, atMs: event.receivedMs, text: event.text, matched, rules: known, version: known.version });
}

/** Whether a rule took the event, apart from those that feed archives. */
export const isTaken = (found: readonly MatchedRule[]): boolean => found.some(({ isArchive }) => !isArchive);

/** Appends the deliveries of the event to the targets of the matched rules. */
export function addDeliveries(to: DeliveryRequest[], found: readonly MatchedRule[], event: BusEvent): void {
  for (const { plans } of found) for (const plan of plans) to.push(deliveryOf(plan, event));
}

function describe(known: BusRules, event: BusEvent, found: readonly MatchedRule[]): string {
  const matched = found.length === 0 ? 'none' : found.map(({ name }) => name).join(', ');
  const misses = known.misses(event.text, namesOf(found)) ?? [];
  const reasons = misses.map(({ name, reason }) => `${name}: ${reason}`);
  const rest = reasons.length === 0 ? '' : `; not ${reasons.join('; not ')}`;
  return `event ${event.id} on ${known.bus}: ${known.size} rules tried, matched ${matched}${rest}`;
}
