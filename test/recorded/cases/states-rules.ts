// Recorded answers about rules of the state machines service.
import { call, json, localstack, type RecordedCases } from '../case.ts';
import { happens } from '../states-steps.ts';

const test = (name: string): string => localstack(`stepfunctions/v2/scenarios/test_base_scenarios.py::TestBaseScenarios::${name}`);
const roleArn = 'arn:aws:iam::{account}:role/any';
const stateMachineArn = 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_1';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'members of a rule come in any order (CHOICE_STATE_UNSORTED_CHOICE_PARAMETERS)',
      source: test('test_choice_unsorted_parameters_positive'),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"StartAt": "CheckResult", "States": {"CheckResult": {"Choices": [{"BooleanEquals": true, "Next": "FinishTrue", "Variable": "$.result.done"}, {"BooleanEquals": false, "Next": "FinishFalse", "Variable": "$.result.done"}], "Type": "Choice"}, "FinishTrue": {"End": true, "Type": "Pass"}, "FinishFalse": {"End": true, "Type": "Pass"}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"result": {"done": true}}' }, { as: 'execution' }),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted ChoiceStateEntered ChoiceStateExited PassStateEntered PassStateExited ExecutionSucceeded',
          { 6: { executionSucceededEventDetails: { output: json({ result: { done: true } }) } } },
        ),
      ],
    },
    {
      title: 'members of a rule come in any order (CHOICE_STATE_UNSORTED_CHOICE_PARAMETERS_JSONATA)',
      source: test('test_choice_unsorted_parameters_positive'),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"StartAt": "CheckResult", "States": {"CheckResult": {"Type": "Choice", "QueryLanguage": "JSONata", "Choices": [{"Condition": "{% $states.input.result.done %}", "Next": "FinishTrue"}, {"Condition": "{% $not($states.input.result.done) %}", "Next": "FinishFalse"}]}, "FinishTrue": {"End": true, "Type": "Pass"}, "FinishFalse": {"End": true, "Type": "Pass"}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"result": {"done": true}}' }, { as: 'execution' }),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted ChoiceStateEntered ChoiceStateExited PassStateEntered PassStateExited ExecutionSucceeded',
          { 6: { executionSucceededEventDetails: { output: json({ result: { done: true } }) } } },
        ),
      ],
    },
    {
      title: 'members of a rule that does not match come in any order (CHOICE_STATE_UNSORTED_CHOICE_PARAMETERS)',
      source: test('test_choice_unsorted_parameters_negative'),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"StartAt": "CheckResult", "States": {"CheckResult": {"Choices": [{"BooleanEquals": true, "Next": "FinishTrue", "Variable": "$.result.done"}, {"BooleanEquals": false, "Next": "FinishFalse", "Variable": "$.result.done"}], "Type": "Choice"}, "FinishTrue": {"End": true, "Type": "Pass"}, "FinishFalse": {"End": true, "Type": "Pass"}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"result": {"done": false}}' }, { as: 'execution' }),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted ChoiceStateEntered ChoiceStateExited PassStateEntered PassStateExited ExecutionSucceeded',
          { 6: { executionSucceededEventDetails: { output: json({ result: { done: false } }) } } },
        ),
      ],
    },
    {
      title: 'members of a rule that does not match come in any order (CHOICE_STATE_UNSORTED_CHOICE_PARAMETERS_JSONATA)',
      source: test('test_choice_unsorted_parameters_negative'),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"StartAt": "CheckResult", "States": {"CheckResult": {"Type": "Choice", "QueryLanguage": "JSONata", "Choices": [{"Condition": "{% $states.input.result.done %}", "Next": "FinishTrue"}, {"Condition": "{% $not($states.input.result.done) %}", "Next": "FinishFalse"}]}, "FinishTrue": {"End": true, "Type": "Pass"}, "FinishFalse": {"End": true, "Type": "Pass"}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"result": {"done": false}}' }, { as: 'execution' }),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted ChoiceStateEntered ChoiceStateExited PassStateEntered PassStateExited ExecutionSucceeded',
          { 6: { executionSucceededEventDetails: { output: json({ result: { done: false } }) } } },
        ),
      ],
    },
    {
      title: 'a choice follows the rule that matches (CHOICE_STATE_AWS_SCENARIO)',
      source: test('test_choice_aws_docs_scenario'),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"StartAt": "ChoiceStateX", "States": {"ChoiceStateX": {"Type": "Choice", "Choices": [{"Not": {"Variable": "$.type", "StringEquals": "Private"}, "Next": "Public"}, {"Variable": "$.value", "NumericEquals": 0, "Next": "ValueIsZero"}, {"And": [{"Variable": "$.value", "NumericGreaterThanEquals": 20}, {"Variable": "$.value", "NumericLessThan": 30}], "Next": "ValueInTwenties"}], "Default": "DefaultState"}, "Public": {"Type": "Pass", "End": true}, "ValueIsZero": {"Type": "Pass", "End": true}, "ValueInTwenties": {"Type": "Pass", "End": true}, "DefaultState": {"Type": "Fail", "Cause": "No Matches!"}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"type": "Private", "value": 22}' }, { as: 'execution' }),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted ChoiceStateEntered ChoiceStateExited PassStateEntered PassStateExited ExecutionSucceeded',
          { 6: { executionSucceededEventDetails: { output: json({ type: 'Private', value: 22 }) } } },
        ),
      ],
    },
    {
      title: 'a choice follows the rule that matches (CHOICE_STATE_AWS_SCENARIO_JSONATA)',
      source: test('test_choice_aws_docs_scenario'),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"StartAt": "ChoiceStateX", "States": {"ChoiceStateX": {"Type": "Choice", "QueryLanguage": "JSONata", "Choices": [{"Condition": "{% $not($states.input.type = \'Private\') %}", "Next": "Public"}, {"Condition": "{% $states.input.value = 0 %}", "Next": "ValueIsZero"}, {"Condition": "{% $states.input.value >= 20 and $states.input.value < 30 %}", "Next": "ValueInTwenties"}], "Default": "DefaultState"}, "Public": {"Type": "Pass", "End": true}, "ValueIsZero": {"Type": "Pass", "End": true}, "ValueInTwenties": {"Type": "Pass", "End": true}, "DefaultState": {"Type": "Fail", "Cause": "No Matches!"}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"type": "Private", "value": 22}' }, { as: 'execution' }),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted ChoiceStateEntered ChoiceStateExited PassStateEntered PassStateExited ExecutionSucceeded',
          { 6: { executionSucceededEventDetails: { output: json({ type: 'Private', value: 22 }) } } },
        ),
      ],
    },
  ],
};
