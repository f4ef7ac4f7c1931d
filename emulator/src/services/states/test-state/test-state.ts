// Runs one state, to see what it makes of its input: https://docs.aws.amazon.com/step-functions/latest/dg/test-state-isolation.html
import type { Ctx } from '#core/ctx';
import type { TestStateInput, TestStateOutput } from '#model/states';
import { fault, operation } from '#model/states';
import { expressArn, machineArn } from '#services/states/arns';
import { expressionsFor } from '#services/states/definitions';
import { readInput } from '#services/states/executions/read-input';
import { resourceProblem } from '#services/states/integrations/resource-problem';
import { isObject, type Json, type JsonObject } from '#services/states/language/json';
import { readJson } from '#services/states/language/read-json';
import { Inspection } from './inspection.ts';
import { readMock } from './mock.ts';
import { type RunState, runState } from './run-state.ts';
import { findTested, STATE_NAME, type TestedDefinition } from './tested-state.ts';

const COUNTS_RETRIES: ReadonlySet<string> = new Set(['Task', 'Map', 'Parallel']);

export const TestState = operation('TestState', async (input, ctx) => {
  const tested = await findTested(input.definition, input.stateName, ctx);
  const mock = readMock(input, tested, ctx);
  const text = input.input ?? '{}';
  const value = readInput(text);
  const variables = readObject(input.variables, 'variables');
  refuseAbsent(tested, mock !== undefined, ctx);
  const names = { machine: `TestState-${ctx.id()}`, execution: ctx.id() };
  const executionArn = expressArn(names.machine, names.execution, ctx.id(), ctx);
  const given = input.context === undefined ? undefined : readObject(input.context, 'context');
  const context = given ?? defaultContext(input, tested, value, { ...names, executionArn }, ctx);
  const readsItems = input.stateConfiguration?.mapItemReaderData !== undefined || tested.state.ItemsPath === undefined;
  const inspection = new Inspection(context, { isMocked: mock !== undefined, readsItems });
  const run = await runState(
    {
      ...{ tested, mock, variables, executionArn, input: value, roleArn: input.roleArn, revealsSecrets: input.revealSecrets ?? false },
      ...{ expressions: await expressionsFor(input.definition, ctx), configuration: input.stateConfiguration ?? {} },
    },
    inspection,
    ctx,
  );
  const inspectionData = inspection.data(text, run.variables, tested.state, input.inspectionLevel);
  return { ...outcomeOf(run, inspection, { text, value }), inspectionData };
});

/** A state whose task cannot be called here. @throws Fault InvalidDefinition */
function refuseAbsent({ state }: TestedDefinition, isMocked: boolean, ctx: Ctx): void {
  const problem = state.Type === 'Task' && !isMocked ? resourceProblem(state.Resource!, ctx) : undefined;
  if (problem !== undefined) throw fault('InvalidDefinition', `Invalid State Machine Definition: 'SCHEMA_VALIDATION_FAILED: ${problem}'`);
}

/** @throws Fault ValidationException, in a sentence of our own */
function readObject(text: string | undefined, name: string): JsonObject {
  if (text === undefined) return {};
  let value: Json | undefined;
  try {
    value = readJson(text);
  } catch {
    value = undefined;
  }
  if (!isObject(value)) throw fault('ValidationException', `The ${name} must be a valid JSON object`);
  return value;
}

interface Names {
  readonly machine: string;
  readonly execution: string;
  readonly executionArn: string;
}

/** The context object of a test that gives none (recorded, but for the item of a state within a Map state, which is documented). */
function defaultContext(
  { roleArn, stateConfiguration }: TestStateInput,
  { state, isInMap }: TestedDefinition,
  input: Json,
  { machine, execution, executionArn }: Names,
  ctx: Ctx,
): JsonObject {
  const nowText = new Date(ctx.now()).toISOString();
  const entered = { Name: STATE_NAME, EnteredTime: nowText };
  return {
    Execution: { Id: executionArn, Input: input, Name: execution, RoleArn: roleArn ?? null, StartTime: nowText },
    StateMachine: { Id: machineArn(machine, ctx), Name: machine },
    State: COUNTS_RETRIES.has(state.Type) ? { ...entered, RetryCount: stateConfiguration?.retrierRetryCount ?? 0 } : entered,
    ...(isInMap && { Map: { Item: { Index: 0, Value: input } } }),
    ...(state.Resource?.endsWith('.waitForTaskToken') && { Task: { Token: ctx.id() } }),
  };
}

function outcomeOf(
  { execution, thread }: RunState,
  inspection: Inspection,
  input: { readonly text: string; readonly value: Json },
): TestStateOutput {
  const failure = inspection.failure;
  const error = { error: failure?.error, cause: failure?.cause };
  if (thread?.phase === 'retry') return { status: 'RETRIABLE', ...error };
  if (!thread && execution.status !== 'SUCCEEDED') return { status: 'FAILED', ...error };
  const output = thread ? thread.input : (execution.output ?? null);
  return {
    ...(inspection.isCaught ? { status: 'CAUGHT_ERROR', ...error } : { status: 'SUCCEEDED' }),
    // An input that is handed on keeps its white space.
    output: output === input.value ? input.text : JSON.stringify(output),
    nextState: thread?.state,
  };
}
