// The context object of a tested state: the object that the test gives, or what a real execution would have.
import type { Ctx } from '#core/ctx';
import { table } from '#lib/table';
import type { TestStateInput } from '#model/states';
import { fault } from '#model/states';
import { machineArn } from '#services/states/arns';
import { readPattern } from '#services/states/integrations/task-request';
import { isObject, type Json, type JsonObject } from '#services/states/language/json';
import { readObject } from './read-object.ts';
import { STATE_NAME, type TestedDefinition } from './tested-state.ts';

const COUNTS_RETRIES: ReadonlySet<string> = new Set(['Task', 'Map', 'Parallel']);

type Kind = 'string' | 'integer' | 'any';

/** The members that a test may give: https://docs.aws.amazon.com/step-functions/latest/dg/input-output-contextobject.html */
const FIELDS: Readonly<Record<string, Readonly<Record<string, Kind>>>> = table({
  Execution: table({
    ...{ Id: 'string', Input: 'any', Name: 'string', RoleArn: 'string', StartTime: 'string' },
    ...{ RedriveCount: 'integer', RedriveTime: 'string' },
  }),
  State: table({ EnteredTime: 'string', Name: 'string', RetryCount: 'integer' }),
  StateMachine: table({ Id: 'string', Name: 'string' }),
  Task: table({ Token: 'string' }),
});

/** The texts are recorded for fields that are not allowed and for texts that are none. @throws Fault ValidationException */
export function givenContext(text: string | undefined, { state }: TestedDefinition): JsonObject | undefined {
  if (text === undefined) return undefined;
  const context = readObject(text, 'context');
  for (const [name, value] of Object.entries(context)) checkField(name, value);
  if (context['Task'] !== undefined && readPattern(state.Resource ?? '').pattern === 'requestResponse')
    throw invalid(
      "Context object contains 'Task' when state is not a Task state with a '.sync' or '.waitForTaskToken' service integration pattern",
    );
  return context;
}

function checkField(name: string, value: Json): void {
  if (name === 'Map') throw invalid("'Map' field is not supported when mocking a Context object");
  const fields = Object.hasOwn(FIELDS, name) ? FIELDS[name]! : undefined;
  if (!fields) throw invalid(`Field '${name}' is not allowed`);
  if (!isObject(value)) throw invalid(`${name} must be an object`);
  for (const [member, given] of Object.entries(value)) {
    const kind = Object.hasOwn(fields, member) ? fields[member]! : undefined;
    if (!kind) throw invalid(`Field '${member}' is not allowed`);
    if (kind === 'string' && typeof given !== 'string') throw invalid(`${name}.${member} must be a string`);
    if (kind === 'integer' && !Number.isInteger(given)) throw invalid(`${name}.${member} must be an integer`);
  }
}

const invalid = (problem: string) => fault('ValidationException', `Invalid Context object provided: ${problem}`);

interface Names {
  readonly machine: string;
  readonly execution: string;
  readonly executionArn: string;
}

/** The context object of a test that gives none (recorded, but for the item of a state within a Map state, which is documented). */
export function defaultContext(
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
