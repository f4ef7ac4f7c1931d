// Evaluates templates of the query language: every text `{% … %}`, at any depth, is replaced by its value. Failures are in the cloud's words.
import type { Chance } from '#services/states/language/chance';
import type { Effort } from '#services/states/language/effort';
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

/** @throws QueryError */
function evaluateExpression(
  template: string,
  field: string,
  { expressions, chance, bindings, effort }: QueryEnvironment,
  type?: string,
): Json {
  const text = expressionIn(template);
  const refuse = (problem: string): never => {
    throw new QueryError(`The JSONata expression '${text}' specified for the field '${field}' ${problem}`, field);
  };
  let answer: unknown;
  try {
    answer = expressions.run(text, bindings, chance, effort);
  } catch (error) {
    const { code, message } = error as EngineFailure;
    return refuse(`threw an error during evaluation. ${code === undefined ? '' : `${code}: `}${message}`);
  }
  if (answer === undefined) return refuse('returned nothing (undefined).');
  const value = plain(answer);
  if (value === undefined) return refuse('returned an unsupported result type.');
  if (type !== undefined && kindOf(value) !== type) {
    return refuse(`returned an unexpected result type. Expected '${type}', but was '${kindOf(value)}' for value: ${JSON.stringify(value)}`);
  }
  return value;
}

/** The answer as JSON: sequences become lists, members that are undefined vanish. Undefined where it holds a function or no number. */
function plain(answer: unknown): Json | undefined {
  if (answer === null || typeof answer === 'string' || typeof answer === 'boolean') return answer;
  if (typeof answer === 'number') return Number.isFinite(answer) ? answer : undefined;
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
