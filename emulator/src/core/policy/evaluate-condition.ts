// Whether one condition of a statement holds for a request.
import { type ConditionOperator, parseOperator } from './condition-operator.ts';
import type { PolicyCondition } from './policy-document.ts';
import { type RequestContext, substitute } from './request-context.ts';

/**
 * Several values in the policy are alternatives; under a negated operator none of them may match. A key that the request
 * lacks fails a plain operator and satisfies a negated one, one with IfExists, and ForAllValues.
 */
export function conditionHolds(condition: PolicyCondition, context: RequestContext, variables: boolean): boolean {
  const operator = parseOperator(condition.operator);
  if (operator === undefined) return false;
  const found = context.values(condition.key);
  if (operator.comparison === 'null') return condition.values.some((value) => value.toLowerCase() === String(found === undefined));
  if (found === undefined) return operator.ifExists || operator.set === 'ForAllValues' || (operator.negated && operator.set === undefined);
  const matches = matcher(operator, condition.values, context, variables);
  const holds = (value: string) => matches(value) !== operator.negated;
  switch (operator.set) {
    // An empty text is no value of a set (user guide, "Creating a condition that tests multiple key values").
    case 'ForAllValues':
      return found.every((value) => value === '' || holds(value));
    case 'ForAnyValue':
      return found.some((value) => value !== '' && holds(value));
    default:
      return found.some(matches) !== operator.negated;
  }
}

/** Whether a value of the request matches any of the policy's. */
function matcher(
  { comparison }: ConditionOperator,
  values: readonly string[],
  context: RequestContext,
  variables: boolean,
): (found: string) => boolean {
  if (comparison === 'null') return () => false;
  if ('compareValue' in comparison) return (found) => values.some((value) => comparison.compareValue(value, found));
  const { wildcards, ignoreCase, compareText } = comparison;
  const globs = values.map((value) => substitute(value, context, { wildcards, ignoreCase, variables }));
  return (found) => globs.some((glob) => glob !== undefined && compareText(glob, ignoreCase ? found.toLowerCase() : found));
}
