// Tasks that call any operation of any service: `arn:aws:states:::aws-sdk:service:action`.
import type { Ctx } from '#core/ctx';
import type { RequestMember } from '#core/document-request';
import { Fault, type FaultFacts } from '#core/fault';
import { wholeBody } from '#lib/byte-pieces';
import { dictionary } from '#lib/table';
import { isList, isObject, type Json, type JsonObject } from '#services/states/language/json';
import { withBody } from './sdk-bodies.ts';
import { sdkCause } from './sdk-cause.ts';
import { operationName, sdkErrorName, sdkService } from './sdk-services.ts';
import { TaskFailure, type TaskRequest } from './task-request.ts';
import { callOptions } from './task-role.ts';

export interface SdkCall {
  /** As the resource names them. */
  readonly service: string;
  readonly action: string;
}

/** The answer as a document. @throws TaskFailure */
export async function callSdk({ service: name, action }: SdkCall, parameters: Json, task: TaskRequest, ctx: Ctx): Promise<Json> {
  const { service, sdkId } = sdkService(name);
  const operation = operationName(action);
  const given = isObject(parameters) ? parameters : {};
  const document = withBody(service, operation, withTexts(given, ctx.requestMembers(service, operation) ?? []));
  try {
    const request = ctx.readRequest(service, operation, document);
    if (!request)
      throw new TaskFailure('States.Runtime', `${name}:${action} cannot be called here: no emulated service has this operation.`);
    // An operation without an answer answers nothing.
    const output = ((await ctx.callNamed(service, operation, request.input, callOptions(task))) ?? {}) as object;
    return ctx.writeAnswer(service, operation, await readStreams(output)) as Json;
  } catch (error) {
    throw error instanceof Fault ? sdkFailure(error, ctx.faultFacts(service, error), sdkId, task.requestId) : error;
  }
}

/** Objects and lists where the operation takes a text are sent as their JSON (recorded of the input of `sfn:startExecution`). */
function withTexts(parameters: JsonObject, members: readonly RequestMember[]): JsonObject {
  const texts = members.filter(({ name, isText }) => isText && (isObject(parameters[name]) || isList(parameters[name])));
  if (texts.length === 0) return parameters;
  return { ...parameters, ...Object.fromEntries(texts.map(({ name }) => [name, JSON.stringify(parameters[name])])) };
}

/** Bodies arrive as streams: a document holds them whole. */
async function readStreams(output: object): Promise<object> {
  const read: Record<string, unknown> = dictionary();
  for (const [name, value] of Object.entries(output)) read[name] = isStream(value) ? await wholeBody(value) : value;
  return read;
}

const isStream = (value: unknown): value is AsyncIterable<Uint8Array> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

function sdkFailure(fault: Fault, { status, isModelled }: FaultFacts, sdkId: string, requestId: string): TaskFailure {
  const { remedy } = fault.options;
  return new TaskFailure(sdkErrorName(sdkId, fault.code, isModelled), sdkCause(fault.message, sdkId, status, requestId), remedy);
}
