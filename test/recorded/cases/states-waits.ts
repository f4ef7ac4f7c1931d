// Recorded answers about waits of the state machines service.
import { call, json, localstack, type RecordedCases } from '../case.ts';
import { happens } from '../states-steps.ts';

const executionArn = '{execution.executionArn}';
const roleArn = 'arn:aws:iam::{account}:role/any';
const stateMachineArn = 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_1';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'a state waits until a time of its input ()',
      source: localstack('stepfunctions/v2/base/test_wait.py::TestSfnWait::test_wait_timestamppath[]'),
      recorded: '2023-12',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "WAIT_1_MIN", "StartAt": "State_1", "States": {"State_1": {"Type": "Wait", "TimestampPath": "$.start_at", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"start_at": "2026-11-30T01:14:37"}' }, { as: 'execution' }),
        call('states.GetExecutionHistory', { executionArn }, { as: 'history' }),
        happens('{execution.executionArn}', 'ExecutionStarted WaitStateEntered ExecutionFailed', {
          3: { executionFailedEventDetails: { cause: '{history.events.2.executionFailedEventDetails.cause}', error: 'States.Runtime' } },
        }),
      ],
    },
    {
      title: 'a state waits until a time of its input (.000000)',
      source: localstack('stepfunctions/v2/base/test_wait.py::TestSfnWait::test_wait_timestamppath[.000000]'),
      recorded: '2023-12',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "WAIT_1_MIN", "StartAt": "State_1", "States": {"State_1": {"Type": "Wait", "TimestampPath": "$.start_at", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"start_at": "2026-11-30T01:14:43.000000"}' }, { as: 'execution' }),
        call('states.GetExecutionHistory', { executionArn }, { as: 'history' }),
        happens('{execution.executionArn}', 'ExecutionStarted WaitStateEntered ExecutionFailed', {
          3: { executionFailedEventDetails: { cause: '{history.events.2.executionFailedEventDetails.cause}', error: 'States.Runtime' } },
        }),
      ],
    },
    {
      title: 'a state waits for seconds of its input (-1)',
      source: localstack('stepfunctions/v2/base/test_wait.py::TestSfnWait::test_base_wait_seconds_path[-1]'),
      recorded: '2024-03',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "WAIT_SECONDS_PATH", "StartAt": "WaitState", "States": {"WaitState": {"Type": "Wait", "SecondsPath": "$.input.waitSeconds", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"input": {"waitSeconds": -1}}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted WaitStateEntered ExecutionFailed', {
          3: {
            executionFailedEventDetails: {
              cause:
                "An error occurred while executing the state 'WaitState' (entered at the event id #2). The SecondsPath parameter references a negative value: $.input.waitSeconds == -1",
              error: 'States.Runtime',
            },
          },
        }),
      ],
    },
    {
      title: 'a state waits for seconds of its input (-1.5)',
      source: localstack('stepfunctions/v2/base/test_wait.py::TestSfnWait::test_base_wait_seconds_path[-1.5]'),
      recorded: '2024-03',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "WAIT_SECONDS_PATH", "StartAt": "WaitState", "States": {"WaitState": {"Type": "Wait", "SecondsPath": "$.input.waitSeconds", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"input": {"waitSeconds": -1.5}}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted WaitStateEntered ExecutionFailed', {
          3: {
            executionFailedEventDetails: {
              cause:
                "An error occurred while executing the state 'WaitState' (entered at the event id #2). The SecondsPath parameter cannot be parsed as a long value: $.input.waitSeconds == -1.5",
              error: 'States.Runtime',
            },
          },
        }),
      ],
    },
    {
      title: 'a state waits for seconds of its input (0)',
      source: localstack('stepfunctions/v2/base/test_wait.py::TestSfnWait::test_base_wait_seconds_path[0]'),
      recorded: '2024-03',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "WAIT_SECONDS_PATH", "StartAt": "WaitState", "States": {"WaitState": {"Type": "Wait", "SecondsPath": "$.input.waitSeconds", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"input": {"waitSeconds": 0}}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted WaitStateEntered WaitStateExited ExecutionSucceeded', {
          4: { executionSucceededEventDetails: { output: json({ input: { waitSeconds: 0 } }) } },
        }),
      ],
    },
    {
      title: 'a state waits for seconds of its input (1)',
      source: localstack('stepfunctions/v2/base/test_wait.py::TestSfnWait::test_base_wait_seconds_path[1]'),
      recorded: '2024-03',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "WAIT_SECONDS_PATH", "StartAt": "WaitState", "States": {"WaitState": {"Type": "Wait", "SecondsPath": "$.input.waitSeconds", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"input": {"waitSeconds": 1}}' }, { as: 'execution' }),
        { wait: '1s' },
        happens('{execution.executionArn}', 'ExecutionStarted WaitStateEntered WaitStateExited ExecutionSucceeded', {
          4: { executionSucceededEventDetails: { output: json({ input: { waitSeconds: 1 } }) } },
        }),
      ],
    },
    {
      title: 'a state waits for seconds of its input (1.5)',
      source: localstack('stepfunctions/v2/base/test_wait.py::TestSfnWait::test_base_wait_seconds_path[1.5]'),
      recorded: '2024-03',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "WAIT_SECONDS_PATH", "StartAt": "WaitState", "States": {"WaitState": {"Type": "Wait", "SecondsPath": "$.input.waitSeconds", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"input": {"waitSeconds": 1.5}}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted WaitStateEntered ExecutionFailed', {
          3: {
            executionFailedEventDetails: {
              cause:
                "An error occurred while executing the state 'WaitState' (entered at the event id #2). The SecondsPath parameter cannot be parsed as a long value: $.input.waitSeconds == 1.5",
              error: 'States.Runtime',
            },
          },
        }),
      ],
    },
    {
      title: 'a path of a time names a time (SECONDS)',
      source: localstack('stepfunctions/v2/scenarios/test_base_scenarios.py::TestBaseScenarios::test_wait_timestamp_path[SECONDS]'),
      recorded: '2024-12',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "WAIT_TIMESTAMP_PATH", "StartAt": "WaitUntil", "States": {"WaitUntil": {"Type": "Wait", "TimestampPath": "$.TimestampValue", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"TimestampValue": "2016-03-14T01:59:00Z"}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted WaitStateEntered WaitStateExited ExecutionSucceeded'),
      ],
    },
  ],
};
