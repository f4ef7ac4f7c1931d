// Steps of recorded cases where one state of a machine is tested.
import { json, localstack, type Step } from './case.ts';
import { ROLE } from './states-steps.ts';

const test = (file: string, name: string): string => localstack(`stepfunctions/v2/test_state/${file}.py::${name}`);
/** Tests of LocalStack's of single states. */
export const scenario = (name: string): string => test('test_test_state_scenarios', `TestStateCaseScenarios::${name}`);
export const configured = (name: string): string => test('test_state_configuration', `TestStateConfiguration::${name}`);
export const inContext = (name: string): string => test('test_state_context_object', `TestStateContextObject::${name}`);
export const mockedScenario = (name: string): string => test('test_test_state_mock_scenarios', `TestStateMockScenarios::${name}`);

type Data = Readonly<Record<string, unknown>>;

/** Values of an answer as the JSON texts that they are. */
const texts = (values: Data): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'number' || name === 'errorDetails' ? value : json(value)]),
  );

interface Tested {
  readonly state: object;
  readonly input?: unknown;
  readonly more?: Data;
  readonly output?: unknown;
  readonly data?: Data;
  /** Members of the answer besides the output and the inspection. */
  readonly answer?: Data;
}

/** Tests a state with the level DEBUG, and compares the whole answer. */
export const tested = ({ state, input = {}, more, output, data, answer }: Tested): Step => ({
  call: 'states.TestState',
  input: { definition: JSON.stringify(state), input: JSON.stringify(input), inspectionLevel: 'DEBUG', roleArn: ROLE, ...more },
  answer: {
    status: 'SUCCEEDED',
    ...(output !== undefined && { output: json(output) }),
    inspectionData: texts({ input, ...data }),
    ...answer,
  },
});
export const mockedResult = (result: unknown) => ({ mock: { result: JSON.stringify(result) } });
export const ERROR = { error: 'MockException', cause: 'Mock the cause of the error.' };
export const mockedError = { mock: { errorOutput: ERROR } };

export const HELLO = { Value: 'HelloWorld' };
