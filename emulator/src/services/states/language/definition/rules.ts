// Checks of the rules of Choice states.
import { COMPARISONS, operatorOf, PATH_OPERATORS } from '#services/states/language/choice/comparisons';
import { isList, isObject, type Json, type JsonObject } from '#services/states/language/json';
import { condition, objectTemplate, template } from './expression-kinds.ts';
import type { DefinitionCheck, FieldKind, Fields } from './field-check.ts';
import { list, object, text, timestamp, truth } from './field-kinds.ts';
import { assignment } from './name-checks.ts';
import { comparedPath, path } from './path-kinds.ts';
import { checkShape, requireFields, type Shape } from './shape.ts';

const SUBJECTS = ['And', 'Or', 'Not', 'Variable', 'Condition'];

const rulesOf =
  (check: typeof checkRule): FieldKind =>
  (value, location, around) => {
    if (!isList(value)) return list(value, location, around);
    if (value.length === 0) return around.findings.add(location, 'Value cannot be empty');
    for (const [index, rule] of value.entries()) check(rule, `${location}[${index}]`, around);
  };

const combined: FieldKind = (value, location, check) => rulesOf(checkInner)(value, location, check);
const number: FieldKind = (value, location, { findings }) => {
  if (typeof value !== 'number') findings.add(location, 'Expected value of type Number');
};
const KINDS: readonly (readonly [beginning: string, kind: FieldKind])[] = [
  ['Numeric', number],
  ['Boolean', truth],
  ['Is', truth],
  ['Timestamp', timestamp],
  ['String', text],
];
const kindOf = (operator: string): FieldKind => KINDS.find(([beginning]) => operator.startsWith(beginning))![1];
const OPERATORS: Fields = Object.fromEntries([
  ...[...COMPARISONS.keys()].map((name) => [name, kindOf(name)] as const),
  ...[...PATH_OPERATORS].map((name) => [`${name}Path`, path] as const),
]);

const TESTS: Fields = {
  ...OPERATORS,
  Variable: comparedPath,
  And: combined,
  Or: combined,
  Not: (value, location, check) => checkInner(value, location, check),
};
const INNER: Shape = { fields: { Comment: text }, path: TESTS };
const RULE: Shape = {
  fields: { Comment: text, Next: text, Assign: assignment(objectTemplate()) },
  path: TESTS,
  jsonata: { Condition: condition, Output: template() },
  required: ['Next'],
};

export const choices: FieldKind = (value, location, check) => rulesOf(checkRule)(value, location, check);

function checkRule(rule: Json, location: string, check: DefinitionCheck): void {
  checkTest(rule, RULE, location, check);
}
function checkInner(rule: Json, location: string, check: DefinitionCheck): void {
  checkTest(rule, INNER, location, check);
}

function checkTest(rule: Json, shape: Shape, location: string, check: DefinitionCheck): void {
  object(rule, location, check);
  if (!isObject(rule)) return;
  const operators = Object.keys(rule).filter((name) => operatorOf(name));
  checkSubject(rule, operators, location, check);
  checkShape(rule, { ...shape, exclusive: operators.length > 1 ? [operators] : [] }, location, check);
}

/** A rule asks about one thing: a variable with one comparison, other rules, or an expression. */
function checkSubject(rule: JsonObject, operators: readonly string[], location: string, check: DefinitionCheck): void {
  const subjects = SUBJECTS.filter((name) => Object.hasOwn(rule, name));
  if (subjects.length === 0 && operators.length > 0) requireFields(rule, ['Variable'], location, check);
  else if (subjects.length !== 1)
    check.findings.add(location, `The object must have only one of the following fields, [${SUBJECTS.join(', ')}]`);
  else if (subjects[0] === 'Variable' && operators.length === 0)
    check.findings.add(location, `This object should have only one of the following fields: [${Object.keys(OPERATORS).join(', ')}]`);
  else if (subjects[0] !== 'Variable' && operators.length > 0)
    for (const name of operators) check.findings.add(location, `Field '${name}' is not supported`);
}
