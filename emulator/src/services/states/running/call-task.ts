// Makes the call that a task waits for, and hands its outcome to the execution.
import type { Ctx } from '#core/ctx';
import { executionArn, parseStatesArn } from '#services/states/arns';
import { performTask } from '#services/states/integrations/perform-task';
import { describeNested } from '#services/states/integrations/start-execution';
import { readPattern, TaskFailure, type TaskRequest } from '#services/states/integrations/task-request';
import type { TaskOutcome } from '#services/states/language/interpreter/commands';
import type { Json } from '#services/states/language/json';
import { executions, type TaskCall, taskCalls } from '#services/states/state';
import { type ExecutionKey, executionSignal, runTurn } from './run-turn.ts';

/** Idempotency key of the call: the same when it is made again after a crash. */
const callId = ({ executionId }: ExecutionKey, thread: number, attempt: number): string => `${executionId}-${thread}-${attempt}`;

export async function callTask(key: ExecutionKey, thread: number, attempt: number, ctx: Ctx): Promise<void> {
  const call = ctx.records(taskCalls).get([key.executionId, thread, attempt]) as TaskCall | undefined;
  if (!call) return;
  const report = (outcome: TaskOutcome) => runTurn(key, { kind: 'task', thread, attempt, outcome }, ctx);
  const { resource, pattern } = readPattern(call.resource);
  const task: TaskRequest = {
    // A copy: what the store holds is frozen, and services may normalize what they are given.
    ...{ resource, pattern, parameters: structuredClone(call.parameters), roleArn: call.roleArn },
    executionArn: executionArn(key.machine, key.execution, ctx),
    requestId: callId(key, thread, attempt),
  };
  await report({ event: 'started' });
  try {
    const performed = await performTask(task, ctx);
    const { result } = performed;
    if (pattern === 'requestResponse') return await report({ event: 'succeeded', output: result });
    await report({ event: 'submitted', output: result });
    if (performed.kind === 'nested' && pattern !== 'waitForTaskToken')
      return await awaitNested(performed.executionArn, key, thread, attempt, ctx);
  } catch (error) {
    if (!(error instanceof TaskFailure)) throw error;
    await report({ event: 'failed', error: error.error, cause: error.reason });
  }
}

/** The work `states.nested` looks at the nested execution whenever it has made a turn. */
async function awaitNested(arn: string, key: ExecutionKey, thread: number, attempt: number, ctx: Ctx): Promise<void> {
  const { names } = parseStatesArn(arn)!;
  const nested = ctx.records(executions).get([names[0]!, names[1]!]);
  const calls = ctx.records(taskCalls);
  const call = calls.get([key.executionId, thread, attempt]);
  if (!call || !nested) return;
  const place = [key.machine, key.execution, key.executionId, thread, attempt];
  ctx.write((tx) => {
    tx.put(calls, [key.executionId, thread, attempt], { ...call, nested: arn });
    ctx.watch(tx, 'states.nested', place, executionSignal(nested.id));
  });
  await lookAtNested(key, thread, attempt, ctx);
}

export async function lookAtNested(key: ExecutionKey, thread: number, attempt: number, ctx: Ctx): Promise<void> {
  const call = ctx.records(taskCalls).get([key.executionId, thread, attempt]);
  const place = [key.machine, key.execution, key.executionId, thread, attempt];
  const forget = () => ctx.write((tx) => ctx.unwatch(tx, 'states.nested', place));
  if (call?.nested === undefined) return forget();
  const { names } = parseStatesArn(call.nested)!;
  const nested = ctx.records(executions).get([names[0]!, names[1]!]);
  if (nested?.state.status === 'RUNNING') return;
  forget();
  await runTurn(key, { kind: 'task', thread, attempt, outcome: await nestedOutcome(call.nested, call as TaskCall, ctx) }, ctx);
}

async function nestedOutcome(arn: string, { resource, roleArn }: TaskCall, ctx: Ctx): Promise<TaskOutcome> {
  try {
    const output: Json = await describeNested(arn, readPattern(resource).pattern === 'sync:2', roleArn, ctx);
    return { event: 'succeeded', output };
  } catch (error) {
    if (!(error instanceof TaskFailure)) throw error;
    return { event: 'failed', error: error.error, cause: error.reason };
  }
}
