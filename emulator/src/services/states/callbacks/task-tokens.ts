// Callbacks of tasks that wait: their success, their failure, and that their worker is alive.
import type { Ctx } from '#core/ctx';
import { fault, operation } from '#model/states';
import { invalidTaskToken } from '#services/states/faults';
import { jsonProblem } from '#services/states/language/definition/json-problem';
import type { TaskOutcome } from '#services/states/language/interpreter/commands';
import type { Json } from '#services/states/language/json';
import { readJson } from '#services/states/language/read-json';
import { runTurn } from '#services/states/running/run-turn';
import { readTaskToken, type TaskAddress } from '#services/states/running/task-token';
import { executions, taskCalls } from '#services/states/state';

/** @throws Fault InvalidToken, TaskTimedOut, TaskDoesNotExist */
function findTask(token: string, ctx: Ctx): { address: TaskAddress; there: Ctx } {
  const address = readTaskToken(token);
  if (!address) throw invalidTaskToken();
  const there = ctx.in({ account: address.account, region: address.region });
  const record = there.records(executions).get([address.machine, address.execution]);
  if (record?.id !== address.executionId) throw fault('TaskDoesNotExist', `Task does not exist: the execution is not there any more`);
  const isWaiting =
    record.state.status === 'RUNNING' && there.records(taskCalls).has([address.executionId, address.thread, address.attempt]);
  if (!isWaiting) throw fault('TaskTimedOut', `Task Timed Out: 'Provided task does not exist anymore'`);
  return { address, there };
}

async function report(token: string, outcome: TaskOutcome, ctx: Ctx): Promise<void> {
  const { address, there } = findTask(token, ctx);
  const { thread, attempt } = address;
  await runTurn(address, { kind: 'task', thread, attempt, outcome }, there);
}

export const SendTaskSuccess = operation('SendTaskSuccess', async ({ taskToken, output }, ctx) => {
  // The token is looked at first (recorded).
  if (!readTaskToken(taskToken)) throw invalidTaskToken();
  let value: Json;
  try {
    value = readJson(output);
  } catch {
    throw fault('InvalidOutput', `Invalid Output: '${jsonProblem(output).message}'`);
  }
  await report(taskToken, { event: 'succeeded', output: value }, ctx);
});

export const SendTaskFailure = operation('SendTaskFailure', async ({ taskToken, error, cause }, ctx) => {
  await report(taskToken, { event: 'failed', error, cause }, ctx);
});

export const SendTaskHeartbeat = operation('SendTaskHeartbeat', async ({ taskToken }, ctx) => {
  const { address, there } = findTask(taskToken, ctx);
  const { executionId, thread, attempt } = address;
  const seconds = there.records(taskCalls).get([executionId, thread, attempt])!.heartbeatSeconds;
  if (seconds !== undefined) await runTurn(address, { kind: 'task', thread, attempt, outcome: { event: 'heartbeat', seconds } }, there);
});
