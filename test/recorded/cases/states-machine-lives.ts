// Recorded answers about machine lives of the state machines service.
import { call, json, localstack, type RecordedCases } from '../case.ts';
import { happens } from '../states-steps.ts';

const roleArn = 'arn:aws:iam::{account}:role/any';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'machines are made and listed',
      source: localstack('stepfunctions/v2/test_sfn_api.py::TestSnfApi::test_list_sms'),
      recorded: '2023-08',
      steps: [
        call(
          'states.CreateStateMachine',
          {
            name: 'statemachine_1_1',
            definition:
              '{"Comment": "BASE_PASS_RESULT", "StartAt": "State_1", "States": {"State_1": {"Type": "Pass", "Result": {"Arg1": "argument1"}, "End": true}}}',
            roleArn,
          },
          { contains: { stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1_1' } },
        ),
        call(
          'states.CreateStateMachine',
          {
            name: 'statemachine_2_2',
            definition:
              '{"Comment": "BASE_PASS_RESULT", "StartAt": "State_1", "States": {"State_1": {"Type": "Pass", "Result": {"Arg1": "argument1"}, "End": true}}}',
            roleArn,
          },
          { contains: { stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_2_2' } },
        ),
        call(
          'states.CreateStateMachine',
          {
            name: 'statemachine_3_3',
            definition:
              '{"Comment": "BASE_PASS_RESULT", "StartAt": "State_1", "States": {"State_1": {"Type": "Pass", "Result": {"Arg1": "argument1"}, "End": true}}}',
            roleArn,
          },
          { contains: { stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_3_3' } },
        ),
        call(
          'states.DeleteStateMachine',
          { stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1_1' },
          { answer: {} },
        ),
        call(
          'states.DeleteStateMachine',
          { stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_2_2' },
          { answer: {} },
        ),
        call(
          'states.DeleteStateMachine',
          { stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_3_3' },
          { answer: {} },
        ),
      ],
    },
    {
      title: 'an execution is started, listed and told',
      source: localstack('stepfunctions/v2/test_sfn_api.py::TestSnfApi::test_start_execution'),
      recorded: '2024-06',
      steps: [
        call(
          'states.CreateStateMachine',
          {
            name: 'statemachine_1',
            definition:
              '{"Comment": "BASE_PASS_RESULT", "StartAt": "State_1", "States": {"State_1": {"Type": "Pass", "Result": {"Arg1": "argument1"}, "End": true}}}',
            roleArn,
          },
          { contains: { stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1' } },
        ),
        call(
          'states.StartExecution',
          { stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1' },
          { as: 'execution' },
        ),
        call(
          'states.ListExecutions',
          { stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1' },
          {
            contains: {
              executions: [
                {
                  executionArn: '{execution.executionArn}',
                  redriveCount: 0,
                  stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1',
                  status: 'SUCCEEDED',
                },
              ],
            },
          },
        ),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded', {
          4: { executionSucceededEventDetails: { output: json({ Arg1: 'argument1' }) } },
        }),
      ],
    },
    {
      title: 'an execution is described while it runs',
      source: localstack('stepfunctions/v2/test_sfn_api.py::TestSnfApi::test_describe_execution'),
      recorded: '2024-08',
      steps: [
        call(
          'states.CreateStateMachine',
          {
            name: 'statemachine_1',
            definition:
              '{"Comment": "BASE_PASS_RESULT", "StartAt": "State_1", "States": {"State_1": {"Type": "Pass", "Result": {"Arg1": "argument1"}, "End": true}}}',
            roleArn,
          },
          { contains: { stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1' } },
        ),
        call(
          'states.StartExecution',
          { stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1' },
          { as: 'execution' },
        ),
        call(
          'states.DescribeExecution',
          { executionArn: '{execution.executionArn}' },
          {
            contains: {
              executionArn: '{execution.executionArn}',
              inputDetails: { included: true },
              output: json({ Arg1: 'argument1' }),
              outputDetails: { included: true },
              redriveCount: 0,
              redriveStatus: 'NOT_REDRIVABLE',
              redriveStatusReason: 'Execution is SUCCEEDED and cannot be redriven',
              stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1',
              status: 'SUCCEEDED',
            },
          },
        ),
      ],
    },
    {
      title: 'a name of an execution may have punctuation',
      source: localstack('stepfunctions/v2/test_sfn_api.py::TestSnfApi::test_describe_execution_arn_containing_punctuation'),
      recorded: '2024-06',
      steps: [
        call(
          'states.CreateStateMachine',
          {
            name: 'state.machine_1',
            definition:
              '{"Comment": "BASE_PASS_RESULT", "StartAt": "State_1", "States": {"State_1": {"Type": "Pass", "Result": {"Arg1": "argument1"}, "End": true}}}',
            roleArn,
          },
          { contains: { stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:state.machine_1' } },
        ),
        call(
          'states.StartExecution',
          { stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:state.machine_1', name: 'state.machine.execution_2' },
          { contains: { executionArn: 'arn:aws:states:us-east-1:{account}:execution:state.machine_1:state.machine.execution_2' } },
        ),
        call(
          'states.DescribeExecution',
          { executionArn: 'arn:aws:states:us-east-1:{account}:execution:state.machine_1:state.machine.execution_2' },
          {
            contains: {
              executionArn: 'arn:aws:states:us-east-1:{account}:execution:state.machine_1:state.machine.execution_2',
              inputDetails: { included: true },
              name: 'state.machine.execution_2',
              output: json({ Arg1: 'argument1' }),
              outputDetails: { included: true },
              redriveCount: 0,
              redriveStatus: 'NOT_REDRIVABLE',
              redriveStatusReason: 'Execution is SUCCEEDED and cannot be redriven',
              stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:state.machine_1',
              status: 'SUCCEEDED',
            },
          },
        ),
      ],
    },
    {
      title: 'tags of a machine are put and listed (tag_list0)',
      source: localstack('stepfunctions/v2/test_sfn_api_tagging.py::TestSnfApiTagging::test_tag_state_machine[tag_list0]'),
      recorded: '2023-08',
      steps: [
        call(
          'states.CreateStateMachine',
          {
            name: 'statemachine_1',
            definition:
              '{"Comment": "BASE_PASS_RESULT", "StartAt": "State_1", "States": {"State_1": {"Type": "Pass", "Result": {"Arg1": "argument1"}, "End": true}}}',
            roleArn,
          },
          { contains: { stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1' } },
        ),
        call(
          'states.TagResource',
          { resourceArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1', tags: [] },
          { answer: {} },
        ),
        call(
          'states.ListTagsForResource',
          { resourceArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1' },
          { contains: { tags: [] } },
        ),
      ],
    },
  ],
};
