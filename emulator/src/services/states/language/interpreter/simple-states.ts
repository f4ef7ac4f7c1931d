// Pass, Succeed, Fail and Choice: states that end in the turn in which they begin.

import { RUNTIME, StateFailure } from '#services/states/language/faults';
import type { Json } from '#services/states/language/json';
import type { ChoiceRule } from '#services/states/language/machine';
import { assignVariables, inputOf } from './data-flow.ts';
import type { Thread } from './execution.ts';
import { exit, leave } from './outcome.ts';
import { Scope, stateAt } from './scope.ts';
import type { Turn } from './turn.ts';

export function runPass(thread: Thread, turn: Turn): void {
  const scope = new Scope(turn, thread);
  const { state, isJsonata } = scope.definition;
  if (isJsonata) {
    leave(thread, thread.input, turn);
    return;
  }
  const input = inputOf(scope);
  const filled = state.Parameters === undefined ? input : scope.fill(state.Parameters, input);
  scope.inspected('afterParameters', filled);
  leave(thread, state.Result === undefined ? filled : scope.inspected('result', state.Result), turn);
}

export function runSucceed(thread: Thread, turn: Turn): void {
  leave(thread, inputOf(new Scope(turn, thread)), turn);
}

export function runFail(thread: Thread, turn: Turn): void {
  const scope = new Scope(turn, thread);
  if (!scope.definition.isJsonata) scope.inspected('afterInputPath', thread.input);
  throw new StateFailure(failText(scope, 'Error'), failText(scope, 'Cause'));
}

function failText(scope: Scope, field: 'Error' | 'Cause'): string | undefined {
  const { state, isJsonata } = scope.definition;
  const path = state[`${field}Path`];
  if (isJsonata) return state[field] === undefined ? undefined : String(scope.evaluate(state[field], field, undefined, 'string'));
  if (path === undefined) return state[field];
  const value = scope.ask({ kind: 'dynamic', text: path, field: `${field}Path`, roots: scope.roots(inputOf(scope)) });
  if (typeof value !== 'string')
    throw new StateFailure(RUNTIME, `${stateAt(scope.thread, scope.turn)}The ${field}Path field must select a string: ${path}`);
  return value;
}

/** The specification has an error of its own for it, States.NoChoiceMatched, which the service does not use (measured: https://github.com/floci-io/floci/pull/2699, August 2026). */
const NOWHERE = 'Failed to transition out of the state. The state does not point to a next state.';

export function runChoice(thread: Thread, turn: Turn): void {
  const scope = new Scope(turn, thread);
  const { state, isJsonata } = scope.definition;
  const input = inputOf(scope);
  const rules = state.Choices!;
  const chosen = isJsonata
    ? scope.ask({ kind: 'conditions', conditions: rules.map(({ Condition }) => Condition as Json), bindings: scope.bindings() })
    : scope.ask({ kind: 'rules', rules, roots: scope.roots(input) });
  const rule = rules[Number(chosen)];
  const next = rule?.Next ?? state.Default;
  if (next === undefined) throw new StateFailure(RUNTIME, `${stateAt(thread, turn)}${NOWHERE}`);
  const assign = rule ? rule.Assign : state.Assign;
  if (!isJsonata) {
    exit(thread, scope.select(state.OutputPath, input), assignVariables(assign, input, scope), next, turn);
    return;
  }
  const bindings = scope.bindings();
  const assigned = assignVariables(assign, input, scope, bindings, rule ? `Choices[${chosen}]/Assign` : 'Assign');
  exit(thread, choiceOutput(scope, rule, Number(chosen)), assigned, next, turn);
}

function choiceOutput(scope: Scope, rule: ChoiceRule | undefined, index: number): Json {
  if (rule?.Output !== undefined) return scope.evaluate(rule.Output, `Choices[${index}]/Output`);
  const { Output } = scope.definition.state;
  return Output === undefined ? scope.thread.input : scope.evaluate(Output, 'Output');
}
