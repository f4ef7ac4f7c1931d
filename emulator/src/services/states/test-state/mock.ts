// The mocked outcome of a state that is tested, and what a test says about the attempts before it. Refusals as recorded, but for those marked.
import type { Ctx } from '#core/ctx';
import type { Fault } from '#core/fault';
import type { TestStateInput } from '#model/states';
import { fault } from '#model/states';
import { operationOf } from '#services/states/integrations/operation-of';
import { readPattern } from '#services/states/integrations/task-request';
import { readResource } from '#services/states/language/interpreter/task-resource';
import { isList, isObject, type Json } from '#services/states/language/json';
import { statesIn } from '#services/states/language/machine';
import { readJson } from '#services/states/language/read-json';
import type { TestedDefinition } from './tested-state.ts';

export type Mock =
  | { readonly kind: 'result'; readonly result: Json }
  | { readonly kind: 'error'; readonly error: string | undefined; readonly cause: string | undefined };

const MOCKED: ReadonlySet<string> = new Set(['Task', 'Map', 'Parallel']);
const NEEDS_MOCK =
  'TestState API does not support Map or Parallel states. Supported state types include: [Task, Wait, Pass, Succeed, Fail, Choice]';
/** Integrations whose results have no model. */
const UNCHECKED: ReadonlySet<string> = new Set(['http', 'apigateway', 'eks']);

const invalid = (message: string): Fault => fault('ValidationException', message);

/** @throws Fault ValidationException, InvalidDefinition */
export function readMock(input: TestStateInput, tested: TestedDefinition, ctx: Ctx): Mock | undefined {
  const { mock, roleArn, revealSecrets } = input;
  const { state } = tested;
  if (!mock) {
    refuseWithoutMock(input, tested);
    if (state.Type === 'Task' && roleArn === undefined) throw invalid('RoleArn must be specified when testing a Task state');
    return undefined;
  }
  if (!MOCKED.has(state.Type)) throw invalid(`State type '${state.Type}' is not supported when a mock is specified`);
  if (revealSecrets) throw invalid('TestState does not support RevealSecrets when a mock is specified.');
  const { result, errorOutput, fieldValidationMode = 'STRICT' } = mock;
  if (result !== undefined && errorOutput)
    throw invalid('A test mock should have only one of the following fields: [result, errorOutput].');
  checkFailingState(input, tested);
  if (errorOutput && errorOutput.error === undefined) throw invalid('The field error is required if mock.errorOutput is specified.');
  if (errorOutput) return { kind: 'error', error: errorOutput.error, cause: errorOutput.cause };
  if (result === undefined) throw invalid('A test mock should have one of the following fields: [result, errorOutput].');
  const value = mockedResult(result);
  checkResult(value, fieldValidationMode, tested, ctx);
  return { kind: 'result', result: value };
}

function refuseWithoutMock({ context, stateConfiguration = {} }: TestStateInput, { state }: TestedDefinition): void {
  const { retrierRetryCount, errorCausedByState, mapIterationFailureCount, mapItemReaderData } = stateConfiguration;
  const given = {
    ...{ MapIterationFailureCount: mapIterationFailureCount, RetrierRetryCount: retrierRetryCount },
    ...{ ErrorCausedByState: errorCausedByState, MapItemReaderData: mapItemReaderData, Context: context },
  };
  // Recorded for the first one.
  for (const [name, value] of Object.entries(given))
    if (value !== undefined) throw invalid(`TestState does not support ${name} when a mock is not specified.`);
  if (state.Type === 'Map' || state.Type === 'Parallel') throw fault('InvalidDefinition', NEEDS_MOCK);
  if (state.Type !== 'Task') return;
  const resource = state.Resource!;
  // A sentence of our own.
  if (readResource(resource).family === 'Activity' || readPattern(resource).pattern !== 'requestResponse')
    throw invalid(`TestState does not support the resource ${resource} when a mock is not specified.`);
}

/** The failing state is one within the Map or Parallel state. The sentence is our own. */
function checkFailingState({ stateConfiguration }: TestStateInput, { state, name }: TestedDefinition): void {
  const failing = stateConfiguration?.errorCausedByState;
  if (failing === undefined) return;
  const within = [...statesIn({ StartAt: name, States: { [name]: state } })].slice(1);
  if (!within.some((inner) => inner.name === failing))
    throw invalid(`ErrorCausedByState must name a state within the state that is tested. Received: ${failing}`);
}

function mockedResult(text: string): Json {
  try {
    return readJson(text);
  } catch {
    throw invalid('Mocked result must be valid JSON');
  }
}

function checkResult(result: Json, mode: string, { state }: TestedDefinition, ctx: Ctx): void {
  if (state.Type === 'Map' && state.ResultWriter) {
    if (!isObject(result)) throw invalid('Mocked result must be a JSON object.');
  } else if (state.Type === 'Task') checkAnswer(result, mode, state.Resource!, ctx);
  else if (!isList(result)) throw invalid('Mocked result must be an array.');
  else if (state.Type === 'Parallel' && result.length !== state.Branches!.length)
    throw invalid('Mocked result must contain the same number of items as number of Parallel branches.');
}

/** Results of callbacks, functions and activities are of any kind. The result of a job is the answer of the operation that tells its state. */
function checkAnswer(result: Json, mode: string, text: string, ctx: Ctx): void {
  const { resource, pattern } = readPattern(text);
  const { family, resourceType } = readResource(resource);
  if (mode === 'NONE' || family !== 'Task' || pattern === 'waitForTaskToken' || UNCHECKED.has(resourceType)) return;
  const called = operationOf(text);
  const problem = called && ctx.answerProblem(called.service, called.operation, called.asAnswer(result), mode === 'STRICT');
  if (problem !== undefined) throw invalid(`Mock result schema validation error: ${problem}`);
}
