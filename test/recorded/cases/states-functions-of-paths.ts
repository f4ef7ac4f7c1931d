// Recorded answers about functions of paths of the state machines service.
import { call, json, localstack, type RecordedCases } from '../case.ts';
import { happens } from '../states-steps.ts';

const test = (name: string): string => localstack(`stepfunctions/v2/base/test_base.py::TestSnfBase::${name}`);
const roleArn = 'arn:aws:iam::{account}:role/any';
const stateMachineArn = 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_1';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'a failing state makes error and cause by functions',
      source: test('test_state_fail_intrinsic'),
      recorded: '2024-02',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "RAISE_FAILURE_PATH_INTRINSIC", "StartAt": "FailState", "States": {"FailState": {"Type": "Fail", "ErrorPath": "States.Format(\'{}\', $.Error)", "CausePath": "States.Format(\'This is a custom error message for {}, caused by {}.\', $.Error, $.Cause)"}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call(
          'states.StartExecution',
          { stateMachineArn, input: '{"Error": "error string", "Cause": "cause string"}' },
          { as: 'execution' },
        ),
        happens('{execution.executionArn}', 'ExecutionStarted FailStateEntered ExecutionFailed', {
          3: {
            executionFailedEventDetails: {
              cause: 'This is a custom error message for error string, caused by cause string.',
              error: 'error string',
            },
          },
        }),
      ],
    },
    {
      title: 'an element of a list is read ($.items[0])',
      source: test('test_json_path_array_access[$.items[0]]'),
      recorded: '2024-08',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "JSON_PATH_ARRAY_ACCESS", "StartAt": "EntryState", "States": {"EntryState": {"Type": "Pass", "Parameters": {"item.$": "$.items[0]"}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call(
          'states.StartExecution',
          {
            stateMachineArn,
            input:
              '{"items": [{"item_key": 0}, {"item_key": 1}, {"item_key": 2}, {"item_key": 3}, {"item_key": 4}, {"item_key": 5}, {"item_key": 6}, {"item_key": 7}, {"item_key": 8}, {"item_key": 9}, {"item_key": 10}]}',
          },
          { as: 'execution' },
        ),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded', {
          4: { executionSucceededEventDetails: { output: json({ item: { item_key: 0 } }) } },
        }),
      ],
    },
    {
      title: 'an element of a list is read ($.items[10])',
      source: test('test_json_path_array_access[$.items[10]]'),
      recorded: '2024-08',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "JSON_PATH_ARRAY_ACCESS", "StartAt": "EntryState", "States": {"EntryState": {"Type": "Pass", "Parameters": {"item.$": "$.items[10]"}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call(
          'states.StartExecution',
          {
            stateMachineArn,
            input:
              '{"items": [{"item_key": 0}, {"item_key": 1}, {"item_key": 2}, {"item_key": 3}, {"item_key": 4}, {"item_key": 5}, {"item_key": 6}, {"item_key": 7}, {"item_key": 8}, {"item_key": 9}, {"item_key": 10}]}',
          },
          { as: 'execution' },
        ),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded', {
          4: { executionSucceededEventDetails: { output: json({ item: { item_key: 10 } }) } },
        }),
      ],
    },
    {
      title: 'a path that selects nothing of a list fails or is empty ($[*])',
      source: test('test_json_path_array_wildcard_or_slice_with_no_input[$[*]]'),
      recorded: '2025-04',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "JSON_PATH_ARRAY_ACCESS", "StartAt": "EntryState", "States": {"EntryState": {"Type": "Pass", "Parameters": {"item.$": "$[*]"}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded'),
      ],
    },
    {
      title: 'a path that selects nothing of a list fails or is empty ($.items[*])',
      source: test('test_json_path_array_wildcard_or_slice_with_no_input[$.items[*]]'),
      recorded: '2025-04',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "JSON_PATH_ARRAY_ACCESS", "StartAt": "EntryState", "States": {"EntryState": {"Type": "Pass", "Parameters": {"item.$": "$.items[*]"}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded'),
      ],
    },
    {
      title: 'a path that selects nothing of a list fails or is empty ($.items[1:])',
      source: test('test_json_path_array_wildcard_or_slice_with_no_input[$.items[1:]]'),
      recorded: '2025-04',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "JSON_PATH_ARRAY_ACCESS", "StartAt": "EntryState", "States": {"EntryState": {"Type": "Pass", "Parameters": {"item.$": "$.items[1:]"}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded'),
      ],
    },
    {
      title: 'a path that selects nothing of a list fails or is empty ($.items[:1])',
      source: test('test_json_path_array_wildcard_or_slice_with_no_input[$.items[:1]]'),
      recorded: '2025-04',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "JSON_PATH_ARRAY_ACCESS", "StartAt": "EntryState", "States": {"EntryState": {"Type": "Pass", "Parameters": {"item.$": "$.items[:1]"}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded'),
      ],
    },
    {
      title: 'a path that selects nothing of a list fails or is empty ($.item.items[*])',
      source: test('test_json_path_array_wildcard_or_slice_with_no_input[$.item.items[*]]'),
      recorded: '2025-04',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "JSON_PATH_ARRAY_ACCESS", "StartAt": "EntryState", "States": {"EntryState": {"Type": "Pass", "Parameters": {"item.$": "$.item.items[*]"}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded'),
      ],
    },
    {
      title: 'a path that selects nothing of a list fails or is empty ($.item.items[1:])',
      source: test('test_json_path_array_wildcard_or_slice_with_no_input[$.item.items[1:]]'),
      recorded: '2025-04',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "JSON_PATH_ARRAY_ACCESS", "StartAt": "EntryState", "States": {"EntryState": {"Type": "Pass", "Parameters": {"item.$": "$.item.items[1:]"}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded'),
      ],
    },
  ],
};
