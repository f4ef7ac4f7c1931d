// Evaluates templates of the query language: every text `{% … %}`, at any depth, is replaced by its value. Failures are in the cloud's words.
import type { Chance } from '#services/states/language/chance';
import { type Effort, TooMuchWork } from '#services/states/language/effort';
import { QueryError } from '#services/states/language/faults';
import { isList, isObject, type Json, kindOf, setMember } from '#services/states/language/json';
import type { EngineFailure, Expressions } from './expressions.ts';

export type Bindings = Readonly<Record<string, Json>>;
export interface QueryEnvironment {
  readonly expressions: Expressions;
  readonly chance: Chance;
  readonly bindings: Bindings;
  readonly effort: Effort;
}

/** A blank before the delimiter makes a text literal (recorded). */
export const isExpression = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith('{%') && value.endsWith('%}');
export const expressionIn = (text: string): string => text.slice(2, -2).trim();

/** `field` tells where the template is: `Output`, `Arguments/name[0]`. `type` is that of the value at the top, where only one will do. */
export function evaluateTemplate(template: Json, field: string, environment: QueryEnvironment, type?: string): Json {
  if (isExpression(template)) return evaluateExpression(template, field, environment, type);
  if (isList(template)) return template.map((element, index) => evaluateTemplate(element, `${field}[${index}]`, environment));
  if (!isObject(template)) return template;
  const filled: Record<string, Json> = {};
  for (const [name, value] of Object.entries(template)) setMember(filled, name, evaluateTemplate(value, `${field}/${name}`, environment));
  return filled;
}

export interface PlacedExpression {
  /** With its delimiters. */
  readonly text: string;
  readonly field: string;
}

/** The expressions of a template, in the order in which they are evaluated. */
export function* expressionsOf(template: Json, field: string): Generator<PlacedExpression> {
  if (isExpression(template)) yield { text: template, field };
  else if (isList(template)) for (const [index, element] of template.entries()) yield* expressionsOf(element, `${field}[${index}]`);
  else if (isObject(template)) for (const [name, value] of Object.entries(template)) yield* expressionsOf(value, `${field}/${name}`);
}

/** A code begins a sentence of its own, and a limit ends the one before it (measured: https://github.com/floci-io/floci/issues/2736). */
export function thrownBy({ text, field }: PlacedExpression, { code, message }: EngineFailure): QueryError {
  return problemOf(text, field, `threw an error during evaluation${code === undefined ? ': ' : `. ${code}: `}${message}`);
}

const problemOf = (template: string, field: string, problem: string): QueryError =>
  new QueryError(`The JSONata expression '${expressionIn(template)}' specified for the field '${field}' ${problem}`, field);

/** @throws QueryError, TooMuchWork */
function evaluateExpression(
  template: string,
  field: string,
  { expressions, chance, bindings, effort }: QueryEnvironment,
  type?: string,
): Json {
  effort.beginExpression();
  let answer: unknown;
  try {
    answer = expressions.run(expressionIn(template), bindings, chance, effort);
  } catch (error) {
    if (error instanceof TooMuchWork) throw error;
    throw thrownBy({ text: template, field }, error as EngineFailure);
  }
  if (answer === undefined) throw problemOf(template, field, 'returned nothing (undefined).');
  const value = plain(answer);
  if (value === undefined) throw problemOf(template, field, 'returned an unsupported result type.');
  if (type === undefined || kindOf(value) === type) return value;
  const problem = `returned an unexpected result type. Expected '${type}', but was '${kindOf(value)}' for value: ${JSON.stringify(value)}`;
  throw problemOf(template, field, problem);
}

/**
 * The answer as JSON: sequences become lists, members that are undefined vanish, and numbers that JSON cannot hold are texts (`Infinity`, `NaN`;
 * measured: https://github.com/floci-io/floci/issues/2737). Undefined where it holds a function.
 */
function plain(answer: unknown): Json | undefined {
  if (answer === null || typeof answer === 'string' || typeof answer === 'boolean') return answer;
  if (typeof answer === 'number') return Number.isFinite(answer) ? answer : String(answer);
  if (typeof answer !== 'object' || answer instanceof RegExp) return undefined;
  if (Array.isArray(answer)) {
    const elements = answer.map(plain);
    return elements.includes(undefined) ? undefined : (elements as Json[]);
  }
  if ('_jsonata_function' in answer || '_jsonata_lambda' in answer) return undefined;
  const object: Record<string, Json> = {};
  for (const [name, member] of Object.entries(answer)) {
    if (member === undefined) continue;
    const value = plain(member);
    if (value === undefined) return undefined;
    setMember(object, name, value);
  }
  return object;
}
