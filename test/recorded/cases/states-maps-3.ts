// Recorded answers about maps of the state machines service.
import { call, json, localstack, type RecordedCases } from '../case.ts';
import { happens } from '../states-steps.ts';

const test = (name: string): string => localstack(`stepfunctions/v2/scenarios/test_base_scenarios.py::TestBaseScenarios::${name}`);
const roleArn = 'arn:aws:iam::{account}:role/any';
const stateMachineArn = 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_1';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'items of a map come from a variable (string)',
      source: test('test_map_state_items_variable_sampling[string]'),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "MAP_STATE_ITEMS_VARIABLE", "QueryLanguage": "JSONata", "StartAt": "Start", "States": {"Start": {"Type": "Pass", "Assign": {"ItemsVar": "string"}, "Next": "MapIterateState"}, "MapIterateState": {"Type": "Map", "MaxConcurrency": 1, "Items": "{% $ItemsVar %}", "ItemProcessor": {"ProcessorConfig": {"Mode": "INLINE"}, "StartAt": "Pass", "States": {"Pass": {"Type": "Pass", "End": true}}}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted PassStateEntered PassStateExited MapStateEntered EvaluationFailed MapStateFailed ExecutionFailed',
          {
            3: { stateExitedEventDetails: { assignedVariables: { ItemsVar: '"string"' } } },
            5: {
              evaluationFailedEventDetails: {
                cause:
                  "An error occurred while executing the state 'MapIterateState' (entered at the event id #4). The JSONata expression '$ItemsVar' specified for the field 'Items' returned an unexpected result type. Expected 'array', but was 'string' for value: \"string\"",
                error: 'States.QueryEvaluationError',
              },
            },
            7: {
              executionFailedEventDetails: {
                cause:
                  "An error occurred while executing the state 'MapIterateState' (entered at the event id #4). The JSONata expression '$ItemsVar' specified for the field 'Items' returned an unexpected result type. Expected 'array', but was 'string' for value: \"string\"",
                error: 'States.QueryEvaluationError',
              },
            },
          },
        ),
      ],
    },
    {
      title: 'items of a map come from a variable (boolean)',
      source: test('test_map_state_items_variable_sampling[boolean]'),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "MAP_STATE_ITEMS_VARIABLE", "QueryLanguage": "JSONata", "StartAt": "Start", "States": {"Start": {"Type": "Pass", "Assign": {"ItemsVar": true}, "Next": "MapIterateState"}, "MapIterateState": {"Type": "Map", "MaxConcurrency": 1, "Items": "{% $ItemsVar %}", "ItemProcessor": {"ProcessorConfig": {"Mode": "INLINE"}, "StartAt": "Pass", "States": {"Pass": {"Type": "Pass", "End": true}}}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted PassStateEntered PassStateExited MapStateEntered EvaluationFailed MapStateFailed ExecutionFailed',
          {
            3: { stateExitedEventDetails: { assignedVariables: { ItemsVar: 'true' } } },
            5: {
              evaluationFailedEventDetails: {
                cause:
                  "An error occurred while executing the state 'MapIterateState' (entered at the event id #4). The JSONata expression '$ItemsVar' specified for the field 'Items' returned an unexpected result type. Expected 'array', but was 'boolean' for value: true",
                error: 'States.QueryEvaluationError',
              },
            },
            7: {
              executionFailedEventDetails: {
                cause:
                  "An error occurred while executing the state 'MapIterateState' (entered at the event id #4). The JSONata expression '$ItemsVar' specified for the field 'Items' returned an unexpected result type. Expected 'array', but was 'boolean' for value: true",
                error: 'States.QueryEvaluationError',
              },
            },
          },
        ),
      ],
    },
    {
      title: 'items of a map come from a variable (object)',
      source: test('test_map_state_items_variable_sampling[object]'),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "MAP_STATE_ITEMS_VARIABLE", "QueryLanguage": "JSONata", "StartAt": "Start", "States": {"Start": {"Type": "Pass", "Assign": {"ItemsVar": {"foo": "bar"}}, "Next": "MapIterateState"}, "MapIterateState": {"Type": "Map", "MaxConcurrency": 1, "Items": "{% $ItemsVar %}", "ItemProcessor": {"ProcessorConfig": {"Mode": "INLINE"}, "StartAt": "Pass", "States": {"Pass": {"Type": "Pass", "End": true}}}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted PassStateEntered PassStateExited MapStateEntered EvaluationFailed MapStateFailed ExecutionFailed',
          {
            3: { stateExitedEventDetails: { assignedVariables: { ItemsVar: json({ foo: 'bar' }) } } },
            5: {
              evaluationFailedEventDetails: {
                cause:
                  "An error occurred while executing the state 'MapIterateState' (entered at the event id #4). The JSONata expression '$ItemsVar' specified for the field 'Items' returned an unexpected result type. Expected 'array', but was 'object' for value: {\"foo\":\"bar\"}",
                error: 'States.QueryEvaluationError',
              },
            },
            7: {
              executionFailedEventDetails: {
                cause:
                  "An error occurred while executing the state 'MapIterateState' (entered at the event id #4). The JSONata expression '$ItemsVar' specified for the field 'Items' returned an unexpected result type. Expected 'array', but was 'object' for value: {\"foo\":\"bar\"}",
                error: 'States.QueryEvaluationError',
              },
            },
          },
        ),
      ],
    },
    {
      title: 'items of a map come from a variable (null)',
      source: test('test_map_state_items_variable_sampling[null]'),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "MAP_STATE_ITEMS_VARIABLE", "QueryLanguage": "JSONata", "StartAt": "Start", "States": {"Start": {"Type": "Pass", "Assign": {"ItemsVar": null}, "Next": "MapIterateState"}, "MapIterateState": {"Type": "Map", "MaxConcurrency": 1, "Items": "{% $ItemsVar %}", "ItemProcessor": {"ProcessorConfig": {"Mode": "INLINE"}, "StartAt": "Pass", "States": {"Pass": {"Type": "Pass", "End": true}}}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted PassStateEntered PassStateExited MapStateEntered EvaluationFailed MapStateFailed ExecutionFailed',
          {
            3: { stateExitedEventDetails: { assignedVariables: { ItemsVar: 'null' } } },
            5: {
              evaluationFailedEventDetails: {
                cause:
                  "An error occurred while executing the state 'MapIterateState' (entered at the event id #4). The JSONata expression '$ItemsVar' specified for the field 'Items' returned an unexpected result type. Expected 'array', but was 'null' for value: null",
                error: 'States.QueryEvaluationError',
              },
            },
            7: {
              executionFailedEventDetails: {
                cause:
                  "An error occurred while executing the state 'MapIterateState' (entered at the event id #4). The JSONata expression '$ItemsVar' specified for the field 'Items' returned an unexpected result type. Expected 'array', but was 'null' for value: null",
                error: 'States.QueryEvaluationError',
              },
            },
          },
        ),
      ],
    },
    {
      title: 'a selector makes the input of an iteration',
      source: test('test_map_state_item_selector_parameters'),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "MAP_STATE_ITEM_SELECTOR_PARAMETERS", "StartAt": "Start", "States": {"Start": {"Type": "Pass", "Parameters": {"bucket": "test-bucket", "values": ["1", "2", "3"]}, "ResultPath": "$.content", "Next": "MapState"}, "MapState": {"Type": "Map", "MaxConcurrency": 1, "ItemsPath": "$.content.values", "ItemSelector": {"bucketName.$": "$.content.bucket", "value.$": "$$.Map.Item.Value"}, "ItemProcessor": {"StartAt": "EndState", "ProcessorConfig": {"Mode": "INLINE"}, "States": {"EndState": {"Type": "Pass", "Parameters": {"message": "Processing item completed"}, "End": true}}}, "ResultPath": null, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted PassStateEntered PassStateExited MapStateEntered MapStateStarted MapIterationStarted PassStateEntered PassStateExited MapIterationSucceeded MapIterationStarted PassStateEntered PassStateExited MapIterationSucceeded MapIterationStarted PassStateEntered PassStateExited MapIterationSucceeded MapStateSucceeded MapStateExited ExecutionSucceeded',
          { 20: { executionSucceededEventDetails: { output: json({ content: { bucket: 'test-bucket', values: ['1', '2', '3'] } }) } } },
        ),
      ],
    },
  ],
};
