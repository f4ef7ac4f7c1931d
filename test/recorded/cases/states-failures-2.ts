// Recorded answers about failures of the state machines service.
import { call, json, localstack, type RecordedCases } from '../case.ts';
import { happens } from '../states-steps.ts';

const roleArn = 'arn:aws:iam::{account}:role/any';
const stateName = 'State0';
const errorCausedByState = 'HandleItem';
const error = 'MockException';
const cause = 'Mock the error cause.';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'an error comes from an expression',
      source: localstack('stepfunctions/v2/scenarios/test_base_scenarios.py::TestBaseScenarios::test_fail_error_jsonata'),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "RAISE_FAILURE_ERROR_JSONATA", "QueryLanguage": "JSONata", "StartAt": "FailState", "States": {"FailState": {"Type": "Fail", "Error": "{% $states.input.error %}"}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call(
          'states.StartExecution',
          {
            stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_1',
            input: '{"error": "Exception"}',
          },
          { as: 'execution' },
        ),
        happens('{execution.executionArn}', 'ExecutionStarted FailStateEntered ExecutionFailed', {
          3: { executionFailedEventDetails: { error: 'Exception' } },
        }),
      ],
    },
    {
      title: 'a cause comes from an expression',
      source: localstack('stepfunctions/v2/scenarios/test_base_scenarios.py::TestBaseScenarios::test_fail_cause_jsonata'),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "RAISE_FAILURE_CAUSE_JSONATA", "QueryLanguage": "JSONata", "StartAt": "FailState", "States": {"FailState": {"Type": "Fail", "Cause": "{% $states.input.cause %}"}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call(
          'states.StartExecution',
          {
            stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_1',
            input: '{"cause": "This failed to due an Exception."}',
          },
          { as: 'execution' },
        ),
        happens('{execution.executionArn}', 'ExecutionStarted FailStateEntered ExecutionFailed', {
          3: { executionFailedEventDetails: { cause: 'This failed to due an Exception.' } },
        }),
      ],
    },
    {
      title: 'a tested reader of items fails (INFO)',
      source: localstack(
        'stepfunctions/v2/test_state/test_state_configuration.py::TestStateConfiguration::test_state_machine_configuration_item_reader_with_error',
      ),
      recorded: '2025-11',
      steps: [
        call(
          'states.TestState',
          {
            stateName,
            definition:
              '{"Comment": "MAP_ITEM_READER_STATE_MACHINE", "QueryLanguage": "JSONata", "StartAt": "State0", "States": {"State0": {"Type": "Map", "MaxConcurrency": 1, "ItemReader": {"ReaderConfig": {"InputType": "JSON"}, "Resource": "arn:aws:states:::s3:getObject", "Arguments": {"Bucket": "{% $states.input.Bucket %}", "Key": "{% $states.input.Key %}"}}, "ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"}, "StartAt": "HandleItem", "States": {"HandleItem": {"Type": "Pass", "End": true}}}, "End": true}}}',
            roleArn,
            input: '{"Bucket": "test-bucket", "Key": "test-key"}',
            stateConfiguration: { mapIterationFailureCount: 0, errorCausedByState, mapItemReaderData: '[1, 2, 3]' },
            inspectionLevel: 'INFO',
            mock: { errorOutput: { error, cause } },
          },
          { contains: { cause: 'Mock the error cause.', error: 'MockException', status: 'FAILED' } },
        ),
        call(
          'states.TestState',
          {
            stateName,
            definition:
              '{"Comment": "MAP_ITEM_READER_STATE_MACHINE", "QueryLanguage": "JSONata", "StartAt": "State0", "States": {"State0": {"Type": "Map", "MaxConcurrency": 1, "ItemReader": {"ReaderConfig": {"InputType": "JSON"}, "Resource": "arn:aws:states:::s3:getObject", "Arguments": {"Bucket": "{% $states.input.Bucket %}", "Key": "{% $states.input.Key %}"}}, "ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"}, "StartAt": "HandleItem", "States": {"HandleItem": {"Type": "Pass", "End": true}}}, "End": true}}}',
            roleArn,
            input: '{"Bucket": "test-bucket", "Key": "test-key"}',
            stateConfiguration: { mapIterationFailureCount: 2, errorCausedByState, mapItemReaderData: '[1, 2, 3]' },
            inspectionLevel: 'INFO',
            mock: { errorOutput: { error, cause } },
          },
          { contains: { cause: 'Mock the error cause.', error: 'MockException', status: 'FAILED' } },
        ),
      ],
    },
    {
      title: 'a tested reader of items fails (DEBUG)',
      source: localstack(
        'stepfunctions/v2/test_state/test_state_configuration.py::TestStateConfiguration::test_state_machine_configuration_item_reader_with_error',
      ),
      recorded: '2025-11',
      steps: [
        call(
          'states.TestState',
          {
            stateName,
            definition:
              '{"Comment": "MAP_ITEM_READER_STATE_MACHINE", "QueryLanguage": "JSONata", "StartAt": "State0", "States": {"State0": {"Type": "Map", "MaxConcurrency": 1, "ItemReader": {"ReaderConfig": {"InputType": "JSON"}, "Resource": "arn:aws:states:::s3:getObject", "Arguments": {"Bucket": "{% $states.input.Bucket %}", "Key": "{% $states.input.Key %}"}}, "ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"}, "StartAt": "HandleItem", "States": {"HandleItem": {"Type": "Pass", "End": true}}}, "End": true}}}',
            roleArn,
            input: '{"Bucket": "test-bucket", "Key": "test-key"}',
            stateConfiguration: { mapIterationFailureCount: 0, errorCausedByState, mapItemReaderData: '[1, 2, 3]' },
            inspectionLevel: 'DEBUG',
            mock: { errorOutput: { error, cause } },
          },
          {
            contains: {
              cause: 'Mock the error cause.',
              error: 'MockException',
              inspectionData: { input: json({ Bucket: 'test-bucket', Key: 'test-key' }), maxConcurrency: 1 },
              status: 'FAILED',
            },
          },
        ),
        call(
          'states.TestState',
          {
            stateName,
            definition:
              '{"Comment": "MAP_ITEM_READER_STATE_MACHINE", "QueryLanguage": "JSONata", "StartAt": "State0", "States": {"State0": {"Type": "Map", "MaxConcurrency": 1, "ItemReader": {"ReaderConfig": {"InputType": "JSON"}, "Resource": "arn:aws:states:::s3:getObject", "Arguments": {"Bucket": "{% $states.input.Bucket %}", "Key": "{% $states.input.Key %}"}}, "ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"}, "StartAt": "HandleItem", "States": {"HandleItem": {"Type": "Pass", "End": true}}}, "End": true}}}',
            roleArn,
            input: '{"Bucket": "test-bucket", "Key": "test-key"}',
            stateConfiguration: { mapIterationFailureCount: 2, errorCausedByState, mapItemReaderData: '[1, 2, 3]' },
            inspectionLevel: 'DEBUG',
            mock: { errorOutput: { error, cause } },
          },
          {
            contains: {
              cause: 'Mock the error cause.',
              error: 'MockException',
              inspectionData: { input: json({ Bucket: 'test-bucket', Key: 'test-key' }), maxConcurrency: 1 },
              status: 'FAILED',
            },
          },
        ),
      ],
    },
    {
      title: 'a tested reader of items fails (TRACE)',
      source: localstack(
        'stepfunctions/v2/test_state/test_state_configuration.py::TestStateConfiguration::test_state_machine_configuration_item_reader_with_error',
      ),
      recorded: '2025-11',
      steps: [
        call(
          'states.TestState',
          {
            stateName,
            definition:
              '{"Comment": "MAP_ITEM_READER_STATE_MACHINE", "QueryLanguage": "JSONata", "StartAt": "State0", "States": {"State0": {"Type": "Map", "MaxConcurrency": 1, "ItemReader": {"ReaderConfig": {"InputType": "JSON"}, "Resource": "arn:aws:states:::s3:getObject", "Arguments": {"Bucket": "{% $states.input.Bucket %}", "Key": "{% $states.input.Key %}"}}, "ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"}, "StartAt": "HandleItem", "States": {"HandleItem": {"Type": "Pass", "End": true}}}, "End": true}}}',
            roleArn,
            input: '{"Bucket": "test-bucket", "Key": "test-key"}',
            stateConfiguration: { mapIterationFailureCount: 0, errorCausedByState, mapItemReaderData: '[1, 2, 3]' },
            inspectionLevel: 'TRACE',
            mock: { errorOutput: { error, cause } },
          },
          {
            contains: {
              cause: 'Mock the error cause.',
              error: 'MockException',
              inspectionData: { input: json({ Bucket: 'test-bucket', Key: 'test-key' }), maxConcurrency: 1 },
              status: 'FAILED',
            },
          },
        ),
        call(
          'states.TestState',
          {
            stateName,
            definition:
              '{"Comment": "MAP_ITEM_READER_STATE_MACHINE", "QueryLanguage": "JSONata", "StartAt": "State0", "States": {"State0": {"Type": "Map", "MaxConcurrency": 1, "ItemReader": {"ReaderConfig": {"InputType": "JSON"}, "Resource": "arn:aws:states:::s3:getObject", "Arguments": {"Bucket": "{% $states.input.Bucket %}", "Key": "{% $states.input.Key %}"}}, "ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"}, "StartAt": "HandleItem", "States": {"HandleItem": {"Type": "Pass", "End": true}}}, "End": true}}}',
            roleArn,
            input: '{"Bucket": "test-bucket", "Key": "test-key"}',
            stateConfiguration: { mapIterationFailureCount: 2, errorCausedByState, mapItemReaderData: '[1, 2, 3]' },
            inspectionLevel: 'TRACE',
            mock: { errorOutput: { error, cause } },
          },
          {
            contains: {
              cause: 'Mock the error cause.',
              error: 'MockException',
              inspectionData: { input: json({ Bucket: 'test-bucket', Key: 'test-key' }), maxConcurrency: 1 },
              status: 'FAILED',
            },
          },
        ),
      ],
    },
    {
      title: 'a machine ends after its timeout',
      source: localstack('stepfunctions/v2/timeouts/test_timeouts.py::TestTimeouts::test_global_timeout'),
      recorded: '2024-03',
      steps: [
        call('states.CreateStateMachine', {
          name: 'test_global_timeout-1',
          definition:
            '{"Comment": "WAIT_1_MIN", "StartAt": "State_1", "States": {"State_1": {"Type": "Wait", "Seconds": 60, "Next": "State_2"}, "State_2": {"Type": "Pass", "Result": {"Arg1": "argument1"}, "End": true}}, "TimeoutSeconds": 5}',
          roleArn,
        }),
        call('states.StartExecution', {
          stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:test_global_timeout-1',
          name: 'exec_of-test_global_timeout-2',
        }),
        { wait: '5s' },
        call(
          'states.DescribeExecution',
          { executionArn: 'arn:aws:states:us-east-1:{account}:execution:test_global_timeout-1:exec_of-test_global_timeout-2' },
          {
            contains: {
              executionArn: 'arn:aws:states:us-east-1:{account}:execution:test_global_timeout-1:exec_of-test_global_timeout-2',
              inputDetails: { included: true },
              name: 'exec_of-test_global_timeout-2',
              redriveCount: 0,
              redriveStatus: 'REDRIVABLE',
              stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:test_global_timeout-1',
              status: 'TIMED_OUT',
            },
          },
        ),
      ],
    },
  ],
};
