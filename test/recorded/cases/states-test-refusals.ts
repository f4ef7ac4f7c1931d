// Recorded refusals of the service of state machines where one state is tested: of mocks that do not fit, and of results that the API could not give.
import { json, localstack, type RecordedCase, type RecordedCases, refused, type Step } from '../case.ts';
import { ROLE } from '../states-steps.ts';

const test = (file: string, name: string): string => localstack(`stepfunctions/v2/test_state/${file}.py::${name}`);
const mocks = (name: string): string => test('test_state_mock_validation', `TestStateMockValidation::${name}`);
const strict = (name: string): string => test('test_field_validation_mode', `TestFieldValidationMode::${name}`);
const present = (name: string): string => test('test_field_validation_mode_present', `TestFieldValidationModePresent::${name}`);

type Input = Readonly<Record<string, unknown>>;
const result = (value: unknown): Input => ({ mock: { result: JSON.stringify(value) } });
const PASS = { Type: 'Pass', End: true };
const BRANCHES = ['A', 'B'].map((name) => ({ StartAt: name, States: { [name]: PASS } }));
const PARALLEL = { Type: 'Parallel', Branches: BRANCHES, End: true };
const MAP = { Type: 'Map', ItemProcessor: { StartAt: 'A', States: { A: PASS } }, End: true };
const DISTRIBUTED = {
  ...MAP,
  ItemProcessor: { ...MAP.ItemProcessor, ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' } },
};
const WRITTEN = { ...DISTRIBUTED, ResultWriter: { Resource: 'arn:aws:states:::s3:putObject', Parameters: { Bucket: 'b', Prefix: 'p' } } };
const task = (resource: string) => ({ Type: 'Task', Resource: `arn:aws:states:::${resource}`, End: true });
const INVOKE = task('lambda:invoke');

const refuses = (state: object, input: Input, message: string, code = 'ValidationException'): Step =>
  refused('states.TestState', { definition: JSON.stringify(state), ...input }, code, message, { status: 400 });
const accepts = (state: object, mocked: unknown, fieldValidationMode: string): Step => ({
  call: 'states.TestState',
  input: { definition: JSON.stringify(state), mock: { result: JSON.stringify(mocked), fieldValidationMode } },
  answer: { status: 'SUCCEEDED', output: json(mocked) },
});

const fitting: RecordedCase[] = [
  {
    title: 'some states take no mock, and others need one',
    source: mocks('test_state_type_does_not_accept_mock, …test_state_type_requires_mock'),
    recorded: '2025-11',
    steps: [
      ...[PASS, { Type: 'Fail' }, { Type: 'Succeed' }].map((state) =>
        refuses(state, result({}), `State type '${state.Type}' is not supported when a mock is specified`),
      ),
      ...[MAP, PARALLEL].map((state) =>
        refuses(
          state,
          {},
          'TestState API does not support Map or Parallel states. Supported state types include: [Task, Wait, Pass, Succeed, Fail, Choice]',
          'InvalidDefinition',
        ),
      ),
      refuses(INVOKE, {}, 'RoleArn must be specified when testing a Task state'),
    ],
  },
  {
    title: 'a mock has one outcome, which is JSON of the kind that the state makes',
    source: mocks('test_both_mock_result_and_mock_error_output_are_set, …test_mock_result_array_size_mismatch_on_parallel_state'),
    recorded: '2025-11',
    steps: [
      refuses(
        INVOKE,
        { mock: { result: '{}', errorOutput: { error: 'E', cause: 'C' } } },
        'A test mock should have only one of the following fields: [result, errorOutput].',
      ),
      refuses(INVOKE, { ...result({}), revealSecrets: true }, 'TestState does not support RevealSecrets when a mock is specified.'),
      refuses(INVOKE, { mock: { result: 'Hello' } }, 'Mocked result must be valid JSON'),
      refuses(MAP, result({}), 'Mocked result must be an array.'),
      refuses(WRITTEN, result([]), 'Mocked result must be a JSON object.'),
      refuses(PARALLEL, result({}), 'Mocked result must be an array.'),
      refuses(PARALLEL, result([1]), 'Mocked result must contain the same number of items as number of Parallel branches.'),
    ],
  },
  {
    title: 'failures of iterations need a mock, and there are no more of them than iterations',
    source: mocks('test_map_iteration_failure_count_without_mock, …test_map_iteration_failure_count_exceeds_mock_result_items'),
    recorded: '2026-01',
    steps: [
      refuses(
        DISTRIBUTED,
        { roleArn: ROLE, stateConfiguration: { mapIterationFailureCount: 0 } },
        'TestState does not support MapIterationFailureCount when a mock is not specified.',
      ),
      refuses(
        DISTRIBUTED,
        { input: '[1,1,1]', stateConfiguration: { mapIterationFailureCount: 4 }, ...result([1, 1, 1]) },
        'Map iteration failure count must be less than or equal to the number of Map iterations',
      ),
    ],
  },
  {
    title: 'the definition of a tested state is checked as that of a machine',
    source: `${mocks('test_parallel_state_empty_branches')}, test_test_state_machine_scenarios.py::TestStateMachineScenarios::test_state_name_invalid_state_definition`,
    recorded: '2025-12',
    steps: [
      refuses(
        { ...PARALLEL, Branches: [] },
        result([]),
        "Invalid State Machine Definition: 'SCHEMA_VALIDATION_FAILED: Value cannot be empty at /States/StateName/Branches'",
        'InvalidDefinition',
      ),
      refuses(
        { StartAt: 'A', States: { A: { Type: 'None', End: true } } },
        { stateName: 'A' },
        "Invalid State Machine Definition: 'SCHEMA_VALIDATION_FAILED: The field 'Type' should have one of these values: [Task, Wait, Pass, Succeed, Fail, Choice, Parallel, Map] at /States/A/Type'",
        'InvalidDefinition',
      ),
    ],
  },
];

type Misfit = readonly [resource: string, mocked: unknown, problem: string];
const MISFITS: readonly Misfit[] = [
  ['events:putEvents', { Entries: 'a text' }, "Field 'Entries' must be an array"],
  ['events:putEvents', { Entries: [{ EventId: 'a' }, { EventId: ['b'] }] }, "Field 'EventId' must be a string"],
  ['states:startExecution', { ExecutionArn: 'a', StartDate: true }, "Field 'StartDate' must be a string"],
  ['states:startExecution', { ExecutionArn: 'a', StartDate: 1 }, "Field 'StartDate' must be a string"],
  ['lambda:invoke', { StatusCode: '200' }, "Field 'StatusCode' must be a number"],
  ['dynamodb:putItem', { ConsumedCapacity: { CapacityUnits: '123.45' } }, "Field 'CapacityUnits' must be a number"],
  ['aws-sdk:s3:getObject', { ContentLength: '9' }, "Field 'ContentLength' must be a number"],
  ['aws-sdk:s3:getObject', { StorageClass: 'no-such-class' }, "Field 'StorageClass' is not an expected value"],
  ['aws-sdk:kms:encrypt', { CiphertextBlob: 5 }, "Field 'CiphertextBlob' must be a string"],
];
const misfit = ([resource, mocked, problem]: Misfit, mode: string): Step =>
  refuses(
    task(resource),
    { mock: { result: JSON.stringify(mocked), fieldValidationMode: mode } },
    `Mock result schema validation error: ${problem}`,
  );
const START = 'states:startExecution';

const results: RecordedCase[] = [
  {
    title: 'a mocked result has the members that the API requires, with values of their types',
    source: strict('test_strict_mode_eventbridge_task, …test_strict_mode_aws_sdk_kms_task'),
    recorded: '2026-01',
    steps: [
      ...[...MISFITS, [START, {}, "Required field 'ExecutionArn' is missing"] as const].map((each) => misfit(each, 'STRICT')),
      ...[{ random: 'json' }, {}].map((mocked) => accepts(task('events:putEvents'), mocked, 'STRICT')),
    ],
  },
  {
    title: 'in the mode PRESENT members may be missing, and in the mode NONE a result may be anything',
    source: `${present('test_present_mode_eventbridge_task')}, test_field_validation_mode_none.py::TestFieldValidationModeNone::test_none_mode_sfn_task`,
    recorded: '2026-01',
    steps: [
      ...MISFITS.map((each) => misfit(each, 'PRESENT')),
      ...[{}, { executionArn: 'a' }].map((mocked) => accepts(task(START), mocked, 'PRESENT')),
      ...[{}, { ExecutionArn: 'a', StartDate: true }].map((mocked) => accepts(task(START), mocked, 'NONE')),
    ],
  },
  {
    title: 'numbers and lengths in a mocked result are within the bounds of the API',
    source: strict('test_strict_mode_aws_sdk_lambda_get_function_task, …test_strict_mode_aws_sdk_kms_task'),
    recorded: '2026-01',
    differs: 'The models here have no bounds of answers: published packages leave them out.',
    steps: [
      misfit(
        ['aws-sdk:lambda:getFunction', { Configuration: { MemorySize: 1 } }, "Field 'MemorySize' is less than the minimum value"],
        'STRICT',
      ),
      misfit(['aws-sdk:kms:encrypt', { CiphertextBlob: '' }, "Field 'CiphertextBlob' is smaller than the minimum length"], 'STRICT'),
    ],
  },
];

const TOKEN_ELSEWHERE =
  "Context object contains 'Task' when state is not a Task state with a '.sync' or '.waitForTaskToken' service integration pattern";
const contexts: RecordedCase[] = [
  {
    title: 'the context object of a test has the fields that the service has, without a Map',
    source: test('test_state_context_object', 'TestStateContextObject::test_state_context_object_validation_failures'),
    recorded: '2025-12',
    steps: (
      [
        [{ Execution: { Id: 1 } }, 'Execution.Id must be a string'],
        [{ Map: {} }, "'Map' field is not supported when mocking a Context object"],
        [{ Execution: { pokemon: 'squirtle' } }, "Field 'pokemon' is not allowed"],
        [{ Pokedex: {} }, "Field 'Pokedex' is not allowed"],
      ] as const
    ).map(([context, problem]) =>
      refuses(
        task('states:startExecution'),
        { ...result({ ExecutionArn: 'arn', StartDate: '2025-12-03T00:00:00' }), context: JSON.stringify(context) },
        `Invalid Context object provided: ${problem}`,
      ),
    ),
  },
  {
    title: 'only a task that waits for a callback or a job has a token in its context object',
    source: test('test_state_context_object', 'TestStateContextObject::test_state_context_object_invalid_states'),
    recorded: '2025-12',
    steps: [
      refuses(
        INVOKE,
        { ...result({ Payload: {} }), context: JSON.stringify({ Task: { Token: 'abcd123' } }) },
        `Invalid Context object provided: ${TOKEN_ELSEWHERE}`,
      ),
    ],
  },
];

export const recorded: RecordedCases = { service: 'states', cases: [...fitting, ...results, ...contexts] };
