// Evaluates the rules of path Choice states.

import { PathError, RUNTIME, StateFailure } from '#services/states/language/faults';
import type { Json } from '#services/states/language/json';
import type { ChoiceRule } from '#services/states/language/machine';
import { parsePath } from '#services/states/language/paths/path-parser';
import { type PathRoots, readPath, requirePath } from '#services/states/language/paths/read-path';
import { operatorOf } from './comparisons.ts';

/** @throws PathError where the variable is absent, unless the rule asks just for that */
export function ruleHolds(rule: ChoiceRule, roots: PathRoots): boolean {
  if (rule.And) return rule.And.every((inner) => ruleHolds(inner, roots));
  if (rule.Or) return rule.Or.some((inner) => ruleHolds(inner, roots));
  if (rule.Not) return !ruleHolds(rule.Not, roots);
  for (const [member, expected] of Object.entries(rule)) {
    const operator = operatorOf(member);
    if (!operator) continue;
    const value = readPath(parsePath(rule.Variable!), roots);
    if (value === undefined && member !== 'IsPresent')
      throw new PathError(`Invalid path '${rule.Variable}': The choice state's condition path references an invalid value.`);
    const compared = operator.isPath ? requirePath(parsePath(String(expected)), roots) : (expected as Json);
    return operator.compare(value, compared, roots.effort);
  }
  throw new StateFailure(RUNTIME, 'The choice rule has no comparison operator.');
}
