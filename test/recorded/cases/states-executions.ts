// Recorded answers of the service of state machines about executions.
import { ANY, localstack, type RecordedCase, type RecordedCases, refused, type Step } from '../case.ts';
import { createMachine, definitionOf, ROLE, stateMachineArn } from '../states-steps.ts';

const test = (name: string): string => localstack(`stepfunctions/v2/${name}`);
const api = (name: string): string => test(`test_sfn_api.py::TestSnfApi::${name}`);
const PASS = definitionOf({ State_1: { Type: 'Pass', Result: { Arg1: 'argument1' }, End: true } }, { Comment: 'BASE_PASS_RESULT' });
const MACHINE = 'arn:aws:states:us-east-1:{account}:stateMachine:{id}';
const EXECUTION = 'arn:aws:states:us-east-1:{account}:execution:{id}:run';
const start = (more: object = {}): Step => ({
  call: 'states.StartExecution',
  input: { stateMachineArn, name: 'run', ...more },
  as: 'execution',
});
const ended: Step = { wait: '1s' };
const invalidArn = (operation: string, input: Record<string, unknown>, text: string): Step =>
  refused(`states.${operation}`, input, 'InvalidArn', `Invalid Arn: '${text}'`, { status: 400 });
const invalid = (operation: string, input: Record<string, unknown>, message: string): Step =>
  refused(`states.${operation}`, input, 'ValidationException', message, { status: 400 });

const executions: RecordedCase[] = [
  {
    title: 'an execution that is not there does not exist',
    source: `${api('test_describe_execution_no_such_state_machine')}, …test_get_execution_history_no_such_execution`,
    recorded: '2024-03',
    steps: [
      createMachine(PASS),
      ...['DescribeExecution', 'GetExecutionHistory'].map((operation) =>
        refused(`states.${operation}`, { executionArn: EXECUTION }, 'ExecutionDoesNotExist', `Execution Does Not Exist: '${EXECUTION}'`, {
          status: 400,
        }),
      ),
    ],
  },
  {
    title: 'an input that is no JSON is told as its parser tells it',
    source: api('test_invalid_start_execution_input'),
    recorded: '2023-06',
    steps: [
      createMachine(PASS),
      ...(
        [
          [
            'not some json',
            "Unrecognized token 'not': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')",
          ],
          ["{'not': 'json'}", "Unexpected character (''' (code 39)): was expecting double-quote to start field name"],
          ['', 'Invalid execution input.'],
        ] as const
      ).map(([input, why]) =>
        refused(
          'states.StartExecution',
          { stateMachineArn, input },
          'InvalidExecutionInput',
          `Invalid State Machine Execution Input: '${why}'`,
          { status: 400 },
        ),
      ),
    ],
  },
  {
    title: 'an execution that is started again with the same input is the same while it runs, and exists with another',
    source: api('test_start_execution_idempotent'),
    recorded: '2024-08',
    steps: [
      createMachine(definitionOf({ Wait: { Type: 'Wait', Seconds: 60, End: true } })),
      start({ input: '{"a":1}' }),
      {
        call: 'states.StartExecution',
        input: { stateMachineArn, name: 'run', input: '{"a":1}' },
        answer: { executionArn: EXECUTION, startDate: ANY },
      },
      refused(
        'states.StartExecution',
        { stateMachineArn, name: 'run', input: '{"a":2}' },
        'ExecutionAlreadyExists',
        `Execution Already Exists: '${EXECUTION}'`,
        { status: 400 },
      ),
    ],
  },
  {
    title: 'executions are listed by their status, which is written in capitals',
    source: api('test_state_machine_status_filter'),
    recorded: '2024-03',
    steps: [
      createMachine(PASS),
      { call: 'states.ListExecutions', input: { stateMachineArn }, answer: { executions: [] } },
      start(),
      ended,
      {
        call: 'states.ListExecutions',
        input: { stateMachineArn, statusFilter: 'SUCCEEDED' },
        answer: {
          executions: [
            {
              executionArn: EXECUTION,
              name: 'run',
              redriveCount: 0,
              startDate: ANY,
              stateMachineArn: MACHINE,
              status: 'SUCCEEDED',
              stopDate: ANY,
            },
          ],
        },
      },
      { call: 'states.ListExecutions', input: { stateMachineArn, statusFilter: 'RUNNING' }, answer: { executions: [] } },
      invalid(
        'ListExecutions',
        { stateMachineArn, statusFilter: 'succeeded' },
        "1 validation error detected: Value 'succeeded' at 'statusFilter' failed to satisfy constraint: Member must satisfy enum value set: [SUCCEEDED, TIMED_OUT, PENDING_REDRIVE, ABORTED, FAILED, RUNNING]",
      ),
    ],
  },
  {
    title: 'the history of an execution is listed from either end',
    source: api('test_get_execution_history_reversed'),
    recorded: '2024-01',
    steps: [
      createMachine(PASS),
      start({ input: '{}' }),
      ended,
      ...[false, true].map((reverseOrder): Step => {
        const events = [
          {
            executionStartedEventDetails: { input: '{}', inputDetails: { truncated: false }, roleArn: ROLE },
            id: 1,
            previousEventId: 0,
            timestamp: ANY,
            type: 'ExecutionStarted',
          },
          {
            id: 2,
            previousEventId: 0,
            stateEnteredEventDetails: { input: '{}', inputDetails: { truncated: false }, name: 'State_1' },
            timestamp: ANY,
            type: 'PassStateEntered',
          },
          {
            id: 3,
            previousEventId: 2,
            stateExitedEventDetails: { name: 'State_1', output: '{"Arg1":"argument1"}', outputDetails: { truncated: false } },
            timestamp: ANY,
            type: 'PassStateExited',
          },
          {
            executionSucceededEventDetails: { output: '{"Arg1":"argument1"}', outputDetails: { truncated: false } },
            id: 4,
            previousEventId: 3,
            timestamp: ANY,
            type: 'ExecutionSucceeded',
          },
        ];
        return {
          call: 'states.GetExecutionHistory',
          input: { executionArn: '{execution.executionArn}', reverseOrder },
          answer: { events: reverseOrder ? events.reverse() : events },
        };
      }),
    ],
  },
  {
    title: 'an execution of a standard machine is not waited for',
    source: api('test_start_sync_execution'),
    recorded: '2024-07',
    steps: [
      createMachine(PASS),
      refused(
        'states.StartSyncExecution',
        { stateMachineArn },
        'StateMachineTypeNotSupported',
        'This operation is not supported by this type of state machine',
        { status: 400 },
      ),
    ],
  },
  {
    title: 'executions of an express machine are not kept',
    source: test('test_sfn_api_express.py::TestSfnApiExpress::test_start_async_describe_history_execution'),
    recorded: '2024-07',
    steps: [
      createMachine(PASS, { type: 'EXPRESS' }),
      start(),
      refused(
        'states.ListExecutions',
        { stateMachineArn },
        'StateMachineTypeNotSupported',
        'This operation is not supported by this type of state machine',
        { status: 400 },
      ),
      ...['DescribeExecution', 'StopExecution', 'GetExecutionHistory'].map((operation) =>
        invalidArn(operation, { executionArn: '{execution.executionArn}' }, 'Resource type not valid in this context: express'),
      ),
    ],
  },
  ...(
    [
      [
        'that waits for a token',
        'test_illegal_callbacks[WAIT_FOR_TASK_TOKEN]',
        {
          Publish: {
            Type: 'Task',
            Resource: 'arn:aws:states:::sqs:sendMessage.waitForTaskToken',
            Parameters: { 'QueueUrl.$': '$.QueueUrl', 'MessageBody.$': '$$.Task.Token' },
            End: true,
          },
        },
        "Express state machine does not support '.waitForTaskToken' service integration  at /States/Publish/Resource",
      ],
      [
        'that waits for an execution',
        'test_illegal_callbacks[SYNC]',
        {
          StartExecution: {
            Type: 'Task',
            Resource: 'arn:aws:states:::states:startExecution.sync',
            Parameters: { 'StateMachineArn.$': '$.StateMachineArn' },
            End: true,
          },
        },
        "Express state machine does not support '.sync' service integration at /States/StartExecution/Resource",
      ],
      [
        'of an activity',
        'test_illegal_activity_task',
        { ActivityTask: { Type: 'Task', Resource: 'arn:aws:states:us-east-1:{account}:activity:a', End: true } },
        'Express state machine does not support Activity ARN at /States/ActivityTask/Resource',
      ],
    ] as const
  ).map(
    ([which, name, states, why]): RecordedCase => ({
      title: `an express machine has no task ${which}`,
      source: test(`test_sfn_api_express.py::TestSfnApiExpress::${name}`),
      recorded: '2024-07',
      steps: [
        refused(
          'states.CreateStateMachine',
          { name: '{id}', definition: definitionOf(states), roleArn: ROLE, type: 'EXPRESS' },
          'InvalidDefinition',
          `Invalid State Machine Definition: 'SCHEMA_VALIDATION_FAILED: ${why}'`,
          { status: 400 },
        ),
      ],
    }),
  ),
];

export const recorded: RecordedCases = { service: 'states', cases: executions };
