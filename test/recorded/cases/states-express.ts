// Recorded answers about express of the state machines service.
import { ANY, call, json, localstack, type RecordedCases } from '../case.ts';
import { ZipFile } from '../functions.ts';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'a retry may have a jitter and a longest delay',
      source: localstack('stepfunctions/v2/express/test_express_async.py::TestExpressAsync::test_retry'),
      recorded: '2024-07',
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
        call('logs.CreateLogGroup', { logGroupName: '/aws/vendedlogs/states/sfn-test-group-2' }),
        call(
          'states.CreateStateMachine',
          {
            name: 'express_statemachine_3',
            definition:
              '{"Comment": "LAMBDA_INVOKE_WITH_RETRY_BASE_EXTENDED_INPUT", "StartAt": "InvokeLambdaWithRetry", "States": {"InvokeLambdaWithRetry": {"Type": "Task", "Resource": "arn:aws:lambda:us-east-1:{account}:function:lambda_func_1", "Parameters": {"ThisContextObject.$": "$$", "ThisState.$": "$"}, "Retry": [{"ErrorEquals": ["States.ALL"], "MaxAttempts": 3}], "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "HandleError"}], "ResultPath": "$.state_output", "ResultSelector": {"FinalRetryCount.$": "$$.State.RetryCount"}, "End": true}, "HandleError": {"Type": "Pass", "End": true}}}',
            roleArn: 'arn:aws:iam::{account}:role/any',
            type: 'EXPRESS',
            loggingConfiguration: {
              level: 'ALL',
              includeExecutionData: true,
              destinations: [
                {
                  cloudWatchLogsLogGroup: {
                    logGroupArn: 'arn:aws:logs:us-east-1:{account}:log-group:/aws/vendedlogs/states/sfn-test-group-2:*',
                  },
                },
              ],
            },
          },
          { contains: { stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:express_statemachine_3' } },
        ),
      ],
    },
    {
      title: 'a machine reads its context and input synchronously',
      source: localstack('stepfunctions/v2/express/test_express_sync.py::TestExpressSync::test_query_runtime_memory'),
      recorded: '2024-07',
      steps: [
        call(
          'states.CreateStateMachine',
          {
            name: 'express_statemachine_1',
            definition:
              '{"Comment": "QUERY_CONTEXT_OBJECT_VALUES", "StartAt": "QueryValues1", "States": {"QueryValues1": {"Type": "Pass", "Next": "QueryValues2", "ResultPath": "$.query_values_1", "Parameters": {"context_object.$": "$$", "execution.$": "$$.Execution", "execution_id.$": "$$.Execution.Id", "execution_input.$": "$$.Execution.Input", "execution_name.$": "$$.Execution.Name", "execution_rolearn.$": "$$.Execution.RoleArn", "execution_starttime.$": "$$.Execution.StartTime", "state.$": "$$.State", "state_enteredtime.$": "$$.State.EnteredTime", "state_name.$": "$$.State.Name", "statemachine.$": "$$.StateMachine", "statemachine_id.$": "$$.StateMachine.Id", "statemachine_name.$": "$$.StateMachine.Name"}}, "QueryValues2": {"Type": "Pass", "End": true, "ResultPath": "$.query_values_2", "Parameters": {"context_object.$": "$$"}}}}',
            roleArn: 'arn:aws:iam::{account}:role/any',
            type: 'EXPRESS',
          },
          { contains: { stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:express_statemachine_1' } },
        ),
        call(
          'states.StartSyncExecution',
          {
            stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:express_statemachine_1',
            input: '{"message": "TestMessage"}',
          },
          {
            contains: {
              billingDetails: { billedDurationInMilliseconds: 100, billedMemoryUsedInMB: 64 },
              input: json({ message: 'TestMessage' }),
              inputDetails: { included: true },
              output: json({
                message: 'TestMessage',
                query_values_1: {
                  context_object: {
                    Execution: { Id: ANY, Input: { message: 'TestMessage' }, Name: ANY, RoleArn: ANY, StartTime: ANY },
                    StateMachine: {
                      Id: 'arn:aws:states:us-east-1:{account}:stateMachine:express_statemachine_1',
                      Name: 'express_statemachine_1',
                    },
                    State: { Name: 'QueryValues1', EnteredTime: ANY },
                  },
                  execution: { Id: ANY, Input: { message: 'TestMessage' }, Name: ANY, RoleArn: ANY, StartTime: ANY },
                  execution_id: ANY,
                  execution_input: { message: 'TestMessage' },
                  execution_name: ANY,
                  execution_rolearn: ANY,
                  execution_starttime: ANY,
                  state: { Name: 'QueryValues1', EnteredTime: ANY },
                  state_enteredtime: ANY,
                  state_name: 'QueryValues1',
                  statemachine: {
                    Id: 'arn:aws:states:us-east-1:{account}:stateMachine:express_statemachine_1',
                    Name: 'express_statemachine_1',
                  },
                  statemachine_id: 'arn:aws:states:us-east-1:{account}:stateMachine:express_statemachine_1',
                  statemachine_name: 'express_statemachine_1',
                },
                query_values_2: {
                  context_object: {
                    Execution: { Id: ANY, Input: { message: 'TestMessage' }, Name: ANY, RoleArn: ANY, StartTime: ANY },
                    StateMachine: {
                      Id: 'arn:aws:states:us-east-1:{account}:stateMachine:express_statemachine_1',
                      Name: 'express_statemachine_1',
                    },
                    State: { Name: 'QueryValues2', EnteredTime: ANY },
                  },
                },
              }),
              outputDetails: { included: true },
              stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:express_statemachine_1',
              status: 'SUCCEEDED',
            },
          },
        ),
      ],
    },
    {
      title: 'a definition of an express machine is validated (VALID_BASE_PASS)',
      source: localstack(
        'stepfunctions/v2/test_sfn_api_validation.py::TestSfnApiValidation::test_validate_state_machine_definition_type_express',
      ),
      recorded: '2025-10',
      steps: [
        call(
          'states.ValidateStateMachineDefinition',
          { definition: '{"StartAt": "StartState", "States": {"StartState": {"Type": "Pass", "End": true}}}', type: 'EXPRESS' },
          { contains: { diagnostics: [], result: 'OK' } },
        ),
      ],
    },
    {
      title: 'a definition of an express machine is validated (INVALID_BASE_NO_STARTAT)',
      source: localstack(
        'stepfunctions/v2/test_sfn_api_validation.py::TestSfnApiValidation::test_validate_state_machine_definition_type_express',
      ),
      recorded: '2025-10',
      steps: [
        call(
          'states.ValidateStateMachineDefinition',
          { definition: '{"States": {"StartState": {"Type": "Pass", "End": true}}}', type: 'EXPRESS' },
          {
            contains: {
              diagnostics: [
                { code: 'SCHEMA_VALIDATION_FAILED', location: '/', message: 'These fields are required: [StartAt]', severity: 'ERROR' },
              ],
              result: 'FAIL',
            },
          },
        ),
      ],
    },
    {
      title: 'a definition of an express machine is validated (INVALID_DOWNGRADE_QUERY_LANGUAGE)',
      source: localstack(
        'stepfunctions/v2/test_sfn_api_validation.py::TestSfnApiValidation::test_validate_state_machine_definition_type_express',
      ),
      recorded: '2025-10',
      steps: [
        call(
          'states.ValidateStateMachineDefinition',
          {
            definition:
              '{"StartAt": "Pass", "States": {"Pass": {"Type": "Pass", "End": true, "QueryLanguage": "JSONPath"}}, "QueryLanguage": "JSONata"}',
            type: 'EXPRESS',
          },
          {
            contains: {
              diagnostics: [
                {
                  code: 'SCHEMA_VALIDATION_FAILED',
                  location: '/States/Pass',
                  message: "'QueryLanguage' can not be 'JSONPath' if set to 'JSONata' for whole state machine",
                  severity: 'ERROR',
                },
              ],
              result: 'FAIL',
            },
          },
        ),
      ],
    },
    {
      title: 'a definition of an express machine is validated (VALID_QUERY_LANGUAGE_PASS)',
      source: localstack(
        'stepfunctions/v2/test_sfn_api_validation.py::TestSfnApiValidation::test_validate_state_machine_definition_type_express',
      ),
      recorded: '2025-10',
      steps: [
        call(
          'states.ValidateStateMachineDefinition',
          {
            definition:
              '{"StartAt": "Map", "QueryLanguage": "JSONPath", "States": {"Map": {"Type": "Map", "QueryLanguage": "JSONata", "ItemProcessor": {"ProcessorConfig": {"Mode": "INLINE"}, "StartAt": "Pass", "States": {"Pass": {"QueryLanguage": "JSONPath", "Type": "Pass", "End": true}}}, "End": true}}}',
            type: 'EXPRESS',
          },
          { contains: { diagnostics: [], result: 'OK' } },
        ),
      ],
    },
    {
      title: 'a definition of an express machine is validated (ILLEGAL_WFTT)',
      source: localstack(
        'stepfunctions/v2/test_sfn_api_validation.py::TestSfnApiValidation::test_validate_state_machine_definition_type_express',
      ),
      recorded: '2025-10',
      steps: [
        call(
          'states.ValidateStateMachineDefinition',
          {
            definition:
              '{"StartAt": "SendMessageWithWait", "States": {"SendMessageWithWait": {"Type": "Task", "Resource": "arn:aws:states:::sqs:sendMessage.waitForTaskToken", "Parameters": {"QueueUrl.$": "$.QueueUrl", "MessageBody": {"Message.$": "$.Message", "TaskToken.$": "$$.Task.Token"}}, "End": true}}}',
            type: 'EXPRESS',
          },
          {
            contains: {
              diagnostics: [
                {
                  code: 'SCHEMA_VALIDATION_FAILED',
                  location: '/States/SendMessageWithWait/Resource',
                  message: "Express state machine does not support '.waitForTaskToken' service integration ",
                  severity: 'ERROR',
                },
              ],
              result: 'FAIL',
            },
          },
        ),
      ],
    },
    {
      title: 'an express machine is made together with its first version',
      source: localstack('stepfunctions/v2/test_sfn_api_versioning.py::TestSnfApiVersioning::test_create_express_with_publish'),
      recorded: '2024-04',
      steps: [
        call(
          'states.CreateStateMachine',
          {
            name: 'statemachine_1',
            definition:
              '{"Comment": "BASE_PASS_RESULT", "StartAt": "State_1", "States": {"State_1": {"Type": "Pass", "Result": {"Arg1": "argument1"}, "End": true}}}',
            roleArn: 'arn:aws:iam::{account}:role/any',
            publish: true,
            type: 'EXPRESS',
          },
          {
            contains: {
              stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1',
              stateMachineVersionArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1:1',
            },
          },
        ),
      ],
    },
  ],
};
