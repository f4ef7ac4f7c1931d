// A state machine as a function: what has happened goes in; history events and commands come out. It is synchronous, and changes only the data.

import { RUNTIME } from '#services/states/language/faults';
import type { Machine, StateType } from '#services/states/language/machine';
import type { Command, Environment, Happening, HistoryEvent } from './commands.ts';
import { inputOf } from './data-flow.ts';
import type { ExecutionData, Thread } from './execution.ts';
import { HeavyQuery } from './heavy-query.ts';
import { runMap, takeMapRun } from './map-state.ts';
import { guard, leave } from './outcome.ts';
import { runParallel } from './parallel-state.ts';
import { Scope } from './scope.ts';
import { runChoice, runFail, runPass, runSucceed } from './simple-states.ts';
import { STATE_EVENTS } from './state-events.ts';
import { runTask, takeOutcome, timeOut } from './task-state.ts';
import { HistoryFull, MAX_EVENTS, TOP, Turn } from './turn.ts';
import { runWait } from './wait-state.ts';

export interface StepOutcome {
  readonly history: readonly HistoryEvent[];
  readonly commands: readonly Command[];
  /** States that began, or began another attempt. */
  readonly transitions: number;
}

const RUN: Readonly<Record<StateType, (thread: Thread, turn: Turn) => void>> = {
  Pass: runPass,
  Succeed: runSucceed,
  Fail: runFail,
  Choice: runChoice,
  Wait: runWait,
  Task: runTask,
  Parallel: runParallel,
  Map: runMap,
};

/** Takes a happening to where every thread waits again, or the turn has reached its limit of transitions. Late happenings change nothing. */
export function step(machine: Machine, data: ExecutionData, happening: Happening, environment: Environment): StepOutcome {
  const turn = new Turn(machine, data, environment);
  let transitions = 0;
  try {
    if (data.execution.status === 'RUNNING') {
      take(happening, turn);
      transitions = drain(turn);
    }
  } catch (error) {
    if (!(error instanceof HistoryFull)) throw error;
    const cause = `The execution reached the maximum number of history events (${MAX_EVENTS}).`;
    turn.end('FAILED', data.execution.events, RUNTIME, cause);
  }
  return { history: turn.history, commands: turn.commands, transitions };
}

function take(happening: Happening, turn: Turn): void {
  const { execution } = turn.data;
  switch (happening.kind) {
    case 'start':
      turn.record(0, 'ExecutionStarted', { input: execution.input });
      // The first state's entry follows event 0, not the event above (recorded).
      turn.startThread({
        place: TOP,
        state: turn.machine.StartAt,
        input: execution.input,
        last: 0,
        frame: undefined,
        index: undefined,
      });
      return;
    case 'continue':
      // States that have begun wait for their answers the longest.
      continueAll(turn.data.threads(), turn);
      return;
    case 'stop':
      turn.end('ABORTED', 0, happening.error, happening.cause);
      return;
    case 'redrive':
      redrive(happening.redriveCount, turn);
      return;
    case 'break':
      turn.end('FAILED', execution.events, RUNTIME, happening.cause);
      return;
    case 'deadline':
      turn.end('TIMED_OUT', 0, undefined, undefined);
      return;
  }
  const thread = turn.data.thread(happening.thread);
  if (thread?.attempt !== happening.attempt) return;
  if (happening.kind === 'task' && thread.phase === 'task') takeOutcome(thread, happening.outcome, turn);
  else if (happening.kind === 'mapRun' && thread.phase === 'mapRun') takeMapRun(thread, happening.outcome, turn);
  else if (happening.kind === 'timer') takeTimer(thread, happening.timer, turn);
}

function continueAll(threads: readonly Thread[], turn: Turn): void {
  for (const phase of ['act', 'enter']) for (const thread of threads) if (thread.phase === phase) turn.makeReady(thread);
}

/** States that failed or were aborted begin another attempt; branches that have ended stay ended. Retriers count anew. */
function redrive(redriveCount: number, turn: Turn): void {
  const { execution } = turn.data;
  execution.error = undefined;
  execution.cause = undefined;
  const event = turn.record(execution.events, 'ExecutionRedriven', { redriveCount });
  for (const thread of turn.data.threads()) {
    turn.data.changed(thread);
    thread.attempt++;
    thread.retries = undefined;
    thread.retryCount = 0;
    if (thread.phase === 'branches' && thread.ownFrame !== undefined) continue;
    thread.last = event;
    if (thread.phase !== 'enter') thread.phase = 'act';
    turn.makeReady(thread);
  }
}

function takeTimer(thread: Thread, timer: 'wake' | 'timeout' | 'heartbeat', turn: Turn): void {
  if (timer !== 'wake') {
    if (thread.phase === 'task') timeOut(thread, timer, turn);
  } else if (thread.phase === 'wait') guard(thread, turn, () => leave(thread, inputOf(new Scope(turn, thread)), turn));
  else if (thread.phase === 'retry') {
    thread.phase = 'act';
    turn.data.changed(thread);
    turn.makeReady(thread);
  }
}

function drain(turn: Turn): number {
  const { maxTransitions = Number.POSITIVE_INFINITY } = turn.environment;
  let transitions = 0;
  while (turn.hasReady && turn.data.execution.status === 'RUNNING') {
    if (transitions >= maxTransitions || turn.effort.isLong) {
      const next = turn.environment.beginsNext ? turn.takeReady() : undefined;
      if (next) enter(next, turn);
      turn.command({ do: 'continue' });
      break;
    }
    const thread = turn.takeReady();
    if (!thread) continue;
    turn.beginState();
    work(thread, transitions, turn);
    transitions++;
  }
  return transitions;
}

function work(thread: Thread, transitions: number, turn: Turn): void {
  const hasBegun = thread.phase === 'act';
  try {
    guard(thread, turn, () => {
      if (enter(thread, turn)) RUN[turn.definitionOf(thread).state.Type](thread, turn);
    });
  } catch (error) {
    if (error instanceof HeavyQuery) Object.assign(error, { transitions, hasBegun });
    throw error;
  }
}

/** False where the execution ends instead. */
function enter(thread: Thread, turn: Turn): boolean {
  if (thread.phase !== 'enter') return true;
  if (turn.environment.isDeleting) {
    turn.end('ABORTED', 0, undefined, undefined);
    return false;
  }
  turn.data.changed(thread);
  thread.enteredMs = turn.environment.nowMs;
  thread.retries = undefined;
  thread.retryCount = 0;
  thread.phase = 'act';
  thread.beforeEntry = thread.last;
  const { Type } = turn.definitionOf(thread).state;
  turn.emit(thread, STATE_EVENTS[Type].entered, { input: thread.input, name: thread.state });
  thread.entered = thread.last;
  return true;
}

/**
 * Steps as far as the main thread can: where the work of a state takes long, the turn ends before it, and the next one begins with it. `begin` gives the
 * data as they were before the turn. @throws HeavyQuery if that work comes first
 */
export function stepAsFar<T extends ExecutionData>(
  machine: Machine,
  begin: () => T,
  happening: Happening,
  environment: Environment,
): StepOutcome & { readonly data: T } {
  for (let limited = environment; ; ) {
    const data = begin();
    try {
      return { data, ...step(machine, data, happening, limited) };
    } catch (error) {
      const { transitions, hasBegun } = error instanceof HeavyQuery ? error : { transitions: undefined, hasBegun: false };
      if (transitions === undefined || (transitions === 0 && hasBegun && happening.kind === 'continue')) throw error;
      limited = { ...environment, maxTransitions: transitions, beginsNext: true };
    }
  }
}
