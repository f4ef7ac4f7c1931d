// Recorded answers about jsonata of the state machines service.
import { call, json, localstack, type RecordedCases } from '../case.ts';
import { happens } from '../states-steps.ts';

const roleArn = 'arn:aws:iam::{account}:role/any';
const stateMachineArn = 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_1';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'expressions of JSONata have regular expressions (BASE)',
      source: localstack(
        'stepfunctions/v2/evaluate_jsonata/test_base_evaluate_expressions.py::TestBaseEvaluateJsonata::test_base_jsonata_regular_expressions',
      ),
      recorded: '2025-07',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "BASE_PASS", "QueryLanguage": "JSONata", "StartAt": "Start", "States": {"Start": {"Type": "Pass", "Output": "{% $contains(\\"hello$world\\", /^hello\\\\$/) %}", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded', {
          4: { executionSucceededEventDetails: { output: 'true' } },
        }),
      ],
    },
    {
      title: 'expressions of JSONata have regular expressions (BASE_FALSE)',
      source: localstack(
        'stepfunctions/v2/evaluate_jsonata/test_base_evaluate_expressions.py::TestBaseEvaluateJsonata::test_base_jsonata_regular_expressions',
      ),
      recorded: '2025-07',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "BASE_PASS", "QueryLanguage": "JSONata", "StartAt": "Start", "States": {"Start": {"Type": "Pass", "Output": "{% $contains(\\"hello$world\\", /^hello\\\\ /) %}", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded', {
          4: { executionSucceededEventDetails: { output: 'false' } },
        }),
      ],
    },
    {
      title: 'expressions of JSONata have regular expressions (BASE_SINGLE_QUOTE)',
      source: localstack(
        'stepfunctions/v2/evaluate_jsonata/test_base_evaluate_expressions.py::TestBaseEvaluateJsonata::test_base_jsonata_regular_expressions',
      ),
      recorded: '2025-07',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "BASE_PASS", "QueryLanguage": "JSONata", "StartAt": "Start", "States": {"Start": {"Type": "Pass", "Output": "{% $contains(\'hello$world\', /^hello\\\\$/) %}", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded', {
          4: { executionSucceededEventDetails: { output: 'true' } },
        }),
      ],
    },
    {
      title: 'expressions of JSONata have regular expressions (BASE_SINGLE_QUOTE_FALSE)',
      source: localstack(
        'stepfunctions/v2/evaluate_jsonata/test_base_evaluate_expressions.py::TestBaseEvaluateJsonata::test_base_jsonata_regular_expressions',
      ),
      recorded: '2025-07',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "BASE_PASS", "QueryLanguage": "JSONata", "StartAt": "Start", "States": {"Start": {"Type": "Pass", "Output": "{% $contains(\'hello$world\', /^hello\\\\ /) %}", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded', {
          4: { executionSucceededEventDetails: { output: 'false' } },
        }),
      ],
    },
    {
      title: 'two values of the input are merged',
      source: localstack(
        'stepfunctions/v2/evaluate_jsonata/test_base_evaluate_expressions.py::TestBaseEvaluateJsonata::test_merge_with_dynamic_args',
      ),
      recorded: '2026-02',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "BASE_PASS", "QueryLanguage": "JSONata", "StartAt": "Start", "States": {"Start": {"Type": "Pass", "Output": "{% $merge([$states.input.part1, $states.input.part2]) %}", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call(
          'states.StartExecution',
          { stateMachineArn, input: '{"part1": {"hello": "world"}, "part2": {"foo": "bar"}}' },
          { as: 'execution' },
        ),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded', {
          4: { executionSucceededEventDetails: { output: json({ hello: 'world', foo: 'bar' }) } },
        }),
      ],
    },
    {
      title: 'a state has a query language of its own (JSONATA_OVERRIDE)',
      source: localstack(
        'stepfunctions/v2/query_language/test_base_query_language.py::TestBaseQueryLanguage::test_query_language_field_override',
      ),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"QueryLanguage": "JSONPath", "StartAt": "StartState", "States": {"StartState": {"QueryLanguage": "JSONata", "Type": "Pass", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded'),
      ],
    },
    {
      title: 'a state has a query language of its own (JSONATA_OVERRIDE_DEFAULT)',
      source: localstack(
        'stepfunctions/v2/query_language/test_base_query_language.py::TestBaseQueryLanguage::test_query_language_field_override',
      ),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition: '{"StartAt": "StartState", "States": {"StartState": {"QueryLanguage": "JSONata", "Type": "Pass", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded'),
      ],
    },
    {
      title: 'variables are read by the states that follow (JSONATA_ASSIGN_JSONPATH_REF)',
      source: localstack(
        'stepfunctions/v2/query_language/test_mixed_query_language.py::TestMixedQueryLanguageFlow::test_variable_sampling',
      ),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "JSONATA_ASSIGN_JSONPATH_REF", "StartAt": "JSONataState", "States": {"JSONataState": {"QueryLanguage": "JSONPath", "Type": "Pass", "Assign": {"theAnswerVar": 42}, "Next": "JSONPathState"}, "JSONPathState": {"QueryLanguage": "JSONPath", "Type": "Pass", "Assign": {"theAnswerVar": 18, "oldAnswerVar.$": "$theAnswerVar"}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted PassStateEntered PassStateExited PassStateEntered PassStateExited ExecutionSucceeded',
          {
            3: { stateExitedEventDetails: { assignedVariables: { theAnswerVar: '42' } } },
            5: { stateExitedEventDetails: { assignedVariables: { oldAnswerVar: '42', theAnswerVar: '18' } } },
          },
        ),
      ],
    },
  ],
};
