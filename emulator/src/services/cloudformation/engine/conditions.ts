// Evaluates conditions, which depend on parameters and mappings only, and rules, which are assertions about them.

import { functionCall, isList, isObject, type Json, type JsonObject, sameValue, textOf } from '#resources/json';
import { NO_CONDITION } from './checks/condition-checks.ts';
import { evaluate, type Scope } from './intrinsics.ts';
import { TemplateProblem } from './problem.ts';

export type Conditions = Readonly<Record<string, boolean>>;
type Values = Omit<Scope, 'condition'>;

const refused = (message: string): never => {
  throw new TemplateProblem(`Template error: ${message}`);
};
const noCondition = (): never => {
  throw new TemplateProblem(NO_CONDITION);
};
const unresolved = (name: string): never => {
  throw new TemplateProblem(`Template format error: Unresolved condition dependency ${name} in the Conditions block of the template`);
};

/** Evaluates every condition of the template. Throws for cycles, unknown names, and functions that are not allowed in conditions. */
export function evaluateConditions(conditions: JsonObject, values: Values): Conditions {
  const known: Record<string, boolean> = Object.create(null);
  const under = new Set<string>();
  const named = (name: string): boolean => {
    if (Object.hasOwn(known, name)) return known[name]!;
    if (!Object.hasOwn(conditions, name)) return unresolved(name);
    if (under.has(name)) return refused(`Circular dependency between conditions: [${[...under].join(', ')}]`);
    under.add(name);
    known[name] = truth(conditions[name]!, { ...values, condition: named });
    under.delete(name);
    return known[name];
  };
  for (const name of Object.keys(conditions)) named(name);
  return known;
}

/** Evaluates one condition expression. */
export function truth(expression: Json, scope: Scope): boolean {
  const [name, argument] = functionCall(expression) ?? noCondition();
  const list = isList(argument) ? argument : [argument];
  switch (name) {
    case 'Condition':
      return scope.condition(String(argument));
    case 'Fn::Not':
      if (list.length !== 1) refused('Fn::Not requires a list argument with one element');
      return !truth(list[0]!, scope);
    case 'Fn::And':
    case 'Fn::Or':
      if (!isList(argument) || list.length < 2 || list.length > 10)
        refused(`every ${name} object requires a list of at least 2 and at most 10 boolean parameters.`);
      return name === 'Fn::And' ? list.every((each) => truth(each, scope)) : list.some((each) => truth(each, scope));
    case 'Fn::Equals':
      if (!isList(argument) || list.length !== 2) refused('every Fn::Equals object requires a list of 2 string parameters.');
      return sameValue(evaluate(list[0]!, scope), evaluate(list[1]!, scope));
    default:
      return assertion(name, list, scope);
  }
}

/** Evaluates a function that only rules may use. */
function assertion(name: string, list: readonly Json[], scope: Scope): boolean {
  const strings = (value: Json | undefined): string[] => {
    const found = value === undefined ? [] : evaluate(value, scope);
    return isList(found) ? found.map(textOf) : [textOf(found)];
  };
  switch (name) {
    case 'Fn::Contains':
      return isSubset(strings(list[1]), strings(list[0]));
    case 'Fn::EachMemberEquals':
      return isSubset(strings(list[0]), strings(list[1]).slice(0, 1));
    case 'Fn::EachMemberIn':
      return isSubset(strings(list[0]), strings(list[1]));
    default:
      return noCondition();
  }
}

function isSubset(texts: readonly string[], of: readonly string[]): boolean {
  const all = new Set(of);
  return texts.every((text) => all.has(text));
}

/** The broken assertions of the template's rules, each with its description. */
export function brokenRules(rules: JsonObject, scope: Scope): string[] {
  return Object.entries(rules).flatMap(([name, rule]) => {
    if (!isObject(rule) || !isList(rule.Assertions)) return [`Template format error: The rule ${name} must contain a list of Assertions.`];
    if (rule.RuleCondition !== undefined && !truth(rule.RuleCondition, scope)) return [];
    return rule.Assertions.flatMap((each) => {
      if (!isObject(each) || each.Assert === undefined)
        return [`Template format error: Every assertion of the rule ${name} needs an Assert.`];
      if (truth(each.Assert, scope)) return [];
      return [each.AssertDescription === undefined ? `Assertion of rule ${name} failed` : textOf(each.AssertDescription)];
    });
  });
}
