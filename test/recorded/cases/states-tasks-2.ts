// Recorded answers about tasks of the state machines service.
import { call, json, localstack, type RecordedCases, refused } from '../case.ts';
import { happens } from '../states-steps.ts';

const inspectionLevel = 'INFO';
const roleArn = 'arn:aws:iam::{account}:role/any';
const executionArn = '{execution.executionArn}';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'a machine that is not there fails the task that starts it',
      source: localstack('stepfunctions/v2/error_handling/test_task_service_sfn.py::TestTaskServiceSfn::test_start_execution_no_such_arn'),
      recorded: '2023-06',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "BASE_PASS_RESULT", "StartAt": "State_1", "States": {"State_1": {"Type": "Pass", "Result": {"Arg1": "argument1"}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.DeleteStateMachine', {
          stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_1',
        }),
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_2',
          definition:
            '{"Comment": "SFN_START_EXECUTION", "StartAt": "StartExecution", "States": {"StartExecution": {"Type": "Task", "Resource": "arn:aws:states:::states:startExecution", "Parameters": {"StateMachineArn.$": "$.StateMachineArn", "Input.$": "$.Input", "Name.$": "$.Name"}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call(
          'states.StartExecution',
          {
            stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_2',
            input:
              '{"StateMachineArn": "arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_1NoSuchArn3", "Input": null, "Name": "TestStartTarget"}',
          },
          { as: 'execution' },
        ),
        call('states.GetExecutionHistory', { executionArn }, { as: 'history' }),
        happens('{execution.executionArn}', 'ExecutionStarted TaskStateEntered TaskScheduled TaskStarted TaskFailed ExecutionFailed', {
          5: {
            taskFailedEventDetails: {
              cause: '{history.events.4.taskFailedEventDetails.cause}',
              error: 'StepFunctions.StateMachineDoesNotExistException',
            },
          },
          6: {
            executionFailedEventDetails: {
              cause: '{history.events.4.taskFailedEventDetails.cause}',
              error: 'StepFunctions.StateMachineDoesNotExistException',
            },
          },
        }),
      ],
    },
    {
      title: 'an item is put and read',
      source: localstack('stepfunctions/v2/services/test_aws_sdk_task_service.py::TestTaskServiceAwsSdk::test_dynamodb_put_get_item'),
      recorded: '2025-11',
      steps: [
        call('dynamodb.CreateTable', {
          TableName: 'sfn_test_table_1',
          KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
          AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
          BillingMode: 'PAY_PER_REQUEST',
          StreamSpecification: { StreamEnabled: false },
        }),
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_2',
          definition:
            '{"Comment": "AWS_SDK_DYNAMODB_PUT_GET_ITEM", "StartAt": "PutItem", "States": {"PutItem": {"Type": "Task", "Resource": "arn:aws:states:::aws-sdk:dynamodb:putItem", "Parameters": {"TableName.$": "$.TableName", "Item.$": "$.Item"}, "ResultPath": "$.putItemOutput", "Next": "GetItem"}, "GetItem": {"Type": "Task", "Resource": "arn:aws:states:::aws-sdk:dynamodb:getItem", "ResultPath": "$.getItemOutput", "Parameters": {"TableName.$": "$.TableName", "Key.$": "$.Key"}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call(
          'states.StartExecution',
          {
            stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_2',
            input:
              '{"TableName": "sfn_test_table_1", "Item": {"data": {"S": "HelloWorld"}, "id": {"S": "id1"}}, "Key": {"id": {"S": "id1"}}}',
          },
          { as: 'execution' },
        ),
        { wait: '1s' },
        happens(
          '{execution.executionArn}',
          'ExecutionStarted TaskStateEntered TaskScheduled TaskStarted TaskSucceeded TaskStateExited TaskStateEntered TaskScheduled TaskStarted TaskSucceeded TaskStateExited ExecutionSucceeded',
          {
            12: {
              executionSucceededEventDetails: {
                output: json({
                  TableName: 'sfn_test_table_1',
                  Item: { data: { S: 'HelloWorld' }, id: { S: 'id1' } },
                  Key: { id: { S: 'id1' } },
                  putItemOutput: {},
                  getItemOutput: { Item: { data: { S: 'HelloWorld' }, id: { S: 'id1' } } },
                }),
              },
            },
          },
        ),
      ],
    },
    {
      title: 'a machine starts another one',
      source: localstack('stepfunctions/v2/services/test_aws_sdk_task_service.py::TestTaskServiceAwsSdk::test_sfn_start_execution'),
      recorded: '2025-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "BASE_RAISE_FAILURE", "StartAt": "FailState", "States": {"FailState": {"Type": "Fail", "Error": "SomeFailure", "Cause": "This state machines raises a \'SomeFailure\' failure."}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_2',
          definition:
            '{"Comment": "AWS_SDK_SFN_START_EXECUTION", "StartAt": "StartExecution", "States": {"StartExecution": {"Type": "Task", "Resource": "arn:aws:states:::aws-sdk:sfn:startExecution", "Parameters": {"StateMachineArn.$": "$.StateMachineArn", "Input.$": "$.Input", "Name.$": "$.Name"}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call(
          'states.StartExecution',
          {
            stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_2',
            input:
              '{"StateMachineArn": "arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_1", "Input": null, "Name": "TestStartTarget"}',
          },
          { as: 'execution' },
        ),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted TaskStateEntered TaskScheduled TaskStarted TaskSucceeded TaskStateExited ExecutionSucceeded',
        ),
      ],
    },
    {
      title: 'a strict mock of an execution has its members (missing_required_fields)',
      source: localstack('stepfunctions/v2/test_state/test_field_validation_mode.py::TestFieldValidationMode::test_strict_mode_sfn_task'),
      recorded: '2025-12',
      steps: [
        refused(
          'states.TestState',
          {
            definition:
              '{"Type": "Task", "QueryLanguage": "JSONata", "Resource": "arn:aws:states:::states:startExecution", "Arguments": {"Input": "{% $states.input.targetInput %}", "StateMachineArn": "{% $states.input.stateMachineArn %}", "Name": "{% $states.input.name %}"}, "Output": {"targetExecutionResult": "{% $states.result %}"}, "End": true}',
            input:
              '{"stateMachineArn": "arn:aws:states:us-east-1:{account}:stateMachine:TargetStateMachine", "targetInput": null, "name": "TestStartTarget"}',
            inspectionLevel,
            mock: { result: '{}' },
          },
          'ValidationException',
          "Mock result schema validation error: Required field 'ExecutionArn' is missing",
        ),
      ],
    },
    {
      title: 'a strict mock of an execution has its members (field_name_not_in_sfn_case)',
      source: localstack('stepfunctions/v2/test_state/test_field_validation_mode.py::TestFieldValidationMode::test_strict_mode_sfn_task'),
      recorded: '2025-12',
      steps: [
        refused(
          'states.TestState',
          {
            definition:
              '{"Type": "Task", "QueryLanguage": "JSONata", "Resource": "arn:aws:states:::states:startExecution", "Arguments": {"Input": "{% $states.input.targetInput %}", "StateMachineArn": "{% $states.input.stateMachineArn %}", "Name": "{% $states.input.name %}"}, "Output": {"targetExecutionResult": "{% $states.result %}"}, "End": true}',
            input:
              '{"stateMachineArn": "arn:aws:states:us-east-1:{account}:stateMachine:TargetStateMachine", "targetInput": null, "name": "TestStartTarget"}',
            inspectionLevel,
            mock: { result: '{"executionArn": "stringValueExecutionArn", "startDate": "stringValueStartDate"}' },
          },
          'ValidationException',
          "Mock result schema validation error: Required field 'ExecutionArn' is missing",
        ),
      ],
    },
    {
      title: 'a strict mock of an execution has its members (wrong_timestamp_type_bool)',
      source: localstack('stepfunctions/v2/test_state/test_field_validation_mode.py::TestFieldValidationMode::test_strict_mode_sfn_task'),
      recorded: '2025-12',
      steps: [
        refused(
          'states.TestState',
          {
            definition:
              '{"Type": "Task", "QueryLanguage": "JSONata", "Resource": "arn:aws:states:::states:startExecution", "Arguments": {"Input": "{% $states.input.targetInput %}", "StateMachineArn": "{% $states.input.stateMachineArn %}", "Name": "{% $states.input.name %}"}, "Output": {"targetExecutionResult": "{% $states.result %}"}, "End": true}',
            input:
              '{"stateMachineArn": "arn:aws:states:us-east-1:{account}:stateMachine:TargetStateMachine", "targetInput": null, "name": "TestStartTarget"}',
            inspectionLevel,
            mock: { result: '{"ExecutionArn": "stringValueExecutionArn", "StartDate": true}' },
          },
          'ValidationException',
          "Mock result schema validation error: Field 'StartDate' must be a string",
        ),
      ],
    },
    {
      title: 'a strict mock of an execution has its members (wrong_timestamp_type_number)',
      source: localstack('stepfunctions/v2/test_state/test_field_validation_mode.py::TestFieldValidationMode::test_strict_mode_sfn_task'),
      recorded: '2025-12',
      steps: [
        refused(
          'states.TestState',
          {
            definition:
              '{"Type": "Task", "QueryLanguage": "JSONata", "Resource": "arn:aws:states:::states:startExecution", "Arguments": {"Input": "{% $states.input.targetInput %}", "StateMachineArn": "{% $states.input.stateMachineArn %}", "Name": "{% $states.input.name %}"}, "Output": {"targetExecutionResult": "{% $states.result %}"}, "End": true}',
            input:
              '{"stateMachineArn": "arn:aws:states:us-east-1:{account}:stateMachine:TargetStateMachine", "targetInput": null, "name": "TestStartTarget"}',
            inspectionLevel,
            mock: { result: '{"ExecutionArn": "stringValueExecutionArn", "StartDate": 1764103483}' },
          },
          'ValidationException',
          "Mock result schema validation error: Field 'StartDate' must be a string",
        ),
      ],
    },
    {
      title: 'a strict mock of an invocation has its members (wrong_integer_type_string)',
      source: localstack(
        'stepfunctions/v2/test_state/test_field_validation_mode.py::TestFieldValidationMode::test_strict_mode_lambda_task',
      ),
      recorded: '2025-12',
      steps: [
        refused(
          'states.TestState',
          {
            definition:
              '{"Comment": "BASE_LAMBDA_SERVICE_TASK_STATE", "Type": "Task", "Resource": "arn:aws:states:::lambda:invoke", "Parameters": {"FunctionName.$": "$.FunctionName", "Payload.$": "$.Payload"}, "End": true}',
            input: '{"FunctionName": "function_name", "Payload": null}',
            inspectionLevel,
            mock: { result: '{"StatusCode": "200"}' },
          },
          'ValidationException',
          "Mock result schema validation error: Field 'StatusCode' must be a number",
        ),
      ],
    },
    {
      title: 'a strict mock of an item has its members (wrong_float_type_string)',
      source: localstack(
        'stepfunctions/v2/test_state/test_field_validation_mode.py::TestFieldValidationMode::test_strict_mode_dynamodb_task',
      ),
      recorded: '2025-12',
      steps: [
        refused(
          'states.TestState',
          {
            definition:
              '{"Type": "Task", "Resource": "arn:aws:states:::dynamodb:putItem", "Parameters": {"TableName.$": "$.TableName", "Item.$": "$.Item"}, "End": true}',
            input: '{"TableName": "table_name", "Item": {"data": {"S": "HelloWorld"}, "id": {"S": "id1"}}}',
            inspectionLevel,
            mock: { result: '{"ConsumedCapacity": {"CapacityUnits": "123.45"}}' },
          },
          'ValidationException',
          "Mock result schema validation error: Field 'CapacityUnits' must be a number",
        ),
      ],
    },
  ],
};
