// The test case that an execution runs: found when it starts, and asked for the outcome of each task. The file is read again when it has changed.
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Ctx } from '#core/ctx';
import type { Fault } from '#core/fault';
import type { Tx } from '#core/records';
import { withoutMark } from '#lib/read-text';
import { fault } from '#model/states';
import type { TaskOutcome } from '#services/states/language/interpreter/commands';
import { readResource } from '#services/states/language/interpreter/task-resource';
import { isObject, type Json } from '#services/states/language/json';
import { type Machine, statesIn } from '#services/states/language/machine';
import { type MockedTask, type MockedTest, mockCounts } from '#services/states/state';
import { type MockConfig, MockConfigError, outcomeAt, readMockConfig, type TestCase } from './mock-config.ts';

/** One per emulator. */
class MockFile {
  #read: { readonly version: string; readonly config: MockConfig } | undefined;

  async config(file: string): Promise<MockConfig> {
    const path = resolve(file);
    try {
      const { mtimeMs, size } = await stat(path);
      const version = `${path} ${mtimeMs} ${size}`;
      if (this.#read?.version !== version) this.#read = { version, config: readMockConfig(withoutMark(await readFile(path, 'utf8'))) };
      return this.#read.config;
    } catch (error) {
      throw new MockConfigError(`The mock configuration ${path} cannot be used: ${(error as Error).message}.`);
    }
  }
  async stop(): Promise<void> {}
}

/** Undefined where no file is named. @throws MockConfigError */
async function configOf(ctx: Ctx): Promise<MockConfig | undefined> {
  const file = ctx.options.STATES_MOCK_CONFIG;
  return file === '' ? undefined : await ctx.own('states.mock-file', () => new MockFile()).config(file);
}

/** The ARN of a machine, and the test case behind it: `…:stateMachine:orders#HappyPath`. */
export function splitTestCase(text: string): { readonly arn: string; readonly testCase: string | undefined } {
  const at = text.indexOf('#');
  return at < 0 ? { arn: text, testCase: undefined } : { arn: text.slice(0, at), testCase: text.slice(at + 1) };
}

const refused = (message: string): Fault => fault('ValidationException', message);

/** Checks that the file has the test case, and the machine its states. `counts` is the id under which invocations are counted. @throws Fault ValidationException */
export async function requireTestCase(testCase: string, name: string, machine: Machine, counts: string, ctx: Ctx): Promise<MockedTest> {
  const config = await configOf(ctx).catch((error: unknown) => {
    throw error instanceof MockConfigError ? refused(error.message) : error;
  });
  if (!config) throw refused(`The test case ${testCase} needs a file with mocked results: name it by the option STATES_MOCK_CONFIG.`);
  const cases = config.get(name);
  if (!cases) throw refused(`The mock configuration has no state machine ${name}. It has: ${listed(config.keys())}.`);
  const found = cases.get(testCase);
  if (!found) throw refused(`The mock configuration has no test case ${testCase} of ${name}. It has: ${listed(cases.keys())}.`);
  const tasks = new Set([...statesIn(machine)].filter(({ state }) => state.Type === 'Task').map((located) => located.name));
  const unknown = [...found.keys()].find((state) => !tasks.has(state));
  if (unknown !== undefined)
    throw refused(
      `The test case ${testCase} mocks the state ${unknown}, but ${name} has no Task state of that name. It has: ${listed(tasks)}.`,
    );
  return { machine: name, testCase, counts };
}

const listed = (names: Iterable<string>): string => [...names].join(', ') || 'none';

/** The task's number among the invocations of its state, in the write that begins it. */
export function countInvocation(test: MockedTest | undefined, state: string, tx: Tx, ctx: Ctx): MockedTask | undefined {
  if (!test) return undefined;
  const { machine, testCase, counts } = test;
  const number = ctx.records(mockCounts).get([counts, state])?.next ?? 0;
  tx.put(ctx.records(mockCounts), [counts, state], { next: number + 1 });
  return { machine, testCase, number };
}

export function forgetInvocations({ counts }: MockedTest, tx: Tx, ctx: Ctx): void {
  for (const [key] of ctx.records(mockCounts).entries([counts])) tx.delete(ctx.records(mockCounts), key);
}

/** Undefined for a task without a mock, which is really done. */
export async function mockedOutcome(
  mocked: MockedTask | undefined,
  { state, resource }: { readonly state: string; readonly resource: string },
  ctx: Ctx,
): Promise<TaskOutcome | undefined> {
  if (!mocked) return undefined;
  const failed = (cause: string): TaskOutcome => ({ event: 'failed', error: 'States.Runtime', cause });
  let outcomes: ReturnType<TestCase['get']>;
  try {
    outcomes = (await configOf(ctx))?.get(mocked.machine)?.get(mocked.testCase)?.get(state);
  } catch (error) {
    if (!(error instanceof MockConfigError)) throw error;
    return failed(error.message);
  }
  if (!outcomes) return undefined;
  const outcome = outcomeAt(outcomes, mocked.number);
  if (!outcome)
    return failed(`The test case ${mocked.testCase} has no mocked response for invocation ${mocked.number} of the state ${state}.`);
  if (outcome.kind === 'throw') return { event: 'failed', error: outcome.error, cause: outcome.cause };
  return { event: 'succeeded', output: resultOf(outcome.result, resource) };
}

/** Mocks of functions are answers of their invocation; a function that is the task's resource answers with its payload alone. */
function resultOf(result: Json, resource: string): Json {
  const isInvocation = isObject(result) && 'Payload' in result && 'StatusCode' in result;
  return isInvocation && readResource(resource).family === 'LambdaFunction' ? result['Payload']! : result;
}

/** States of the machine that some test case mocks: their resources need not be there. */
export async function mockedStates(name: string, ctx: Ctx): Promise<ReadonlySet<string>> {
  const cases = (await configOf(ctx).catch(() => undefined))?.get(name)?.values() ?? [];
  return new Set([...cases].flatMap((testCase) => [...testCase.keys()]));
}
