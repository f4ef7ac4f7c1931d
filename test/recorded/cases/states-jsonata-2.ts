// Recorded answers about jsonata of the state machines service.
import { call, json, localstack, type RecordedCases } from '../case.ts';
import { happens } from '../states-steps.ts';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'variables are read by the states that follow (JSONPATH_ASSIGN_JSONATA_REF)',
      source: localstack(
        'stepfunctions/v2/query_language/test_mixed_query_language.py::TestMixedQueryLanguageFlow::test_variable_sampling',
      ),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "JSONPATH_ASSIGN_JSONATA_REF", "StartAt": "JSONPathState", "States": {"JSONPathState": {"QueryLanguage": "JSONPath", "Type": "Pass", "Assign": {"theAnswer": 42}, "Next": "JSONataState"}, "JSONataState": {"QueryLanguage": "JSONata", "Type": "Pass", "Assign": {"theAnswer": 18, "oldAnswer": "{% $theAnswer %}"}, "End": true}}}',
          roleArn: 'arn:aws:iam::{account}:role/any',
          type: 'STANDARD',
        }),
        call(
          'states.StartExecution',
          { stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_1', input: '{}' },
          { as: 'execution' },
        ),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted PassStateEntered PassStateExited PassStateEntered PassStateExited ExecutionSucceeded',
          {
            3: { stateExitedEventDetails: { assignedVariables: { theAnswer: '42' } } },
            5: { stateExitedEventDetails: { assignedVariables: { oldAnswer: '42', theAnswer: '18' } } },
          },
        ),
      ],
    },
    {
      title: 'variables that an expression reads are told with the machine (CHOICE_CONDITION_CONSTANT_JSONATA)',
      source: localstack(
        'stepfunctions/v2/test_sfn_api_variable_references.py::TestSfnApiVariableReferences::test_base_variable_references_in_jsonata_template',
      ),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'sm-1',
          definition:
            '{"StartAt": "ChoiceState", "States": {"ChoiceState": {"Type": "Choice", "QueryLanguage": "JSONata", "Choices": [{"Condition": true, "Next": "ConditionTrue"}], "Default": "DefaultState"}, "ConditionTrue": {"Type": "Pass", "End": true}, "DefaultState": {"Type": "Fail", "Cause": "Condition is false"}}}',
          roleArn: 'arn:aws:iam::{account}:role/any',
        }),
        call(
          'states.DescribeStateMachine',
          { stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:sm-1' },
          {
            contains: {
              definition: json({
                StartAt: 'ChoiceState',
                States: {
                  ChoiceState: {
                    Type: 'Choice',
                    QueryLanguage: 'JSONata',
                    Choices: [{ Condition: true, Next: 'ConditionTrue' }],
                    Default: 'DefaultState',
                  },
                  ConditionTrue: { Type: 'Pass', End: true },
                  DefaultState: { Type: 'Fail', Cause: 'Condition is false' },
                },
              }),
              encryptionConfiguration: { type: 'AWS_OWNED_KEY' },
              name: 'sm-1',
              stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:sm-1',
              status: 'ACTIVE',
              type: 'STANDARD',
            },
          },
        ),
      ],
    },
    {
      title: 'variables that an expression reads are told with the machine (CHOICE_STATE_UNSORTED_CHOICE_PARAMETERS_JSONATA)',
      source: localstack(
        'stepfunctions/v2/test_sfn_api_variable_references.py::TestSfnApiVariableReferences::test_base_variable_references_in_jsonata_template',
      ),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'sm-1',
          definition:
            '{"StartAt": "CheckResult", "States": {"CheckResult": {"Type": "Choice", "QueryLanguage": "JSONata", "Choices": [{"Condition": "{% $states.input.result.done %}", "Next": "FinishTrue"}, {"Condition": "{% $not($states.input.result.done) %}", "Next": "FinishFalse"}]}, "FinishTrue": {"End": true, "Type": "Pass"}, "FinishFalse": {"End": true, "Type": "Pass"}}}',
          roleArn: 'arn:aws:iam::{account}:role/any',
        }),
        call(
          'states.DescribeStateMachine',
          { stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:sm-1' },
          {
            contains: {
              definition: json({
                StartAt: 'CheckResult',
                States: {
                  CheckResult: {
                    Type: 'Choice',
                    QueryLanguage: 'JSONata',
                    Choices: [
                      { Condition: '{% $states.input.result.done %}', Next: 'FinishTrue' },
                      { Condition: '{% $not($states.input.result.done) %}', Next: 'FinishFalse' },
                    ],
                  },
                  FinishTrue: { End: true, Type: 'Pass' },
                  FinishFalse: { End: true, Type: 'Pass' },
                },
              }),
              encryptionConfiguration: { type: 'AWS_OWNED_KEY' },
              name: 'sm-1',
              stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:sm-1',
              status: 'ACTIVE',
              type: 'STANDARD',
            },
          },
        ),
      ],
    },
    {
      title: 'a mock is the result of parallel branches (INFO)',
      source: localstack(
        'stepfunctions/v2/test_state/test_test_state_mock_scenarios.py::TestStateMockScenarios::test_io_jsonata_parallel_state_mock_success',
      ),
      recorded: '2026-02',
      steps: [
        call(
          'states.TestState',
          {
            definition:
              '{"Type": "Parallel", "QueryLanguage": "JSONata", "Arguments": "{% $states.input.parallelInput %}", "Output": {"parallelInput": "{% $states.input.parallelInput %}", "parallelResult": "{% $states.result %}"}, "Branches": [{"StartAt": "B1", "States": {"B1": {"Type": "Pass", "End": true}}}, {"StartAt": "B2", "States": {"B2": {"Type": "Pass", "End": true}}}], "End": true}',
            input: '{"parallelInput": {"data": "input_value"}}',
            inspectionLevel: 'INFO',
            mock: { result: '[{"branch1": "result"}, {"branch2": "result"}]' },
          },
          {
            contains: {
              output: json({ parallelInput: { data: 'input_value' }, parallelResult: [{ branch1: 'result' }, { branch2: 'result' }] }),
              status: 'SUCCEEDED',
            },
          },
        ),
      ],
    },
    {
      title: 'a mock is the result of parallel branches (DEBUG)',
      source: localstack(
        'stepfunctions/v2/test_state/test_test_state_mock_scenarios.py::TestStateMockScenarios::test_io_jsonata_parallel_state_mock_success',
      ),
      recorded: '2026-02',
      steps: [
        call(
          'states.TestState',
          {
            definition:
              '{"Type": "Parallel", "QueryLanguage": "JSONata", "Arguments": "{% $states.input.parallelInput %}", "Output": {"parallelInput": "{% $states.input.parallelInput %}", "parallelResult": "{% $states.result %}"}, "Branches": [{"StartAt": "B1", "States": {"B1": {"Type": "Pass", "End": true}}}, {"StartAt": "B2", "States": {"B2": {"Type": "Pass", "End": true}}}], "End": true}',
            input: '{"parallelInput": {"data": "input_value"}}',
            inspectionLevel: 'DEBUG',
            mock: { result: '[{"branch1": "result"}, {"branch2": "result"}]' },
          },
          {
            contains: {
              inspectionData: { input: json({ parallelInput: { data: 'input_value' } }) },
              output: json({ parallelInput: { data: 'input_value' }, parallelResult: [{ branch1: 'result' }, { branch2: 'result' }] }),
              status: 'SUCCEEDED',
            },
          },
        ),
      ],
    },
    {
      title: 'a mock is the result of parallel branches (TRACE)',
      source: localstack(
        'stepfunctions/v2/test_state/test_test_state_mock_scenarios.py::TestStateMockScenarios::test_io_jsonata_parallel_state_mock_success',
      ),
      recorded: '2026-02',
      steps: [
        call(
          'states.TestState',
          {
            definition:
              '{"Type": "Parallel", "QueryLanguage": "JSONata", "Arguments": "{% $states.input.parallelInput %}", "Output": {"parallelInput": "{% $states.input.parallelInput %}", "parallelResult": "{% $states.result %}"}, "Branches": [{"StartAt": "B1", "States": {"B1": {"Type": "Pass", "End": true}}}, {"StartAt": "B2", "States": {"B2": {"Type": "Pass", "End": true}}}], "End": true}',
            input: '{"parallelInput": {"data": "input_value"}}',
            inspectionLevel: 'TRACE',
            mock: { result: '[{"branch1": "result"}, {"branch2": "result"}]' },
          },
          {
            contains: {
              inspectionData: { input: json({ parallelInput: { data: 'input_value' } }) },
              output: json({ parallelInput: { data: 'input_value' }, parallelResult: [{ branch1: 'result' }, { branch2: 'result' }] }),
              status: 'SUCCEEDED',
            },
          },
        ),
      ],
    },
  ],
};
