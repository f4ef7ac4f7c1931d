// Recorded answers about tasks of the state machines service.
import { call, json, localstack, type RecordedCases } from '../case.ts';
import { ZipFile } from '../functions.ts';
import { happens } from '../states-steps.ts';

const executionArn = '{execution.executionArn}';
const roleArn = 'arn:aws:iam::{account}:role/any';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'a parameter that there is not fails the task',
      source: localstack('stepfunctions/v2/error_handling/test_task_service_dynamodb.py::TestTaskServiceDynamoDB::test_invalid_param'),
      recorded: '2023-05',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "TASK_SERVICE_DYNAMODB_PUT_ITEM", "StartAt": "PutItem", "States": {"PutItem": {"Type": "Task", "Resource": "arn:aws:states:::dynamodb:putItem", "Parameters": {"TableName.$": "$.TableName", "Item.$": "$.Item"}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call(
          'states.StartExecution',
          {
            stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_1',
            input: '{"TableName": "no_such_sfn_test_table_2", "Key": null, "Item": null}',
          },
          { as: 'execution' },
        ),
        call('states.GetExecutionHistory', { executionArn }, { as: 'history' }),
        happens('{execution.executionArn}', 'ExecutionStarted TaskStateEntered TaskScheduled TaskStarted TaskFailed ExecutionFailed', {
          5: {
            taskFailedEventDetails: { cause: '{history.events.4.taskFailedEventDetails.cause}', error: 'DynamoDB.AmazonDynamoDBException' },
          },
          6: {
            executionFailedEventDetails: {
              cause: '{history.events.4.taskFailedEventDetails.cause}',
              error: 'DynamoDB.AmazonDynamoDBException',
            },
          },
        }),
      ],
    },
    {
      title: 'a table that is not there fails a task of the SDK',
      source: localstack(
        'stepfunctions/v2/error_handling/test_task_service_dynamodb.py::TestTaskServiceDynamoDB::test_put_item_no_such_table',
      ),
      recorded: '2023-05',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "TASK_SERVICE_DYNAMODB_PUT_ITEM", "StartAt": "PutItem", "States": {"PutItem": {"Type": "Task", "Resource": "arn:aws:states:::dynamodb:putItem", "Parameters": {"TableName.$": "$.TableName", "Item.$": "$.Item"}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call(
          'states.StartExecution',
          {
            stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_1',
            input: '{"TableName": "no_such_sfn_test_table_2", "Item": {"data": {"S": "HelloWorld"}, "id": {"S": "id1"}}}',
          },
          { as: 'execution' },
        ),
        call('states.GetExecutionHistory', { executionArn }, { as: 'history' }),
        happens('{execution.executionArn}', 'ExecutionStarted TaskStateEntered TaskScheduled TaskStarted TaskFailed ExecutionFailed', {
          5: {
            taskFailedEventDetails: {
              cause: '{history.events.4.taskFailedEventDetails.cause}',
              error: 'DynamoDB.ResourceNotFoundException',
            },
          },
          6: {
            executionFailedEventDetails: {
              cause: '{history.events.4.taskFailedEventDetails.cause}',
              error: 'DynamoDB.ResourceNotFoundException',
            },
          },
        }),
      ],
    },
    {
      title: 'a bad name of a table fails a task of the SDK',
      source: localstack(
        'stepfunctions/v2/error_handling/test_task_service_dynamodb.py::TestTaskServiceDynamoDB::test_put_item_invalid_table_name',
      ),
      recorded: '2023-05',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "TASK_SERVICE_DYNAMODB_PUT_ITEM", "StartAt": "PutItem", "States": {"PutItem": {"Type": "Task", "Resource": "arn:aws:states:::dynamodb:putItem", "Parameters": {"TableName.$": "$.TableName", "Item.$": "$.Item"}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call(
          'states.StartExecution',
          {
            stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_1',
            input: '{"TableName": "/invalid_test_table_2", "Item": {"data": {"S": "HelloWorld"}, "id": {"S": "id1"}}}',
          },
          { as: 'execution' },
        ),
        call('states.GetExecutionHistory', { executionArn }, { as: 'history' }),
        happens('{execution.executionArn}', 'ExecutionStarted TaskStateEntered TaskScheduled TaskStarted TaskFailed ExecutionFailed', {
          5: {
            taskFailedEventDetails: { cause: '{history.events.4.taskFailedEventDetails.cause}', error: 'DynamoDB.AmazonDynamoDBException' },
          },
          6: {
            executionFailedEventDetails: {
              cause: '{history.events.4.taskFailedEventDetails.cause}',
              error: 'DynamoDB.AmazonDynamoDBException',
            },
          },
        }),
      ],
    },
    {
      title: 'a function that is not there fails the task',
      source: localstack('stepfunctions/v2/error_handling/test_task_service_lambda.py::TestTaskServiceLambda::test_no_such_function'),
      recorded: '2025-11',
      steps: [
        call('lambda.CreateFunction', {
          FunctionName: 'lambda_func_1',
          Runtime: 'python3.12',
          Handler: 'handler.handler',
          Role: 'arn:aws:iam::{account}:role/any',
          Code: { ZipFile },
          Timeout: 30,
          Environment: { Variables: {} },
          Tags: {},
        }),
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_2',
          definition:
            '{"Comment": "TASK_SERVICE_LAMBDA_CATCH_UNKNOWN", "StartAt": "Start", "States": {"Start": {"Type": "Task", "Resource": "arn:aws:states:::lambda:invoke", "Parameters": {"FunctionName.$": "$.FunctionName", "Payload.$": "$.Payload"}, "Catch": [{"ErrorEquals": ["Lambda.Unknown"], "Next": "EndWithHandler"}], "Next": "EndWithFinal"}, "EndWithHandler": {"Type": "Pass", "ResultPath": "$.error", "End": true}, "EndWithFinal": {"Type": "Pass", "ResultPath": "$.final", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call(
          'states.StartExecution',
          {
            stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_2',
            input: '{"FunctionName": "no_such_lambda_func_1", "Payload": null}',
          },
          { as: 'execution' },
        ),
        call('states.GetExecutionHistory', { executionArn }, { as: 'history' }),
        happens('{execution.executionArn}', 'ExecutionStarted TaskStateEntered TaskScheduled TaskStarted TaskFailed ExecutionFailed', {
          5: {
            taskFailedEventDetails: { cause: '{history.events.4.taskFailedEventDetails.cause}', error: 'Lambda.ResourceNotFoundException' },
          },
          6: {
            executionFailedEventDetails: {
              cause: '{history.events.4.taskFailedEventDetails.cause}',
              error: 'Lambda.ResourceNotFoundException',
            },
          },
        }),
      ],
    },
    {
      title: 'a function that is not there is caught',
      source: localstack('stepfunctions/v2/error_handling/test_task_service_lambda.py::TestTaskServiceLambda::test_no_such_function_catch'),
      recorded: '2025-11',
      steps: [
        call('lambda.CreateFunction', {
          FunctionName: 'lambda_func_1',
          Runtime: 'python3.12',
          Handler: 'handler.handler',
          Role: 'arn:aws:iam::{account}:role/any',
          Code: { ZipFile },
          Timeout: 30,
          Environment: { Variables: {} },
          Tags: {},
        }),
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_2',
          definition:
            '{"Comment": "TASK_SERVICE_LAMBDA_CATCH_RELEVANT", "StartAt": "Start", "States": {"Start": {"Type": "Task", "Resource": "arn:aws:states:::lambda:invoke", "Parameters": {"FunctionName.$": "$.FunctionName", "Payload.$": "$.Payload"}, "Catch": [{"ErrorEquals": ["Lambda.Unknown"], "Next": "EndWithLambdaUnknownHandler"}, {"ErrorEquals": ["States.TaskFailed"], "Next": "EndWithStateTaskFailedHandler"}, {"ErrorEquals": ["States.ALL"], "Next": "EndWithAllHandler"}], "Next": "EndWithFinal"}, "EndWithLambdaUnknownHandler": {"Type": "Pass", "ResultPath": "$.lambda_unknown", "End": true}, "EndWithStateTaskFailedHandler": {"Type": "Pass", "ResultPath": "$.task_failed_error", "End": true}, "EndWithAllHandler": {"Type": "Pass", "ResultPath": "$.all_error", "End": true}, "EndWithFinal": {"Type": "Pass", "ResultPath": "$.final", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call(
          'states.StartExecution',
          {
            stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_2',
            input: '{"FunctionName": "no_such_lambda_func_1", "Payload": null}',
          },
          { as: 'execution' },
        ),
        call('states.GetExecutionHistory', { executionArn }, { as: 'history' }),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted TaskStateEntered TaskScheduled TaskStarted TaskFailed TaskStateExited PassStateEntered PassStateExited ExecutionSucceeded',
          {
            5: {
              taskFailedEventDetails: {
                cause: '{history.events.4.taskFailedEventDetails.cause}',
                error: 'Lambda.ResourceNotFoundException',
              },
            },
            9: {
              executionSucceededEventDetails: {
                output: json({
                  Error: 'Lambda.ResourceNotFoundException',
                  Cause: '{history.events.4.taskFailedEventDetails.cause}',
                  task_failed_error: {
                    Error: 'Lambda.ResourceNotFoundException',
                    Cause: '{history.events.4.taskFailedEventDetails.cause}',
                  },
                }),
              },
            },
          },
        ),
      ],
    },
  ],
};
