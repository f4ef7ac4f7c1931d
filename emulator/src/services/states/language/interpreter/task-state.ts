// Task: a call that the surroundings make. Its outcome comes back as a happening.
import { RUNTIME, StateFailure, TIMEOUT } from '#services/states/language/faults';
import { isObject, type Json } from '#services/states/language/json';
import { excessOfResult } from '#services/states/language/limits';
import type { EventDetails, TaskOutcome } from './commands.ts';
import { argumentsOf, inputOf } from './data-flow.ts';
import type { Thread } from './execution.ts';
import { fail, guard, leave } from './outcome.ts';
import { Scope, stateAt } from './scope.ts';
import { readResource, type TaskResource } from './task-resource.ts';
import type { Turn } from './turn.ts';

const MS = 1000;

export function runTask(thread: Thread, turn: Turn): void {
  thread.attempt++;
  thread.phase = 'task';
  const scope = new Scope(turn, thread);
  const { Resource, Credentials } = scope.definition.state;
  const parameters = argumentsOf(scope);
  const timeoutSeconds = secondsOf(scope, 'TimeoutSeconds');
  const heartbeatSeconds = secondsOf(scope, 'HeartbeatSeconds');
  const roleArn =
    Credentials &&
    roleIn(scope.definition.isJsonata ? scope.evaluate(Credentials, 'Credentials') : scope.fill(Credentials, inputOf(scope)));
  const resource = readResource(Resource!);
  if (resource.family === 'Activity' && turn.environment.hasActivity?.(Resource!) === false)
    throw new StateFailure(RUNTIME, `${stateAt(thread, turn)}The activity ${Resource} does not exist.`);
  refuseParameters(scope, Resource!, parameters);
  const limits = { timeoutInSeconds: timeoutSeconds, heartbeatInSeconds: heartbeatSeconds };
  turn.emit(thread, `${resource.family}Scheduled`, { ...scheduled(resource, parameters, roleArn, turn), ...limits });
  const { id, attempt, state } = thread;
  turn.command({ do: 'task', thread: id, attempt, state, resource: Resource!, parameters, heartbeatSeconds, roleArn });
  setTimer(thread, 'timeout', timeoutSeconds, turn);
  setTimer(thread, 'heartbeat', heartbeatSeconds, turn);
}

/** A task with parameters that its service cannot take is not scheduled (recorded). @throws StateFailure */
function refuseParameters({ turn, thread, definition }: Scope, resource: string, parameters: Json): void {
  const problems = turn.environment.taskProblems?.(resource, parameters) ?? [];
  if (problems.length === 0) return;
  const field = definition.isJsonata ? 'Arguments' : 'Parameters';
  const problem = `The ${field} '${JSON.stringify(parameters)}' could not be used to start the Task: [${problems.join(', ')}]`;
  throw new StateFailure(RUNTIME, stateAt(thread, turn) + problem);
}

function secondsOf(scope: Scope, field: 'TimeoutSeconds' | 'HeartbeatSeconds'): number | undefined {
  const { state, isJsonata } = scope.definition;
  const path = state[`${field}Path`];
  if (path !== undefined) return Number(scope.require(path, inputOf(scope)));
  const value = state[field];
  return value === undefined ? undefined : Number(isJsonata ? scope.evaluate(value, field, undefined, 'number') : value);
}

const roleIn = (credentials: Json): string | undefined =>
  isObject(credentials) && typeof credentials['RoleArn'] === 'string' ? credentials['RoleArn'] : undefined;

function scheduled(
  { family, resource, resourceType }: TaskResource,
  parameters: Json,
  roleArn: string | undefined,
  turn: Turn,
): EventDetails {
  const taskCredentials = roleArn === undefined ? undefined : { roleArn };
  if (family === 'Activity') return { input: parameters, resource };
  if (family === 'LambdaFunction') return { input: parameters, resource, taskCredentials };
  return { parameters, region: turn.data.execution.region, resource, resourceType, taskCredentials };
}

function setTimer({ id, attempt }: Thread, timer: 'timeout' | 'heartbeat', seconds: number | undefined, turn: Turn): void {
  if (seconds !== undefined) turn.command({ do: 'setTimer', thread: id, attempt, timer, atMs: turn.environment.nowMs + seconds * MS });
}

/** The time of a task is over, or its worker has been silent for too long. */
export function timeOut(thread: Thread, timer: 'timeout' | 'heartbeat', turn: Turn): void {
  takeOutcome(thread, { event: 'timedOut', error: TIMEOUT, isSilent: timer === 'heartbeat' }, turn);
}

/** Takes the outcome of a task, or of a step of it. */
export function takeOutcome(thread: Thread, outcome: TaskOutcome, turn: Turn): void {
  const resource = readResource(turn.definitionOf(thread).state.Resource!);
  const { family } = resource;
  const place = family === 'Task' ? { resource: resource.resource, resourceType: resource.resourceType } : {};
  turn.data.changed(thread);
  switch (outcome.event) {
    case 'heartbeat':
      setTimer(thread, 'heartbeat', outcome.seconds, turn);
      return;
    case 'started':
      turn.emit(thread, `${family}Started`, family === 'LambdaFunction' ? undefined : { workerName: outcome.workerName, ...place });
      return;
    case 'submitted':
      turn.emit(thread, `${family}Submitted`, { output: outcome.output, ...place });
      return;
  }
  turn.command({ do: 'forget', thread: thread.id, attempt: thread.attempt });
  if (outcome.event === 'succeeded') {
    succeed(thread, outcome.output, resource, turn);
    return;
  }
  const { error, cause } = outcome;
  const isTimeout = outcome.event === 'timedOut';
  turn.emit(thread, `${family}${isTimeout ? 'TimedOut' : `${outcome.phase ?? ''}Failed`}`, { error, cause, ...place });
  const isSilent = isTimeout && outcome.isSilent;
  fail(thread, new StateFailure(isTimeout ? (error ?? TIMEOUT) : error, cause, { isSilent }), turn);
}

/** A result that is too large makes a failed event in place of a succeeded one (recorded). */
function succeed(thread: Thread, output: Json, { family, resource, resourceType }: TaskResource, turn: Turn): void {
  const place = family === 'Task' ? { resource, resourceType } : {};
  const excess = excessOfResult(output, family === 'Task' ? resourceType : resource);
  if (!excess) {
    turn.emit(thread, `${family}Succeeded`, { output, ...place });
    turn.environment.tested?.inspect('result', output);
    guard(thread, turn, () => leave(thread, output, turn));
    return;
  }
  turn.emit(thread, `${family}Failed`, { error: excess.error, cause: excess.reason, ...place });
  fail(thread, excess, turn);
}
