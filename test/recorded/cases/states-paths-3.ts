// Recorded answers about paths of the state machines service.
import { call, json, localstack, type RecordedCases } from '../case.ts';

const inspectionLevel = 'INFO';
const roleArn = 'arn:aws:iam::{account}:role/any';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'a state of a whole machine is tested by its name (TRACE-State1)',
      source: localstack(
        'stepfunctions/v2/test_state/test_test_state_machine_scenarios.py::TestStateMachineScenarios::test_base_state_name_multi_state',
      ),
      recorded: '2025-12',
      steps: [
        call(
          'states.TestState',
          {
            stateName: 'State1',
            definition:
              '{"Comment": "BASE_MULTI_STATE_MACHINE", "QueryLanguage": "JSONata", "StartAt": "State0", "States": {"State0": {"Type": "Pass", "Next": "State1"}, "State1": {"Type": "Fail", "Error": "SomeFailure", "Cause": "This state machines raises a \'SomeFailure\' failure."}}}',
            input: '{"Value": "HelloWorld"}',
            inspectionLevel: 'TRACE',
          },
          {
            contains: {
              cause: "This state machines raises a 'SomeFailure' failure.",
              error: 'SomeFailure',
              inspectionData: { input: json({ Value: 'HelloWorld' }) },
              status: 'FAILED',
            },
          },
        ),
      ],
    },
    {
      title: 'a mock is the result of a task that puts events',
      source: localstack(
        'stepfunctions/v2/test_state/test_test_state_mock_scenarios.py::TestStateMockScenarios::test_put_events_mock_success',
      ),
      recorded: '2025-12',
      steps: [
        call(
          'states.TestState',
          {
            definition:
              '{"Type": "Task", "Resource": "arn:aws:states:::events:putEvents", "Parameters": {"Entries.$": "$.Entries"}, "End": true}',
            input: '{"Entries": [{"Detail": "detail", "DetailType": "detail_type", "Source": "source"}]}',
            inspectionLevel,
            mock: { result: '{"Entries": [{"EventId": "44ee4a93-9f06-4476-b5b9-d30e72ec0a95"}]}' },
          },
          { contains: { status: 'SUCCEEDED' } },
        ),
      ],
    },
    {
      title: 'a mock is the result of a task that sends a message',
      source: localstack(
        'stepfunctions/v2/test_state/test_test_state_mock_scenarios.py::TestStateMockScenarios::test_send_sqs_message_success',
      ),
      recorded: '2025-12',
      steps: [
        call(
          'states.TestState',
          {
            definition:
              '{"Type": "Task", "Resource": "arn:aws:states:::sqs:sendMessage", "Parameters": {"QueueUrl.$": "$.QueueUrl", "MessageBody.$": "$.MessageBody"}, "End": true}',
            input: '{"QueueUrl": "queue_url", "MessageBody": "message_body"}',
            inspectionLevel,
            mock: {
              result: '{"MD5OfMessageBody": "b6e2733e5062adaba6cc40ad1c806ef5", "MessageId": "25d03c49-f013-43ac-b158-608c26ad6a88"}',
            },
          },
          { contains: { status: 'SUCCEEDED' } },
        ),
      ],
    },
    {
      title: 'a mock is the result of a task that starts an execution',
      source: localstack(
        'stepfunctions/v2/test_state/test_test_state_mock_scenarios.py::TestStateMockScenarios::test_sfn_start_execution_success',
      ),
      recorded: '2025-12',
      steps: [
        call(
          'states.TestState',
          {
            definition:
              '{"Type": "Task", "QueryLanguage": "JSONata", "Resource": "arn:aws:states:::states:startExecution", "Arguments": {"Input": "{% $states.input.targetInput %}", "StateMachineArn": "{% $states.input.stateMachineArn %}", "Name": "{% $states.input.name %}"}, "Output": {"targetExecutionResult": "{% $states.result %}"}, "End": true}',
            input:
              '{"stateMachineArn": "arn:aws:states:us-east-1:{account}:stateMachine:TargetStateMachine", "targetInput": null, "name": "TestStartTarget"}',
            inspectionLevel,
            mock: {
              result:
                '{"ExecutionArn": "arn:aws:states:us-east-1:{account}:execution:TargetStateMachine:TestStartTarget", "StartDate": "2026-11-30T01:36:08.250267"}',
            },
          },
          { contains: { status: 'SUCCEEDED' } },
        ),
      ],
    },
    {
      title: 'a test of a state tells little by default (BASE_PASS_STATE)',
      source: localstack(
        'stepfunctions/v2/test_state/test_test_state_scenarios.py::TestStateCaseScenarios::test_base_inspection_level_info',
      ),
      recorded: '2025-11',
      steps: [
        call(
          'states.TestState',
          { definition: '{"Type": "Pass", "End": true}', roleArn, input: '{"Value": "HelloWorld"}', inspectionLevel },
          { contains: { output: json({ Value: 'HelloWorld' }), status: 'SUCCEEDED' } },
        ),
      ],
    },
    {
      title: 'a test of a state tells little by default (BASE_RESULT_PASS_STATE)',
      source: localstack(
        'stepfunctions/v2/test_state/test_test_state_scenarios.py::TestStateCaseScenarios::test_base_inspection_level_info',
      ),
      recorded: '2025-11',
      steps: [
        call(
          'states.TestState',
          {
            definition: '{"Type": "Pass", "Result": {"resultKey": "result value"}, "End": true}',
            roleArn,
            input: '{"Value": "HelloWorld"}',
            inspectionLevel,
          },
          { contains: { output: json({ resultKey: 'result value' }), status: 'SUCCEEDED' } },
        ),
      ],
    },
    {
      title: 'a test of a state tells little by default (IO_PASS_STATE)',
      source: localstack(
        'stepfunctions/v2/test_state/test_test_state_scenarios.py::TestStateCaseScenarios::test_base_inspection_level_info',
      ),
      recorded: '2025-11',
      steps: [
        call(
          'states.TestState',
          {
            definition:
              '{"Type": "Pass", "InputPath": "$.initialData", "Parameters": {"staticValue": "some value", "inputValue.$": "$.fieldFromInput"}, "ResultPath": "$.modifiedData", "End": true}',
            roleArn,
            input:
              '{"initialData": {"fieldFromInput": "value from input", "otherField": "other"}, "unrelatedData": {"someOtherField": 1234}}',
            inspectionLevel,
          },
          {
            contains: {
              output: json({
                initialData: { fieldFromInput: 'value from input', otherField: 'other' },
                unrelatedData: { someOtherField: 1234 },
                modifiedData: { staticValue: 'some value', inputValue: 'value from input' },
              }),
              status: 'SUCCEEDED',
            },
          },
        ),
      ],
    },
    {
      title: 'a test of a state tells little by default (IO_RESULT_PASS_STATE)',
      source: localstack(
        'stepfunctions/v2/test_state/test_test_state_scenarios.py::TestStateCaseScenarios::test_base_inspection_level_info',
      ),
      recorded: '2025-11',
      steps: [
        call(
          'states.TestState',
          {
            definition:
              '{"Type": "Pass", "InputPath": "$.initialData", "Parameters": {"staticValue": "some value", "inputValue.$": "$.fieldFromInput"}, "Result": {"resultKey": "result value"}, "ResultPath": "$.modifiedData", "End": true}',
            roleArn,
            input:
              '{"initialData": {"fieldFromInput": "value from input", "otherField": "other"}, "unrelatedData": {"someOtherField": 1234}}',
            inspectionLevel,
          },
          {
            contains: {
              output: json({
                initialData: { fieldFromInput: 'value from input', otherField: 'other' },
                unrelatedData: { someOtherField: 1234 },
                modifiedData: { resultKey: 'result value' },
              }),
              status: 'SUCCEEDED',
            },
          },
        ),
      ],
    },
    {
      title: 'a test of a state tells little by default (BASE_FAIL_STATE)',
      source: localstack(
        'stepfunctions/v2/test_state/test_test_state_scenarios.py::TestStateCaseScenarios::test_base_inspection_level_info',
      ),
      recorded: '2025-11',
      steps: [
        call(
          'states.TestState',
          {
            definition: '{"Type": "Fail", "Error": "SomeFailure", "Cause": "This state machines raises a \'SomeFailure\' failure."}',
            roleArn,
            input: '{"Value": "HelloWorld"}',
            inspectionLevel,
          },
          { contains: { cause: "This state machines raises a 'SomeFailure' failure.", error: 'SomeFailure', status: 'FAILED' } },
        ),
      ],
    },
    {
      title: 'a test of a state tells little by default (BASE_SUCCEED_STATE)',
      source: localstack(
        'stepfunctions/v2/test_state/test_test_state_scenarios.py::TestStateCaseScenarios::test_base_inspection_level_info',
      ),
      recorded: '2025-11',
      steps: [
        call(
          'states.TestState',
          { definition: '{"Type": "Succeed"}', roleArn, input: '{"Value": "HelloWorld"}', inspectionLevel },
          { contains: { output: json({ Value: 'HelloWorld' }), status: 'SUCCEEDED' } },
        ),
      ],
    },
    {
      title: 'a test of a state tells little by default (BASE_CHOICE_STATE)',
      source: localstack(
        'stepfunctions/v2/test_state/test_test_state_scenarios.py::TestStateCaseScenarios::test_base_inspection_level_info',
      ),
      recorded: '2025-11',
      steps: [
        call(
          'states.TestState',
          {
            definition:
              '{"Type": "Choice", "Choices": [{"Not": {"Variable": "$.type", "StringEquals": "Private"}, "Next": "Public"}, {"Variable": "$.value", "NumericEquals": 0, "Next": "ValueIsZero"}, {"And": [{"Variable": "$.value", "NumericGreaterThanEquals": 20}, {"Variable": "$.value", "NumericLessThan": 30}], "Next": "ValueInTwenties"}], "Default": "DefaultState"}',
            roleArn,
            input: '{"type": "Private", "value": 22}',
            inspectionLevel,
          },
          { contains: { nextState: 'ValueInTwenties', output: json({ type: 'Private', value: 22 }), status: 'SUCCEEDED' } },
        ),
      ],
    },
    {
      title: 'a test of a state tells everything about requests (BASE_PASS_STATE)',
      source: localstack(
        'stepfunctions/v2/test_state/test_test_state_scenarios.py::TestStateCaseScenarios::test_base_inspection_level_trace',
      ),
      recorded: '2025-11',
      steps: [
        call(
          'states.TestState',
          { definition: '{"Type": "Pass", "End": true}', roleArn, input: '{"Value": "HelloWorld"}', inspectionLevel: 'TRACE' },
          {
            contains: {
              inspectionData: {
                afterInputPath: json({ Value: 'HelloWorld' }),
                afterParameters: json({ Value: 'HelloWorld' }),
                afterResultPath: json({ Value: 'HelloWorld' }),
                afterResultSelector: json({ Value: 'HelloWorld' }),
                input: json({ Value: 'HelloWorld' }),
              },
              output: json({ Value: 'HelloWorld' }),
              status: 'SUCCEEDED',
            },
          },
        ),
      ],
    },
  ],
};
