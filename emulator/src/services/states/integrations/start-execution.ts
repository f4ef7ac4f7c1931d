// Nested executions: `states:startExecution`, which may wait for their end.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { table } from '#lib/table';
import { isObject, type Json, type JsonObject, memberOf } from '#services/states/language/json';
import { jsonForm, withMetadata } from './metadata.ts';
import { TaskFailure, type TaskRequest } from './task-request.ts';
import { actingIn, callOptions, type TaskRoles } from './task-role.ts';

export interface StartedExecution {
  readonly executionArn: string;
  /** The result of a task that does not wait. */
  readonly result: Json;
}

/** @throws TaskFailure */
export async function startNested(task: TaskRequest, ctx: Ctx): Promise<StartedExecution> {
  const { parameters, requestId } = task;
  const given: JsonObject = isObject(parameters) ? parameters : {};
  const nested = memberOf(given, 'Input') ?? {};
  const input = {
    stateMachineArn: String(memberOf(given, 'StateMachineArn')),
    // The same name in every attempt to make this call: a start that was answered too late is not made again.
    name: String(memberOf(given, 'Name') ?? requestId),
    input: typeof nested === 'string' ? nested : JSON.stringify(nested),
  };
  try {
    const started = await ctx.call('states', 'StartExecution', input, callOptions(task));
    const answer = { ExecutionArn: started.executionArn, StartDate: started.startDate.getTime() };
    return { executionArn: started.executionArn, result: withMetadata(answer, jsonForm(answer), requestId, ctx.now()) };
  } catch (error) {
    throw error instanceof Fault ? failureOf(error, requestId, ctx) : error;
  }
}

function failureOf(fault: Fault, requestId: string, ctx: Ctx): TaskFailure {
  const facts = `Service: AWSStepFunctions; Status Code: ${ctx.faultFacts('states', fault).status}; Error Code: ${fault.code}; Request ID: ${requestId}; Proxy: null`;
  const name = fault.code.endsWith('Exception') ? fault.code : `${fault.code}Exception`;
  return new TaskFailure(`StepFunctions.${name}`, `${fault.message} (${facts})`, fault.options.remedy);
}

/**
 * The result of a task that waits: the nested execution's description, with its redrives (localstack/localstack,
 * tests/aws/services/stepfunctions/v2/services/test_sfn_task_service.py::TestTaskServiceSfn::test_sfn_start_execution_sync; 2025-10). `sync:2` reads its output as JSON.
 */
export async function describeNested(executionArn: string, isParsed: boolean, roles: TaskRoles, ctx: Ctx): Promise<Json> {
  const described = await ctx.call('states', 'DescribeExecution', { executionArn }, { ...actingIn(roles), unflushed: true });
  const document: Record<string, unknown> = table({ ...ctx.writeAnswer('states', 'DescribeExecution', described) });
  for (const [name, value] of Object.entries(described))
    if (value instanceof Date) document[name.charAt(0).toUpperCase() + name.slice(1)] = value.getTime();
  if (isParsed)
    for (const name of ['Input', 'Output']) if (typeof document[name] === 'string') document[name] = JSON.parse(document[name]) as Json;
  if (described.status === 'SUCCEEDED') return document as Json;
  throw new TaskFailure('States.TaskFailed', JSON.stringify(document));
}
