// Recorded answers of the service of state machines where one state is tested: its data flow, and the mocked outcomes of Map and Parallel states.
import { json, type RecordedCase, type RecordedCases, type Step } from '../case.ts';
import { configured, ERROR, HELLO, mockedError, mockedResult, mockedScenario, scenario, tested } from '../tested-state-steps.ts';

const ORDER = { initialData: { fieldFromInput: 'value from input', otherField: 'other' }, unrelatedData: { someOtherField: 1234 } };
const PLACED = { InputPath: '$.initialData', ResultPath: '$.modifiedData' };
const MADE = { staticValue: 'some value', inputValue: 'value from input' };
const MAKE = { Parameters: { staticValue: 'some value', 'inputValue.$': '$.fieldFromInput' } };
const RESULT = { resultKey: 'result value' };

const dataFlow: RecordedCase[] = [
  {
    title: 'the test of a Pass state shows the steps of its data flow, which begins with the result where it has one',
    source: scenario('test_base_inspection_level_debug'),
    recorded: '2023-12',
    steps: [
      tested({
        state: { Type: 'Pass', End: true },
        input: HELLO,
        output: HELLO,
        data: { afterInputPath: HELLO, afterParameters: HELLO, afterResultSelector: HELLO, afterResultPath: HELLO },
      }),
      tested({
        state: { Type: 'Pass', Result: RESULT, End: true },
        input: HELLO,
        output: RESULT,
        data: { result: RESULT, afterResultSelector: RESULT, afterResultPath: RESULT },
      }),
      tested({
        state: { Type: 'Pass', ...PLACED, ...MAKE, End: true },
        input: ORDER,
        output: { ...ORDER, modifiedData: MADE },
        data: {
          ...{ afterInputPath: ORDER.initialData, afterParameters: MADE, afterResultSelector: MADE },
          afterResultPath: { ...ORDER, modifiedData: MADE },
        },
      }),
      tested({
        state: { Type: 'Pass', ...PLACED, ...MAKE, Result: RESULT, End: true },
        input: ORDER,
        output: { ...ORDER, modifiedData: RESULT },
        data: { result: RESULT, afterResultSelector: RESULT, afterResultPath: { ...ORDER, modifiedData: RESULT } },
      }),
    ],
  },
  {
    title: 'the test of a state that hands on, ends or chooses shows its input, and the next state',
    source: scenario('test_base_inspection_level_debug'),
    recorded: '2023-12',
    steps: [
      tested({ state: { Type: 'Succeed' }, input: HELLO, output: HELLO, data: { afterInputPath: HELLO } }),
      tested({
        state: { Type: 'Fail', Error: 'SomeFailure', Cause: 'It fails.' },
        input: HELLO,
        data: { afterInputPath: HELLO },
        answer: { status: 'FAILED', error: 'SomeFailure', cause: 'It fails.' },
      }),
      tested({
        state: { Type: 'Choice', Choices: [{ Variable: '$.value', NumericLessThan: 30, Next: 'Low' }], Default: 'High' },
        input: { value: 22 },
        output: { value: 22 },
        data: { afterInputPath: { value: 22 } },
        answer: { nextState: 'Low' },
      }),
      {
        call: 'states.TestState',
        input: { definition: '{"Type":"Succeed"}', input: JSON.stringify(HELLO), inspectionLevel: 'INFO' },
        answer: { status: 'SUCCEEDED', output: json(HELLO) },
      },
    ],
  },
  {
    title: 'a state of a machine is tested by its name, with the variables before it',
    source: `${scenario('test_state_with_variables')}, test_test_state_machine_scenarios.py::TestStateMachineScenarios::test_base_state_name`,
    recorded: '2026-02',
    steps: [
      tested({
        state: {
          StartAt: 'Each',
          States: { Each: { Type: 'Map', ItemProcessor: { StartAt: 'One', States: { One: { Type: 'Pass', End: true } } }, End: true } },
        },
        more: { stateName: 'One' },
        input: HELLO,
        output: HELLO,
        data: { afterInputPath: HELLO, afterParameters: HELLO, afterResultSelector: HELLO, afterResultPath: HELLO },
      }),
      tested({
        state: {
          StartAt: 'Sum',
          States: { Sum: { QueryLanguage: 'JSONata', Type: 'Pass', Output: '{% $sum($states.input.values) + $one %}', End: true } },
        },
        more: { stateName: 'Sum', variables: '{"one":10}' },
        input: { values: [1, 2, 3] },
        output: 16,
        data: { variables: { one: 10 } },
      }),
    ],
  },
];

const VALUES = { Values: ['first', 'second', 'third'] };
const map = (more: object): object => ({
  ...{ Type: 'Map', QueryLanguage: 'JSONata', Items: '{% $states.input.Values %}', End: true },
  ItemProcessor: {
    ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
    ...{ StartAt: 'One', States: { One: { Type: 'Pass', End: true } } },
  },
  ...more,
});
const THRESHOLD = {
  error: 'States.ExceedToleratedFailureThreshold',
  cause: 'The specified tolerated failure threshold was exceeded',
};
const HANDLERS = [{ ErrorEquals: ['MockException'] }, { ErrorEquals: ['States.ExceedToleratedFailureThreshold'] }];
const failures = (mapIterationFailureCount: number) => ({ ...mockedResult([0, 0, 1]), stateConfiguration: { mapIterationFailureCount } });

const containers: RecordedCase[] = [
  {
    title: 'a Map state with more failures than it tolerates fails, is retried, or caught; without a tolerance they do not count',
    source: configured('test_map_state_failure_count'),
    recorded: '2026-01',
    steps: [
      tested({ state: map({}), input: VALUES, more: failures(2), output: [0, 0, 1], data: { maxConcurrency: 0 } }),
      tested({
        state: map({
          ToleratedFailureCount: 1,
          Catch: HANDLERS.map((one) => ({ ...one, Output: '{% $states.errorOutput %}', Next: 'B' })),
        }),
        ...{ input: VALUES, more: failures(2) },
        output: { Error: THRESHOLD.error, Cause: THRESHOLD.cause },
        data: { maxConcurrency: 0, toleratedFailureCount: 1, errorDetails: { catchIndex: 1 } },
        answer: { status: 'CAUGHT_ERROR', nextState: 'B', ...THRESHOLD },
      }),
      tested({
        state: map({ ToleratedFailureCount: 1, Retry: HANDLERS.map((one) => ({ ...one, MaxAttempts: 2 })) }),
        ...{ input: VALUES, more: failures(2) },
        data: { maxConcurrency: 0, toleratedFailureCount: 1, errorDetails: { retryIndex: 1, retryBackoffIntervalSeconds: 1 } },
        answer: { status: 'RETRIABLE', ...THRESHOLD },
      }),
    ],
  },
  {
    title: 'the numbers of a Map state are shown as they are evaluated',
    source: scenario('test_base_map_state_inspect'),
    recorded: '2026-01',
    steps: (
      [
        ['MaxConcurrency', { maxConcurrency: 1 }],
        ['ToleratedFailureCount', { maxConcurrency: 0, toleratedFailureCount: 1 }],
        ['ToleratedFailurePercentage', { maxConcurrency: 0, toleratedFailurePercentage: 1 }],
      ] as const
    ).map(([field, data]) =>
      tested({ state: map({ [field]: '{% $one := 1 %}' }), input: VALUES, more: mockedResult([1, 1, 1]), output: [1, 1, 1], data }),
    ),
  },
  {
    title: 'a failure within a Map state is that of the state within',
    source: configured('test_state_machine_with_state_error, …test_state_machine_configuration_map_iteration_item_reader'),
    recorded: '2026-01',
    steps: [
      tested({
        state: map({ QueryLanguage: 'JSONPath', Items: undefined, ItemsPath: '$.Values', ToleratedFailureCount: 2 }),
        input: VALUES,
        more: { ...mockedError, stateConfiguration: { mapIterationFailureCount: 2, errorCausedByState: 'One' } },
        data: { afterInputPath: VALUES, afterItemsPath: VALUES.Values, maxConcurrency: 0, toleratedFailureCount: 2 },
        answer: { status: 'FAILED', ...ERROR },
      }),
      tested({
        state: map({
          ...{ Items: undefined, MaxConcurrency: 1 },
          ItemReader: {
            ...{ ReaderConfig: { InputType: 'JSON' }, Resource: 'arn:aws:states:::s3:getObject' },
            Arguments: { Bucket: '{% $states.input.Bucket %}', Key: 'orders' },
          },
        }),
        input: { Bucket: 'shop' },
        more: { ...mockedResult([1, 4, 9]), stateConfiguration: { mapItemReaderData: '[1, 2, 3]' } },
        output: [1, 4, 9],
        data: { maxConcurrency: 1 },
      }),
    ],
  },
  {
    title: 'the test of a Parallel state shows what becomes of its result',
    source: mockedScenario('test_io_parallel_state_mock_success'),
    recorded: '2026-01',
    steps: [
      tested({
        state: {
          ...{ Type: 'Parallel', InputPath: '$.in', ResultPath: '$.out', End: true },
          Branches: ['A', 'B'].map((name) => ({ StartAt: name, States: { [name]: { Type: 'Pass', End: true } } })),
        },
        input: { in: { data: 1 } },
        more: mockedResult([1, 2]),
        output: { in: { data: 1 }, out: [1, 2] },
        data: { afterResultSelector: [1, 2], afterResultPath: { in: { data: 1 }, out: [1, 2] } },
      }),
    ],
  },
];

const MAP = { Type: 'Map', ItemProcessor: { StartAt: 'A', States: { A: { Type: 'Pass', End: true } } }, End: true };
const shown = (state: object, input: string, result: string, answer: object): Step => ({
  call: 'states.TestState',
  input: { definition: JSON.stringify(state), input, mock: { result }, inspectionLevel: 'DEBUG' },
  contains: { status: 'SUCCEEDED', ...answer },
});
const texts: RecordedCase[] = [
  {
    title: 'parts of an input and of a mocked result keep the blanks with which they were written',
    source: `${configured('test_state_machine_with_state_error')}, …test_map_state_failure_count`,
    recorded: '2025-11',
    steps: [
      shown({ ...MAP, ItemsPath: '$.Values' }, '{"Values": ["first", "second", "third"]}', '[1, 1, 1]', {
        output: '[1, 1, 1]',
        inspectionData: { afterItemsPath: '["first", "second", "third"]', afterResultPath: '[1, 1, 1]' },
      }),
    ],
  },
  {
    title: 'the ARN of the tested execution ends in its name',
    source: configured('test_map_state_failure_count'),
    recorded: '2025-11',
    steps: [
      {
        call: 'states.TestState',
        input: { definition: JSON.stringify({ Type: 'Pass', Parameters: { 'id.$': '$$.Execution.Id' }, OutputPath: '$.id', End: true }) },
        contains: { status: 'SUCCEEDED', output: /^"arn:aws:states:us-east-1:\d{12}:express:[^:]+:[0-9a-f-]{36}"$/ },
      },
    ],
  },
];

export const recorded: RecordedCases = { service: 'states', cases: [...dataFlow, ...containers, ...texts] };
