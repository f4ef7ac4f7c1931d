// Checks the section Conditions: its functions, and that it asks for nothing but parameters and other conditions.
import { functionCall, isList, type Json } from '#resources/json';
import { findCycle } from '#services/cloudformation/engine/graph';
import { references } from '#services/cloudformation/engine/references';
import type { Template } from '#services/cloudformation/engine/template';
import { calls } from './output-checks.ts';

export const NO_CONDITION = 'Template format error: Conditions can only be boolean operations on parameters and other conditions';
const BOOLEAN = ['Condition', 'Fn::And', 'Fn::Or', 'Fn::Not', 'Fn::Equals'];

/** `isKnown`: whether a parameter or pseudo parameter has the name. */
export function conditionProblems({ conditions }: Template, isKnown: (name: string) => boolean): string[] {
  const found = Object.values(conditions).flatMap((condition) => references(condition));
  const other = [...new Set(found.filter(({ kind, name }) => kind === 'name' && !isKnown(name)).map(({ name }) => name))];
  const absent = [
    ...new Set(found.filter(({ kind, name }) => kind === 'condition' && !Object.hasOwn(conditions, name)).map(({ name }) => name)),
  ];
  const shapes = [...new Set(Object.values(conditions).flatMap(shapeProblems))];
  return [
    ...shapes,
    ...(calls(conditions, ['Fn::ImportValue']) ? ['Template error: Cannot use Fn::ImportValue in Conditions'] : []),
    ...(other.length > 0
      ? [
          `Template format error: Unresolved dependencies [${other.join(', ')}]. Cannot reference resources in the Conditions block of the template`,
        ]
      : []),
    ...absent.map((name) => `Template format error: Unresolved condition dependency ${name} in the Conditions block of the template`),
    ...circle(conditions),
  ];
}

function circle(conditions: Template['conditions']): string[] {
  const needs = Object.entries(conditions).map(([name, condition]) => [
    name,
    references(condition).flatMap(({ kind, name: other }) => (kind === 'condition' && Object.hasOwn(conditions, other) ? [other] : [])),
  ]);
  const cycle = findCycle(Object.fromEntries(needs) as Record<string, string[]>);
  return cycle ? [`Template error: Circular dependency between conditions: [${cycle.join(', ')}]`] : [];
}

function shapeProblems(condition: Json): string[] {
  const [name, argument = ''] = functionCall(condition) ?? [];
  if (name === undefined || !BOOLEAN.includes(name)) return [NO_CONDITION];
  const list = isList(argument) ? argument : undefined;
  if (name === 'Fn::Equals')
    return list?.length === 2 ? [] : ['Template error: every Fn::Equals object requires a list of 2 string parameters.'];
  if (name === 'Condition') return typeof argument === 'string' ? [] : ['Template error: All Conditions must be of type string'];
  if (name === 'Fn::Not')
    return list?.length === 1 ? shapeProblems(list[0]!) : ['Template error: Fn::Not requires a list argument with one element'];
  return list && list.length >= 2 && list.length <= 10
    ? list.flatMap(shapeProblems)
    : [`Template error: every ${name} object requires a list of at least 2 and at most 10 boolean parameters.`];
}
