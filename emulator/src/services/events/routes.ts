// Which rules of a bus an event matches; with DEBUG=events, a line that says so, and why others near to it did not.
import type { Ctx } from '#core/call';
import { compilePattern } from '#lib/pattern/compile';
import { explain } from '#lib/pattern/explain';
import type { BusEvent } from './delivery-plan.ts';
import { type BusRules, type MatchedRule, matchRules } from './matchers.ts';
import { rules } from './state.ts';
import { whyNot } from './why-not.ts';

/** An event and the rules that it matched, in the place of its bus. */
export interface Routed {
  readonly ctx: Ctx;
  readonly event: BusEvent;
  readonly rules: readonly MatchedRule[];
}

/** Of more rules than this, those that did not fire are not explained one by one. */
const MOST_EXPLAINED = 20;

/** @throws MalformedEvent */
export function routesOf(ctx: Ctx, known: BusRules, event: BusEvent): Routed {
  const found = matchRules(ctx, known, event.text);
  ctx.log.debug(() => describe(ctx, known, event, found));
  return { ctx, event, rules: found };
}

function describe(ctx: Ctx, { bus, matcher }: BusRules, event: BusEvent, found: readonly MatchedRule[]): string {
  const matched = found.length === 0 ? 'none' : found.map(({ name }) => name).join(', ');
  const unmatched = ({ name }: { readonly name: string }): boolean => !found.some((rule) => rule.name === name);
  const others = matcher.size > MOST_EXPLAINED ? [] : ctx.records(rules).range([bus]).filter(unmatched);
  const reasons = others.map(({ name, pattern, state }) => {
    if (state === 'DISABLED') return `${name}: is disabled`;
    return pattern === undefined ? `${name}: has a schedule only` : `${name}: ${whyNot(explain(compilePattern(pattern), event.text))}`;
  });
  const rest = reasons.length === 0 ? '' : `; not ${reasons.join('; not ')}`;
  return `event ${event.id} on ${bus}: ${matcher.size} rules tried, matched ${matched}${rest}`;
}
