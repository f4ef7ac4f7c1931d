// Tells what becomes of executions: their states and their end in the trace of the request that started them, a failed end in the ledger, too.
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';
import type { Run } from '#core/traces/run';
import { THRESHOLD_EXCEEDED } from './language/faults.ts';
import type { HistoryEvent } from './language/interpreter/commands.ts';
import { describeFailure, EXECUTION_FAILED, type FailedExecution } from './messages.ts';

/** Executions whose states are known by their events; those of the oldest are forgotten first. */
const MAX_EXECUTIONS = 1000;
const MAX_EVENTS = 200;
/** States of one execution in its trace: an execution may have thousands. */
const MAX_STATES = 100;
const MAX_FAILURES = 10;

/** A call of a task that failed. */
export interface TaskFault {
  /** Id of the call, or the ARN of the execution that it started. */
  readonly requestId: string;
  readonly error: string | undefined;
  readonly cause: string | undefined;
  /** The command that allows it. */
  readonly remedy?: string | undefined;
}

interface EnteredState {
  readonly name: string;
  /** performance.now() */
  readonly startedMs: number;
}

/** An execution that failed. */
interface FailedEnd {
  readonly run: Run;
  readonly failed: FailedExecution;
  readonly machineArn: string;
  /** The call of its task that failed. */
  readonly fault: TaskFault | undefined;
  /** The children of its map run that failed. */
  readonly children: readonly FailedEnd[];
}

/** Facts of an execution that runs. */
interface Known {
  /** When it was first heard of: performance.now() */
  readonly startedMs: number;
  /** The state to which an event belongs, by the id of the event. */
  readonly states: Map<number, EnteredState>;
  readonly faults: TaskFault[];
  /** The last children of map runs that failed. */
  readonly failedChildren: FailedEnd[];
  /** States in its trace. */
  noted: number;
}

class KnownStates implements Owned {
  readonly #executions = new Map<string, Known>();

  of(arn: string): Known {
    let known = this.#executions.get(arn);
    if (known) return known;
    if (this.#executions.size >= MAX_EXECUTIONS) this.#executions.delete(this.#executions.keys().next().value!);
    this.#executions.set(arn, (known = { startedMs: performance.now(), states: new Map(), faults: [], failedChildren: [], noted: 0 }));
    return known;
  }
  forget(arn: string): void {
    this.#executions.delete(arn);
  }
  async stop(): Promise<void> {}
}

const knownStates = (ctx: Ctx): KnownStates => ctx.own('states.known-states', () => new KnownStates());

/** Where a later failure of the execution has the same words, this call is what failed. */
export function noteTaskFault(arn: string, fault: TaskFault, ctx: Ctx): void {
  const { faults } = knownStates(ctx).of(arn);
  faults.push(fault);
  if (faults.length > MAX_FAILURES) faults.shift();
}

export interface ExecutionTurn {
  readonly arn: string;
  readonly machine: string;
  readonly machineArn: string;
  /** Name of the execution. */
  readonly name: string;
  /** ARN of the execution whose map run has this one as its child. A failed child is told of where that execution fails by it. */
  readonly parentArn: string | undefined;
  readonly history: readonly HistoryEvent[];
  readonly end: { readonly status: string; readonly error?: string | undefined; readonly cause?: string | undefined };
}

/** Notes what happened in one turn. The context is in the trace of the execution. */
export function noteTurn(turn: ExecutionTurn, ctx: Ctx): void {
  const known = knownStates(ctx).of(turn.arn);
  for (const event of turn.history) noteEvent(event, known, turn, ctx);
  if (turn.end.status === 'RUNNING') return;
  knownStates(ctx).forget(turn.arn);
  const { status } = turn.end;
  if (status === 'ABORTED' || (status === 'SUCCEEDED' && turn.parentArn !== undefined)) return;
  if (status === 'SUCCEEDED') ctx.noteRun(runOf(turn, known, ctx));
  else if (turn.parentArn === undefined) reportEnd(failedEnd(turn, known, ctx), ctx);
  else {
    const { failedChildren } = knownStates(ctx).of(turn.parentArn);
    failedChildren.push(failedEnd(turn, known, ctx));
    if (failedChildren.length > MAX_FAILURES) failedChildren.shift();
  }
}

function noteEvent({ id, previous, type, details }: HistoryEvent, known: Known, { machineArn, parentArn }: ExecutionTurn, ctx: Ctx): void {
  const within = known.states.get(previous);
  const name = String(details?.['name'] ?? '');
  if (type.endsWith('StateEntered')) known.states.set(id, { name, startedMs: performance.now() });
  else if (within) known.states.set(id, within);
  if (known.states.size > MAX_EVENTS) known.states.delete(known.states.keys().next().value!);
  if (parentArn !== undefined || !type.endsWith('StateExited') || ++known.noted > MAX_STATES) return;
  const startedMs = within?.name === name ? within.startedMs : undefined;
  ctx.noteRun({ what: 'state', resource: machineArn, name, startedMs, depth: ctx.trace.depth + 1 });
}

const runOf = ({ arn, machine }: ExecutionTurn, { startedMs }: Known, ctx: Ctx): Run => ({
  ...{ what: 'execution', resource: arn, name: machine, startedMs, depth: ctx.trace.depth },
});

function failedEnd(turn: ExecutionTurn, known: Known, ctx: Ctx): FailedEnd {
  const { machine, machineArn, history } = turn;
  const { status, error, cause } = turn.end;
  const state = known.states.get(history.at(-1)?.previous ?? 0)?.name;
  return {
    run: runOf(turn, known, ctx),
    failed: { machine, execution: turn.name, state, isTimeout: status === 'TIMED_OUT', error, cause },
    machineArn,
    fault: known.faults.findLast((each) => each.error === error && each.cause === cause),
    children: error === THRESHOLD_EXCEEDED ? known.failedChildren : [],
  };
}

/** The causes first: the children of a map run, and below each what failed in it. */
function reportEnd({ run, failed, machineArn, fault, children }: FailedEnd, ctx: Ctx): void {
  for (const child of children) reportEnd(child, ctx);
  const attempts = [run.resource, fault?.requestId, ...children.map((child) => child.run.resource)].filter((each) => each !== undefined);
  ctx.report(EXECUTION_FAILED, failed, { ...run, cause: describeFailure(failed), target: machineArn, attempts, remedy: fault?.remedy });
}
