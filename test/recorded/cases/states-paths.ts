// Recorded answers about paths of the state machines service.
import { ANY, call, json, localstack, type RecordedCases } from '../case.ts';
import { happens } from '../states-steps.ts';

const roleArn = 'arn:aws:iam::{account}:role/any';
const stateMachineArn = 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_1';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'a state passes a result',
      source: localstack('stepfunctions/v2/base/test_base.py::TestSnfBase::test_state_pass_result'),
      recorded: '2024-02',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "BASE_PASS_RESULT", "StartAt": "State_1", "States": {"State_1": {"Type": "Pass", "Result": {"Arg1": "argument1"}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded', {
          4: { executionSucceededEventDetails: { output: json({ Arg1: 'argument1' }) } },
        }),
      ],
    },
    {
      title: 'a result is not read as paths',
      source: localstack('stepfunctions/v2/base/test_base.py::TestSnfBase::test_state_pass_result_jsonpaths'),
      recorded: '2024-02',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "BASE_PASS_RESULT", "StartAt": "State_1", "States": {"State_1": {"Type": "Pass", "Result": {"unsupported1.$": "$.jsonpath", "unsupported2.$": "$$"}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded', {
          4: { executionSucceededEventDetails: { output: json({ 'unsupported1.$': '$.jsonpath', 'unsupported2.$': '$$' }) } },
        }),
      ],
    },
    {
      title: 'a definition may name its version',
      source: localstack('stepfunctions/v2/base/test_base.py::TestSnfBase::test_decl_version_1_0'),
      recorded: '2024-02',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "DECL_VERSION_1_0", "StartAt": "State_1", "Version": "1.0", "States": {"State_1": {"Type": "Pass", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded'),
      ],
    },
    {
      title: 'the context is read',
      source: localstack('stepfunctions/v2/base/test_base.py::TestSnfBase::test_query_context_object_values'),
      recorded: '2024-07',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "QUERY_CONTEXT_OBJECT_VALUES", "StartAt": "QueryValues1", "States": {"QueryValues1": {"Type": "Pass", "Next": "QueryValues2", "ResultPath": "$.query_values_1", "Parameters": {"context_object.$": "$$", "execution.$": "$$.Execution", "execution_id.$": "$$.Execution.Id", "execution_input.$": "$$.Execution.Input", "execution_name.$": "$$.Execution.Name", "execution_rolearn.$": "$$.Execution.RoleArn", "execution_starttime.$": "$$.Execution.StartTime", "state.$": "$$.State", "state_enteredtime.$": "$$.State.EnteredTime", "state_name.$": "$$.State.Name", "statemachine.$": "$$.StateMachine", "statemachine_id.$": "$$.StateMachine.Id", "statemachine_name.$": "$$.StateMachine.Name"}}, "QueryValues2": {"Type": "Pass", "End": true, "ResultPath": "$.query_values_2", "Parameters": {"context_object.$": "$$"}}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"message": "TestMessage"}' }, { as: 'execution' }),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted PassStateEntered PassStateExited PassStateEntered PassStateExited ExecutionSucceeded',
          {
            6: {
              executionSucceededEventDetails: {
                output: json({
                  message: 'TestMessage',
                  query_values_1: {
                    context_object: {
                      Execution: {
                        Id: '{execution.executionArn}',
                        Input: { message: 'TestMessage' },
                        Name: ANY,
                        RoleArn: ANY,
                        StartTime: ANY,
                        RedriveCount: 0,
                      },
                      StateMachine: {
                        Id: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_1',
                        Name: 'statemachine_create_and_record_execution_1',
                      },
                      State: { Name: 'QueryValues1', EnteredTime: ANY },
                    },
                    execution: {
                      Id: '{execution.executionArn}',
                      Input: { message: 'TestMessage' },
                      Name: ANY,
                      RoleArn: ANY,
                      StartTime: ANY,
                      RedriveCount: 0,
                    },
                    execution_id: '{execution.executionArn}',
                    execution_input: { message: 'TestMessage' },
                    execution_name: ANY,
                    execution_rolearn: ANY,
                    execution_starttime: ANY,
                    state: { Name: 'QueryValues1', EnteredTime: ANY },
                    state_enteredtime: ANY,
                    state_name: 'QueryValues1',
                    statemachine: {
                      Id: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_1',
                      Name: 'statemachine_create_and_record_execution_1',
                    },
                    statemachine_id: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_1',
                    statemachine_name: 'statemachine_create_and_record_execution_1',
                  },
                  query_values_2: {
                    context_object: {
                      Execution: {
                        Id: '{execution.executionArn}',
                        Input: { message: 'TestMessage' },
                        Name: ANY,
                        RoleArn: ANY,
                        StartTime: ANY,
                        RedriveCount: 0,
                      },
                      StateMachine: {
                        Id: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_1',
                        Name: 'statemachine_create_and_record_execution_1',
                      },
                      State: { Name: 'QueryValues2', EnteredTime: ANY },
                    },
                  },
                }),
              },
            },
          },
        ),
      ],
    },
    {
      title: 'a path may have an expression',
      source: localstack('stepfunctions/v2/base/test_base.py::TestSnfBase::test_state_pass_regex_json_path_base'),
      recorded: '2024-02',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "BASE_PASS_RESULT_REGEX_JSON_PATH_BASE", "StartAt": "State0", "States": {"State0": {"Type": "Pass", "Parameters": {"FromInput.$": "$.users[?(@.status == 0)]"}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call(
          'states.StartExecution',
          { stateMachineArn, input: '{"users": [{"year": 1997, "status": 0}, {"year": 1998, "status": 1}]}' },
          { as: 'execution' },
        ),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded', {
          4: { executionSucceededEventDetails: { output: json({ FromInput: [{ year: 1997, status: 0 }] }) } },
        }),
      ],
    },
    {
      title: 'parameters may have comments',
      source: localstack('stepfunctions/v2/comments/test_comments.py::TestComments::test_comment_in_parameters'),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "COMMENTS_IN_PARAMETERS", "StartAt": "StartState", "States": {"StartState": {"Type": "Pass", "Parameters": {"Comment": "Comment text", "comment": "comment text", "constant": "constant text"}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded', {
          4: {
            executionSucceededEventDetails: {
              output: json({ Comment: 'Comment text', comment: 'comment text', constant: 'constant text' }),
            },
          },
        }),
      ],
    },
  ],
};
