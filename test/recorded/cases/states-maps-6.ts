// Recorded answers about maps of the state machines service.
import { call, json, localstack, type RecordedCases, refused } from '../case.ts';

const roleArn = 'arn:aws:iam::{account}:role/any';
const errorCausedByState = 'TestState';
const error = 'MockException';
const cause = 'Mock the error cause.';
const inspectionLevel = 'TRACE';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'a tested map counts failed iterations (DEBUG)',
      source: localstack(
        'stepfunctions/v2/test_state/test_state_configuration.py::TestStateConfiguration::test_state_configuration_map_iteration_failure_count_with_state_error',
      ),
      recorded: '2025-11',
      steps: [
        call(
          'states.TestState',
          {
            definition:
              '{"Comment": "BASE_MAP_STATE", "Type": "Map", "QueryLanguage": "JSONata", "Items": "{% $states.input.Values %}", "ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"}, "StartAt": "TestState", "States": {"TestState": {"Type": "Task", "QueryLanguage": "JSONata", "Resource": "arn:aws:states:::lambda:invoke", "Arguments": {"FunctionName": "foo", "Payload": "bar"}, "End": true}}}, "Output": "{% $states %}", "End": true}',
            roleArn,
            input: '{"Values": ["first", "second", "third"]}',
            stateConfiguration: { mapIterationFailureCount: 0, errorCausedByState },
            inspectionLevel: 'DEBUG',
            mock: { errorOutput: { error, cause } },
          },
          {
            contains: {
              cause: 'Mock the error cause.',
              error: 'MockException',
              inspectionData: { input: json({ Values: ['first', 'second', 'third'] }), maxConcurrency: 0 },
              status: 'FAILED',
            },
          },
        ),
        call(
          'states.TestState',
          {
            definition:
              '{"Comment": "BASE_MAP_STATE", "Type": "Map", "QueryLanguage": "JSONata", "Items": "{% $states.input.Values %}", "ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"}, "StartAt": "TestState", "States": {"TestState": {"Type": "Task", "QueryLanguage": "JSONata", "Resource": "arn:aws:states:::lambda:invoke", "Arguments": {"FunctionName": "foo", "Payload": "bar"}, "End": true}}}, "Output": "{% $states %}", "End": true}',
            roleArn,
            input: '{"Values": ["first", "second", "third"]}',
            stateConfiguration: { mapIterationFailureCount: 2, errorCausedByState },
            inspectionLevel: 'DEBUG',
            mock: { errorOutput: { error, cause } },
          },
          {
            contains: {
              cause: 'Mock the error cause.',
              error: 'MockException',
              inspectionData: { input: json({ Values: ['first', 'second', 'third'] }), maxConcurrency: 0 },
              status: 'FAILED',
            },
          },
        ),
      ],
    },
    {
      title: 'a tested map counts failed iterations (TRACE)',
      source: localstack(
        'stepfunctions/v2/test_state/test_state_configuration.py::TestStateConfiguration::test_state_configuration_map_iteration_failure_count_with_state_error',
      ),
      recorded: '2025-11',
      steps: [
        call(
          'states.TestState',
          {
            definition:
              '{"Comment": "BASE_MAP_STATE", "Type": "Map", "QueryLanguage": "JSONata", "Items": "{% $states.input.Values %}", "ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"}, "StartAt": "TestState", "States": {"TestState": {"Type": "Task", "QueryLanguage": "JSONata", "Resource": "arn:aws:states:::lambda:invoke", "Arguments": {"FunctionName": "foo", "Payload": "bar"}, "End": true}}}, "Output": "{% $states %}", "End": true}',
            roleArn,
            input: '{"Values": ["first", "second", "third"]}',
            stateConfiguration: { mapIterationFailureCount: 0, errorCausedByState },
            inspectionLevel,
            mock: { errorOutput: { error, cause } },
          },
          {
            contains: {
              cause: 'Mock the error cause.',
              error: 'MockException',
              inspectionData: { input: json({ Values: ['first', 'second', 'third'] }), maxConcurrency: 0 },
              status: 'FAILED',
            },
          },
        ),
        call(
          'states.TestState',
          {
            definition:
              '{"Comment": "BASE_MAP_STATE", "Type": "Map", "QueryLanguage": "JSONata", "Items": "{% $states.input.Values %}", "ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"}, "StartAt": "TestState", "States": {"TestState": {"Type": "Task", "QueryLanguage": "JSONata", "Resource": "arn:aws:states:::lambda:invoke", "Arguments": {"FunctionName": "foo", "Payload": "bar"}, "End": true}}}, "Output": "{% $states %}", "End": true}',
            roleArn,
            input: '{"Values": ["first", "second", "third"]}',
            stateConfiguration: { mapIterationFailureCount: 2, errorCausedByState },
            inspectionLevel,
            mock: { errorOutput: { error, cause } },
          },
          {
            contains: {
              cause: 'Mock the error cause.',
              error: 'MockException',
              inspectionData: { input: json({ Values: ['first', 'second', 'third'] }), maxConcurrency: 0 },
              status: 'FAILED',
            },
          },
        ),
      ],
    },
    {
      title: 'the mock of a map is a list',
      source: localstack(
        'stepfunctions/v2/test_state/test_state_mock_validation.py::TestStateMockValidation::test_mock_result_is_not_array_on_map_state_without_result_writer',
      ),
      recorded: '2025-12',
      steps: [
        refused(
          'states.TestState',
          {
            definition:
              '{"Comment": "BASE_MAP_STATE", "Type": "Map", "QueryLanguage": "JSONata", "Items": "{% $states.input.Values %}", "ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"}, "StartAt": "TestState", "States": {"TestState": {"Type": "Task", "QueryLanguage": "JSONata", "Resource": "arn:aws:states:::lambda:invoke", "Arguments": {"FunctionName": "foo", "Payload": "bar"}, "End": true}}}, "Output": "{% $states %}", "End": true}',
            inspectionLevel,
            mock: { result: '{"mock": "array is expected but object is provided instead"}' },
          },
          'ValidationException',
          'Mocked result must be an array.',
        ),
      ],
    },
    {
      title: 'the mock of a map that writes its results is an object',
      source: localstack(
        'stepfunctions/v2/test_state/test_state_mock_validation.py::TestStateMockValidation::test_mock_result_is_not_object_on_map_state_with_result_writer',
      ),
      recorded: '2025-12',
      steps: [
        refused(
          'states.TestState',
          {
            definition:
              '{"Comment": "BASE_MAP_STATE", "Type": "Map", "ItemsPath": "$.Values", "ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"}, "StartAt": "TestState", "States": {"TestState": {"Type": "Task", "Resource": "arn:aws:states:::lambda:invoke", "Parameters": {"FunctionName": "foo", "Payload": "bar"}, "End": true}}}, "ResultWriter": {"Resource": "arn:aws:states:::s3:putObject", "Parameters": {"Bucket": "result-bucket", "Prefix": "mapJobs"}}, "Label": "TestMap", "End": true}',
            inspectionLevel,
            mock: { result: '["object is expected but array is provided instead"]' },
          },
          'ValidationException',
          'Mocked result must be a JSON object.',
        ),
      ],
    },
  ],
};
