// Recorded answers about failures of the state machines service.
import { ANY, call, json, localstack, type RecordedCases } from '../case.ts';
import { happens } from '../states-steps.ts';

const executionArn = '{execution.executionArn}';
const roleArn = 'arn:aws:iam::{account}:role/any';
const stateMachineArn = 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_1';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'a failing state has an error and a cause',
      source: localstack('stepfunctions/v2/base/test_base.py::TestSnfBase::test_state_fail'),
      recorded: '2024-03',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "BASE_RAISE_FAILURE", "StartAt": "FailState", "States": {"FailState": {"Type": "Fail", "Error": "SomeFailure", "Cause": "This state machines raises a \'SomeFailure\' failure."}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        call(
          'states.DescribeExecution',
          { executionArn },
          {
            contains: {
              cause: "This state machines raises a 'SomeFailure' failure.",
              error: 'SomeFailure',
              executionArn: '{execution.executionArn}',
              inputDetails: { included: true },
              redriveCount: 0,
              redriveStatus: 'REDRIVABLE',
              stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_1',
              status: 'FAILED',
            },
          },
        ),
        happens('{execution.executionArn}', 'ExecutionStarted FailStateEntered ExecutionFailed', {
          3: { executionFailedEventDetails: { cause: "This state machines raises a 'SomeFailure' failure.", error: 'SomeFailure' } },
        }),
      ],
    },
    {
      title: 'a failing state takes error and cause from its input',
      source: localstack('stepfunctions/v2/base/test_base.py::TestSnfBase::test_state_fail_path'),
      recorded: '2024-02',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "RAISE_FAILURE_PATH", "StartAt": "FailState", "States": {"FailState": {"Type": "Fail", "ErrorPath": "$.Error", "CausePath": "$.Cause"}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call(
          'states.StartExecution',
          { stateMachineArn, input: '{"Error": "error string", "Cause": "cause string"}' },
          { as: 'execution' },
        ),
        happens('{execution.executionArn}', 'ExecutionStarted FailStateEntered ExecutionFailed', {
          3: { executionFailedEventDetails: { cause: 'cause string', error: 'error string' } },
        }),
      ],
    },
    {
      title: 'error and cause come from the input',
      source: localstack('stepfunctions/v2/context_object/test_context_object.py::TestSnfBase::test_error_cause_path'),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"StartAt": "StartState", "States": {"StartState": {"Type": "Fail", "ErrorPath": "$$.State.Name", "CausePath": "$$.StateMachine.Name"}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted FailStateEntered ExecutionFailed', {
          3: { executionFailedEventDetails: { cause: 'statemachine_create_and_record_execution_1', error: 'StartState' } },
        }),
      ],
    },
    {
      title: 'a bucket that is not there fails the task',
      source: localstack('stepfunctions/v2/error_handling/test_aws_sdk.py::TestAwsSdk::test_no_such_bucket'),
      recorded: '2023-06',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "AWS_SDK_TASK_ERROR_S3_LIST_OBJECTS", "StartAt": "CreateSecret", "States": {"CreateSecret": {"Type": "Task", "Resource": "arn:aws:states:::aws-sdk:s3:listObjects", "Parameters": {"Bucket.$": "$.Bucket"}, "Catch": [{"ErrorEquals": ["States.TaskFailed"], "ResultPath": "$.TaskFailedError", "Next": "TaskFailedHandler"}], "End": true}, "TaskFailedHandler": {"Type": "Pass", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"Bucket": "someNonexistentBucketNamea284da49"}' }, { as: 'execution' }),
        call('states.GetExecutionHistory', { executionArn }, { as: 'history' }),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted TaskStateEntered TaskScheduled TaskStarted TaskFailed TaskStateExited PassStateEntered PassStateExited ExecutionSucceeded',
          {
            5: { taskFailedEventDetails: { cause: '{history.events.4.taskFailedEventDetails.cause}', error: 'S3.NoSuchBucketException' } },
            9: {
              executionSucceededEventDetails: {
                output: json({
                  Bucket: ANY,
                  TaskFailedError: { Error: 'S3.NoSuchBucketException', Cause: '{history.events.4.taskFailedEventDetails.cause}' },
                }),
              },
            },
          },
        ),
      ],
    },
    {
      title: 'a table that is not there fails the task',
      source: localstack('stepfunctions/v2/error_handling/test_aws_sdk.py::TestAwsSdk::test_dynamodb_put_item_no_such_table'),
      recorded: '2023-07',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "TASK_SERVICE_DYNAMODB_PUT_ITEM", "StartAt": "PutItem", "States": {"PutItem": {"Type": "Task", "Resource": "arn:aws:states:::aws-sdk:dynamodb:putItem", "Parameters": {"TableName.$": "$.TableName", "Item.$": "$.Item"}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call(
          'states.StartExecution',
          {
            stateMachineArn,
            input: '{"TableName": "no_such_sfn_test_table_2", "Item": {"data": {"S": "HelloWorld"}, "id": {"S": "id1"}}}',
          },
          { as: 'execution' },
        ),
        { wait: '1s' },
        call('states.GetExecutionHistory', { executionArn }, { as: 'history2' }),
        happens('{execution.executionArn}', 'ExecutionStarted TaskStateEntered TaskScheduled TaskStarted TaskFailed ExecutionFailed', {
          5: {
            taskFailedEventDetails: {
              cause: '{history2.events.4.taskFailedEventDetails.cause}',
              error: 'DynamoDb.ResourceNotFoundException',
            },
          },
          6: {
            executionFailedEventDetails: {
              cause: '{history2.events.4.taskFailedEventDetails.cause}',
              error: 'DynamoDb.ResourceNotFoundException',
            },
          },
        }),
      ],
    },
  ],
};
