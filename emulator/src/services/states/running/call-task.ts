// Makes the call that a task waits for, and hands its outcome to the execution.
import type { Ctx } from '#core/ctx';
import { INTERNAL_FAILURE } from '#core/messages';
import { isNoRoom } from '#core/no-room';
import type { Tx } from '#core/records';
import { inTraceOf } from '#core/traces/in-trace-of';
import { namedUuid } from '#lib/uuid';
import { executionArn, parseStatesArn } from '#services/states/arns';
import { performTask } from '#services/states/integrations/perform-task';
import { describeNested } from '#services/states/integrations/start-execution';
import { readPattern, TaskFailure, type TaskRequest } from '#services/states/integrations/task-request';
import { RUNTIME } from '#services/states/language/faults';
import type { TaskOutcome } from '#services/states/language/interpreter/commands';
import type { Json } from '#services/states/language/json';
import { mockedOutcome } from '#services/states/mocks/mocks';
import { noteTaskFault } from '#services/states/running-executions';
import { executions, type TaskCall, taskCalls } from '#services/states/state';
import { activityIn, type ExecutionKey, executionSignal, offerTask, runTurn, type TurnNotes } from './run-turn.ts';

/** Idempotency key of the call, and the id of its request: the same when it is made again after a crash. */
const callId = ({ executionId }: ExecutionKey, thread: number, attempt: number): string => namedUuid(`${executionId}-${thread}-${attempt}`);

/** The outcome of a call. It names the execution that the call started, if the task waits for its end. */
type Answer = Required<Pick<TaskCall, 'outcome' | 'nested'>>;

/**
 * Makes the call of a task, whose effect and outcome reach the disk together. After a crash it is made again where the disk has neither, or
 * where its effect is outside of the store.
 */
export async function callTask(key: ExecutionKey, thread: number, attempt: number, work: Ctx): Promise<void> {
  const execution = work.records(executions).get([key.machine, key.execution]);
  const ctx = execution ? inTraceOf(execution, work) : work;
  const calls = ctx.records(taskCalls);
  const place: [string, number, number] = [key.executionId, thread, attempt];
  const call = calls.get(place) as TaskCall | undefined;
  if (!call || call.progress === 'submitted') return;
  // The task may have ended meanwhile: a callback comes before the answer at times.
  const note = (progress: Partial<TaskCall>, more?: (tx: Tx) => void) => (tx: Tx) => {
    const now = calls.get(place) as TaskCall | undefined;
    if (!now) return;
    tx.put(calls, place, { ...now, ...progress });
    more?.(tx);
  };
  const report = (outcome: TaskOutcome, notes?: TurnNotes) => runTurn(key, { kind: 'task', thread, attempt, outcome }, ctx, notes);
  const settle = async ({ outcome, nested }: Answer): Promise<void> => {
    const before = note({ outcome, nested });
    if (outcome?.event !== 'submitted') return await report(outcome!, { before });
    const watch = (tx: Tx): void => {
      if (nested !== undefined) watchNested(nested, key, thread, attempt, tx, ctx);
    };
    await report(outcome, { before, within: note({ progress: 'submitted', nested, outcome: undefined }, watch) });
    if (nested !== undefined) await lookAtNested(key, thread, attempt, ctx);
  };
  if (call.outcome) return await settle({ outcome: call.outcome, nested: call.nested });
  const mocked = await mockedOutcome(call.mocked, call, ctx);
  if (!mocked && activityIn(call.resource) !== undefined) return await offerActivity(key, thread, attempt, call, ctx);
  if (call.progress === undefined) await report({ event: 'started' }, { within: note({ progress: 'started' }) });
  if (mocked) return await report(mocked);
  const { resource, pattern } = readPattern(call.resource);
  const task: TaskRequest = {
    // A copy: what the store holds is frozen, and services may normalize what they are given.
    ...{ resource, pattern, parameters: structuredClone(call.parameters), roleArn: call.roleArn, assumedFrom: call.assumedFrom },
    executionArn: executionArn(key.machine, key.execution, ctx),
    requestId: callId(key, thread, attempt),
    unflushed: true,
    mayRest: true,
    trace:
      execution?.traceHeader === undefined ? undefined : { header: execution.traceHeader, execution: key.executionId, state: call.state },
  };
  await settle(await answerOf(task, call, ctx));
}

/** Answers in the turn in which the call was answered: nothing that takes another turn comes after it. */
async function answerOf(task: TaskRequest, call: TaskCall, ctx: Ctx): Promise<Answer> {
  try {
    const performed = await performTask(task, ctx);
    const { pattern } = task;
    const nested = performed.kind === 'nested' && pattern !== 'waitForTaskToken' && pattern !== 'requestResponse';
    return {
      outcome: { event: pattern === 'requestResponse' ? 'succeeded' : 'submitted', output: performed.result },
      nested: nested ? performed.executionArn : undefined,
    };
  } catch (error) {
    if (isNoRoom(error) || ctx.signal.aborted || !ctx.writable) throw error;
    const failure = error instanceof TaskFailure ? error : brokenCall(call, error, ctx);
    return { outcome: { event: 'failed', error: failure.error, cause: failure.reason }, nested: undefined };
  }
}

/** A task of an activity that is not mocked, in an execution with mocks. */
async function offerActivity(key: ExecutionKey, thread: number, attempt: number, call: TaskCall, ctx: Ctx): Promise<void> {
  const isOffered = ctx.write((tx) => {
    if (!offerTask({ ...key, thread, attempt }, call, tx, ctx)) return false;
    tx.put(ctx.records(taskCalls), [key.executionId, thread, attempt], { ...call, progress: 'submitted' });
    return true;
  });
  if (isOffered) return;
  const outcome: TaskOutcome = { event: 'failed', error: RUNTIME, cause: `The activity ${call.resource} does not exist.` };
  await runTurn(key, { kind: 'task', thread, attempt, outcome }, ctx);
}

/** A bug of the emulator fails the task, because the call would fail the same way again. */
function brokenCall({ resource }: TaskCall, error: unknown, ctx: Ctx): TaskFailure {
  ctx.log.write(INTERNAL_FAILURE, { work: `the call of ${resource}`, error });
  return new TaskFailure(RUNTIME, `The emulator failed: ${(error as Error).message}`);
}

/** The work `states.nested` looks at the nested execution whenever it has made a turn. */
function watchNested(arn: string, key: ExecutionKey, thread: number, attempt: number, tx: Tx, ctx: Ctx): void {
  const nested = nestedExecution(arn, ctx);
  const place = [key.machine, key.execution, key.executionId, thread, attempt];
  if (nested) ctx.watch(tx, 'states.nested', place, executionSignal(nested.id), ctx.in(parseStatesArn(arn)!));
}

/** It may be in another account. */
function nestedExecution(arn: string, ctx: Ctx) {
  const { account, region, names } = parseStatesArn(arn)!;
  return ctx.in({ account, region }).records(executions).get([names[0]!, names[1]!]);
}

export async function lookAtNested(key: ExecutionKey, thread: number, attempt: number, ctx: Ctx): Promise<void> {
  const call = ctx.records(taskCalls).get([key.executionId, thread, attempt]);
  const place = [key.machine, key.execution, key.executionId, thread, attempt];
  const forget = () => ctx.write((tx) => ctx.unwatch(tx, 'states.nested', place));
  if (call?.nested === undefined) return forget();
  const nested = nestedExecution(call.nested, ctx);
  if (nested?.state.status === 'RUNNING') return;
  await runTurn(
    key,
    {
      kind: 'task',
      thread,
      attempt,
      outcome: await nestedOutcome(call.nested, call as TaskCall, executionArn(key.machine, key.execution, ctx), ctx),
    },
    ctx,
  );
  // Afterwards: after a crash the work looks again.
  forget();
}

/** `parent`: ARN of the execution whose task waits. */
async function nestedOutcome(arn: string, call: TaskCall, parent: string, ctx: Ctx): Promise<TaskOutcome> {
  try {
    const output: Json = await describeNested(arn, readPattern(call.resource).pattern === 'sync:2', call, ctx);
    return { event: 'succeeded', output };
  } catch (error) {
    if (!(error instanceof TaskFailure)) throw error;
    noteTaskFault(parent, { requestId: arn, error: error.error, cause: error.reason }, ctx);
    return { event: 'failed', error: error.error, cause: error.reason };
  }
}
