// Tasks that call any operation of any service: `arn:aws:states:::aws-sdk:service:action`.
import type { Ctx } from '#core/ctx';
import { Fault, type FaultFacts } from '#core/fault';
import { wholeBody } from '#lib/byte-pieces';
import { dictionary } from '#lib/table';
import { isObject, type Json } from '#services/states/language/json';
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
  const document = withBody(service, operation, isObject(parameters) ? parameters : {});
  try {
    const request = ctx.readRequest(service, operation, document);
    if (!request)
      throw new TaskFailure('States.Runtime', `${name}:${action} cannot be called here: no emulated service has this operation.`);
    const output = (await ctx.callNamed(service, operation, request.input, callOptions(task))) as object;
    return ctx.writeAnswer(service, operation, await readStreams(output)) as Json;
  } catch (error) {
    throw error instanceof Fault ? sdkFailure(error, ctx.faultFacts(service, error), sdkId, task.requestId) : error;
  }
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
  return new TaskFailure(sdkErrorName(sdkId, fault.code, isModelled), sdkCause(fault.message, sdkId, status, requestId));
}
