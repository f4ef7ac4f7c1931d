// Which integration a task's resource names.
import type { Ctx } from '#core/ctx';
import { table } from '#lib/table';
import type { TaskOutcome } from '#services/states/language/interpreter/commands';
import { readResource } from '#services/states/language/interpreter/task-resource';
import type { Json } from '#services/states/language/json';
import { noteTaskFault } from '#services/states/running-executions';
import { traceCall } from '#services/states/tracing/execution-trace';
import { callSdk } from './call-sdk.ts';
import { invokeHttp } from './http/http-invoke.ts';
import { invokeApi } from './http/invoke-api.ts';
import { invokeFunction, invokeResource } from './lambda.ts';
import { callOptimised, OPTIMISED } from './optimised.ts';
import { type StartedExecution, startNested } from './start-execution.ts';
import { TaskFailure, type TaskRequest } from './task-request.ts';
import { takeRole } from './task-role.ts';

export type Performed = { readonly kind: 'result'; readonly result: Json } | ({ readonly kind: 'nested' } & StartedExecution);

/** Integrations that are no operation of a model. */
const OWN: Readonly<Record<string, (task: TaskRequest, ctx: Ctx) => Promise<Json>>> = table({
  'lambda:invoke': invokeFunction,
  'http:invoke': invokeHttp,
  'apigateway:invoke': invokeApi,
});

/** The outcome of a task that waits for its answer alone. */
export async function outcomeOf(task: TaskRequest, ctx: Ctx): Promise<TaskOutcome> {
  try {
    return { event: 'succeeded', output: (await performTask(task, ctx)).result };
  } catch (error) {
    if (!(error instanceof TaskFailure)) throw error;
    return { event: 'failed', error: error.error, cause: error.reason };
  }
}

/** Makes the call of a task. @throws TaskFailure */
export async function performTask(task: TaskRequest, ctx: Ctx): Promise<Performed> {
  const end = task.trace && traceCall({ ...task, trace: task.trace, machineRole: task.assumedFrom ?? task.roleArn }, ctx);
  try {
    const performed = await perform(task, ctx);
    end?.();
    return performed;
  } catch (error) {
    if (error instanceof TaskFailure) {
      end?.(error);
      const { error: name, reason: cause, remedy } = error;
      noteTaskFault(task.executionArn, { requestId: task.requestId, error: name, cause, remedy }, ctx);
    }
    throw error;
  }
}

async function perform(task: TaskRequest, ctx: Ctx): Promise<Performed> {
  const { family, resourceType, resource } = readResource(task.resource);
  await takeRole(task, ctx);
  if (family === 'LambdaFunction') return { kind: 'result', result: await invokeResource(task, ctx) };
  const [, sdkName] = /^aws-sdk:(.+)$/.exec(resourceType) ?? [];
  if (sdkName !== undefined)
    return { kind: 'result', result: await callSdk({ service: sdkName, action: resource }, task.parameters, task, ctx) };
  const own = `${resourceType}:${resource}`;
  if (Object.hasOwn(OWN, own)) return { kind: 'result', result: await OWN[own]!(task, ctx) };
  if (resourceType === 'states' && resource === 'startExecution') return { kind: 'nested', ...(await startNested(task, ctx)) };
  const optimised = Object.hasOwn(OPTIMISED, resourceType) ? OPTIMISED[resourceType]! : undefined;
  const operation = optimised && Object.hasOwn(optimised.operations, resource) ? optimised.operations[resource]! : undefined;
  if (!optimised || operation === undefined)
    throw new TaskFailure('States.Runtime', `The resource ${task.resource} cannot be called here: no emulated service stands behind it.`);
  return { kind: 'result', result: await callOptimised(optimised, operation, task, ctx) };
}
