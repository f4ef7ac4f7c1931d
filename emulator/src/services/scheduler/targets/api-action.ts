// Universal targets: any operation of any service, by `arn:aws:scheduler:::aws-sdk:service:apiAction`, with the request in `Input`.
// https://docs.aws.amazon.com/scheduler/latest/UserGuide/managing-targets-universal.html
import type { Ctx } from '#core/ctx';
import type { DocumentRequest } from '#core/document-request';
import { Fault } from '#core/fault';
import { readObject } from '#lib/json-object';
import { table } from '#lib/table';
import type { Target } from '#model/scheduler';
import { invalid } from '#services/scheduler/faults';
import { checkParameters } from './target-parameters.ts';

interface ApiAction {
  /** As the ARN names them. */
  readonly sdkService: string;
  readonly action: string;
  /** As they are called here. */
  readonly service: string;
  readonly operation: string;
}

const ARN = /^arn:aws[a-z-]*:scheduler:::aws-sdk:([^:]+):([^:]+)$/;

/** SDKs name some services otherwise. */
const SERVICE_NAMES: Readonly<Record<string, string>> = table({ cloudwatchlogs: 'logs', eventbridge: 'events', sfn: 'states' });
/** Names that no SDK has, although services here have them. */
const NO_SDK_NAMES = new Set(Object.values(SERVICE_NAMES));

const READ_ONLY = [
  ...['get', 'describe', 'list', 'poll', 'receive', 'search', 'scan', 'query', 'select', 'read', 'lookup', 'discover', 'validate'],
  ...['batchGet', 'batchDescribe', 'batchRead', 'transactGet', 'adminGet', 'adminList', 'testMigration', 'retrieve', 'testConnection'],
  ...['translateDocument', 'isAuthorized', 'invokeModel'],
];

export const isApiActionArn = (arn: string): boolean => ARN.test(arn);

export function parseApiAction(arn: string): ApiAction {
  const [, sdkService = '', action = ''] = ARN.exec(arn) ?? [];
  const operation = `${action.charAt(0).toUpperCase()}${action.slice(1)}`;
  return { sdkService, action, service: SERVICE_NAMES[sdkService] ?? sdkService, operation };
}

/** The texts are recorded in https://github.com/badmintoncryer/cdk-preflight, the one about missing fields in many bug reports. */
export function checkApiAction(target: Target, ctx: Ctx): void {
  const { sdkService, action, service, operation } = parseApiAction(target.Arn);
  if (NO_SDK_NAMES.has(sdkService)) throw invalid(`${sdkService} is not a supported service for a target.`);
  if (READ_ONLY.some((prefix) => action.startsWith(prefix))) throw invalid(`${action} API is not supported.`);
  checkParameters(target);
  if (target.Input === undefined) throw invalid('You must provide an input to set this target for your schedule.');
  const document = readObject(target.Input);
  if (!document) throw invalid('JSON syntax error in input for the target.');
  const request = readRequest(service, operation, document, ctx);
  if (!request) throw invalid(`${sdkService}:${action} cannot be called here: no emulated service has this operation.`);
  if (request.missing.length > 0) throw badRequest(`Request payload is missing the following field(s): ${request.missing.join(', ')}.`);
  if (request.unknown.length > 0) throw badRequest(`Request payload has unknown field(s): ${request.unknown.join(', ')}.`);
}

const badRequest = (reason: string): Fault => invalid(`Invalid RequestJson provided. Reason ${reason}`);

function readRequest(
  service: string,
  operation: string,
  document: Readonly<Record<string, unknown>>,
  ctx: Ctx,
): DocumentRequest | undefined {
  try {
    return ctx.readRequest(service, operation, document);
  } catch (error) {
    if (error instanceof Fault) throw badRequest(error.message);
    throw error;
  }
}

/** Calls the operation as the context's principal. @throws Fault of the service */
export async function callApiAction(arn: string, input: string, ctx: Ctx): Promise<void> {
  const { sdkService, action, service, operation } = parseApiAction(arn);
  const request = readRequest(service, operation, readObject(input) ?? {}, ctx);
  if (!request) throw new Fault('InvalidAction', `${sdkService}:${action} cannot be called here: no emulated service has this operation.`);
  await ctx.callNamed(service, operation, request.input);
}
