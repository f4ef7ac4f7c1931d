// Functions: by their own ARN (the bare answer), and by `lambda:invoke`.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { isObject, type Json, type JsonObject, memberOf } from '#services/states/language/json';
import { readJson } from '#services/states/language/read-json';
import { functionForm, withMetadata } from './metadata.ts';
import { TaskFailure, type TaskRequest } from './task-request.ts';
import { callOptions } from './task-role.ts';

interface Invocation {
  readonly payload: Json;
  /** The payload as the function answered it. */
  readonly text: string;
  readonly executedVersion: string | undefined;
  readonly logResult: string | undefined;
  readonly status: number;
}

/** A function that is the task's resource. */
export async function invokeResource(task: TaskRequest, ctx: Ctx): Promise<Json> {
  const { payload } = await invoke({ FunctionName: task.resource, Payload: JSON.stringify(task.parameters) }, task, ctx, (text) => text);
  return payload;
}

export async function invokeFunction(task: TaskRequest, ctx: Ctx): Promise<Json> {
  const parameters = isObject(task.parameters) ? task.parameters : {};
  const { payload, text, executedVersion, logResult, status } = await invoke(parameters, task, ctx);
  const result = {
    ...(executedVersion !== undefined && { ExecutedVersion: executedVersion }),
    ...(logResult !== undefined && { LogResult: logResult }),
    Payload: payload,
  };
  const form = functionForm(text, { executedVersion, logResult }, traceIdOf(task.requestId, ctx.now()));
  return { ...withMetadata(result, form, task.requestId, ctx.now()), StatusCode: status };
}

/** `causeOf`: how the cause of a failure tells the function's answer, `lambda:invoke` without blanks, a function as the resource as it is (both recorded in November 2024). */
async function invoke(parameters: JsonObject, task: TaskRequest, ctx: Ctx, causeOf = withoutBlanks): Promise<Invocation> {
  const payload = memberOf(parameters, 'Payload');
  const text = (name: string): string | undefined => (parameters[name] === undefined ? undefined : String(parameters[name]));
  const input = {
    ...{ FunctionName: String(parameters['FunctionName']), Qualifier: text('Qualifier'), InvocationType: text('InvocationType') },
    ...{ ClientContext: text('ClientContext'), LogType: text('LogType'), Payload: Buffer.from(payloadText(payload)) },
  };
  try {
    const answer = await ctx.call('lambda', 'Invoke', input, callOptions(task));
    const answered = answer.Payload === undefined ? '' : Buffer.from(answer.Payload as Uint8Array).toString();
    if (answer.FunctionError !== undefined) throw functionFailure(answered, causeOf);
    const { ExecutedVersion, LogResult, StatusCode = 200 } = answer;
    return { payload: readAnswer(answered), text: answered, executedVersion: ExecutedVersion, logResult: LogResult, status: StatusCode };
  } catch (error) {
    throw error instanceof Fault ? serviceFailure(error, task.requestId, ctx) : error;
  }
}

/** A payload that is text is sent as it is where it is JSON (recorded). */
function payloadText(payload: Json | undefined): string {
  if (typeof payload !== 'string') return JSON.stringify(payload ?? {});
  return isJson(payload) ? payload : JSON.stringify(payload);
}

function isJson(text: string): boolean {
  try {
    readJson(text);
    return true;
  } catch {
    return false;
  }
}

/** `Root=1-SECONDS-ID`, in hexadecimal digits. */
const traceIdOf = (requestId: string, nowMs: number): string =>
  `Root=1-${Math.floor(nowMs / 1000).toString(16)}-${requestId.replaceAll('-', '').slice(0, 24)};Sampled=0`;

function readAnswer(text: string): Json {
  if (text === '') return null;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** The error has the name that the function gave it. */
function functionFailure(text: string, causeOf: (text: string) => string): TaskFailure {
  const answer = readAnswer(text);
  const type = isObject(answer) ? memberOf(answer, 'errorType') : undefined;
  return new TaskFailure(typeof type === 'string' ? type : 'Lambda.Unknown', causeOf(text));
}

function withoutBlanks(text: string): string {
  const answer = readAnswer(text);
  return isObject(answer) ? JSON.stringify(answer) : text;
}

function serviceFailure(fault: Fault, requestId: string, ctx: Ctx): TaskFailure {
  const facts = `Service: AWSLambda; Status Code: ${ctx.faultFacts('lambda', fault).status}; Error Code: ${fault.code}; Request ID: ${requestId}; Proxy: null`;
  return new TaskFailure(`Lambda.${fault.code}`, `${fault.message} (${facts})`, fault.options.remedy);
}
