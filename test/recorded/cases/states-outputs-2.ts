// Recorded answers about outputs of the state machines service.
import { call, json, localstack, type RecordedCases } from '../case.ts';
import { happens } from '../states-steps.ts';

const roleArn = 'arn:aws:iam::{account}:role/any';
const stateMachineArn = 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_1';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'an output is any value (JSONATA_EXPR)',
      source: localstack('stepfunctions/v2/outputdecl/test_output.py::TestArgumentsBase::test_base_output_any_non_dict[JSONATA_EXPR]'),
      recorded: '2026-02',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"StartAt": "State0", "States": {"State0": {"QueryLanguage": "JSONata", "Type": "Pass", "Output": "{% $states.input %}", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"input_value": "stringliteral"}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded', {
          4: { executionSucceededEventDetails: { output: json({ input_value: 'stringliteral' }) } },
        }),
      ],
    },
    {
      title: 'an output is any value (LIST_EMPY)',
      source: localstack('stepfunctions/v2/outputdecl/test_output.py::TestArgumentsBase::test_base_output_any_non_dict[LIST_EMPY]'),
      recorded: '2026-02',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"StartAt": "State0", "States": {"State0": {"QueryLanguage": "JSONata", "Type": "Pass", "Output": [], "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"input_value": "stringliteral"}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded', {
          4: { executionSucceededEventDetails: { output: '[]' } },
        }),
      ],
    },
    {
      title: 'an output is any value (LIST_RICH)',
      source: localstack('stepfunctions/v2/outputdecl/test_output.py::TestArgumentsBase::test_base_output_any_non_dict[LIST_RICH]'),
      recorded: '2026-02',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"StartAt": "State0", "States": {"State0": {"QueryLanguage": "JSONata", "Type": "Pass", "Output": [null, 0, 0.1, true, "string", [], "$nosuchvar", "$.no.such.path", "{% $states.input %}", {"key": "{% true %}"}], "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"input_value": "stringliteral"}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded', {
          4: {
            executionSucceededEventDetails: {
              output: '[null,0,0.1,true,"string",[],"$nosuchvar","$.no.such.path",{"input_value":"stringliteral"},{"key":true}]',
            },
          },
        }),
      ],
    },
    {
      title: 'an output is the input of the next state (JSONATA_OUTPUT_TO_JSONPATH)',
      source: localstack('stepfunctions/v2/query_language/test_mixed_query_language.py::TestMixedQueryLanguageFlow::test_output_to_state'),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "JSONATA_OUTPUT_TO_JSONPATH", "StartAt": "JSONataState", "States": {"JSONataState": {"QueryLanguage": "JSONata", "Type": "Pass", "Output": {"foo": "foobar", "bar": "{% $states.input %}"}, "Next": "JSONPathState"}, "JSONPathState": {"QueryLanguage": "JSONPath", "Type": "Pass", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"input_data": "test"}' }, { as: 'execution' }),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted PassStateEntered PassStateExited PassStateEntered PassStateExited ExecutionSucceeded',
          { 6: { executionSucceededEventDetails: { output: json({ foo: 'foobar', bar: { input_data: 'test' } }) } } },
        ),
      ],
    },
    {
      title: 'an output is the input of the next state (JSONPATH_OUTPUT_TO_JSONATA)',
      source: localstack('stepfunctions/v2/query_language/test_mixed_query_language.py::TestMixedQueryLanguageFlow::test_output_to_state'),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "JSONPATH_OUTPUT_TO_JSONATA", "StartAt": "JSONataState", "States": {"JSONataState": {"QueryLanguage": "JSONPath", "Type": "Pass", "Parameters": {"foo": "foobar", "bar.$": "$"}, "Next": "JSONPathState"}, "JSONPathState": {"QueryLanguage": "JSONata", "Type": "Pass", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"input_data": "test"}' }, { as: 'execution' }),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted PassStateEntered PassStateExited PassStateEntered PassStateExited ExecutionSucceeded',
          { 6: { executionSucceededEventDetails: { output: json({ foo: 'foobar', bar: { input_data: 'test' } }) } } },
        ),
      ],
    },
  ],
};
