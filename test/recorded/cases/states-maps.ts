// Recorded answers about maps of the state machines service.
import { call, json, localstack, type RecordedCases } from '../case.ts';
import { ZipFile } from '../functions.ts';
import { happens } from '../states-steps.ts';

const roleArn = 'arn:aws:iam::{account}:role/any';
const FunctionName = 'fn-eval-1';
const Runtime = 'python3.12';
const Handler = 'handler.handler';
const Role = 'arn:aws:iam::{account}:role/any';
const stateMachineArn = 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_2';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'a map runs over a list of its input (ITEMS)',
      source: localstack(
        'stepfunctions/v2/evaluate_jsonata/test_base_evaluate_expressions.py::TestBaseEvaluateJsonata::test_base_map_from_input',
      ),
      recorded: '2025-07',
      steps: [
        call('lambda.CreateFunction', {
          FunctionName,
          Runtime,
          Handler,
          Role,
          Code: { ZipFile },
          Timeout: 30,
          Environment: { Variables: {} },
          Tags: {},
        }),
        { wait: '1s' },
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_2',
          definition:
            '{"Comment": "BASE_MAP", "QueryLanguage": "JSONata", "StartAt": "Start", "States": {"Start": {"Type": "Map", "Items": "{% $states.input.input_value %}", "MaxConcurrency": 1, "ItemProcessor": {"StartAt": "Process", "States": {"Process": {"Type": "Pass", "End": true}}}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"input_value": [1, 2, 3]}' }, { as: 'execution' }),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted MapStateEntered MapStateStarted MapIterationStarted PassStateEntered PassStateExited MapIterationSucceeded MapIterationStarted PassStateEntered PassStateExited MapIterationSucceeded MapIterationStarted PassStateEntered PassStateExited MapIterationSucceeded MapStateSucceeded MapStateExited ExecutionSucceeded',
          { 18: { executionSucceededEventDetails: { output: '[1,2,3]' } } },
        ),
      ],
    },
    {
      title: 'a map runs over a list of its input (MAX_CONCURRENCY)',
      source: localstack(
        'stepfunctions/v2/evaluate_jsonata/test_base_evaluate_expressions.py::TestBaseEvaluateJsonata::test_base_map_from_input',
      ),
      recorded: '2025-07',
      steps: [
        call('lambda.CreateFunction', {
          FunctionName,
          Runtime,
          Handler,
          Role,
          Code: { ZipFile },
          Timeout: 30,
          Environment: { Variables: {} },
          Tags: {},
        }),
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_2',
          definition:
            '{"Comment": "BASE_MAP", "QueryLanguage": "JSONata", "StartAt": "Start", "States": {"Start": {"Type": "Map", "Items": [1], "MaxConcurrency": "{% $states.input.input_value %}", "ItemProcessor": {"StartAt": "Process", "States": {"Process": {"Type": "Pass", "End": true}}}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"input_value": 1}' }, { as: 'execution' }),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted MapStateEntered MapStateStarted MapIterationStarted PassStateEntered PassStateExited MapIterationSucceeded MapStateSucceeded MapStateExited ExecutionSucceeded',
          { 10: { executionSucceededEventDetails: { output: '[1]' } } },
        ),
      ],
    },
    {
      title: 'a map runs over a list of its input (TOLERATED_FAILURE_PERCENTAGE)',
      source: localstack(
        'stepfunctions/v2/evaluate_jsonata/test_base_evaluate_expressions.py::TestBaseEvaluateJsonata::test_base_map_from_input',
      ),
      recorded: '2025-07',
      steps: [
        call('lambda.CreateFunction', {
          FunctionName,
          Runtime,
          Handler,
          Role,
          Code: { ZipFile },
          Timeout: 30,
          Environment: { Variables: {} },
          Tags: {},
        }),
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_2',
          definition:
            '{"Comment": "BASE_MAP", "QueryLanguage": "JSONata", "StartAt": "Start", "States": {"Start": {"Type": "Map", "Items": [1], "MaxConcurrency": 1, "ItemProcessor": {"StartAt": "Process", "States": {"Process": {"Type": "Pass", "End": true}}}, "End": true, "ToleratedFailurePercentage": "{% $states.input.input_value %}"}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"input_value": 100}' }, { as: 'execution' }),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted MapStateEntered MapStateStarted MapIterationStarted PassStateEntered PassStateExited MapIterationSucceeded MapStateSucceeded MapStateExited ExecutionSucceeded',
          { 10: { executionSucceededEventDetails: { output: '[1]' } } },
        ),
      ],
    },
    {
      title: 'a map runs over a list of its input (TOLERATED_FAILURE_COUNT)',
      source: localstack(
        'stepfunctions/v2/evaluate_jsonata/test_base_evaluate_expressions.py::TestBaseEvaluateJsonata::test_base_map_from_input',
      ),
      recorded: '2025-07',
      steps: [
        call('lambda.CreateFunction', {
          FunctionName,
          Runtime,
          Handler,
          Role,
          Code: { ZipFile },
          Timeout: 30,
          Environment: { Variables: {} },
          Tags: {},
        }),
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_2',
          definition:
            '{"Comment": "BASE_MAP", "QueryLanguage": "JSONata", "StartAt": "Start", "States": {"Start": {"Type": "Map", "Items": [1], "MaxConcurrency": 1, "ItemProcessor": {"StartAt": "Process", "States": {"Process": {"Type": "Pass", "End": true}}}, "End": true, "ToleratedFailureCount": "{% $states.input.input_value %}"}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"input_value": 1}' }, { as: 'execution' }),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted MapStateEntered MapStateStarted MapIterationStarted PassStateEntered PassStateExited MapIterationSucceeded MapStateSucceeded MapStateExited ExecutionSucceeded',
          { 10: { executionSucceededEventDetails: { output: '[1]' } } },
        ),
      ],
    },
    {
      title: 'a map answers in the order of its list',
      source: localstack('stepfunctions/v2/scenarios/test_base_scenarios.py::TestBaseScenarios::test_map_state'),
      recorded: '2023-07',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"StartAt": "StartState", "States": {"StartState": {"Type": "Pass", "Result": [1, "Hello", {}, null, 3.3, 3, 4, 5], "ResultPath": "$.arr", "Next": "MapState"}, "MapState": {"Type": "Map", "ResultPath": null, "InputPath": "$.arr", "MaxConcurrency": 1, "ItemProcessor": {"ProcessorConfig": {"Mode": "INLINE"}, "StartAt": "HandleItem", "States": {"HandleItem": {"Type": "Pass", "End": true}}}, "Next": "Final"}, "Final": {"Type": "Pass", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call(
          'states.StartExecution',
          { stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_1', input: '{}' },
          { as: 'execution' },
        ),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted PassStateEntered PassStateExited MapStateEntered MapStateStarted MapIterationStarted PassStateEntered PassStateExited MapIterationSucceeded MapIterationStarted PassStateEntered PassStateExited MapIterationSucceeded MapIterationStarted PassStateEntered PassStateExited MapIterationSucceeded MapIterationStarted PassStateEntered PassStateExited MapIterationSucceeded MapIterationStarted PassStateEntered PassStateExited MapIterationSucceeded MapIterationStarted PassStateEntered PassStateExited MapIterationSucceeded MapIterationStarted PassStateEntered PassStateExited MapIterationSucceeded MapIterationStarted PassStateEntered PassStateExited MapIterationSucceeded MapStateSucceeded MapStateExited PassStateEntered PassStateExited ExecutionSucceeded',
          { 42: { executionSucceededEventDetails: { output: json({ arr: [1, 'Hello', {}, null, 3.3, 3, 4, 5] }) } } },
        ),
      ],
    },
    {
      title: 'items that are no list fail a map (number)',
      source: localstack(
        'stepfunctions/v2/scenarios/test_base_scenarios.py::TestBaseScenarios::test_map_state_items_eval_jsonata_variable_sampling_fail',
      ),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "MAP_STATE_ITEMS_VARIABLE", "QueryLanguage": "JSONata", "StartAt": "Start", "States": {"Start": {"Type": "Pass", "Assign": {"ItemsVar": "{% 1 %}"}, "Next": "MapIterateState"}, "MapIterateState": {"Type": "Map", "MaxConcurrency": 1, "Items": "{% $ItemsVar %}", "ItemProcessor": {"ProcessorConfig": {"Mode": "INLINE"}, "StartAt": "Pass", "States": {"Pass": {"Type": "Pass", "End": true}}}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call(
          'states.StartExecution',
          { stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_1', input: '{}' },
          { as: 'execution' },
        ),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted PassStateEntered PassStateExited MapStateEntered EvaluationFailed MapStateFailed ExecutionFailed',
          {
            3: { stateExitedEventDetails: { assignedVariables: { ItemsVar: '1' } } },
            5: {
              evaluationFailedEventDetails: {
                cause:
                  "An error occurred while executing the state 'MapIterateState' (entered at the event id #4). The JSONata expression '$ItemsVar' specified for the field 'Items' returned an unexpected result type. Expected 'array', but was 'number' for value: 1",
                error: 'States.QueryEvaluationError',
              },
            },
            7: {
              executionFailedEventDetails: {
                cause:
                  "An error occurred while executing the state 'MapIterateState' (entered at the event id #4). The JSONata expression '$ItemsVar' specified for the field 'Items' returned an unexpected result type. Expected 'array', but was 'number' for value: 1",
                error: 'States.QueryEvaluationError',
              },
            },
          },
        ),
      ],
    },
  ],
};
