// Recorded answers about waits of the state machines service.
import { call, json, localstack, type RecordedCases } from '../case.ts';
import { happens } from '../states-steps.ts';

const roleArn = 'arn:aws:iam::{account}:role/any';
const stateMachineArn = 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_1';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'a path of a time names a time (NANOSECONDS)',
      source: localstack('stepfunctions/v2/scenarios/test_base_scenarios.py::TestBaseScenarios::test_wait_timestamp_path[NANOSECONDS]'),
      recorded: '2024-12',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "WAIT_TIMESTAMP_PATH", "StartAt": "WaitUntil", "States": {"WaitUntil": {"Type": "Wait", "TimestampPath": "$.TimestampValue", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call(
          'states.StartExecution',
          { stateMachineArn, input: '{"TimestampValue": "2016-03-05T21:29:29.243167252Z"}' },
          { as: 'execution' },
        ),
        { wait: '1s' },
        happens('{execution.executionArn}', 'ExecutionStarted WaitStateEntered WaitStateExited ExecutionSucceeded'),
      ],
    },
    {
      title: 'a path of a time names a time (NO_T)',
      source: localstack('stepfunctions/v2/scenarios/test_base_scenarios.py::TestBaseScenarios::test_wait_timestamp_path[NO_T]'),
      recorded: '2024-12',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "WAIT_TIMESTAMP_PATH", "StartAt": "WaitUntil", "States": {"WaitUntil": {"Type": "Wait", "TimestampPath": "$.TimestampValue", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"TimestampValue": "2016-12-05 21:29:29Z"}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted WaitStateEntered ExecutionFailed', {
          3: {
            executionFailedEventDetails: {
              cause:
                "An error occurred while executing the state 'WaitUntil' (entered at the event id #2). The TimestampPath parameter does not reference a valid ISO-8601 extended offset date-time format string: $.TimestampValue == 2016-12-05 21:29:29Z",
              error: 'States.Runtime',
            },
          },
        }),
      ],
    },
    {
      title: 'a path of a time names a time (NO_Z)',
      source: localstack('stepfunctions/v2/scenarios/test_base_scenarios.py::TestBaseScenarios::test_wait_timestamp_path[NO_Z]'),
      recorded: '2024-12',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "WAIT_TIMESTAMP_PATH", "StartAt": "WaitUntil", "States": {"WaitUntil": {"Type": "Wait", "TimestampPath": "$.TimestampValue", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"TimestampValue": "2016-12-05T21:29:29"}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted WaitStateEntered ExecutionFailed', {
          3: {
            executionFailedEventDetails: {
              cause:
                "An error occurred while executing the state 'WaitUntil' (entered at the event id #2). The TimestampPath parameter does not reference a valid ISO-8601 extended offset date-time format string: $.TimestampValue == 2016-12-05T21:29:29",
              error: 'States.Runtime',
            },
          },
        }),
      ],
    },
    {
      title: 'a path of a time names a time (INVALID_DATE)',
      source: localstack('stepfunctions/v2/scenarios/test_base_scenarios.py::TestBaseScenarios::test_wait_timestamp_path[INVALID_DATE]'),
      recorded: '2024-12',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "WAIT_TIMESTAMP_PATH", "StartAt": "WaitUntil", "States": {"WaitUntil": {"Type": "Wait", "TimestampPath": "$.TimestampValue", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"TimestampValue": "2016-13-05T21:29:29Z"}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted WaitStateEntered ExecutionFailed', {
          3: {
            executionFailedEventDetails: {
              cause:
                "An error occurred while executing the state 'WaitUntil' (entered at the event id #2). The TimestampPath parameter does not reference a valid ISO-8601 extended offset date-time format string: $.TimestampValue == 2016-13-05T21:29:29Z",
              error: 'States.Runtime',
            },
          },
        }),
      ],
    },
    {
      title: 'a path of a time names a time (INVALID_TIME)',
      source: localstack('stepfunctions/v2/scenarios/test_base_scenarios.py::TestBaseScenarios::test_wait_timestamp_path[INVALID_TIME]'),
      recorded: '2024-12',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "WAIT_TIMESTAMP_PATH", "StartAt": "WaitUntil", "States": {"WaitUntil": {"Type": "Wait", "TimestampPath": "$.TimestampValue", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"TimestampValue": "2016-12-05T25:29:29Z"}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted WaitStateEntered ExecutionFailed', {
          3: {
            executionFailedEventDetails: {
              cause:
                "An error occurred while executing the state 'WaitUntil' (entered at the event id #2). The TimestampPath parameter does not reference a valid ISO-8601 extended offset date-time format string: $.TimestampValue == 2016-12-05T25:29:29Z",
              error: 'States.Runtime',
            },
          },
        }),
      ],
    },
    {
      title: 'a path of a time names a time (INVALID_ISO)',
      source: localstack('stepfunctions/v2/scenarios/test_base_scenarios.py::TestBaseScenarios::test_wait_timestamp_path[INVALID_ISO]'),
      recorded: '2024-12',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "WAIT_TIMESTAMP_PATH", "StartAt": "WaitUntil", "States": {"WaitUntil": {"Type": "Wait", "TimestampPath": "$.TimestampValue", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"TimestampValue": "05-12-2016T21:29:29Z"}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted WaitStateEntered ExecutionFailed', {
          3: {
            executionFailedEventDetails: {
              cause:
                "An error occurred while executing the state 'WaitUntil' (entered at the event id #2). The TimestampPath parameter does not reference a valid ISO-8601 extended offset date-time format string: $.TimestampValue == 05-12-2016T21:29:29Z",
              error: 'States.Runtime',
            },
          },
        }),
      ],
    },
    {
      title: 'seconds come from an expression',
      source: localstack('stepfunctions/v2/scenarios/test_base_scenarios.py::TestBaseScenarios::test_wait_seconds_jsonata'),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "WAIT_SECONDS_JSONATA", "QueryLanguage": "JSONata", "StartAt": "WaitState", "States": {"WaitState": {"Type": "Wait", "Seconds": "{% $states.input.waitSeconds %}", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"waitSeconds": 0}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted WaitStateEntered WaitStateExited ExecutionSucceeded', {
          4: { executionSucceededEventDetails: { output: json({ waitSeconds: 0 }) } },
        }),
      ],
    },
    {
      title: 'a tested task that waits has a token in its context',
      source: localstack(
        'stepfunctions/v2/test_state/test_state_context_object.py::TestStateContextObject::test_state_wait_task_context_object',
      ),
      recorded: '2025-12',
      steps: [
        call(
          'states.TestState',
          {
            definition:
              '{"Comment": "IO_SQS_SERVICE_TASK_WAIT", "Type": "Task", "Resource": "arn:aws:states:::sqs:sendMessage.waitForTaskToken", "Parameters": {"QueueUrl": "https://sqs.us-east-1.amazonaws.com/{account}/test-queue", "MessageBody": {"Message": "Hello from Step Functions!", "TaskToken.$": "$$.Task.Token"}}, "ResultPath": "$.SQS", "Next": "NEXT_STATE"}',
            inspectionLevel: 'TRACE',
            context:
              '{"Execution": {"Id": "arn:aws:states:::execution:MyStateMachine:execution-name-12345", "Input": {"input-value": 0, "message": "test data", "values": ["charizard", "pikachu", "bulbasaur"]}, "Name": "execution-name-12345", "RoleArn": "arn:aws:iam:::role/StepFunctionsRole", "StartTime": "2025-01-15T10:30:00.000Z"}, "State": {"EnteredTime": "2025-01-15T10:30:01.500Z", "Name": "MyTaskState", "RetryCount": 0}, "StateMachine": {"Id": "arn:aws:states:::stateMachine:MyStateMachine", "Name": "MyStateMachine"}, "Task": {"Token": "abcd123"}}',
            mock: { result: '{"pokemon": ["charizard", "pikachu", "bulbasaur"]}' },
          },
          {
            contains: {
              inspectionData: {
                afterParameters: json({
                  QueueUrl: 'https://sqs.us-east-1.amazonaws.com/{account}/test-queue',
                  MessageBody: { Message: 'Hello from Step Functions!', TaskToken: 'abcd123' },
                }),
                afterResultPath: json({ SQS: { pokemon: ['charizard', 'pikachu', 'bulbasaur'] } }),
                afterResultSelector: json({ pokemon: ['charizard', 'pikachu', 'bulbasaur'] }),
                result: json({ pokemon: ['charizard', 'pikachu', 'bulbasaur'] }),
              },
              nextState: 'NEXT_STATE',
              output: json({ SQS: { pokemon: ['charizard', 'pikachu', 'bulbasaur'] } }),
              status: 'SUCCEEDED',
            },
          },
        ),
      ],
    },
  ],
};
