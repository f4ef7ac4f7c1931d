// Why the rules of a bus did not take an event.
import type { Ctx } from '#core/ctx';
import type { RuleMiss } from '#core/delivery/logged-event';
import type { Frozen } from '#core/records';
import { compilePattern } from '#lib/pattern/compile';
import { explain } from '#lib/pattern/explain';
import { reportOf } from '#lib/pattern/field-report';
import { ARCHIVE_MANAGER } from '#services/events/archive-names';
import { type Rule, rules } from '#services/events/state';
import { distanceOf, whyNot } from './why-not.ts';

const MAX_RULES = 40;

/** The misses of the rules that are not among `matched`, apart from rules that feed archives. */
export function missesOf(bus: string, event: string, matched: ReadonlySet<string>, ctx: Ctx): RuleMiss[] {
  const unmatched = ({ name, managedBy }: Frozen<Rule>): boolean => managedBy !== ARCHIVE_MANAGER && !matched.has(name);
  return ctx
    .records(rules)
    .range([bus], { limit: MAX_RULES })
    .filter(unmatched)
    .map(({ name, pattern, state }) => {
      if (state === 'DISABLED') return { name, reason: 'is disabled', distance: 1 };
      if (pattern === undefined) return { name, reason: 'has a schedule only', distance: 1 };
      const explanation = explain(compilePattern(pattern), event);
      return { name, reason: whyNot(explanation), distance: distanceOf(explanation), report: reportOf(explanation) };
    });
}
