// Why a task cannot start with its parameters: members that its operation needs and that are missing, members that it does not have, and those of the wrong form.
import type { Ctx } from '#core/ctx';
import { table } from '#lib/table';
import { readResource } from '#services/states/language/interpreter/task-resource';
import { isList, isObject, type Json, type JsonObject } from '#services/states/language/json';
import { connectionArnIn } from './http/http-task.ts';
import { OPTIMISED } from './optimised.ts';
import { operationName, sdkService } from './sdk-services.ts';
import { readPattern } from './task-request.ts';

interface Fields {
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

/** Integrations that are no operation of a model, or take less than it. */
const FIELDS: Readonly<Record<string, Fields>> = table({
  'lambda:invoke': { required: ['FunctionName'], optional: ['ClientContext', 'InvocationType', 'LogType', 'Payload', 'Qualifier'] },
  'states:startExecution': { required: ['StateMachineArn'], optional: ['Input', 'Name', 'TraceHeader'] },
  'http:invoke': {
    required: ['ApiEndpoint', 'Method'],
    optional: ['Authentication', 'Headers', 'InvocationConfig', 'QueryParameters', 'RequestBody', 'Transform'],
  },
  'apigateway:invoke': {
    required: ['ApiEndpoint', 'Method'],
    optional: ['AllowNullValues', 'AuthType', 'Headers', 'Path', 'QueryParameters', 'RequestBody', 'Stage'],
  },
});
/** The service says both with these quotes. */
const missing = (name: string): string => `The field '${name}' is required but was missing`;
const unsupported = (name: string): string => `The field "${name}" is not supported by Step Functions`;

/** None where no service here has the operation. */
export function parameterProblems(text: string, parameters: Json, ctx: Ctx): readonly string[] {
  const { resource } = readPattern(text);
  const { family, resourceType, resource: action } = readResource(resource);
  if (family !== 'Task') return [];
  const name = `${resourceType}:${action}`;
  const given = isObject(parameters) ? parameters : {};
  const fields = Object.hasOwn(FIELDS, name) ? FIELDS[name]! : fieldsOf(resourceType, action, ctx);
  if (!fields) return [];
  const known = new Set([...fields.required, ...fields.optional]);
  return [
    ...fields.required.filter((field) => !Object.hasOwn(given, field)).map(missing),
    ...Object.keys(given)
      .filter((field) => !known.has(field))
      .map(unsupported),
    ...formProblems(name, given),
  ];
}

function fieldsOf(resourceType: string, action: string, ctx: Ctx): Fields | undefined {
  const [, sdkName] = /^aws-sdk:(.+)$/.exec(resourceType) ?? [];
  const optimised = Object.hasOwn(OPTIMISED, resourceType) ? OPTIMISED[resourceType] : undefined;
  const service = sdkName === undefined ? optimised?.service : sdkService(sdkName).service;
  const members = service === undefined ? undefined : ctx.requestMembers(service, operationName(action));
  const namesOf = (isRequired: boolean): string[] => (members ?? []).filter((one) => one.isRequired === isRequired).map(({ name }) => name);
  return members && { required: namesOf(true), optional: namesOf(false) };
}

function formProblems(name: string, given: JsonObject): readonly string[] {
  if (name === 'http:invoke') return connectionArnIn(given) === undefined ? [missing('ConnectionArn')] : [];
  if (name !== 'apigateway:invoke') return [];
  return ['Headers', 'QueryParameters']
    .filter((field) => !isLists(given[field]))
    .map((field) => `The value of the field '${field}' has an invalid format`);
}

/** Every header and parameter has a list of values. */
const isLists = (value: Json | undefined): boolean =>
  value === undefined || value === null || (isObject(value) && Object.values(value).every((one) => one === null || isList(one)));
