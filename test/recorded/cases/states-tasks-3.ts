// Recorded answers about tasks of the state machines service.
import { call, json, localstack, type RecordedCases, refused } from '../case.ts';

const inspectionLevel = 'INFO';
const fieldValidationMode = 'PRESENT';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'a strict mock of an object has its members (wrong_long_type_string)',
      source: localstack(
        'stepfunctions/v2/test_state/test_field_validation_mode.py::TestFieldValidationMode::test_strict_mode_aws_sdk_s3_task',
      ),
      recorded: '2025-12',
      steps: [
        refused(
          'states.TestState',
          {
            definition:
              '{"Type": "Task", "Resource": "arn:aws:states:::aws-sdk:s3:getObject", "Parameters": {"Bucket.$": "$.Bucket", "Key.$": "$.Key"}, "End": true}',
            input: '{"Bucket": "bucket_name", "Key": "file_key"}',
            inspectionLevel,
            mock: { result: '{"ContentLength": "9000"}' },
          },
          'ValidationException',
          "Mock result schema validation error: Field 'ContentLength' must be a number",
        ),
      ],
    },
    {
      title: 'a strict mock of an object has its members (non_existent_enum_value)',
      source: localstack(
        'stepfunctions/v2/test_state/test_field_validation_mode.py::TestFieldValidationMode::test_strict_mode_aws_sdk_s3_task',
      ),
      recorded: '2025-12',
      steps: [
        refused(
          'states.TestState',
          {
            definition:
              '{"Type": "Task", "Resource": "arn:aws:states:::aws-sdk:s3:getObject", "Parameters": {"Bucket.$": "$.Bucket", "Key.$": "$.Key"}, "End": true}',
            input: '{"Bucket": "bucket_name", "Key": "file_key"}',
            inspectionLevel,
            mock: { result: '{"StorageClass": "Papyrus"}' },
          },
          'ValidationException',
          "Mock result schema validation error: Field 'StorageClass' is not an expected value",
        ),
      ],
    },
    {
      title: 'a mock of an execution with good members passes (missing_required_fields)',
      source: localstack(
        'stepfunctions/v2/test_state/test_field_validation_mode_present.py::TestFieldValidationModePresent::test_present_mode_sfn_task_validation_pass',
      ),
      recorded: '2025-12',
      steps: [
        call(
          'states.TestState',
          {
            definition:
              '{"Type": "Task", "QueryLanguage": "JSONata", "Resource": "arn:aws:states:::states:startExecution", "Arguments": {"Input": "{% $states.input.targetInput %}", "StateMachineArn": "{% $states.input.stateMachineArn %}", "Name": "{% $states.input.name %}"}, "Output": {"targetExecutionResult": "{% $states.result %}"}, "End": true}',
            input:
              '{"stateMachineArn": "arn:aws:states:us-east-1:{account}:stateMachine:TargetStateMachine", "targetInput": null, "name": "TestStartTarget"}',
            inspectionLevel,
            mock: { result: '{}', fieldValidationMode },
          },
          { contains: { status: 'SUCCEEDED' } },
        ),
      ],
    },
    {
      title: 'a mock of an execution with bad members fails (wrong_timestamp_type_bool)',
      source: localstack(
        'stepfunctions/v2/test_state/test_field_validation_mode_present.py::TestFieldValidationModePresent::test_present_mode_sfn_task_validation_fail',
      ),
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
            mock: { result: '{"StartDate": true}', fieldValidationMode },
          },
          'ValidationException',
          "Mock result schema validation error: Field 'StartDate' must be a string",
        ),
      ],
    },
    {
      title: 'a mock of an execution with bad members fails (wrong_string_type_number)',
      source: localstack(
        'stepfunctions/v2/test_state/test_field_validation_mode_present.py::TestFieldValidationModePresent::test_present_mode_sfn_task_validation_fail',
      ),
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
            mock: { result: '{"ExecutionArn": 1764103483}', fieldValidationMode },
          },
          'ValidationException',
          "Mock result schema validation error: Field 'ExecutionArn' must be a string",
        ),
      ],
    },
    {
      title: 'a mock of an invocation with bad members fails (wrong_integer_type_string)',
      source: localstack(
        'stepfunctions/v2/test_state/test_field_validation_mode_present.py::TestFieldValidationModePresent::test_present_mode_lambda_task',
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
            mock: { result: '{"StatusCode": "200"}', fieldValidationMode },
          },
          'ValidationException',
          "Mock result schema validation error: Field 'StatusCode' must be a number",
        ),
      ],
    },
    {
      title: 'a mock of an item with bad members fails (wrong_float_type_string)',
      source: localstack(
        'stepfunctions/v2/test_state/test_field_validation_mode_present.py::TestFieldValidationModePresent::test_present_mode_dynamodb_task',
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
            mock: { result: '{"ConsumedCapacity": {"CapacityUnits": "123.45"}}', fieldValidationMode },
          },
          'ValidationException',
          "Mock result schema validation error: Field 'CapacityUnits' must be a number",
        ),
      ],
    },
    {
      title: 'a mock of an object with bad members fails (wrong_long_type_string)',
      source: localstack(
        'stepfunctions/v2/test_state/test_field_validation_mode_present.py::TestFieldValidationModePresent::test_present_mode_aws_sdk_s3_task',
      ),
      recorded: '2025-12',
      steps: [
        refused(
          'states.TestState',
          {
            definition:
              '{"Type": "Task", "Resource": "arn:aws:states:::aws-sdk:s3:getObject", "Parameters": {"Bucket.$": "$.Bucket", "Key.$": "$.Key"}, "End": true}',
            input: '{"Bucket": "bucket_name", "Key": "file_key"}',
            inspectionLevel,
            mock: { result: '{"ContentLength": "9000"}', fieldValidationMode },
          },
          'ValidationException',
          "Mock result schema validation error: Field 'ContentLength' must be a number",
        ),
      ],
    },
    {
      title: 'a mock of an object with bad members fails (non_existent_enum_value)',
      source: localstack(
        'stepfunctions/v2/test_state/test_field_validation_mode_present.py::TestFieldValidationModePresent::test_present_mode_aws_sdk_s3_task',
      ),
      recorded: '2025-12',
      steps: [
        refused(
          'states.TestState',
          {
            definition:
              '{"Type": "Task", "Resource": "arn:aws:states:::aws-sdk:s3:getObject", "Parameters": {"Bucket.$": "$.Bucket", "Key.$": "$.Key"}, "End": true}',
            input: '{"Bucket": "bucket_name", "Key": "file_key"}',
            inspectionLevel,
            mock: { result: '{"StorageClass": "Papyrus"}', fieldValidationMode },
          },
          'ValidationException',
          "Mock result schema validation error: Field 'StorageClass' is not an expected value",
        ),
      ],
    },
    {
      title: 'a mock of a key with bad members fails (wrong_blob_type_number)',
      source: localstack(
        'stepfunctions/v2/test_state/test_field_validation_mode_present.py::TestFieldValidationModePresent::test_present_mode_aws_sdk_kms_task',
      ),
      recorded: '2025-12',
      steps: [
        refused(
          'states.TestState',
          {
            definition:
              '{"Type": "Task", "Resource": "arn:aws:states:::aws-sdk:kms:encrypt", "Parameters": {"KeyId.$": "$.KeyId", "Plaintext.$": "$.Plaintext"}, "End": true}',
            input: '{"KeyId": "key_id", "Plaintext": "plain_text"}',
            inspectionLevel,
            mock: { result: '{"CiphertextBlob": 123}', fieldValidationMode },
          },
          'ValidationException',
          "Mock result schema validation error: Field 'CiphertextBlob' must be a string",
        ),
      ],
    },
    {
      title: 'a mock is JSON',
      source: localstack(
        'stepfunctions/v2/test_state/test_test_state_mock_scenarios.py::TestStateMockScenarios::test_base_lambda_service_task_mock_is_not_json_string',
      ),
      recorded: '2025-12',
      steps: [
        refused(
          'states.TestState',
          {
            definition:
              '{"Comment": "BASE_LAMBDA_SERVICE_TASK_STATE", "Type": "Task", "Resource": "arn:aws:states:::lambda:invoke", "Parameters": {"FunctionName.$": "$.FunctionName", "Payload.$": "$.Payload"}, "End": true}',
            input: '{"FunctionName": "lambda_func_1", "Payload": null}',
            inspectionLevel,
            mock: { result: 'not JSON string', fieldValidationMode: 'NONE' },
          },
          'ValidationException',
          'Mocked result must be valid JSON',
        ),
      ],
    },
    {
      title: 'a mock is the result of an invocation',
      source: localstack(
        'stepfunctions/v2/test_state/test_test_state_mock_scenarios.py::TestStateMockScenarios::test_base_lambda_service_task_mock_success',
      ),
      recorded: '2025-12',
      steps: [
        call(
          'states.TestState',
          {
            definition:
              '{"Comment": "BASE_LAMBDA_SERVICE_TASK_STATE", "Type": "Task", "Resource": "arn:aws:states:::lambda:invoke", "Parameters": {"FunctionName.$": "$.FunctionName", "Payload.$": "$.Payload"}, "End": true}',
            input: '{"FunctionName": "lambda_func_1", "Payload": null}',
            inspectionLevel,
            mock: { result: '{"Payload": "function output", "SdkHttpMetadata": {"HttpStatusCode": 200}}' },
          },
          { contains: { output: json({ Payload: 'function output', SdkHttpMetadata: { HttpStatusCode: 200 } }), status: 'SUCCEEDED' } },
        ),
      ],
    },
    {
      title: 'a mock is the result of a task on an item (base)',
      source: localstack(
        'stepfunctions/v2/test_state/test_test_state_mock_scenarios.py::TestStateMockScenarios::test_io_dynamodb_service_task_mock_success',
      ),
      recorded: '2025-12',
      steps: [
        call(
          'states.TestState',
          {
            definition:
              '{"Type": "Task", "Resource": "arn:aws:states:::dynamodb:putItem", "Parameters": {"TableName.$": "$.TableName", "Item.$": "$.Item"}, "End": true}',
            input: '{"TableName": "sfn_test_table_1", "Item": {"data": {"S": "HelloWorld"}, "id": {"S": "id1"}}}',
            inspectionLevel,
            mock: { result: '{"SdkHttpMetadata": {"HttpStatusCode": 200}}' },
          },
          { contains: { output: json({ SdkHttpMetadata: { HttpStatusCode: 200 } }), status: 'SUCCEEDED' } },
        ),
      ],
    },
  ],
};
