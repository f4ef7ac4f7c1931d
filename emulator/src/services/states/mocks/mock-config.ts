// Mocked results of tasks, as a file lists them by machine and test case. The format is that of Step Functions Local:
// https://docs.aws.amazon.com/step-functions/latest/dg/sfn-local-mock-cfg-file.html
import { isObject, type Json, type JsonObject, memberOf } from '#services/states/language/json';
import { readJson } from '#services/states/language/read-json';

export type MockedOutcome =
  | { readonly kind: 'return'; readonly result: Json }
  | { readonly kind: 'throw'; readonly error: string; readonly cause: string | undefined };

/** The outcome of the invocations `from` to `to` of a state within an execution, counted from 0. */
interface NumberedOutcome {
  readonly from: number;
  readonly to: number;
  readonly outcome: MockedOutcome;
}

/** The mocked outcomes of the states of one test case. */
export type TestCase = ReadonlyMap<string, readonly NumberedOutcome[]>;
/** Test cases by machine. */
export type MockConfig = ReadonlyMap<string, ReadonlyMap<string, TestCase>>;

/** The file is not what it should be; the message says where. */
export class MockConfigError extends Error {}

/** @throws MockConfigError */
export function readMockConfig(text: string): MockConfig {
  let file: Json;
  try {
    file = readJson(text);
  } catch (error) {
    throw new MockConfigError(`it is no JSON: ${(error as Error).message}`);
  }
  const responses = new Map(
    membersOf(file, 'MockedResponses', 'the file').map(([name, value]) => [name, outcomesIn(value, `MockedResponses.${name}`)]),
  );
  return new Map(
    membersOf(file, 'StateMachines', 'the file').map(([machine, value]) => {
      const place = `StateMachines.${machine}`;
      const cases = membersOf(value, 'TestCases', place).map(
        ([name, states]) => [name, testCaseIn(states, `${place}.TestCases.${name}`, responses)] as const,
      );
      return [machine, new Map(cases)];
    }),
  );
}

function testCaseIn(value: Json, place: string, responses: ReadonlyMap<string, readonly NumberedOutcome[]>): TestCase {
  if (!isObject(value)) throw new MockConfigError(`${place} must be an object from names of states to names of MockedResponses`);
  return new Map(
    Object.entries(value).map(([state, name]) => {
      const outcomes = typeof name === 'string' ? responses.get(name) : undefined;
      if (!outcomes) throw new MockConfigError(`${place}.${state} names ${JSON.stringify(name)}, which MockedResponses does not have`);
      return [state, outcomes];
    }),
  );
}

function outcomesIn(value: Json, place: string): readonly NumberedOutcome[] {
  if (!isObject(value)) throw new MockConfigError(`${place} must be an object from numbers of invocations to responses`);
  return Object.entries(value).map(([range, response]) => {
    const [, from = '', to = from] = /^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/.exec(range) ?? [];
    if (from === '' || Number(to) < Number(from))
      throw new MockConfigError(`${place} has the key "${range}": it takes a number of an invocation, "0", or a range of them, "1-2"`);
    return { from: Number(from), to: Number(to), outcome: outcomeIn(response, `${place}.${range}`) };
  });
}

function outcomeIn(value: Json, place: string): MockedOutcome {
  const [result, thrown] = isObject(value) ? [memberOf(value, 'Return'), memberOf(value, 'Throw')] : [];
  if ((result === undefined) === (thrown === undefined)) throw new MockConfigError(`${place} must have either Return or Throw`);
  if (result !== undefined) return { kind: 'return', result };
  const { Error: error, Cause: cause } = isObject(thrown) ? thrown : {};
  if (typeof error !== 'string' || !(cause === undefined || typeof cause === 'string'))
    throw new MockConfigError(`${place}.Throw must have an Error, and may have a Cause: both are texts`);
  return { kind: 'throw', error, cause };
}

function membersOf(value: Json, name: string, place: string): readonly (readonly [string, Json])[] {
  const member = isObject(value) ? memberOf(value, name) : undefined;
  if (!isObject(member)) throw new MockConfigError(`${place} must have the object ${name}`);
  return Object.entries(member satisfies JsonObject);
}

export const outcomeAt = (outcomes: readonly NumberedOutcome[], number: number): MockedOutcome | undefined =>
  outcomes.find(({ from, to }) => number >= from && number <= to)?.outcome;
