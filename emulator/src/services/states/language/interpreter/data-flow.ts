// The data flow of states: what a state takes from its input, what it assigns, and what it hands on.
import type { Bindings } from '#services/states/language/expressions/evaluate';
import type { Json, JsonObject } from '#services/states/language/json';
import { writePath } from '#services/states/language/paths/write-path';
import type { Scope } from './scope.ts';

/** Types of states whose `$states` has a `result`. */
const HAS_RESULT: ReadonlySet<string> = new Set(['Task', 'Map', 'Parallel']);
/** Types of states without a ResultPath. */
const HANDS_ON: ReadonlySet<string> = new Set(['Wait', 'Succeed']);

/** The input that the state's InputPath selects; in states of JSONata the whole input. */
export function inputOf(scope: Scope): Json {
  if (scope.definition.isJsonata) return scope.thread.input;
  return scope.inspected('afterInputPath', scope.select(scope.definition.state.InputPath, scope.thread.input));
}

/** Arguments of a Task or Parallel state. */
export function argumentsOf(scope: Scope): Json {
  const { state, isJsonata } = scope.definition;
  if (isJsonata) {
    if (state.Arguments === undefined) return scope.thread.input;
    return scope.inspected('afterArguments', scope.evaluate(state.Arguments, 'Arguments'));
  }
  const input = inputOf(scope);
  return scope.inspected('afterParameters', state.Parameters === undefined ? input : scope.fill(state.Parameters, input));
}

/** The new variables: `value` is what `$` stands for in paths. Expressions see the variables as they were before. */
export function assignVariables(
  assign: JsonObject | undefined,
  value: Json,
  scope: Scope,
  bindings: Bindings = {},
  field = 'Assign',
): JsonObject {
  if (!assign) return {};
  return (scope.definition.isJsonata ? scope.evaluate(assign, field, bindings) : scope.fill(assign, value)) as JsonObject;
}

export interface StateOutput {
  readonly output: Json;
  readonly assigned: JsonObject;
}

/** The output and the variables that a state hands on after its work. */
export function outputOf(scope: Scope, result: Json): StateOutput {
  const { state, isJsonata } = scope.definition;
  if (isJsonata) return expressionOutput(scope, result);
  const assigned = assignVariables(state.Assign, result, scope);
  if (HANDS_ON.has(state.Type)) return { output: scope.select(state.OutputPath, result), assigned };
  const selected = state.ResultSelector === undefined ? result : scope.fill(state.ResultSelector, result);
  scope.inspected('afterResultSelector', selected);
  const placed = scope.inspected('afterResultPath', resultPlaced(state.ResultPath, scope.thread.input, selected));
  return { output: scope.select(state.OutputPath, placed), assigned };
}

/** ResultPath writes into the raw input: InputPath has no effect on it. */
export function resultPlaced(path: string | null | undefined, input: Json, result: Json): Json {
  if (path === null) return input;
  return path === undefined || path === '$' ? result : writePath(path, input, result);
}

function expressionOutput(scope: Scope, result: Json): StateOutput {
  const { state } = scope.definition;
  if (state.Assign === undefined && state.Output === undefined) return { output: result, assigned: {} };
  const bindings = scope.bindings(HAS_RESULT.has(state.Type) ? { result } : {});
  const assigned = assignVariables(state.Assign, result, scope, bindings);
  return { output: state.Output === undefined ? result : scope.evaluate(state.Output, 'Output', bindings), assigned };
}
