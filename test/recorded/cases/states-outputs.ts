// Recorded answers about outputs of the state machines service.
import { ANY, call, json, localstack, type RecordedCases } from '../case.ts';
import { happens } from '../states-steps.ts';

const roleArn = 'arn:aws:iam::{account}:role/any';
const stateMachineArn = 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_1';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'the output of a state is a part of it ($$)',
      source: localstack('stepfunctions/v2/context_object/test_context_object.py::TestSnfBase::test_output_path[$$]'),
      recorded: '2024-09',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "CONTEXT_OBJECT_OUTPUT_PATH", "StartAt": "TestState", "States": {"TestState": {"Type": "Pass", "OutputPath": "$$", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"input-value": 0}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded', {
          4: {
            executionSucceededEventDetails: {
              output: json({
                Execution: {
                  Id: '{execution.executionArn}',
                  Input: { 'input-value': 0 },
                  Name: ANY,
                  RoleArn: ANY,
                  StartTime: ANY,
                  RedriveCount: 0,
                },
                StateMachine: {
                  Id: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_1',
                  Name: 'statemachine_create_and_record_execution_1',
                },
                State: { Name: 'TestState', EnteredTime: ANY },
              }),
            },
          },
        }),
      ],
    },
    {
      title: 'the output of a state is a part of it ($$.Execution.Input)',
      source: localstack('stepfunctions/v2/context_object/test_context_object.py::TestSnfBase::test_output_path[$$.Execution.Input]'),
      recorded: '2024-09',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "CONTEXT_OBJECT_OUTPUT_PATH", "StartAt": "TestState", "States": {"TestState": {"Type": "Pass", "OutputPath": "$$.Execution.Input", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"input-value": 0}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded', {
          4: { executionSucceededEventDetails: { output: json({ 'input-value': 0 }) } },
        }),
      ],
    },
    {
      title: 'an output is any value (NULL)',
      source: localstack('stepfunctions/v2/outputdecl/test_output.py::TestArgumentsBase::test_base_output_any_non_dict[NULL]'),
      recorded: '2026-02',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"StartAt": "State0", "States": {"State0": {"QueryLanguage": "JSONata", "Type": "Pass", "Output": null, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"input_value": "stringliteral"}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded', {
          4: { executionSucceededEventDetails: { output: 'null' } },
        }),
      ],
    },
    {
      title: 'an output is any value (INT)',
      source: localstack('stepfunctions/v2/outputdecl/test_output.py::TestArgumentsBase::test_base_output_any_non_dict[INT]'),
      recorded: '2026-02',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition: '{"StartAt": "State0", "States": {"State0": {"QueryLanguage": "JSONata", "Type": "Pass", "Output": 0, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"input_value": "stringliteral"}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded', {
          4: { executionSucceededEventDetails: { output: '0' } },
        }),
      ],
    },
    {
      title: 'an output is any value (FLOAT)',
      source: localstack('stepfunctions/v2/outputdecl/test_output.py::TestArgumentsBase::test_base_output_any_non_dict[FLOAT]'),
      recorded: '2026-02',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"StartAt": "State0", "States": {"State0": {"QueryLanguage": "JSONata", "Type": "Pass", "Output": 0.1, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"input_value": "stringliteral"}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded', {
          4: { executionSucceededEventDetails: { output: '0.1' } },
        }),
      ],
    },
    {
      title: 'an output is any value (BOOL)',
      source: localstack('stepfunctions/v2/outputdecl/test_output.py::TestArgumentsBase::test_base_output_any_non_dict[BOOL]'),
      recorded: '2026-02',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"StartAt": "State0", "States": {"State0": {"QueryLanguage": "JSONata", "Type": "Pass", "Output": true, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"input_value": "stringliteral"}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded', {
          4: { executionSucceededEventDetails: { output: 'true' } },
        }),
      ],
    },
    {
      title: 'an output is any value (STR_LIT)',
      source: localstack('stepfunctions/v2/outputdecl/test_output.py::TestArgumentsBase::test_base_output_any_non_dict[STR_LIT]'),
      recorded: '2026-02',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"StartAt": "State0", "States": {"State0": {"QueryLanguage": "JSONata", "Type": "Pass", "Output": "string literal", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"input_value": "stringliteral"}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded', {
          4: { executionSucceededEventDetails: { output: '"string literal"' } },
        }),
      ],
    },
  ],
};
