// Which resources of tasks can be called here. Others are refused when a machine is made, instead of when it runs.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { table } from '#lib/table';
import { readResource } from '#services/states/language/interpreter/task-resource';
import { OPTIMISED } from './optimised.ts';
import { operationName, sdkService } from './sdk-services.ts';
import { readPattern } from './task-request.ts';

const ACTIVITY = /^arn:[^:]+:states:[^:]*:[^:]*:activity:[^:]+$/;

/** Actions of the optimised integrations, by their type. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = table({
  apigateway: ['invoke'],
  http: ['invoke'],
  lambda: ['invoke'],
  states: ['startExecution'],
  ...Object.fromEntries(Object.entries(OPTIMISED).map(([name, { operations }]) => [name, Object.keys(operations)])),
});
/** Types whose tasks may wait for a callback, and types that may wait for the end of a job. */
const CALLBACKS: ReadonlySet<string> = new Set(['apigateway', 'lambda', 'sqs', 'sns', 'events', 'states']);
const JOBS: ReadonlySet<string> = new Set(['states']);

/** A sentence that says why the resource cannot be called; undefined where it can. `mayBeAbsent`: no service here need stand behind it. */
export function resourceProblem(text: string, ctx: Ctx, mayBeAbsent = false): string | undefined {
  const { resource, pattern } = readPattern(text);
  const { family, resourceType, resource: action } = readResource(resource);
  if (family === 'LambdaFunction') return undefined;
  if (family === 'Activity') return ACTIVITY.test(text) ? undefined : unknown(text);
  const isJob = pattern === 'sync' || pattern === 'sync:2';
  const [, sdkName] = /^aws-sdk:(.+)$/.exec(resourceType) ?? [];
  if (sdkName !== undefined) {
    if (isJob) return unknown(text);
    return mayBeAbsent || isOffered(sdkName, action, ctx) ? undefined : absent(text);
  }
  const actions = Object.hasOwn(ACTIONS, resourceType) ? ACTIONS[resourceType]! : undefined;
  if (!actions)
    return mayBeAbsent ? undefined : `${absent(text)} Integrations that can: ${Object.keys(ACTIONS).sort().join(', ')}, aws-sdk:*.`;
  const isPossible = pattern === 'requestResponse' || (isJob ? JOBS : CALLBACKS).has(resourceType);
  return actions.includes(action) && isPossible ? undefined : unknown(text);
}

const unknown = (resource: string): string =>
  `The resource provided ${resource} is not recognized. The value is not a valid resource ARN, or the resource is not available in this region.`;
const absent = (resource: string): string => `The resource ${resource} cannot be called here: no emulated service stands behind it.`;

function isOffered(name: string, action: string, ctx: Ctx): boolean {
  try {
    return ctx.readRequest(sdkService(name).service, operationName(action), {}) !== undefined;
  } catch (error) {
    if (error instanceof Fault) return true;
    throw error;
  }
}
