// The steps after a state has worked or failed: data flow out, the next state, retriers, catchers, and the container around a branch.

import {
  DATA_LIMIT,
  IntrinsicError,
  PathError,
  QUERY_EVALUATION,
  QueryError,
  RUNTIME,
  StateFailure,
} from '#services/states/language/faults';
import type { Json, JsonObject } from '#services/states/language/json';
import { bytesAfter, excessOfResult, MAX_VARIABLES } from '#services/states/language/limits';
import type { Catcher, Retrier } from '#services/states/language/machine';
import { assignVariables, outputOf, resultPlaced } from './data-flow.ts';
import type { Frame, Thread } from './execution.ts';
import { removeBranches, startIteration } from './iterations.ts';
import { namesError } from './matching-errors.ts';
import { Scope, stateAt } from './scope.ts';
import { STATE_EVENTS } from './state-events.ts';
import { HistoryFull, type Turn } from './turn.ts';

const RETRIED: ReadonlySet<string> = new Set(['Task', 'Map', 'Parallel']);
/** Types of states whose branch is said to be aborted with them, where they have begun. */
const ABORTED: ReadonlySet<string> = new Set(['Task', 'Wait', 'Map', 'Parallel']);

const DEFAULT_INTERVAL_S = 1;
const DEFAULT_ATTEMPTS = 3;
const DEFAULT_RATE = 2;
const MS = 1000;

/** Runs a part of a state, and handles its failure. `isCaught`: a catcher is at work already, whose failure nothing retries or catches. */
export function guard(thread: Thread, turn: Turn, run: () => void, isCaught = false): void {
  turn.data.changed(thread);
  try {
    run();
  } catch (error) {
    if (error instanceof HistoryFull || turn.data.execution.status !== 'RUNNING') throw error;
    fail(thread, failureOf(error, thread, turn), turn, isCaught);
  }
}

function failureOf(error: unknown, thread: Thread, turn: Turn): StateFailure {
  if (error instanceof StateFailure) return error;
  if (error instanceof QueryError) {
    const isMap = turn.definitionOf(thread).state.Type === 'Map' && thread.phase === 'act';
    const { location, isAfterEntry } = error;
    const containerEvent = isMap ? 'MapStateFailed' : undefined;
    return new StateFailure(QUERY_EVALUATION, stateAt(thread, turn) + error.message, { location, isAfterEntry, containerEvent });
  }
  if (error instanceof PathError || error instanceof IntrinsicError)
    return new StateFailure(RUNTIME, stateAt(thread, turn) + error.message);
  throw error;
}

export function fail(thread: Thread, failure: StateFailure, turn: Turn, isCaught = false): void {
  turn.data.changed(thread);
  const { error, options } = failure;
  turn.environment.tested?.failed(error, failure.reason);
  if (error === QUERY_EVALUATION && !options.isRecorded) recordEvaluation(thread, failure, turn);
  const { state } = turn.definitionOf(thread);
  if (!isCaught && RETRIED.has(state.Type)) {
    const retrier = state.Retry?.findIndex(({ ErrorEquals }) => namesError(ErrorEquals, failure)) ?? -1;
    if (retrier >= 0 && retry(thread, retrier, state.Retry![retrier]!, turn)) {
      removeBranches(thread, turn);
      return;
    }
  }
  if (options.containerEvent) turn.emit(thread, options.containerEvent);
  if (!isCaught && RETRIED.has(state.Type)) {
    const catcher = state.Catch?.findIndex(({ ErrorEquals }) => namesError(ErrorEquals, failure)) ?? -1;
    if (catcher >= 0) {
      removeBranches(thread, turn);
      guard(thread, turn, () => catchFailure(thread, failure, state.Catch![catcher]!, catcher, turn), true);
      return;
    }
  }
  if (thread.frame === undefined) turn.end('FAILED', thread.last, error, failure.reason);
  else failFrame(thread, failure, turn);
}

/** Right after a state's entry the event follows what came before the entry (recorded). */
function recordEvaluation(thread: Thread, { error, reason, options }: StateFailure, turn: Turn): void {
  const previous = thread.last === thread.entered && !options.isAfterEntry ? thread.beforeEntry : thread.last;
  thread.last = turn.record(previous, 'EvaluationFailed', { cause: reason, error, location: options.location, state: thread.state });
}

/** Begins the pause before the next attempt; false where the retrier has no attempts left. */
function retry(thread: Thread, index: number, retrier: Retrier, turn: Turn): boolean {
  const made = thread.retries?.[index] ?? 0;
  const { tested } = turn.environment;
  tested?.handled({ retrier: index });
  if (made >= (retrier.MaxAttempts ?? DEFAULT_ATTEMPTS)) return false;
  const retries = [...(thread.retries ?? [])];
  while (retries.length <= index) retries.push(0);
  retries[index] = made + 1;
  thread.retries = retries;
  thread.retryCount++;
  thread.attempt++;
  thread.phase = 'retry';
  const { nowMs } = turn.environment;
  const pauseSeconds = pauseBefore(retrier, made, turn);
  tested?.handled({ retrier: index, pauseSeconds });
  const atMs = nowMs + Math.round(pauseSeconds * MS);
  turn.command({ do: 'setTimer', thread: thread.id, attempt: thread.attempt, timer: 'wake', atMs });
  return true;
}

/** Seconds before the attempt that follows `made` earlier ones. */
function pauseBefore(retrier: Retrier, made: number, turn: Turn): number {
  const { IntervalSeconds = DEFAULT_INTERVAL_S, BackoffRate = DEFAULT_RATE, MaxDelaySeconds, JitterStrategy } = retrier;
  const seconds = Math.min(IntervalSeconds * BackoffRate ** made, MaxDelaySeconds ?? Number.MAX_SAFE_INTEGER / MS);
  return JitterStrategy === 'FULL' ? seconds * turn.environment.random() : seconds;
}

function catchFailure(thread: Thread, { error, reason }: StateFailure, catcher: Catcher, index: number, turn: Turn): void {
  const scope = new Scope(turn, thread);
  turn.environment.tested?.handled({ catcher: index });
  // Both are null for a failure without a name, and the cause is empty for a timeout (recorded).
  const caught: JsonObject = { Error: error ?? null, Cause: reason ?? (error === undefined ? null : '') };
  if (scope.definition.isJsonata) {
    const bindings = scope.bindings({ errorOutput: caught });
    const assigned = assignVariables(catcher.Assign, caught, scope, bindings, `Catch[${index}]/Assign`);
    const output = catcher.Output === undefined ? caught : scope.evaluate(catcher.Output, `Catch[${index}]/Output`, bindings);
    exit(thread, output, assigned, catcher.Next, turn);
    return;
  }
  const assigned = assignVariables(catcher.Assign, caught, scope);
  exit(thread, resultPlaced(catcher.ResultPath, thread.input, caught), assigned, catcher.Next, turn);
}

/** One branch fails, so its siblings are aborted and the container fails. All events name the branch that failed. */
function failFrame(thread: Thread, failure: StateFailure, turn: Turn): void {
  const frame = turn.data.frame(thread.frame!);
  const owner = turn.data.thread(frame.owner)!;
  owner.last = thread.last;
  const siblings = turn.data.threadsOf(frame.id).filter(({ id }) => id !== thread.id);
  for (const branch of [thread, ...siblings]) {
    const event = branch === thread ? 'MapIterationFailed' : 'MapIterationAborted';
    if (frame.kind === 'map') turn.record(owner.last, event, { index: branch.index!, name: owner.state });
    const { Type } = turn.definitionOf(branch).state;
    if (branch.phase !== 'enter' && ABORTED.has(Type)) turn.record(owner.last, `${Type}StateAborted`);
  }
  const containerEvent = frame.kind === 'map' ? 'MapStateFailed' : 'ParallelStateFailed';
  fail(owner, new StateFailure(failure.error, failure.reason, { isRecorded: true, containerEvent }), turn);
}

/** A state has worked; `result` is what it made. */
export function leave(thread: Thread, result: Json, turn: Turn): void {
  const scope = new Scope(turn, thread);
  const { output, assigned } = outputOf(scope, result);
  exit(thread, output, assigned, scope.definition.state.Next, turn);
}

/** Leaves the state for the next one, or ends the thread. */
export function exit(thread: Thread, output: Json, assigned: JsonObject, next: string | undefined, turn: Turn): void {
  const { Type } = turn.definitionOf(thread).state;
  const excess = output === thread.input ? undefined : excessOfResult(output, thread.state);
  if (excess) throw excess;
  const names = Object.keys(assigned);
  if (names.length > 0) assign(thread, assigned, turn);
  turn.emit(thread, STATE_EVENTS[Type].exited, { assignedVariables: names.length > 0 ? assigned : undefined, name: thread.state, output });
  thread.attempt++;
  if (next === undefined) {
    endThread(thread, output, turn);
    return;
  }
  thread.state = next;
  thread.input = output;
  thread.phase = 'enter';
  turn.makeReady(thread);
}

function assign(thread: Thread, assigned: JsonObject, turn: Turn): void {
  const bytes = bytesAfter(assigned, thread.variables, thread.variableBytes);
  let all = bytes;
  for (let owner = turn.ownerOf(thread); owner; owner = turn.ownerOf(owner)) all += owner.variableBytes ?? 0;
  if (all > MAX_VARIABLES) throw new StateFailure(DATA_LIMIT, `The variables of the execution have more than ${MAX_VARIABLES} bytes.`);
  thread.variables = { ...thread.variables, ...assigned };
  thread.variableBytes = bytes;
}

function endThread(thread: Thread, output: Json, turn: Turn): void {
  turn.data.removeThread(thread.id);
  if (thread.frame === undefined) {
    turn.succeed(thread.last, output);
    return;
  }
  const frame = turn.data.frame(thread.frame);
  const owner = turn.data.thread(frame.owner)!;
  turn.data.changed(frame);
  turn.data.setResult(frame.id, thread.index!, output);
  frame.left--;
  frame.lastDone = thread.last;
  if (frame.kind === 'map') endIteration(thread, frame, owner, turn);
  if (frame.left === 0) endFrame(frame, owner, turn);
}

/** The iteration that takes the freed slot follows the last event within this one, as the end of this one does (recorded). */
function endIteration(thread: Thread, frame: Frame, owner: Thread, turn: Turn): void {
  frame.lastDone = turn.record(thread.last, 'MapIterationSucceeded', { index: thread.index!, name: owner.state });
  if (frame.next < frame.size) startIteration(owner, frame, thread.last, turn);
}

/** The container's last two events both follow the last event of the branch that ended last (recorded). */
function endFrame(frame: Frame, owner: Thread, turn: Turn): void {
  const results = turn.data.resultsOf(frame);
  turn.data.removeFrame(frame.id);
  owner.ownFrame = undefined;
  owner.last = frame.lastDone;
  turn.record(owner.last, frame.kind === 'map' ? 'MapStateSucceeded' : 'ParallelStateSucceeded');
  guard(owner, turn, () => leave(owner, results, turn));
}
