// Recorded answers about functions of paths of the state machines service.
import { call, json, localstack, type RecordedCases, refused } from '../case.ts';
import { happens } from '../states-steps.ts';

const roleArn = 'arn:aws:iam::{account}:role/any';
const stateMachineArn = 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_1';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'a path that selects nothing of a list fails or is empty ($.item.items[:1])',
      source: localstack(
        'stepfunctions/v2/base/test_base.py::TestSnfBase::test_json_path_array_wildcard_or_slice_with_no_input[$.item.items[:1]]',
      ),
      recorded: '2025-04',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "JSON_PATH_ARRAY_ACCESS", "StartAt": "EntryState", "States": {"EntryState": {"Type": "Pass", "Parameters": {"item.$": "$.item.items[:1]"}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded'),
      ],
    },
    {
      title: 'a path that selects nothing of a list fails or is empty ($.item.items[1:5])',
      source: localstack(
        'stepfunctions/v2/base/test_base.py::TestSnfBase::test_json_path_array_wildcard_or_slice_with_no_input[$.item.items[1:5]]',
      ),
      recorded: '2025-04',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "JSON_PATH_ARRAY_ACCESS", "StartAt": "EntryState", "States": {"EntryState": {"Type": "Pass", "Parameters": {"item.$": "$.item.items[1:5]"}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded'),
      ],
    },
    {
      title: 'a path that selects nothing of a list fails or is empty ($.items[*].itemValue)',
      source: localstack('stepfunctions/v2/base/test_base.py::TestSnfBase::test_json_path_array_wildcard_or_slice_with_no_input'),
      recorded: '2025-04',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "JSON_PATH_ARRAY_ACCESS", "StartAt": "EntryState", "States": {"EntryState": {"Type": "Pass", "Parameters": {"item.$": "$.items[*].itemValue"}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded'),
      ],
    },
    {
      title: 'a path that selects nothing of a list fails or is empty ($.items[1:].itemValue)',
      source: localstack('stepfunctions/v2/base/test_base.py::TestSnfBase::test_json_path_array_wildcard_or_slice_with_no_input'),
      recorded: '2025-04',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "JSON_PATH_ARRAY_ACCESS", "StartAt": "EntryState", "States": {"EntryState": {"Type": "Pass", "Parameters": {"item.$": "$.items[1:].itemValue"}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded'),
      ],
    },
    {
      title: 'a path that selects nothing of a list fails or is empty ($.items[:1].itemValue)',
      source: localstack('stepfunctions/v2/base/test_base.py::TestSnfBase::test_json_path_array_wildcard_or_slice_with_no_input'),
      recorded: '2025-04',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "JSON_PATH_ARRAY_ACCESS", "StartAt": "EntryState", "States": {"EntryState": {"Type": "Pass", "Parameters": {"item.$": "$.items[:1].itemValue"}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded'),
      ],
    },
    {
      title: 'a path that selects nothing of a list fails or is empty ($.item.items[1:5].itemValue)',
      source: localstack('stepfunctions/v2/base/test_base.py::TestSnfBase::test_json_path_array_wildcard_or_slice_with_no_input'),
      recorded: '2025-04',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "JSON_PATH_ARRAY_ACCESS", "StartAt": "EntryState", "States": {"EntryState": {"Type": "Pass", "Parameters": {"item.$": "$.item.items[1:5].itemValue"}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded'),
      ],
    },
    {
      title: 'a list is made unique',
      source: localstack('stepfunctions/v2/intrinsic_functions/test_array.py::TestArray::test_array_unique'),
      recorded: '2023-02',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_1',
          definition:
            '{"Comment": "ARRAY_LENGTH", "StartAt": "State_0", "States": {"State_0": {"Type": "Pass", "Parameters": {"FunctionResult.$": "States.ArrayLength($.FunctionInput)"}, "End": true}}}',
          roleArn,
        }),
        call(
          'states.StartExecution',
          {
            stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1',
            input:
              '{"FunctionInput": [null, null, true, true, false, false, 1, 1, 1.1, 0, 0, "HelloWorld", "HelloWorld", [], [], [null], [null], {"a": 1, "b": 2}, {"a": 1, "b": 2}, {"a": 1, "b": 1}]}',
          },
          { as: 'execution' },
        ),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded', {
          4: { executionSucceededEventDetails: { output: json({ FunctionResult: 20 }) } },
        }),
      ],
    },
    {
      title: 'functions read the context',
      source: localstack('stepfunctions/v2/intrinsic_functions/test_generic.py::TestGeneric::test_context_json_path'),
      recorded: '2023-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_1',
          definition:
            '{"Comment": "FORMAT_CONTEXT_PATH", "StartAt": "State_0", "States": {"State_0": {"Type": "Pass", "Parameters": {"FunctionResult.$": "States.Format(\'Formatting arguments fst={} and snd={}.\', $$.Execution.Name, $$.StateMachine)"}, "End": true}}}',
          roleArn,
        }),
        call(
          'states.StartExecution',
          { stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1', input: '{"FunctionInput": null}' },
          { as: 'execution' },
        ),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded'),
      ],
    },
    {
      title: 'a random number has a seed',
      source: localstack('stepfunctions/v2/intrinsic_functions/test_math_operations.py::TestMathOperations::test_math_random'),
      recorded: '2023-02',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_1',
          definition:
            '{"Comment": "MATH_RANDOM", "StartAt": "State_0", "States": {"State_0": {"Type": "Pass", "Parameters": {"FunctionResult.$": "States.MathRandom($.FunctionInput.fst, $.FunctionInput.snd)"}, "End": true}}}',
          roleArn,
        }),
        call(
          'states.StartExecution',
          {
            stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1',
            input: '{"FunctionInput": {"fst": 12.5, "snd": 44.51}}',
          },
          { as: 'execution' },
        ),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded'),
        call(
          'states.StartExecution',
          {
            stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1',
            input: '{"FunctionInput": {"fst": 9999, "snd": 99999}}',
          },
          { as: 'execution2' },
        ),
        happens('{execution2.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded'),
        call(
          'states.StartExecution',
          {
            stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1',
            input: '{"FunctionInput": {"fst": -99999, "snd": -9999}}',
          },
          { as: 'execution3' },
        ),
        happens('{execution3.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded'),
      ],
    },
    {
      title: 'an id is made',
      source: localstack('stepfunctions/v2/intrinsic_functions/test_unique_id_generation.py::TestUniqueIdGeneration::test_uuid'),
      recorded: '2023-02',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_1',
          definition:
            '{"Comment": "UUID", "StartAt": "State_0", "States": {"State_0": {"Type": "Pass", "Parameters": {"FunctionResult.$": "States.UUID()"}, "End": true}}}',
          roleArn,
        }),
        call(
          'states.StartExecution',
          { stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1' },
          { as: 'execution' },
        ),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded'),
      ],
    },
    {
      title: 'the mock of parallel branches is a list',
      source: localstack(
        'stepfunctions/v2/test_state/test_state_mock_validation.py::TestStateMockValidation::test_mock_result_is_not_array_on_parallel_state',
      ),
      recorded: '2026-02',
      steps: [
        refused(
          'states.TestState',
          {
            definition:
              '{"Type": "Parallel", "Branches": [{"StartAt": "B1", "States": {"B1": {"Type": "Pass", "End": true}}}, {"StartAt": "B2", "States": {"B2": {"Type": "Pass", "End": true}}}], "End": true}',
            inspectionLevel: 'TRACE',
            mock: { result: '{"mock": "array is expected but object is provided instead"}' },
          },
          'ValidationException',
          'Mocked result must be an array.',
        ),
      ],
    },
  ],
};
