// Recorded answers of the service of state machines about machines.
import { ANY, localstack, type RecordedCase, type RecordedCases, refused, type Step } from '../case.ts';
import { createMachine, definitionOf, ROLE, stateMachineArn } from '../states-steps.ts';

const test = (name: string): string => localstack(`stepfunctions/v2/${name}`);
const api = (name: string): string => test(`test_sfn_api.py::TestSnfApi::${name}`);
const PASS = definitionOf({ State_1: { Type: 'Pass', Result: { Arg1: 'argument1' }, End: true } }, { Comment: 'BASE_PASS_RESULT' });
const MACHINE = 'arn:aws:states:us-east-1:{account}:stateMachine:{id}';
const invalidArn = (operation: string, input: Record<string, unknown>, text: string): Step =>
  refused(`states.${operation}`, input, 'InvalidArn', `Invalid Arn: '${text}'`, { status: 400 });

const machines: RecordedCase[] = [
  {
    title: 'a machine that is made is described, and can be deleted twice',
    source: `${api('test_create_exact_duplicate_sm')}, …test_create_delete_valid_sm, …test_delete_nonexistent_sm`,
    recorded: '2023-06',
    steps: [
      {
        call: 'states.CreateStateMachine',
        input: { name: '{id}', definition: PASS, roleArn: ROLE },
        as: 'machine',
        answer: { creationDate: ANY, stateMachineArn: MACHINE },
      },
      {
        call: 'states.CreateStateMachine',
        input: { name: '{id}', definition: PASS, roleArn: ROLE },
        answer: { creationDate: ANY, stateMachineArn: MACHINE },
      },
      {
        call: 'states.DescribeStateMachine',
        input: { stateMachineArn },
        contains: {
          definition: PASS,
          loggingConfiguration: { includeExecutionData: false, level: 'OFF' },
          name: '{id}',
          roleArn: ROLE,
          stateMachineArn: MACHINE,
          status: 'ACTIVE',
          tracingConfiguration: { enabled: false },
          type: 'STANDARD',
        },
      },
      { call: 'states.DeleteStateMachine', input: { stateMachineArn }, answer: {} },
      { call: 'states.DeleteStateMachine', input: { stateMachineArn }, answer: {} },
    ],
  },
  {
    title: 'a definition needs states',
    source: api('test_create_delete_invalid_sm'),
    recorded: '2023-08',
    steps: [
      refused(
        'states.CreateStateMachine',
        { name: '{id}', definition: '{"StartAt":"State_1"}', roleArn: ROLE },
        'InvalidDefinition',
        "Invalid State Machine Definition: 'SCHEMA_VALIDATION_FAILED: These fields are required: [States] at /'",
        { status: 400 },
      ),
    ],
  },
  ...(
    [
      ['that is written in another way', 'test_create_duplicate_definition_format_sm', JSON.stringify(JSON.parse(PASS), null, 1)],
      ['that is another one', 'test_create_duplicate_sm_name', PASS.replace('argument1', 'argument2')],
    ] as const
  ).map(
    ([which, name, definition]): RecordedCase => ({
      title: `a machine is not made again from a definition ${which}`,
      source: api(name),
      recorded: '2023-06',
      steps: [
        createMachine(PASS),
        refused(
          'states.CreateStateMachine',
          { name: '{id}', definition, roleArn: ROLE },
          'StateMachineAlreadyExists',
          `State Machine Already Exists: '${MACHINE}'`,
          { status: 400 },
        ),
      ],
    }),
  ),
  {
    title: 'an update changes something',
    source: api('test_create_update_state_machine_base_update_none'),
    recorded: '2023-08',
    steps: [
      createMachine(PASS),
      refused(
        'states.UpdateStateMachine',
        { stateMachineArn },
        'MissingRequiredParameter',
        'Either the definition, the role ARN, the LoggingConfiguration, or the TracingConfiguration must be specified',
        { status: 400 },
      ),
    ],
  },
  {
    title: 'what is no ARN of a machine or an execution is told by its beginning',
    source: `${api('test_describe_invalid_arn_sm')}, …test_list_execution_invalid_arn, …test_get_execution_history_invalid_arn, …test_describe_execution_invalid_arn`,
    recorded: '2024-03',
    steps: [
      invalidArn('DescribeStateMachine', { stateMachineArn: 'not_a_valid_arn' }, 'Invalid ARN prefix: not_a_valid_arn'),
      invalidArn('ListExecutions', { stateMachineArn: 'invalid_state_machine_arn' }, 'Invalid ARN prefix: invalid_state_machine_arn'),
      invalidArn('GetExecutionHistory', { executionArn: 'invalid_state_machine_arn' }, 'Invalid ARN prefix: invalid_state_machine_arn'),
      invalidArn('DescribeExecution', { executionArn: 'invalid_state_machine_arn' }, 'Invalid ARN prefix: invalid_state_machine_arn'),
    ],
  },
  {
    title: 'a machine that is not there does not exist for any operation',
    source: `${api('test_describe_nonexistent_sm')}, …test_list_execution_no_such_state_machine, …test_invalid_start_execution_arn`,
    recorded: '2024-03',
    steps: ['DescribeStateMachine', 'ListExecutions', 'StartExecution', 'PublishStateMachineVersion'].map((operation) =>
      refused(
        `states.${operation}`,
        { stateMachineArn: MACHINE },
        'StateMachineDoesNotExist',
        `State Machine Does Not Exist: '${MACHINE}'`,
        { status: 400 },
      ),
    ),
  },
];

const definitions: RecordedCase[] = [
  {
    title: 'a text in a call of an intrinsic function has no other escapes than those of the language',
    source: test('scenarios/test_base_scenarios.py::TestBaseScenarios::test_illegal_escapes'),
    recorded: '2025-02',
    steps: [
      String.raw`States.StringToJson('{"text":"An \"escaped double quote\" here"}')`,
      String.raw`States.Format('He said, \"Hello, {}!\"', 'Test \"Name\" Here')`,
    ].map((call) =>
      refused(
        'states.CreateStateMachine',
        {
          name: '{id}',
          roleArn: ROLE,
          definition: definitionOf({ IntrinsicEscape: { Type: 'Pass', Parameters: { 'parsed.$': call }, End: true } }),
        },
        'InvalidDefinition',
        "Invalid State Machine Definition: 'SCHEMA_VALIDATION_FAILED: The value for the field 'parsed.$' must be a valid JSONPath or a valid intrinsic function call at /States/IntrinsicEscape/Parameters'",
      ),
    ),
  },
  {
    title: 'a catcher may assign a variable that a state in the branches assigns, too',
    source: test(
      'states_variables/test_error_output.py::TestStateVariablesTemplate::test_parallel_catch_error[PARALLEL_CATCH_ERROR_VARIABLE_SAMPLING]',
    ),
    recorded: '2024-11',
    steps: [
      createMachine(
        definitionOf(
          {
            ParallelState: {
              Type: 'Parallel',
              Branches: [{ StartAt: 'Inner', States: { Inner: { Type: 'Pass', Assign: { inputVar: '{% $states.input %}' }, End: true } } }],
              Catch: [{ ErrorEquals: ['States.ALL'], Assign: { inputVar: '{% $states.input %}' }, Next: 'Fallback' }],
              End: true,
            },
            Fallback: { Type: 'Pass', End: true },
          },
          { QueryLanguage: 'JSONata' },
        ),
      ),
    ],
  },
];

export const recorded: RecordedCases = { service: 'states', cases: [...machines, ...definitions] };
