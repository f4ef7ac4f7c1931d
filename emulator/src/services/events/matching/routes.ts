// Finds the rules of a bus that an event matches. With DEBUG=events it logs them, and why the other rules did not match.
import type { Ctx } from '#core/ctx';
import type { DeliveryRequest } from '#core/delivery/delivery';
import type { Frozen } from '#core/records';
import { compilePattern } from '#lib/pattern/compile';
import { explain } from '#lib/pattern/explain';
import { ARCHIVE_MANAGER } from '#services/events/archives/archive-names';
import { type Rule, rules } from '#services/events/state';
import { type BusEvent, deliveryOf } from './delivery-plan.ts';
import { type BusRules, type MatchedRule, matchRules } from './matchers.ts';
import { distanceOf, whyNot } from './why-not.ts';

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

/** Whether a rule took the event, apart from those that feed archives. */
export const isTaken = (found: readonly MatchedRule[]): boolean => found.some(({ isArchive }) => !isArchive);

/** Appends the deliveries of the event to the targets of the matched rules. */
export function addDeliveries(to: DeliveryRequest[], found: readonly MatchedRule[], event: BusEvent): void {
  for (const { plans } of found) for (const plan of plans) to.push(deliveryOf(plan, event));
}

/** Why a rule did not take an event. */
export interface Miss {
  readonly name: string;
  readonly reason: string;
  /** 0: all fields match; 1: none does. */
  readonly distance: number;
}

/** Why the rules that are not among `found` did not take the event; empty where there are too many to tell. */
export function missesOf({ bus, matcher }: BusRules, event: BusEvent, found: readonly MatchedRule[], ctx: Ctx): Miss[] {
  if (matcher.size > MAX_EXPLAINED) return [];
  const unmatched = ({ name, managedBy }: Frozen<Rule>): boolean =>
    managedBy !== ARCHIVE_MANAGER && !found.some((rule) => rule.name === name);
  return ctx
    .records(rules)
    .range([bus], { limit: 2 * MAX_EXPLAINED })
    .filter(unmatched)
    .map(({ name, pattern, state }) => {
      if (state === 'DISABLED') return { name, reason: 'is disabled', distance: 1 };
      if (pattern === undefined) return { name, reason: 'has a schedule only', distance: 1 };
      const explanation = explain(compilePattern(pattern), event.text);
      return { name, reason: whyNot(explanation), distance: distanceOf(explanation) };
    });
}

function describe(known: BusRules, event: BusEvent, found: readonly MatchedRule[], ctx: Ctx): string {
  const matched = found.length === 0 ? 'none' : found.map(({ name }) => name).join(', ');
  const reasons = missesOf(known, event, found, ctx).map(({ name, reason }) => `${name}: ${reason}`);
  const rest = reasons.length === 0 ? '' : `; not ${reasons.join('; not ')}`;
  return `event ${event.id} on ${known.bus}: ${known.matcher.size} rules tried, matched ${matched}${rest}`;
}
