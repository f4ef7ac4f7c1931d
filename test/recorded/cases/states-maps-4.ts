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
      title: 'a selector may be the item alone',
      source: test('test_map_state_item_selector_singleton'),
      recorded: '2023-07',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"StartAt": "StartState", "States": {"StartState": {"Type": "Pass", "Result": {"detail": {"delivery-partner": "UQS", "shipped": ["A", "B", "C"]}}, "Next": "MapState"}, "MapState": {"Type": "Map", "ResultPath": "$.detail.shipped_output", "InputPath": "$.detail", "ItemsPath": "$.shipped", "MaxConcurrency": 1, "ItemSelector": {"original_input.$": "$", "iteration_input_value.$": "$$.Map.Item.Value", "iteration_index.$": "$$.Map.Item.Index", "from_input_constant.$": "$.delivery-partner", "constant_value": "HelloWorld"}, "ItemProcessor": {"ProcessorConfig": {"Mode": "INLINE"}, "StartAt": "HandleItem", "States": {"HandleItem": {"Type": "Pass", "End": true}}}, "Next": "Final"}, "Final": {"Type": "Pass", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted PassStateEntered PassStateExited MapStateEntered MapStateStarted MapIterationStarted PassStateEntered PassStateExited MapIterationSucceeded MapIterationStarted PassStateEntered PassStateExited MapIterationSucceeded MapIterationStarted PassStateEntered PassStateExited MapIterationSucceeded MapStateSucceeded MapStateExited PassStateEntered PassStateExited ExecutionSucceeded',
          {
            22: {
              executionSucceededEventDetails: {
                output: json({
                  detail: {
                    'delivery-partner': 'UQS',
                    shipped: ['A', 'B', 'C'],
                    shipped_output: [
                      {
                        original_input: { 'delivery-partner': 'UQS', shipped: ['A', 'B', 'C'] },
                        iteration_input_value: 'A',
                        iteration_index: 0,
                        from_input_constant: 'UQS',
                        constant_value: 'HelloWorld',
                      },
                      {
                        original_input: { 'delivery-partner': 'UQS', shipped: ['A', 'B', 'C'] },
                        iteration_input_value: 'B',
                        iteration_index: 1,
                        from_input_constant: 'UQS',
                        constant_value: 'HelloWorld',
                      },
                      {
                        original_input: { 'delivery-partner': 'UQS', shipped: ['A', 'B', 'C'] },
                        iteration_input_value: 'C',
                        iteration_index: 2,
                        from_input_constant: 'UQS',
                        constant_value: 'HelloWorld',
                      },
                    ],
                  },
                }),
              },
            },
          },
        ),
      ],
    },
    {
      title: 'parameters may be the item alone',
      source: test('test_map_state_parameters_singleton_legacy'),
      recorded: '2023-07',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"StartAt": "StartState", "States": {"StartState": {"Type": "Pass", "Result": {"detail": {"delivery-partner": "UQS", "shipped": ["A", "B", "C"]}}, "Next": "MapState"}, "MapState": {"Type": "Map", "ResultPath": "$.detail.shipped_output", "InputPath": "$.detail", "ItemsPath": "$.shipped", "MaxConcurrency": 1, "Parameters": {"original_input.$": "$", "iteration_input_value.$": "$$.Map.Item.Value", "iteration_index.$": "$$.Map.Item.Index", "from_input_constant.$": "$.delivery-partner", "constant_value": "HelloWorld"}, "Iterator": {"StartAt": "HandleItem", "States": {"HandleItem": {"Type": "Pass", "End": true}}}, "Next": "Final"}, "Final": {"Type": "Pass", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted PassStateEntered PassStateExited MapStateEntered MapStateStarted MapIterationStarted PassStateEntered PassStateExited MapIterationSucceeded MapIterationStarted PassStateEntered PassStateExited MapIterationSucceeded MapIterationStarted PassStateEntered PassStateExited MapIterationSucceeded MapStateSucceeded MapStateExited PassStateEntered PassStateExited ExecutionSucceeded',
          {
            22: {
              executionSucceededEventDetails: {
                output: json({
                  detail: {
                    'delivery-partner': 'UQS',
                    shipped: ['A', 'B', 'C'],
                    shipped_output: [
                      {
                        original_input: { 'delivery-partner': 'UQS', shipped: ['A', 'B', 'C'] },
                        iteration_input_value: 'A',
                        iteration_index: 0,
                        from_input_constant: 'UQS',
                        constant_value: 'HelloWorld',
                      },
                      {
                        original_input: { 'delivery-partner': 'UQS', shipped: ['A', 'B', 'C'] },
                        iteration_input_value: 'B',
                        iteration_index: 1,
                        from_input_constant: 'UQS',
                        constant_value: 'HelloWorld',
                      },
                      {
                        original_input: { 'delivery-partner': 'UQS', shipped: ['A', 'B', 'C'] },
                        iteration_input_value: 'C',
                        iteration_index: 2,
                        from_input_constant: 'UQS',
                        constant_value: 'HelloWorld',
                      },
                    ],
                  },
                }),
              },
            },
          },
        ),
      ],
    },
    {
      title: 'an error of an iteration is caught by the map',
      source: test('test_map_state_catch_legacy'),
      recorded: '2023-07',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"StartAt": "StartState", "States": {"StartState": {"Type": "Pass", "Result": [1], "ResultPath": "$.arr", "Next": "MapState"}, "MapState": {"Type": "Map", "ResultPath": null, "InputPath": "$.arr", "MaxConcurrency": 1, "ItemProcessor": {"ProcessorConfig": {"Mode": "INLINE"}, "StartAt": "HandleItemFail", "States": {"HandleItemFail": {"Type": "Fail", "Error": "HandleItemFailError", "Cause": "HandleItemFailCause"}}}, "Catch": [{"ErrorEquals": ["HandleItemFailError"], "Next": "FinalCaught"}], "Next": "Final"}, "FinalCaught": {"Type": "Pass", "End": true}, "Final": {"Type": "Pass", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted PassStateEntered PassStateExited MapStateEntered MapStateStarted MapIterationStarted FailStateEntered MapIterationFailed MapStateFailed MapStateExited PassStateEntered PassStateExited ExecutionSucceeded',
          { 13: { executionSucceededEventDetails: { output: json({ Error: 'HandleItemFailError', Cause: 'HandleItemFailCause' }) } } },
        ),
      ],
    },
    {
      title: 'a map is tried again',
      source: test('test_map_state_retry'),
      recorded: '2023-07',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"StartAt": "StartState", "States": {"StartState": {"Type": "Pass", "Result": [1], "ResultPath": "$.arr", "Next": "MapState"}, "MapState": {"Type": "Map", "ResultPath": null, "InputPath": "$.arr", "MaxConcurrency": 1, "ItemProcessor": {"ProcessorConfig": {"Mode": "INLINE"}, "StartAt": "HandleItemFail", "States": {"HandleItemFail": {"Type": "Fail", "Error": "HandleItemFailError", "Cause": "HandleItemFailCause"}}}, "Retry": [{"ErrorEquals": ["HandleItemFailError"], "MaxAttempts": 2}], "Next": "Final"}, "Final": {"Type": "Pass", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        { wait: '3s' },
        happens(
          '{execution.executionArn}',
          'ExecutionStarted PassStateEntered PassStateExited MapStateEntered MapStateStarted MapIterationStarted FailStateEntered MapIterationFailed MapStateStarted MapIterationStarted FailStateEntered MapIterationFailed MapStateStarted MapIterationStarted FailStateEntered MapIterationFailed MapStateFailed ExecutionFailed',
          { 18: { executionFailedEventDetails: { cause: 'HandleItemFailCause', error: 'HandleItemFailError' } } },
        ),
      ],
    },
    {
      title: 'an iteration ends by a condition',
      source: test('test_map_state_break_condition'),
      recorded: '2023-09',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"StartAt": "StartState", "States": {"StartState": {"Type": "Pass", "Result": [1, "Hello", {}, 3.3, 3, 4, 5], "ResultPath": "$.arr", "Next": "MapState"}, "MapState": {"Type": "Map", "ResultPath": null, "InputPath": "$.arr", "MaxConcurrency": 1, "ItemProcessor": {"ProcessorConfig": {"Mode": "INLINE"}, "StartAt": "Equals3", "States": {"Equals3": {"Choices": [{"And": [{"IsPresent": true, "Variable": "$"}, {"And": [{"IsNumeric": true, "Variable": "$"}, {"NumericEquals": 3, "Variable": "$"}]}], "Next": "Break"}], "Default": "Pass", "Type": "Choice"}, "Break": {"Type": "Fail", "Error": "SomeFailure", "Cause": "This state machines raises a \'SomeFailure\' failure."}, "Pass": {"Type": "Pass", "End": true}}}, "Next": "Final"}, "Final": {"Type": "Pass", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted PassStateEntered PassStateExited MapStateEntered MapStateStarted MapIterationStarted ChoiceStateEntered ChoiceStateExited PassStateEntered PassStateExited MapIterationSucceeded MapIterationStarted ChoiceStateEntered ChoiceStateExited PassStateEntered PassStateExited MapIterationSucceeded MapIterationStarted ChoiceStateEntered ChoiceStateExited PassStateEntered PassStateExited MapIterationSucceeded MapIterationStarted ChoiceStateEntered ChoiceStateExited PassStateEntered PassStateExited MapIterationSucceeded MapIterationStarted ChoiceStateEntered ChoiceStateExited FailStateEntered MapIterationFailed MapStateFailed ExecutionFailed',
          { 36: { executionFailedEventDetails: { cause: "This state machines raises a 'SomeFailure' failure.", error: 'SomeFailure' } } },
        ),
      ],
    },
    {
      title: 'the tolerated percentage of a map is a number (tolerated_failure_percentage_value0)',
      source: test('test_map_state_tolerated_failure_percentage_path'),
      recorded: '2024-06',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "MAP_STATE_TOLERATED_FAILURE_PERCENTAGE_PATH", "StartAt": "MapState", "States": {"MapState": {"Type": "Map", "ItemsPath": "$.Items", "MaxConcurrency": 1, "ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"}, "StartAt": "HandleItem", "States": {"HandleItem": {"Type": "Pass", "End": true}}}, "ToleratedFailurePercentagePath": "$.ToleratedFailurePercentage", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"Items": [0], "ToleratedFailurePercentage": {}}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted MapStateEntered MapStateStarted ExecutionFailed', {
          4: {
            executionFailedEventDetails: {
              cause:
                'An error occurred while executing the state \'MapState\' (entered at the event id #2). The ToleratedFailurePercentagePath field refers to value "{}" which is not a valid float: $.ToleratedFailurePercentage',
              error: 'States.Runtime',
            },
          },
        }),
      ],
    },
  ],
};
