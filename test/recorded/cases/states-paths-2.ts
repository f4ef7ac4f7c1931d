// Recorded answers about paths of the state machines service.
import { ANY, call, json, localstack, type RecordedCases, refused } from '../case.ts';
import { happens } from '../states-steps.ts';

const roleArn = 'arn:aws:iam::{account}:role/any';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'the input of a state is a part of it ($$)',
      source: localstack('stepfunctions/v2/context_object/test_context_object.py::TestSnfBase::test_input_path[$$]'),
      recorded: '2024-09',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "CONTEXT_OBJECT_INPUT_PATH", "StartAt": "TestState", "States": {"TestState": {"Type": "Pass", "InputPath": "$$", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call(
          'states.StartExecution',
          {
            stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_1',
            input: '{"input-value": 0}',
          },
          { as: 'execution' },
        ),
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
      title: 'the input of a state is a part of it ($$.Execution.Input)',
      source: localstack('stepfunctions/v2/context_object/test_context_object.py::TestSnfBase::test_input_path[$$.Execution.Input]'),
      recorded: '2024-09',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "CONTEXT_OBJECT_INPUT_PATH", "StartAt": "TestState", "States": {"TestState": {"Type": "Pass", "InputPath": "$$.Execution.Input", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call(
          'states.StartExecution',
          {
            stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_1',
            input: '{"input-value": 0}',
          },
          { as: 'execution' },
        ),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded', {
          4: { executionSucceededEventDetails: { output: json({ 'input-value': 0 }) } },
        }),
      ],
    },
    {
      title: 'a variable is read by later states',
      source: localstack('stepfunctions/v2/context_object/test_context_object.py::TestSnfBase::test_variable'),
      recorded: '2024-09',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "CONTEXT_OBJECT_VARIABLE", "StartAt": "TestState", "States": {"TestState": {"Type": "Choice", "Choices": [{"Variable": "$$.Execution.Input.input-value", "NumericLessThanEquals": 0, "Next": "QuitChoiceMatched"}], "Default": "QuitNoChoiceMatched"}, "QuitChoiceMatched": {"Type": "Pass", "End": true}, "QuitNoChoiceMatched": {"Type": "Pass", "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call(
          'states.StartExecution',
          {
            stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_1',
            input: '{"input-value": 0}',
          },
          { as: 'execution' },
        ),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted ChoiceStateEntered ChoiceStateExited PassStateEntered PassStateExited ExecutionSucceeded',
          { 6: { executionSucceededEventDetails: { output: json({ 'input-value': 0 }) } } },
        ),
      ],
    },
    {
      title: 'credentials have a role (EMPTY_CREDENTIALS)',
      source: localstack('stepfunctions/v2/credentials/test_credentials_base.py::TestCredentialsBase::test_invalid_credentials_field'),
      recorded: '2024-12',
      steps: [
        refused(
          'states.CreateStateMachine',
          {
            name: 'statemachine_1',
            definition:
              '{"StartAt": "State0", "QueryLanguage": "JSONata", "States": {"State0": {"Type": "Task", "Resource": "arn:aws:states:::lambda:invoke", "Arguments": "{% $state.input %}", "Credentials": {}, "End": true}}}',
            roleArn,
          },
          'InvalidDefinition',
          "Invalid State Machine Definition: 'SCHEMA_VALIDATION_FAILED: The field 'RoleArn' is required but was missing at /States/State0/Credentials'",
        ),
      ],
    },
    {
      title: 'credentials have a role (INVALID_CREDENTIALS_FIELD)',
      source: localstack('stepfunctions/v2/credentials/test_credentials_base.py::TestCredentialsBase::test_invalid_credentials_field'),
      recorded: '2024-12',
      steps: [
        refused(
          'states.CreateStateMachine',
          {
            name: 'statemachine_1',
            definition:
              '{"StartAt": "State0", "QueryLanguage": "JSONata", "States": {"State0": {"Type": "Task", "Resource": "arn:aws:states:::lambda:invoke", "Arguments": "{% $state.input %}", "Credentials": {"InvalidField": "invalid"}, "End": true}}}',
            roleArn,
          },
          'InvalidDefinition',
          "Invalid State Machine Definition: 'SCHEMA_VALIDATION_FAILED: The field 'RoleArn' is required but was missing at /States/State0/Credentials'",
        ),
      ],
    },
    {
      title: 'a mock and secrets exclude each other',
      source: localstack(
        'stepfunctions/v2/test_state/test_state_mock_validation.py::TestStateMockValidation::test_reveal_secrets_is_true_and_mock_result_is_set',
      ),
      recorded: '2025-12',
      steps: [
        refused(
          'states.TestState',
          {
            definition:
              '{"Comment": "BASE_LAMBDA_SERVICE_TASK_STATE", "Type": "Task", "Resource": "arn:aws:states:::lambda:invoke", "Parameters": {"FunctionName.$": "$.FunctionName", "Payload.$": "$.Payload"}, "End": true}',
            inspectionLevel: 'TRACE',
            mock: { result: '{"mock": "response"}' },
            revealSecrets: true,
          },
          'ValidationException',
          'TestState does not support RevealSecrets when a mock is specified.',
        ),
      ],
    },
    {
      title: 'a state of a whole machine is tested by its name (INFO-State0)',
      source: localstack(
        'stepfunctions/v2/test_state/test_test_state_machine_scenarios.py::TestStateMachineScenarios::test_base_state_name_multi_state',
      ),
      recorded: '2025-12',
      steps: [
        call(
          'states.TestState',
          {
            stateName: 'State0',
            definition:
              '{"Comment": "BASE_MULTI_STATE_MACHINE", "QueryLanguage": "JSONata", "StartAt": "State0", "States": {"State0": {"Type": "Pass", "Next": "State1"}, "State1": {"Type": "Fail", "Error": "SomeFailure", "Cause": "This state machines raises a \'SomeFailure\' failure."}}}',
            input: '{"Value": "HelloWorld"}',
            inspectionLevel: 'INFO',
          },
          { contains: { nextState: 'State1', output: json({ Value: 'HelloWorld' }), status: 'SUCCEEDED' } },
        ),
      ],
    },
    {
      title: 'a state of a whole machine is tested by its name (INFO-State1)',
      source: localstack(
        'stepfunctions/v2/test_state/test_test_state_machine_scenarios.py::TestStateMachineScenarios::test_base_state_name_multi_state',
      ),
      recorded: '2025-12',
      steps: [
        call(
          'states.TestState',
          {
            stateName: 'State1',
            definition:
              '{"Comment": "BASE_MULTI_STATE_MACHINE", "QueryLanguage": "JSONata", "StartAt": "State0", "States": {"State0": {"Type": "Pass", "Next": "State1"}, "State1": {"Type": "Fail", "Error": "SomeFailure", "Cause": "This state machines raises a \'SomeFailure\' failure."}}}',
            input: '{"Value": "HelloWorld"}',
            inspectionLevel: 'INFO',
          },
          { contains: { cause: "This state machines raises a 'SomeFailure' failure.", error: 'SomeFailure', status: 'FAILED' } },
        ),
      ],
    },
    {
      title: 'a state of a whole machine is tested by its name (DEBUG-State0)',
      source: localstack(
        'stepfunctions/v2/test_state/test_test_state_machine_scenarios.py::TestStateMachineScenarios::test_base_state_name_multi_state',
      ),
      recorded: '2025-12',
      steps: [
        call(
          'states.TestState',
          {
            stateName: 'State0',
            definition:
              '{"Comment": "BASE_MULTI_STATE_MACHINE", "QueryLanguage": "JSONata", "StartAt": "State0", "States": {"State0": {"Type": "Pass", "Next": "State1"}, "State1": {"Type": "Fail", "Error": "SomeFailure", "Cause": "This state machines raises a \'SomeFailure\' failure."}}}',
            input: '{"Value": "HelloWorld"}',
            inspectionLevel: 'DEBUG',
          },
          {
            contains: {
              inspectionData: { input: json({ Value: 'HelloWorld' }) },
              nextState: 'State1',
              output: json({ Value: 'HelloWorld' }),
              status: 'SUCCEEDED',
            },
          },
        ),
      ],
    },
    {
      title: 'a state of a whole machine is tested by its name (DEBUG-State1)',
      source: localstack(
        'stepfunctions/v2/test_state/test_test_state_machine_scenarios.py::TestStateMachineScenarios::test_base_state_name_multi_state',
      ),
      recorded: '2025-12',
      steps: [
        call(
          'states.TestState',
          {
            stateName: 'State1',
            definition:
              '{"Comment": "BASE_MULTI_STATE_MACHINE", "QueryLanguage": "JSONata", "StartAt": "State0", "States": {"State0": {"Type": "Pass", "Next": "State1"}, "State1": {"Type": "Fail", "Error": "SomeFailure", "Cause": "This state machines raises a \'SomeFailure\' failure."}}}',
            input: '{"Value": "HelloWorld"}',
            inspectionLevel: 'DEBUG',
          },
          {
            contains: {
              cause: "This state machines raises a 'SomeFailure' failure.",
              error: 'SomeFailure',
              inspectionData: { input: json({ Value: 'HelloWorld' }) },
              status: 'FAILED',
            },
          },
        ),
      ],
    },
    {
      title: 'a state of a whole machine is tested by its name (TRACE-State0)',
      source: localstack(
        'stepfunctions/v2/test_state/test_test_state_machine_scenarios.py::TestStateMachineScenarios::test_base_state_name_multi_state',
      ),
      recorded: '2025-12',
      steps: [
        call(
          'states.TestState',
          {
            stateName: 'State0',
            definition:
              '{"Comment": "BASE_MULTI_STATE_MACHINE", "QueryLanguage": "JSONata", "StartAt": "State0", "States": {"State0": {"Type": "Pass", "Next": "State1"}, "State1": {"Type": "Fail", "Error": "SomeFailure", "Cause": "This state machines raises a \'SomeFailure\' failure."}}}',
            input: '{"Value": "HelloWorld"}',
            inspectionLevel: 'TRACE',
          },
          {
            contains: {
              inspectionData: { input: json({ Value: 'HelloWorld' }) },
              nextState: 'State1',
              output: json({ Value: 'HelloWorld' }),
              status: 'SUCCEEDED',
            },
          },
        ),
      ],
    },
  ],
};
