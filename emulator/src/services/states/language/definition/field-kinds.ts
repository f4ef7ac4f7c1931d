// Checks of single fields of a definition.
import { expressionIn, isExpression } from '#services/states/language/expressions/evaluate';
import type { EngineFailure, Expressions } from '#services/states/language/expressions/expressions';
import { isIntrinsicName } from '#services/states/language/intrinsics/evaluate-intrinsic';
import { type IntrinsicNode, parseIntrinsic } from '#services/states/language/intrinsics/parse-intrinsic';
import { isList, isObject, type Json, kindOf } from '#services/states/language/json';
import { isReferencePath } from '#services/states/language/paths/path';
import { parsePath } from '#services/states/language/paths/path-parser';
import { isDynamicName, isIntrinsicText } from '#services/states/language/template';
import type { Findings } from './diagnostics.ts';

export interface FieldCheck {
  readonly value: Json;
  readonly location: string;
  readonly isJsonata: boolean;
  readonly findings: Findings;
  /** Absent where the definition has no expressions. */
  readonly expressions: Expressions | undefined;
}
export type FieldKind = (check: FieldCheck) => void;

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'String',
  number: 'Number',
  boolean: 'Boolean',
  array: 'Array',
  object: 'Object',
  null: 'Null',
};

const ofType =
  (type: string): FieldKind =>
  ({ value, location, findings }) => {
    if (kindOf(value) !== type) findings.add(location, `Expected value of type ${TYPE_NAMES[type]}`);
  };

export const text = ofType('string');
export const truth = ofType('boolean');
export const object = ofType('object');
export const anything: FieldKind = () => {};

export const oneOf =
  (...values: readonly string[]): FieldKind =>
  ({ value, location, findings }) => {
    const name = location.slice(location.lastIndexOf('/') + 1);
    if (typeof value !== 'string' || !values.includes(value))
      findings.add(location, `The field '${name}' should have one of these values: [${values.join(', ')}]`);
  };

/** Numbers that the language allows are below this. */
const NUMBER_END = 99_999_999;

/** In states of JSONata an expression may stand in place of the number. */
export const wholeNumber =
  (least: number, most = NUMBER_END): FieldKind =>
  (check) => {
    const { value, location, isJsonata, findings } = check;
    if (isJsonata && isExpression(value)) return expression(check);
    if (!Number.isInteger(value)) return findings.add(location, 'Expected value of type Integer');
    if ((value as number) < least) findings.add(location, `Value is less than the minimum of ${least}`);
    if ((value as number) > most) findings.add(location, `Value is greater than the maximum of ${most}`);
  };
export const decimal =
  (least: number, most = NUMBER_END): FieldKind =>
  (check) => {
    const { value, location, isJsonata, findings } = check;
    if (isJsonata && isExpression(value)) return expression(check);
    if (typeof value !== 'number') return findings.add(location, 'Expected value of type Number');
    if (value < least) findings.add(location, `Value is less than the minimum of ${least}`);
    if (value > most) findings.add(location, `Value is greater than the maximum of ${most}`);
  };

/** A constant number, in states of either language. */
export const constant =
  (kind: FieldKind): FieldKind =>
  (check) =>
    kind({ ...check, isJsonata: false });

/** The error in a path or a call; undefined for one that can be read. */
function problemOf(source: string): string | undefined {
  try {
    if (isIntrinsicText(source)) return unknownFunction(parseIntrinsic(source));
    parsePath(source);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function unknownFunction(node: IntrinsicNode): string | undefined {
  if (node.kind !== 'call') return undefined;
  if (!isIntrinsicName(node.name)) return `The Intrinsic Function States.${node.name} is not supported`;
  return node.arguments.map(unknownFunction).find((problem) => problem !== undefined);
}

export const path: FieldKind = ({ value, location, findings }) => {
  if (typeof value !== 'string') return findings.add(location, 'Expected value of type String');
  if (isIntrinsicText(value) || problemOf(value) !== undefined) findings.add(location, 'Value is not a valid JSONPath');
};
export const pathOrNull: FieldKind = (check) => {
  if (check.value !== null) path(check);
};
export const pathOrIntrinsic: FieldKind = ({ value, location, findings }) => {
  if (typeof value !== 'string') return findings.add(location, 'Expected value of type String');
  if (problemOf(value) !== undefined) findings.add(location, 'Value is not a valid JSONPath or intrinsic function call');
};
export const referencePath: FieldKind = (check) => {
  const { value, location, findings } = check;
  if (typeof value !== 'string' || problemOf(value) !== undefined) return path(check);
  const parsed = parsePath(value);
  if (!parsed.isDefinite || parsed.steps.some(({ kind }) => kind === 'function')) findings.add(location, 'Value is not a Reference Path');
};
export const resultPath: FieldKind = (check) => {
  const { value, location, findings } = check;
  if (value === null) return;
  if (typeof value !== 'string' || problemOf(value) !== undefined) return path(check);
  if (!isReferencePath(parsePath(value))) findings.add(location, 'Value is not a Reference Path');
};

/** A payload template: members whose names end in `.$` hold a path or an intrinsic function. In states of JSONata texts may be expressions. */
export const template: FieldKind = (check) => {
  const { value, location, isJsonata } = check;
  if (isJsonata) return expressionsWithin(check);
  if (isList(value))
    for (const [index, element] of value.entries()) template({ ...check, value: element, location: `${location}[${index}]` });
  else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      const inner = { ...check, value: member, location: `${location}/${name}` };
      if (!isDynamicName(name)) template(inner);
      else if (typeof member !== 'string' || problemOf(member) !== undefined)
        check.findings.add(inner.location, `The value for the field '${name}' must be a valid JSONPath or a valid intrinsic function call`);
    }
  }
};
export const objectTemplate: FieldKind = (check) => {
  object(check);
  template(check);
};

function expressionsWithin(check: FieldCheck): void {
  const { value, location } = check;
  if (isExpression(value)) {
    expression(check);
    return;
  }
  if (isList(value))
    for (const [index, element] of value.entries()) expressionsWithin({ ...check, value: element, location: `${location}[${index}]` });
  else if (isObject(value))
    for (const [name, member] of Object.entries(value)) expressionsWithin({ ...check, value: member, location: `${location}/${name}` });
}

function expression({ value, location, findings, expressions }: FieldCheck): void {
  try {
    expressions?.check(expressionIn(value as string));
  } catch (error) {
    const { code, message } = error as EngineFailure;
    findings.add(location, `The JSONata expression is not valid. ${code === undefined ? '' : `${code}: `}${message}`);
  }
}

/** A text, or an expression in states of JSONata. */
export const textOrExpression: FieldKind = (check) => {
  if (check.isJsonata && isExpression(check.value)) expression(check);
  else text(check);
};
/** The condition of a rule: an expression, or a constant truth. */
export const condition: FieldKind = (check) => {
  if (isExpression(check.value)) expression(check);
  else truth(check);
};
/** A list, or an expression that answers one. */
export const listOrExpression: FieldKind = (check) => {
  if (isExpression(check.value)) return expression(check);
  ofType('array')(check);
  expressionsWithin(check);
};
