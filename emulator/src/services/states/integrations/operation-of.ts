// The operation whose answer a task of another service has as its result.
import { readResource } from '#services/states/language/interpreter/task-resource';
import { isObject, type Json } from '#services/states/language/json';
import { OPTIMISED } from './optimised.ts';
import { operationName, sdkService } from './sdk-services.ts';
import { readPattern } from './task-request.ts';

export interface AnsweringOperation {
  readonly service: string;
  readonly operation: string;
  /** The result as the operation answers it: the integration reads texts of JSON in it. */
  asAnswer(result: Json): Json;
}

/** `payload` names the members that are read as JSON. */
const withTexts =
  (...names: readonly string[]) =>
  (result: Json): Json => {
    if (!isObject(result)) return result;
    const texts = names.filter((name) => Object.hasOwn(result, name)).map((name) => [name, JSON.stringify(result[name])]);
    return { ...result, ...Object.fromEntries(texts) };
  };
const asIs = (result: Json): Json => result;

/** Undefined where nothing is known about the result. */
export function operationOf(text: string): AnsweringOperation | undefined {
  const { resource, pattern } = readPattern(text);
  const { resourceType, resource: action } = readResource(resource);
  const [, sdkName] = /^aws-sdk:(.+)$/.exec(resourceType) ?? [];
  if (sdkName !== undefined) return { service: sdkService(sdkName).service, operation: operationName(action), asAnswer: asIs };
  if (resourceType === 'lambda' && action === 'invoke') return { service: 'lambda', operation: 'Invoke', asAnswer: withTexts('Payload') };
  if (resourceType === 'states' && action === 'startExecution') {
    if (pattern === 'requestResponse') return { service: 'states', operation: 'StartExecution', asAnswer: asIs };
    return { service: 'states', operation: 'DescribeExecution', asAnswer: pattern === 'sync:2' ? withTexts('Input', 'Output') : asIs };
  }
  const optimised = Object.hasOwn(OPTIMISED, resourceType) ? OPTIMISED[resourceType]! : undefined;
  const operation = optimised && Object.hasOwn(optimised.operations, action) ? optimised.operations[action] : undefined;
  return optimised && operation !== undefined ? { service: optimised.service, operation, asAnswer: asIs } : undefined;
}
