// Recorded answers about tasks of the state machines service.
import { ANY, call, json, localstack, type RecordedCases, refused } from '../case.ts';
import { createMachine, definitionOf, ROLE, run } from '../states-steps.ts';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'a task that waits for an execution tells its redrives',
      source: localstack(
        'stepfunctions/v2/local_mocking/test_base_callbacks.py::TestBaseScenarios::test_sfn_start_execution_sync[SFN_SYNC2]',
      ),
      recorded: '2025-10',
      steps: [
        call(
          'states.CreateStateMachine',
          {
            ...{ name: 'nested', roleArn: ROLE },
            definition: definitionOf({ Only: { Type: 'Pass', Result: { Arg1: 'argument1' }, End: true } }),
          },
          { as: 'nested' },
        ),
        createMachine(
          definitionOf({
            StartExecution: {
              ...{ Type: 'Task', Resource: 'arn:aws:states:::states:startExecution.sync:2', End: true },
              Parameters: { StateMachineArn: '{nested.stateMachineArn}', Name: 'TestStartTarget' },
            },
          }),
        ),
        ...run(
          {},
          {
            status: 'SUCCEEDED',
            output: json({
              ...{ ExecutionArn: ANY, Input: {}, InputDetails: { Included: true }, Name: 'TestStartTarget', Output: { Arg1: 'argument1' } },
              ...{ OutputDetails: { Included: true }, RedriveCount: 0, RedriveStatus: 'NOT_REDRIVABLE' },
              RedriveStatusReason: 'Execution is SUCCEEDED and cannot be redriven',
              ...{ StartDate: ANY, StateMachineArn: '{nested.stateMachineArn}', Status: 'SUCCEEDED', StopDate: ANY },
            }),
          },
        ),
      ],
    },
    {
      title: 'a failed call of an SDK task tells the attempts of the SDK',
      source: localstack(
        'stepfunctions/v2/services/test_aws_sdk_task_service.py::TestTaskServiceAwsSdk::test_sfn_send_task_outcome_with_no_such_token[state_machine_template0]',
      ),
      recorded: '2025-11',
      steps: [
        createMachine(
          definitionOf({
            Send: {
              ...{ Type: 'Task', Resource: 'arn:aws:states:::aws-sdk:sfn:sendTaskFailure', End: true },
              Parameters: { TaskToken: 'Invalid token' },
            },
          }),
        ),
        call('states.StartExecution', { stateMachineArn: '{machine.stateMachineArn}' }, { as: 'execution' }),
        { wait: '1s' },
        call(
          'states.DescribeExecution',
          { executionArn: '{execution.executionArn}' },
          {
            contains: {
              ...{ status: 'FAILED', error: 'Sfn.InvalidTokenException' },
              cause: /^Invalid Token: 'Invalid token' \(Service: Sfn, Status Code: 400, Request ID: [^)]+\) \(SDK Attempt Count: 1\)$/,
            },
          },
        ),
      ],
    },
    {
      title: 'a mock is the result of a task on an item (io)',
      source: localstack(
        'stepfunctions/v2/test_state/test_test_state_mock_scenarios.py::TestStateMockScenarios::test_io_dynamodb_service_task_mock_success',
      ),
      recorded: '2025-12',
      steps: [
        call(
          'states.TestState',
          {
            definition:
              '{"Type": "Task", "Resource": "arn:aws:states:::dynamodb:putItem", "Parameters": {"TableName.$": "$.TableName", "Item.$": "$.Item"}, "ResultPath": "$.putItemOutput", "End": true}',
            input: '{"TableName": "sfn_test_table_1", "Item": {"data": {"S": "HelloWorld"}, "id": {"S": "id1"}}}',
            inspectionLevel: 'INFO',
            mock: { result: '{"SdkHttpMetadata": {"HttpStatusCode": 200}}' },
          },
          {
            contains: {
              output: json({
                TableName: 'sfn_test_table_1',
                Item: { data: { S: 'HelloWorld' }, id: { S: 'id1' } },
                putItemOutput: { SdkHttpMetadata: { HttpStatusCode: 200 } },
              }),
              status: 'SUCCEEDED',
            },
          },
        ),
      ],
    },
    {
      title: 'a mock is the result of a task on an item (io_output_path)',
      source: localstack(
        'stepfunctions/v2/test_state/test_test_state_mock_scenarios.py::TestStateMockScenarios::test_io_dynamodb_service_task_mock_success',
      ),
      recorded: '2025-12',
      steps: [
        call(
          'states.TestState',
          {
            definition:
              '{"Type": "Task", "Resource": "arn:aws:states:::dynamodb:putItem", "Parameters": {"TableName.$": "$.TableName", "Item.$": "$.Item"}, "ResultPath": "$.putItemOutput", "OutputPath": "$.putItemOutput", "End": true}',
            input: '{"TableName": "sfn_test_table_1", "Item": {"data": {"S": "HelloWorld"}, "id": {"S": "id1"}}}',
            inspectionLevel: 'INFO',
            mock: { result: '{"SdkHttpMetadata": {"HttpStatusCode": 200}}' },
          },
          { contains: { output: json({ SdkHttpMetadata: { HttpStatusCode: 200 } }), status: 'SUCCEEDED' } },
        ),
      ],
    },
    {
      title: 'a task is tested with a role or a mock',
      source: localstack(
        'stepfunctions/v2/test_state/test_test_state_scenarios.py::TestStateCaseScenarios::test_base_lambda_service_task_state_no_role_arn_validation',
      ),
      recorded: '2025-12',
      steps: [
        refused(
          'states.TestState',
          {
            definition:
              '{"Comment": "BASE_LAMBDA_SERVICE_TASK_STATE", "Type": "Task", "Resource": "arn:aws:states:::lambda:invoke", "Parameters": {"FunctionName.$": "$.FunctionName", "Payload.$": "$.Payload"}, "End": true}',
            input: '{"FunctionName": "lambda_func_1", "Payload": null}',
            inspectionLevel: 'TRACE',
          },
          'ValidationException',
          'RoleArn must be specified when testing a Task state',
        ),
      ],
    },
  ],
};
