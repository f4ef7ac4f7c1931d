// Runs one state, to see what it makes of its input: https://docs.aws.amazon.com/step-functions/latest/dg/test-state-isolation.html
import type { Ctx } from '#core/ctx';
import type { TestStateOutput } from '#model/states';
import { fault, operation } from '#model/states';
import { testedArn } from '#services/states/arns';
import { expressionsFor } from '#services/states/definitions';
import { readInput } from '#services/states/executions/read-input';
import { resourceProblem } from '#services/states/integrations/resource-problem';
import { defaultContext, givenContext } from './context.ts';
import { Inspection } from './inspection.ts';
import { readMock } from './mock.ts';
import { readObject } from './read-object.ts';
import { type RunState, runState } from './run-state.ts';
import { findTested, type TestedDefinition } from './tested-state.ts';

export const TestState = operation('TestState', async (input, ctx) => {
  const tested = await findTested(input.definition, input.stateName, ctx);
  const mock = readMock(input, tested, ctx);
  const text = input.input ?? '{}';
  const value = readInput(text);
  const variables = readObject(input.variables, 'variables');
  refuseAbsent(tested, mock !== undefined, ctx);
  const names = { machine: `TestState-${ctx.id()}`, execution: ctx.id() };
  const executionArn = testedArn(names.machine, names.execution, ctx);
  const context = givenContext(input.context, tested) ?? defaultContext(input, tested, value, { ...names, executionArn }, ctx);
  const readsItems = input.stateConfiguration?.mapItemReaderData !== undefined || tested.state.ItemsPath === undefined;
  const inspection = new Inspection(context, { isMocked: mock !== undefined, readsItems });
  inspection.texts.note(text, value);
  if (mock?.kind === 'result') inspection.texts.note(input.mock!.result!, mock.result);
  if (input.context !== undefined) inspection.texts.note(input.context, context);
  const run = await runState(
    {
      ...{ tested, mock, variables, executionArn, input: value, roleArn: input.roleArn, revealsSecrets: input.revealSecrets ?? false },
      ...{ expressions: await expressionsFor(input.definition, ctx), configuration: input.stateConfiguration ?? {} },
    },
    inspection,
    ctx,
  );
  const inspectionData = inspection.data(text, run.variables, tested.state, input.inspectionLevel);
  return { ...outcomeOf(run, inspection), inspectionData };
});

/** A state whose task cannot be called here. @throws Fault InvalidDefinition */
function refuseAbsent({ state }: TestedDefinition, isMocked: boolean, ctx: Ctx): void {
  const problem = state.Type === 'Task' && !isMocked ? resourceProblem(state.Resource!, ctx) : undefined;
  if (problem !== undefined) throw fault('InvalidDefinition', `Invalid State Machine Definition: 'SCHEMA_VALIDATION_FAILED: ${problem}'`);
}

function outcomeOf({ execution, thread }: RunState, inspection: Inspection): TestStateOutput {
  const failure = inspection.failure;
  const error = { error: failure?.error, cause: failure?.cause };
  if (thread?.phase === 'retry') return { status: 'RETRIABLE', ...error };
  if (!thread && execution.status !== 'SUCCEEDED') return { status: 'FAILED', ...error };
  const output = thread ? thread.input : (execution.output ?? null);
  return {
    ...(inspection.isCaught ? { status: 'CAUGHT_ERROR', ...error } : { status: 'SUCCEEDED' }),
    output: inspection.texts.textOf(output),
    nextState: thread?.state,
  };
}
