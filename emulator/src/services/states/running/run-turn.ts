// One turn of a kept execution: everything that follows from a happening, in one write.
import type { Ctx } from '#core/ctx';
import { INTERNAL_FAILURE } from '#core/messages';
import { isNoRoom } from '#core/no-room';
import type { Tx } from '#core/records';
import { inTraceOf } from '#core/traces/in-trace-of';
import { activityArn, executionArn, machineArn, parseStatesArn } from '#services/states/arns';
import { type RunnableMachine, runnableOf } from '#services/states/definitions';
import { parameterProblems } from '#services/states/integrations/parameter-problems';
import { rolesOf } from '#services/states/integrations/task-role';
import type { Command, Environment, Happening, HistoryEvent, TaskCommand } from '#services/states/language/interpreter/commands';
import { type Answered, HeavyQuery } from '#services/states/language/interpreter/heavy-query';
import { stepAsFar } from '#services/states/language/interpreter/step';
import { finishDeleting } from '#services/states/machines/delete-machine';
import { childEnded } from '#services/states/map-run-records/child-ended';
import { type MapResult, mapRuns, parentArn } from '#services/states/map-run-records/records';
import { abandonMapRun, startMapRun } from '#services/states/map-run-records/start-map-run';
import { countInvocation } from '#services/states/mocks/mocks';
import { type ExecutionTurn, noteTurn } from '#services/states/running-executions';
import {
  activities,
  activityTasks,
  type ExecutionRecord,
  eventRows,
  executions,
  machines,
  revisions,
  type TaskCall,
  taskCalls,
} from '#services/states/state';
import { announce } from './announce.ts';
import { answerHeavy } from './answer-heavy.ts';
import { chanceOf } from './chance-of.ts';
import { compactRecord } from './compact-record.ts';
import { countExecution } from './execution-metrics.ts';
import { heldTurns } from './held-turns.ts';
import { limitKeeping } from './keep-times.ts';
import { sendSegment } from './send-segment.ts';
import { StoredExecution } from './stored-execution.ts';
import { writeTaskToken } from './task-token.ts';

const MAX_TRANSITIONS = 500;
/** Due work of a thread's attempt. */
const WORK_OF_THREADS = ['states.wake', 'states.timeout', 'states.heartbeat', 'states.call'];

export const executionSignal = (id: string): string => `states/execution/${id}`;
export const activitySignal = (name: string): string => `states/activity/${name}`;

export interface ExecutionKey {
  readonly machine: string;
  readonly execution: string;
  readonly executionId: string;
}

/** Writes that go with a turn. */
export interface TurnNotes {
  /** Part of the turn's own write. */
  readonly within?: ((tx: Tx) => void) | undefined;
  /** Written at once where the turn has to wait. */
  readonly before?: ((tx: Tx) => void) | undefined;
}

/**
 * Takes a happening of an execution; one of an execution that has ended, or that is another one of the same name, has no effect.
 * A bug of the emulator fails the execution, because the turn would fail the same way again. Where a thread has to answer for
 * the turn, the next happenings wait for it, but for happenings that end the execution.
 */
export async function runTurn(key: ExecutionKey, happening: Happening, work: Ctx, notes: TurnNotes = {}): Promise<void> {
  const known = work.records(executions).get([key.machine, key.execution]);
  if (known?.id !== key.executionId || known.state.status !== 'RUNNING') return;
  const ctx = inTraceOf(known, work);
  let { before } = notes;
  const beginWait = (): void => {
    if (before) ctx.write(before);
    before = undefined;
  };
  const read = runnableOf(known.revisionId, ctx);
  if (read instanceof Promise) beginWait();
  const runnable = await read;
  for (const turns = heldTurns(ctx), id = known.id; !ENDINGS.has(happening.kind) && turns.of(id); await turns.of(id)) beginWait();
  const write = (take: Happening, answers?: readonly Answered[]): void =>
    ctx.write((tx) => {
      const record = ctx.records(executions).get([key.machine, key.execution]);
      if (record?.id !== key.executionId || record.state.status !== 'RUNNING') return;
      notes.within?.(tx);
      writeTurn(record as ExecutionRecord, take, runnable, tx, ctx, answers);
    });
  try {
    await writeWithAnswers((answers) => write(happening, answers), { id: known.id, owner: machineOf(key, ctx), runnable, beginWait }, ctx);
  } catch (error) {
    // Without room on the disk it takes its turn later.
    if (isNoRoom(error) || !ctx.writable || ctx.signal.aborted) throw error;
    ctx.log.write(INTERNAL_FAILURE, { work: `state machine ${key.machine}`, error });
    write({ kind: 'break', cause: `The emulator failed: ${(error as Error).message}` });
  }
}

const ENDINGS: ReadonlySet<Happening['kind']> = new Set(['stop', 'deadline', 'break']);

/** The owner of the requests to threads. */
const machineOf = ({ machine }: ExecutionKey, { account, region }: Ctx): string => `${account} ${region} ${machine}`;

interface WaitingTurn {
  /** Id of the execution. */
  readonly id: string;
  readonly owner: string;
  readonly runnable: RunnableMachine;
  beginWait(): void;
}

/** Writes, and has threads answer what stops the write. No promise of its own where nothing does. */
function writeWithAnswers(
  write: (answers?: readonly Answered[]) => void,
  { id, owner, runnable, beginWait }: WaitingTurn,
  ctx: Ctx,
): Promise<void> | undefined {
  let heavy = heavyQueryOf(write);
  if (!heavy) return undefined;
  beginWait();
  const answered = async (): Promise<void> => {
    while (heavy) {
      const answers = await answerHeavy(heavy, owner, runnable.expressions, ctx);
      heavy = heavyQueryOf(() => write(answers));
    }
  };
  return heldTurns(ctx).during(id, answered());
}

function heavyQueryOf(write: () => void): HeavyQuery | undefined {
  try {
    write();
    return undefined;
  } catch (error) {
    if (error instanceof HeavyQuery) return error;
    throw error;
  }
}

/** The same within a write that is under way. Returns the execution after the turn. @throws HeavyQuery where the happening is not a start or a redrive */
export function writeTurn(
  record: ExecutionRecord,
  happening: Happening,
  { machine, expressions }: RunnableMachine,
  tx: Tx,
  ctx: Ctx,
  answers?: readonly Answered[],
): ExecutionRecord {
  const settings = ctx.records(machines).get([record.machine]);
  const { nowMs, random, uuid } = chanceOf(ctx);
  const environment: Environment = {
    ...{ nowMs, random, uuid, expressions, answers },
    maxTransitions: MAX_TRANSITIONS,
    isDeleting: settings?.isDeleting,
    // A mocked activity need not be there; an activity that is really waited for is looked up when its task begins.
    hasActivity: (arn) => record.mocks !== undefined || hasActivity(arn, ctx),
    taskProblems: record.mocks ? undefined : (resource, parameters) => parameterProblems(resource, parameters, ctx),
    taskToken: (thread, attempt) => tokenOf(record, thread, attempt, ctx),
  };
  const { data, history, commands } = stepAsFar(machine, () => new StoredExecution(record, ctx), happening, environment);
  data.save(tx);
  keepEvents(record.id, history, tx, ctx);
  const { status } = data.execution;
  const stopMs = status === 'RUNNING' ? undefined : ctx.now();
  const after = compactRecord(record, data.execution.state, stopMs);
  tx.put(ctx.records(executions), [record.machine, record.name], after);
  const { mapRun } = record;
  const hasEnded = status !== 'RUNNING';
  if (!mapRun) {
    const hasBegun = happening.kind === 'start' || happening.kind === 'redrive';
    countExecution(after, hasBegun, ctx);
    announce([...(hasBegun ? [record] : []), ...(hasEnded ? [after] : [])], tx, ctx);
  } else if (hasEnded) childEnded(mapRun.id, mapRun.index, resultOf(after), tx, ctx);
  if (hasEnded) {
    limitKeeping(record.machine, tx, ctx);
    if (settings?.isDeleting) finishDeleting(record.machine, record.name, tx, ctx);
  }
  const level = settings?.logging.level ?? 'OFF';
  if (level !== 'OFF' && history.length > 0)
    ctx.later(tx, 'states.log', [record.machine, record.name, record.id, history[0]!.id], ctx.now());
  for (const command of commands) carryOut(command, record, data.execution.events, tx, ctx);
  tx.after(() => {
    noteTurn(turnOf(after, history, ctx), inTraceOf(after, ctx));
    if (hasEnded) sendSegment(after, ctx);
    ctx.wake(executionSignal(record.id));
  });
  return after;
}

const turnOf = (record: ExecutionRecord, history: readonly HistoryEvent[], ctx: Ctx): ExecutionTurn => {
  const { machine, name, state, mapRun } = record;
  const { status, error, cause } = state;
  const arns = { arn: executionArn(machine, name, ctx), machineArn: machineArn(machine, ctx) };
  const run = mapRun && ctx.records(mapRuns).get([mapRun.id]);
  return { ...arns, machine, name, parentArn: run && parentArn(run, ctx), history, end: { status, error, cause } };
};

const resultOf = ({ name, state, startMs, stopMs = startMs }: ExecutionRecord): MapResult => ({
  ...{ name, status: state.status as MapResult['status'], startMs, stopMs },
  ...{ output: state.output, error: state.error, cause: state.cause },
});

function hasActivity(arn: string, ctx: Ctx): boolean {
  const name = parseStatesArn(arn)?.names[0];
  return name !== undefined && arn === activityArn(name, ctx) && ctx.records(activities).has([name]);
}

/** The name of the activity that is the resource of a task. */
export function activityIn(resource: string): string | undefined {
  const arn = parseStatesArn(resource);
  return arn?.kind === 'activity' ? arn.names[0] : undefined;
}

/** Hands a task to the workers of its activity. False if the activity does not exist. */
export function offerTask(
  task: ExecutionKey & { readonly thread: number; readonly attempt: number },
  call: TaskCall,
  tx: Tx,
  ctx: Ctx,
): boolean {
  if (!hasActivity(call.resource, ctx)) return false;
  const name = activityIn(call.resource)!;
  const { account, region } = ctx;
  const token = writeTaskToken({ account, region, ...task });
  tx.put(ctx.records(activityTasks), [name, ctx.now(), token], { token, input: JSON.stringify(call.parameters) });
  tx.after(() => ctx.wake(activitySignal(name)));
  return true;
}

const tokenOf = ({ machine, name, id }: ExecutionRecord, thread: number, attempt: number, { account, region }: Ctx): string =>
  writeTaskToken({ account, region, machine, execution: name, executionId: id, thread, attempt });

function keepEvents(executionId: string, history: readonly HistoryEvent[], tx: Tx, ctx: Ctx): void {
  if (history.length === 0) return;
  const { id, atMs } = history[0]!;
  const events = history.map(({ previous, type, details }) => ({ previous, type, details }));
  tx.put(ctx.records(eventRows), [executionId, id], { atMs, events });
}

function carryOut(command: Command, record: ExecutionRecord, events: number, tx: Tx, ctx: Ctx): void {
  const place = [record.machine, record.name, record.id] as const;
  switch (command.do) {
    case 'task':
      startTask(command, record, tx, ctx);
      return;
    case 'setTimer':
      ctx.later(tx, `states.${command.timer}`, [...place, command.thread, command.attempt], command.atMs);
      return;
    case 'forget':
      for (const work of WORK_OF_THREADS) ctx.unschedule(tx, work, [...place, command.thread, command.attempt]);
      tx.delete(ctx.records(taskCalls), [record.id, command.thread, command.attempt]);
      abandonMapRun(record.id, command.thread, command.attempt, tx, ctx);
      return;
    case 'continue':
      // Each turn has a key of its own: the work that runs now must not take the next one away with it.
      ctx.later(tx, 'states.continue', [...place, events], ctx.now());
      return;
    case 'done':
      // Before its first turn it has no deadline.
      if (record.state.events > 0) ctx.unschedule(tx, 'states.deadline', place);
      return;
    case 'mapRun':
      startMapRun(command, record, tx, ctx);
      return;
  }
}

/** Activities wait for a worker; every other task is a call that is due at once. */
function startTask(command: TaskCommand, record: ExecutionRecord, tx: Tx, ctx: Ctx): void {
  const { thread, attempt, state, resource, parameters, heartbeatSeconds } = command;
  const { roleArn } = ctx.records(revisions).get([record.revisionId])!;
  const call = {
    machine: record.machine,
    execution: record.name,
    state,
    resource,
    parameters,
    ...rolesOf(command.roleArn, roleArn),
    heartbeatSeconds,
    mocked: countInvocation(record.mocks, state, tx, ctx),
  };
  tx.put(ctx.records(taskCalls), [record.id, thread, attempt], call);
  const address = { machine: record.machine, execution: record.name, executionId: record.id, thread, attempt };
  if (record.mocks || !activityIn(resource))
    ctx.later(tx, 'states.call', [record.machine, record.name, record.id, thread, attempt], ctx.now());
  else offerTask(address, call, tx, ctx);
}
