// Finds the rules of a bus that an event matches. With DEBUG=events it logs them, and why the other rules did not match.
import type { Ctx } from '#core/ctx';
import type { DeliveryRequest } from '#core/delivery/delivery';
import { compilePattern } from '#lib/pattern/compile';
import { explain } from '#lib/pattern/explain';
import { rules } from '#services/events/state';
import { type BusEvent, deliveryOf } from './delivery-plan.ts';
import { type BusRules, type MatchedRule, matchRules } from './matchers.ts';
import { whyNot } from './why-not.ts';

/** With more rules than this, the log does not explain each one that did not match. */
const MAX_EXPLAINED = 20;

/** @throws MalformedEvent */
export function rulesFor(known: BusRules, event: BusEvent, ctx: Ctx): readonly MatchedRule[] {
  const found = matchRules(known, event.text, ctx);
  if (ctx.log.debugging) tell(known, event, found, ctx);
  return found;
}

const tell = (known: BusRules, event: BusEvent, found: readonly MatchedRule[], ctx: Ctx): void =>
  ctx.log.debug(() => describe(known, event, found, ctx));

/** Appends the deliveries of the event to the targets of the matched rules. */
export function addDeliveries(to: DeliveryRequest[], found: readonly MatchedRule[], event: BusEvent): void {
  for (const { plans } of found) for (const plan of plans) to.push(deliveryOf(plan, event));
}

function describe({ bus, matcher }: BusRules, event: BusEvent, found: readonly MatchedRule[], ctx: Ctx): string {
  const matched = found.length === 0 ? 'none' : found.map(({ name }) => name).join(', ');
  const unmatched = ({ name }: { readonly name: string }): boolean => !found.some((rule) => rule.name === name);
  const others = matcher.size > MAX_EXPLAINED ? [] : ctx.records(rules).range([bus]).filter(unmatched);
  const reasons = others.map(({ name, pattern, state }) => {
    if (state === 'DISABLED') return `${name}: is disabled`;
    return pattern === undefined ? `${name}: has a schedule only` : `${name}: ${whyNot(explain(compilePattern(pattern), event.text))}`;
  });
  const rest = reasons.length === 0 ? '' : `; not ${reasons.join('; not ')}`;
  return `event ${event.id} on ${bus}: ${matcher.size} rules tried, matched ${matched}${rest}`;
}
