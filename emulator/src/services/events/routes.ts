// Which rules of a bus an event matches; with DEBUG=events, a line that says so, and why others near to it did not.
import type { Ctx } from '#core/call';
import { compilePattern } from '#lib/pattern/compile';
import { explain } from '#lib/pattern/explain';
import type { BusEvent } from './delivery-plan.ts';
import { type MatchedRule, matchersOf } from './matchers.ts';
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
export function routesOf(ctx: Ctx, bus: string, event: BusEvent): Routed {
  const found = matchersOf(ctx).match(ctx, bus, event.text);
  ctx.log.debug(() => describe(ctx, bus, event, found));
  return { ctx, event, rules: found };
}

function describe(ctx: Ctx, bus: string, event: BusEvent, found: readonly MatchedRule[]): string {
  const tried = matchersOf(ctx).size(ctx, bus);
  const matched = found.length === 0 ? 'none' : found.map(({ name }) => name).join(', ');
  const others =
    tried > MOST_EXPLAINED
      ? []
      : ctx
          .records(rules)
          .range([bus])
          .filter(({ name }) => !found.some((rule) => rule.name === name));
  const reasons = others.map(({ name, pattern, state }) => {
    if (state === 'DISABLED') return `${name}: is disabled`;
    return pattern === undefined ? `${name}: has a schedule only` : `${name}: ${whyNot(explain(compilePattern(pattern), event.text))}`;
  });
  const rest = reasons.length === 0 ? '' : `; not ${reasons.join('; not ')}`;
  return `event ${event.id} on ${bus}: ${tried} rules tried, matched ${matched}${rest}`;
}
