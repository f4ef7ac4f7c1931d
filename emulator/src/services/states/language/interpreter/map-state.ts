// Map: iterations within the execution, or a map run whose children are executions of their own.

import { QueryError, RUNTIME, StateFailure } from '#services/states/language/faults';
import { isList, type Json } from '#services/states/language/json';
import { languageOf, processorOf } from '#services/states/language/machine';
import type { MapRunOutcome } from './commands.ts';
import { inputOf } from './data-flow.ts';
import type { Frame, FrameItems, Thread } from './execution.ts';
import { startIteration } from './iterations.ts';
import { mapRunArguments } from './map-run-arguments.ts';
import { fail, guard, leave } from './outcome.ts';
import { Scope, stateAt } from './scope.ts';
import type { Turn } from './turn.ts';

/** Limit: iterations of an inline Map that run at the same time. */
const MAX_AT_ONCE = 40;

type NumberField = 'MaxConcurrency' | 'ToleratedFailureCount' | 'ToleratedFailurePercentage';

/** The service takes them in definitions of Map states in both modes (measured: https://github.com/badmintoncryer/cdk-preflight, September 2026); the text is our own. */
const DISTRIBUTED_FIELDS = ['ItemReader', 'ItemBatcher', 'ResultWriter'] as const;

export function runMap(thread: Thread, turn: Turn): void {
  const scope = new Scope(turn, thread);
  const { state } = scope.definition;
  const items = state.ItemReader && turn.environment.tested?.readsItems !== false ? { items: [], inputs: [] } : itemsOf(scope);
  const maxConcurrency = numberOf(scope, 'MaxConcurrency') ?? 0;
  if (maxConcurrency < 0) throw refusal(scope, 'MaxConcurrency cannot be negative.');
  turn.emit(thread, 'MapStateStarted', { length: items.inputs.length });
  // The tolerance is checked after the start (recorded).
  const toleratedCount = numberOf(scope, 'ToleratedFailureCount');
  const toleratedPercentage = numberOf(scope, 'ToleratedFailurePercentage');
  if (toleratedCount !== undefined && toleratedCount < 0) throw refusal(scope, 'ToleratedFailureCount cannot be negative.');
  if (toleratedPercentage !== undefined && !(toleratedPercentage >= 0 && toleratedPercentage <= 100))
    throw refusal(scope, 'ToleratedFailurePercentage must be between 0 and 100.');
  const processor = processorOf(state);
  const { tested } = turn.environment;
  tested?.inspect('maxConcurrency', maxConcurrency);
  if (toleratedCount !== undefined) tested?.inspect('toleratedFailureCount', toleratedCount);
  if (toleratedPercentage !== undefined) tested?.inspect('toleratedFailurePercentage', toleratedPercentage);
  if (processor.ProcessorConfig?.Mode !== 'DISTRIBUTED' && !tested?.isMocked) {
    for (const field of DISTRIBUTED_FIELDS)
      if (state[field]) throw refusal(scope, `The field '${field}' is for Map states in DISTRIBUTED mode.`);
    iterate(thread, items, maxConcurrency, turn);
    return;
  }
  thread.phase = 'mapRun';
  thread.attempt++;
  const { id, attempt } = thread;
  const limits = { maxConcurrency, toleratedCount, toleratedPercentage };
  const isSelected = selectorOf(scope) !== undefined;
  const language = languageOf(turn.machine.QueryLanguage);
  const about = { state: thread.state, label: state.Label, processor, language, isSelected };
  turn.command({ do: 'mapRun', thread: id, attempt, items: items.inputs, ...about, ...limits, ...mapRunArguments(scope) });
}

function iterate(thread: Thread, items: FrameItems, maxConcurrency: number, turn: Turn): void {
  const size = items.inputs.length;
  if (size === 0) {
    turn.record(thread.last, 'MapStateSucceeded');
    leave(thread, [], turn);
    return;
  }
  thread.phase = 'branches';
  const id = turn.nextId();
  const frame: Frame = { id, owner: thread.id, kind: 'map', size, started: thread.last, next: 0, left: size, lastDone: thread.last };
  thread.ownFrame = id;
  turn.data.addFrame(frame, items);
  const atOnce = Math.min(size, maxConcurrency === 0 ? MAX_AT_ONCE : maxConcurrency);
  for (let count = 0; count < atOnce; count++) startIteration(thread, frame, frame.started, turn);
}

const refusal = (scope: Scope, problem: string): StateFailure => new StateFailure(RUNTIME, stateAt(scope.thread, scope.turn) + problem);

function numberOf(scope: Scope, field: NumberField): number | undefined {
  const { state, isJsonata } = scope.definition;
  const plain = state[field];
  const path = state[`${field}Path`];
  if (isJsonata) return plain === undefined ? undefined : Number(scope.evaluate(plain, field, undefined, 'number'));
  if (path === undefined) return plain as number | undefined;
  const value = scope.require(path, inputOf(scope));
  if (typeof value === 'number') return value;
  // A number as text is accepted (recorded).
  if (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value)) return Number(value);
  const kind = field === 'ToleratedFailurePercentage' ? 'float' : 'integer';
  const printed = typeof value === 'string' ? value : JSON.stringify(value);
  throw refusal(scope, `The ${field}Path field refers to value "${printed}" which is not a valid ${kind}: ${path}`);
}

function itemsOf(scope: Scope): FrameItems {
  const items = scope.definition.isJsonata ? expressionItems(scope) : pathItems(scope);
  const selector = selectorOf(scope);
  if (selector === undefined) return { items, inputs: items };
  const selected = { selector, items, from: 0, context: scope.context };
  const inputs = scope.definition.isJsonata
    ? scope.ask({ kind: 'items', bindings: scope.bindings(), ...selected })
    : scope.ask({ kind: 'pathItems', roots: scope.roots(inputOf(scope)), ...selected });
  return { items, inputs: inputs as readonly Json[] };
}

/** Older definitions call it Parameters. */
export const selectorOf = ({ definition: { state, isJsonata } }: Scope): Json | undefined =>
  state.ItemSelector ?? (isJsonata ? undefined : state.Parameters);

function expressionItems(scope: Scope): readonly Json[] {
  const { Items } = scope.definition.state;
  const value = Items === undefined ? scope.thread.input : scope.evaluate(Items, 'Items', undefined, 'array');
  if (isList(value)) return value;
  throw new QueryError(`Map state input must be an array but was: ${JSON.stringify(value)}`, undefined);
}

function pathItems(scope: Scope): readonly Json[] {
  const { ItemsPath } = scope.definition.state;
  const input = inputOf(scope);
  const value = ItemsPath === undefined ? input : scope.require(ItemsPath, input);
  // A path into the context object is told without its second `$` (recorded).
  if (!isList(value)) throw refusal(scope, `Reference path "${(ItemsPath ?? '$').replace(/^\$\$/, '$')}" must point to array.`);
  if (ItemsPath !== undefined) scope.inspected('afterItemsPath', value);
  return value;
}

/** Takes the outcome of a map run. The state's exit follows the event of the run's start (recorded since November 2024). */
export function takeMapRun(thread: Thread, outcome: MapRunOutcome, turn: Turn): void {
  turn.data.changed(thread);
  if (outcome.event === 'started') {
    turn.emit(thread, 'MapRunStarted', { mapRunArn: outcome.mapRunArn });
    return;
  }
  turn.command({ do: 'forget', thread: thread.id, attempt: thread.attempt });
  if (outcome.event === 'succeeded') {
    turn.record(turn.record(thread.last, 'MapRunSucceeded'), 'MapStateSucceeded');
    guard(thread, turn, () => leave(thread, outcome.output, turn));
    return;
  }
  const { error, cause } = outcome;
  turn.emit(thread, 'MapRunFailed', { error, cause });
  fail(thread, new StateFailure(error, cause, { containerEvent: 'MapStateFailed' }), turn);
}
