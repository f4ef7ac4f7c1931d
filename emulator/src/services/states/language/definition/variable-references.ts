// The variables that each state reads: recorded by `test_sfn_api_variable_references.py` of localstack/localstack.
import { expressionIn, isExpression } from '#services/states/language/expressions/evaluate';
import { referencesIn } from '#services/states/language/expressions/expression-references';
import type { Expressions } from '#services/states/language/expressions/expressions';
import { type IntrinsicNode, parseIntrinsic } from '#services/states/language/intrinsics/parse-intrinsic';
import { isList, isObject, type Json } from '#services/states/language/json';
import { type Machine, statesIn } from '#services/states/language/machine';
import { parsePath } from '#services/states/language/paths/path-parser';
import { isDynamicName, isIntrinsicText } from '#services/states/language/template';
import { assignedBy } from './name-checks.ts';

/** Fields of states that are states themselves, or constants. */
const NOT_READ: ReadonlySet<string> = new Set(['ItemProcessor', 'Iterator', 'Branches', 'Result']);

/** By the names of the states that read variables. Undefined if none does. */
export function variableReferences(machine: Machine, expressions: Expressions | undefined): Record<string, string[]> | undefined {
  const states = [...statesIn(machine)];
  const assigned = new Set(states.flatMap(({ state }) => assignedBy(state as unknown as Json)));
  const read = states.flatMap(({ name, state, isJsonata }) => {
    const own = Object.fromEntries(Object.entries(state).filter(([field]) => !NOT_READ.has(field))) as Json;
    // Functions of the query language have names like variables.
    const names = isJsonata ? inExpressions(own, expressions).filter((variable) => assigned.has(variable)) : inPaths(own);
    return names.length === 0 ? [] : [[name, [...new Set(names)].sort()] as const];
  });
  return read.length === 0 ? undefined : Object.fromEntries(read);
}

function inExpressions(value: Json, expressions: Expressions | undefined): string[] {
  if (isExpression(value)) return expressions ? inExpression(value, expressions) : [];
  if (isList(value)) return value.flatMap((element) => inExpressions(element, expressions));
  return isObject(value) ? Object.values(value).flatMap((member) => inExpressions(member, expressions)) : [];
}

/** Texts that look like expressions stand in fields that hold none, too. */
function inExpression(text: string, expressions: Expressions): string[] {
  try {
    return [...referencesIn(expressions.parse(expressionIn(text))).variables];
  } catch {
    return [];
  }
}

function inPaths(value: Json): string[] {
  if (isList(value)) return value.flatMap(inPaths);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (typeof member !== 'string') return inPaths(member);
    return name.endsWith('Path') || name === 'Variable' || isDynamicName(name) ? inPath(member) : [];
  });
}

function inPath(text: string): string[] {
  try {
    return inNode(isIntrinsicText(text) ? parseIntrinsic(text) : { kind: 'path', path: parsePath(text) });
  } catch {
    return [];
  }
}

function inNode(node: IntrinsicNode): string[] {
  if (node.kind === 'call') return node.arguments.flatMap(inNode);
  return node.kind === 'path' && node.path.variable !== undefined ? [node.path.variable] : [];
}
