// Checks of expressions, and of fields that may hold one in states of JSONata.
import { expressionIn, isExpression } from '#services/states/language/expressions/evaluate';
import { type ExpressionReferences, referencesIn } from '#services/states/language/expressions/expression-references';
import type { EngineFailure, Expressions } from '#services/states/language/expressions/expressions';
import { isList, isObject } from '#services/states/language/json';
import type { Findings } from './diagnostics.ts';
import type { DefinitionCheck, FieldKind } from './field-check.ts';
import { list, object, text, timestamp, truth } from './field-kinds.ts';
import { pathTemplate } from './path-kinds.ts';

/** Members of `$states` that only some fields have: the result of the state's work, and the error that a catcher takes. */
export type StatesMember = 'result' | 'errorOutput';

const isBegun = (value: unknown): boolean => typeof value === 'string' && value.startsWith('{%');

function checkExpression(source: string, location: string, members: readonly StatesMember[], check: DefinitionCheck): void {
  const { findings, expressions } = check;
  if (!isExpression(source)) {
    findings.add(location, 'JSONata string must start with {% and end with %}');
    return;
  }
  if (expressions) findings.later((late) => judge(expressionIn(source), location, members, expressions, late));
}

function judge(text: string, location: string, members: readonly StatesMember[], expressions: Expressions, findings: Findings): void {
  let references: ExpressionReferences;
  try {
    references = referencesIn(expressions.parse(text));
  } catch (error) {
    findings.add(location, (error as EngineFailure).message, 'INVALID_JSONATA_EXPRESSION');
    return;
  }
  const refuse = (problem: string): void => findings.add(location, problem, 'UNSUPPORTED_JSONATA_EXPRESSION');
  for (const name of references.inputs) refuse(`Reference to '${name}' at the top level is not supported.`);
  if (references.readsRoot) refuse(`Reference to '$$' is not supported.`);
  for (const member of ['result', 'errorOutput'] as const)
    if (references.statesMembers.has(member) && !members.includes(member)) refuse(`Field '$states.${member}' does not exist.`);
}

const expressionsWithin =
  (members: readonly StatesMember[]): FieldKind =>
  (value, location, check) => {
    if (isBegun(value)) checkExpression(value as string, location, members, check);
    else if (isList(value))
      for (const [index, element] of value.entries()) expressionsWithin(members)(element, `${location}[${index}]`, check);
    else if (isObject(value))
      for (const [name, member] of Object.entries(value)) expressionsWithin(members)(member, `${location}/${name}`, check);
  };

/** Any value, in which texts may be expressions, or members paths, as the state's language is. */
export const template = (...members: readonly StatesMember[]): FieldKind => {
  const expressions = expressionsWithin(members);
  return (value, location, check) => (check.isJsonata ? expressions : pathTemplate)(value, location, check);
};
export const objectTemplate = (...members: readonly StatesMember[]): FieldKind => {
  const within = template(...members);
  return (value, location, check) => {
    if (!(check.isJsonata && isBegun(value))) object(value, location, check);
    within(value, location, check);
  };
};

/** A constant of that kind, or an expression in states of JSONata. */
export const orExpression =
  (kind: FieldKind): FieldKind =>
  (value, location, check) => {
    if (check.isJsonata && isBegun(value)) checkExpression(value as string, location, [], check);
    else kind(value, location, check);
  };
export const textOrExpression = orExpression(text);
export const timestampOrExpression = orExpression(timestamp);
/** The condition of a rule: an expression, or a constant truth. */
export const condition = orExpression(truth);
/** A list with expressions in it, or an expression that answers one. */
export const listOrExpression = orExpression((value, location, check) => {
  list(value, location, check);
  expressionsWithin([])(value, location, check);
});
