// Recorded answers about maps of the state machines service.
import { call, json, localstack, type RecordedCases } from '../case.ts';
import { happens } from '../states-steps.ts';

const roleArn = 'arn:aws:iam::{account}:role/any';
const errorCausedByState = 'TestState';
const error = 'MockException';
const stateMachineArn = 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_1';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'the tolerated percentage of a map is a number (NoNumber)',
      source: localstack(
        'stepfunctions/v2/scenarios/test_base_scenarios.py::TestBaseScenarios::test_map_state_tolerated_failure_percentage_path',
      ),
      recorded: '2024-06',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "MAP_STATE_TOLERATED_FAILURE_PERCENTAGE_PATH", "StartAt": "MapState", "States": {"MapState": {"Type": "Map", "ItemsPath": "$.Items", "MaxConcurrency": 1, "ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"}, "StartAt": "HandleItem", "States": {"HandleItem": {"Type": "Pass", "End": true}}}, "ToleratedFailurePercentagePath": "$.ToleratedFailurePercentage", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call(
          'states.StartExecution',
          { stateMachineArn, input: '{"Items": [0], "ToleratedFailurePercentage": "NoNumber"}' },
          { as: 'execution' },
        ),
        happens('{execution.executionArn}', 'ExecutionStarted MapStateEntered MapStateStarted ExecutionFailed', {
          4: {
            executionFailedEventDetails: {
              cause:
                'An error occurred while executing the state \'MapState\' (entered at the event id #2). The ToleratedFailurePercentagePath field refers to value "NoNumber" which is not a valid float: $.ToleratedFailurePercentage',
              error: 'States.Runtime',
            },
          },
        }),
      ],
    },
    {
      title: 'the tolerated percentage of a map is a number (-1.1)',
      source: localstack(
        'stepfunctions/v2/scenarios/test_base_scenarios.py::TestBaseScenarios::test_map_state_tolerated_failure_percentage_path',
      ),
      recorded: '2024-06',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "MAP_STATE_TOLERATED_FAILURE_PERCENTAGE_PATH", "StartAt": "MapState", "States": {"MapState": {"Type": "Map", "ItemsPath": "$.Items", "MaxConcurrency": 1, "ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"}, "StartAt": "HandleItem", "States": {"HandleItem": {"Type": "Pass", "End": true}}}, "ToleratedFailurePercentagePath": "$.ToleratedFailurePercentage", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call(
          'states.StartExecution',
          { stateMachineArn, input: '{"Items": [0], "ToleratedFailurePercentage": -1.1}' },
          { as: 'execution' },
        ),
        happens('{execution.executionArn}', 'ExecutionStarted MapStateEntered MapStateStarted ExecutionFailed', {
          4: {
            executionFailedEventDetails: {
              cause:
                "An error occurred while executing the state 'MapState' (entered at the event id #2). ToleratedFailurePercentage must be between 0 and 100.",
              error: 'States.Runtime',
            },
          },
        }),
      ],
    },
    {
      title: 'the tolerated percentage of a map is a number (-1)',
      source: localstack(
        'stepfunctions/v2/scenarios/test_base_scenarios.py::TestBaseScenarios::test_map_state_tolerated_failure_percentage_path',
      ),
      recorded: '2024-06',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "MAP_STATE_TOLERATED_FAILURE_PERCENTAGE_PATH", "StartAt": "MapState", "States": {"MapState": {"Type": "Map", "ItemsPath": "$.Items", "MaxConcurrency": 1, "ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"}, "StartAt": "HandleItem", "States": {"HandleItem": {"Type": "Pass", "End": true}}}, "ToleratedFailurePercentagePath": "$.ToleratedFailurePercentage", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"Items": [0], "ToleratedFailurePercentage": -1}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted MapStateEntered MapStateStarted ExecutionFailed', {
          4: {
            executionFailedEventDetails: {
              cause:
                "An error occurred while executing the state 'MapState' (entered at the event id #2). ToleratedFailurePercentage must be between 0 and 100.",
              error: 'States.Runtime',
            },
          },
        }),
      ],
    },
    {
      title: 'the tolerated percentage of a map is a number (100.1)',
      source: localstack(
        'stepfunctions/v2/scenarios/test_base_scenarios.py::TestBaseScenarios::test_map_state_tolerated_failure_percentage_path',
      ),
      recorded: '2024-06',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "MAP_STATE_TOLERATED_FAILURE_PERCENTAGE_PATH", "StartAt": "MapState", "States": {"MapState": {"Type": "Map", "ItemsPath": "$.Items", "MaxConcurrency": 1, "ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"}, "StartAt": "HandleItem", "States": {"HandleItem": {"Type": "Pass", "End": true}}}, "ToleratedFailurePercentagePath": "$.ToleratedFailurePercentage", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call(
          'states.StartExecution',
          { stateMachineArn, input: '{"Items": [0], "ToleratedFailurePercentage": 100.1}' },
          { as: 'execution' },
        ),
        happens('{execution.executionArn}', 'ExecutionStarted MapStateEntered MapStateStarted ExecutionFailed', {
          4: {
            executionFailedEventDetails: {
              cause:
                "An error occurred while executing the state 'MapState' (entered at the event id #2). ToleratedFailurePercentage must be between 0 and 100.",
              error: 'States.Runtime',
            },
          },
        }),
      ],
    },
    {
      title: 'a tested map tells the error of its state (INFO)',
      source: localstack(
        'stepfunctions/v2/test_state/test_state_configuration.py::TestStateConfiguration::test_map_state_error_caused_by_state',
      ),
      recorded: '2025-11',
      steps: [
        call(
          'states.TestState',
          {
            definition:
              '{"Comment": "BASE_MAP_STATE", "Type": "Map", "QueryLanguage": "JSONata", "Items": "{% $states.input.Values %}", "ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"}, "StartAt": "TestState", "States": {"TestState": {"Type": "Task", "QueryLanguage": "JSONata", "Resource": "arn:aws:states:::lambda:invoke", "Arguments": {"FunctionName": "foo", "Payload": "bar"}, "End": true}}}, "Output": "{% $states %}", "End": true}',
            roleArn,
            input: '{"Values": [1, 1, 1]}',
            stateConfiguration: { errorCausedByState },
            inspectionLevel: 'INFO',
            mock: { errorOutput: { error, cause: 'Mock the cause of the error.' } },
          },
          { contains: { cause: 'Mock the cause of the error.', error: 'MockException', status: 'FAILED' } },
        ),
      ],
    },
    {
      title: 'a tested map tells the error of its state (DEBUG)',
      source: localstack(
        'stepfunctions/v2/test_state/test_state_configuration.py::TestStateConfiguration::test_map_state_error_caused_by_state',
      ),
      recorded: '2025-11',
      steps: [
        call(
          'states.TestState',
          {
            definition:
              '{"Comment": "BASE_MAP_STATE", "Type": "Map", "QueryLanguage": "JSONata", "Items": "{% $states.input.Values %}", "ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"}, "StartAt": "TestState", "States": {"TestState": {"Type": "Task", "QueryLanguage": "JSONata", "Resource": "arn:aws:states:::lambda:invoke", "Arguments": {"FunctionName": "foo", "Payload": "bar"}, "End": true}}}, "Output": "{% $states %}", "End": true}',
            roleArn,
            input: '{"Values": [1, 1, 1]}',
            stateConfiguration: { errorCausedByState },
            inspectionLevel: 'DEBUG',
            mock: { errorOutput: { error, cause: 'Mock the cause of the error.' } },
          },
          {
            contains: {
              cause: 'Mock the cause of the error.',
              error: 'MockException',
              inspectionData: { input: json({ Values: [1, 1, 1] }), maxConcurrency: 0 },
              status: 'FAILED',
            },
          },
        ),
      ],
    },
    {
      title: 'a tested map tells the error of its state (TRACE)',
      source: localstack(
        'stepfunctions/v2/test_state/test_state_configuration.py::TestStateConfiguration::test_map_state_error_caused_by_state',
      ),
      recorded: '2025-11',
      steps: [
        call(
          'states.TestState',
          {
            definition:
              '{"Comment": "BASE_MAP_STATE", "Type": "Map", "QueryLanguage": "JSONata", "Items": "{% $states.input.Values %}", "ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"}, "StartAt": "TestState", "States": {"TestState": {"Type": "Task", "QueryLanguage": "JSONata", "Resource": "arn:aws:states:::lambda:invoke", "Arguments": {"FunctionName": "foo", "Payload": "bar"}, "End": true}}}, "Output": "{% $states %}", "End": true}',
            roleArn,
            input: '{"Values": [1, 1, 1]}',
            stateConfiguration: { errorCausedByState },
            inspectionLevel: 'TRACE',
            mock: { errorOutput: { error, cause: 'Mock the cause of the error.' } },
          },
          {
            contains: {
              cause: 'Mock the cause of the error.',
              error: 'MockException',
              inspectionData: { input: json({ Values: [1, 1, 1] }), maxConcurrency: 0 },
              status: 'FAILED',
            },
          },
        ),
      ],
    },
    {
      title: 'a tested map counts failed iterations (INFO)',
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
            inspectionLevel: 'INFO',
            mock: { errorOutput: { error, cause: 'Mock the error cause.' } },
          },
          { contains: { cause: 'Mock the error cause.', error: 'MockException', status: 'FAILED' } },
        ),
        call(
          'states.TestState',
          {
            definition:
              '{"Comment": "BASE_MAP_STATE", "Type": "Map", "QueryLanguage": "JSONata", "Items": "{% $states.input.Values %}", "ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"}, "StartAt": "TestState", "States": {"TestState": {"Type": "Task", "QueryLanguage": "JSONata", "Resource": "arn:aws:states:::lambda:invoke", "Arguments": {"FunctionName": "foo", "Payload": "bar"}, "End": true}}}, "Output": "{% $states %}", "End": true}',
            roleArn,
            input: '{"Values": ["first", "second", "third"]}',
            stateConfiguration: { mapIterationFailureCount: 2, errorCausedByState },
            inspectionLevel: 'INFO',
            mock: { errorOutput: { error, cause: 'Mock the error cause.' } },
          },
          { contains: { cause: 'Mock the error cause.', error: 'MockException', status: 'FAILED' } },
        ),
      ],
    },
  ],
};
