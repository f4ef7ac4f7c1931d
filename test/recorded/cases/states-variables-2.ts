// Recorded answers about variables of the state machines service.
import { call, json, localstack, type RecordedCases } from '../case.ts';
import { happens } from '../states-steps.ts';

const roleArn = 'arn:aws:iam::{account}:role/any';
const executionArn = '{execution.executionArn}';
const stateMachineArn = 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_1';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'a choice and its rules assign variables (INCORRECT)',
      source: localstack(
        'stepfunctions/v2/assign/test_assign_reference_variables.py::TestAssignReferenceVariables::test_assign_in_choice_state',
      ),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "BASE_ASSIGN_IN_CHOICE", "StartAt": "CheckInputState", "States": {"CheckInputState": {"Type": "Choice", "Choices": [{"Variable": "$.input_value", "IsPresent": false, "Assign": {"status": "UNKNOWN"}, "Next": "FinalState"}, {"Variable": "$.input_value", "NumericEquals": 42, "Assign": {"status": "CORRECT"}, "Next": "FinalState"}], "Assign": {"status": "INCORRECT", "guess.$": "$.input_value"}, "Default": "FinalState"}, "FinalState": {"Type": "Pass", "Parameters": {"result.$": "$status"}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"input_value": "0"}' }, { as: 'execution' }),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted ChoiceStateEntered ChoiceStateExited PassStateEntered PassStateExited ExecutionSucceeded',
          {
            3: { stateExitedEventDetails: { assignedVariables: { guess: '"0"', status: '"INCORRECT"' } } },
            6: { executionSucceededEventDetails: { output: json({ result: 'INCORRECT' }) } },
          },
        ),
      ],
    },
    {
      title: 'a waiting state assigns variables',
      source: localstack(
        'stepfunctions/v2/assign/test_assign_reference_variables.py::TestAssignReferenceVariables::test_assign_in_wait_state',
      ),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "BASE_ASSIGN_IN_WAIT", "StartAt": "WaitState", "States": {"WaitState": {"Type": "Wait", "Seconds": 0, "Assign": {"foo": "oof"}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted WaitStateEntered WaitStateExited ExecutionSucceeded', {
          3: { stateExitedEventDetails: { assignedVariables: { foo: '"oof"' } } },
        }),
      ],
    },
    {
      title: 'a map reads variables (MAP_STATE_REFERENCE_IN_INTRINSIC_FUNCTION)',
      source: localstack(
        'stepfunctions/v2/assign/test_assign_reference_variables.py::TestAssignReferenceVariables::test_reference_in_map_state',
      ),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "MAP_STATE_REFERENCE_IN_INTRINSIC_FUNCTION", "StartAt": "Start", "States": {"Start": {"Type": "Pass", "Assign": {"AnswerTemplate": "It\'s {}!", "Question": "Who\'s that Pokemon?"}, "Result": ["Charizard", "Pikachu", "Squirtle"], "Next": "MapIterateState"}, "MapIterateState": {"Type": "Map", "MaxConcurrency": 1, "ItemSelector": {"AnnouncePokemon.$": "States.Format($AnswerTemplate, $$.Map.Item.Value)"}, "ItemProcessor": {"ProcessorConfig": {"Mode": "INLINE"}, "StartAt": "Pass", "States": {"Pass": {"Type": "Pass", "Parameters": {"Question.$": "$Question", "Answer.$": "$.AnnouncePokemon"}, "End": true}}}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted PassStateEntered PassStateExited MapStateEntered MapStateStarted MapIterationStarted PassStateEntered PassStateExited MapIterationSucceeded MapIterationStarted PassStateEntered PassStateExited MapIterationSucceeded MapIterationStarted PassStateEntered PassStateExited MapIterationSucceeded MapStateSucceeded MapStateExited ExecutionSucceeded',
          { 3: { stateExitedEventDetails: { assignedVariables: { AnswerTemplate: '"It\'s {}!"', Question: '"Who\'s that Pokemon?"' } } } },
        ),
      ],
    },
    {
      title: 'a map reads variables (MAP_STATE_REFERENCE_IN_ITEMS_PATH)',
      source: localstack(
        'stepfunctions/v2/assign/test_assign_reference_variables.py::TestAssignReferenceVariables::test_reference_in_map_state',
      ),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "MAP_STATE_REFERENCE_IN_ITEMS_PATH", "StartAt": "Start", "States": {"Start": {"Type": "Pass", "Assign": {"Question": "Who\'s that Pokemon?", "PokemonList": ["Charizard", "Pikachu", "Squirtle"]}, "Result": {"AnswerTemplate": "It\'s {}!"}, "Next": "MapIterateState"}, "MapIterateState": {"Type": "Map", "MaxConcurrency": 1, "ItemsPath": "$PokemonList", "ItemSelector": {"AnnouncePokemon.$": "States.Format($.AnswerTemplate, $$.Map.Item.Value)"}, "ItemProcessor": {"ProcessorConfig": {"Mode": "INLINE"}, "StartAt": "Pass", "States": {"Pass": {"Type": "Pass", "Parameters": {"Question.$": "$Question", "Answer.$": "$.AnnouncePokemon"}, "End": true}}}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted PassStateEntered PassStateExited MapStateEntered MapStateStarted MapIterationStarted PassStateEntered PassStateExited MapIterationSucceeded MapIterationStarted PassStateEntered PassStateExited MapIterationSucceeded MapIterationStarted PassStateEntered PassStateExited MapIterationSucceeded MapStateSucceeded MapStateExited ExecutionSucceeded',
          {
            3: {
              stateExitedEventDetails: {
                assignedVariables: { PokemonList: '["Charizard","Pikachu","Squirtle"]', Question: '"Who\'s that Pokemon?"' },
              },
            },
          },
        ),
      ],
    },
    {
      title: 'a map reads variables (MAP_STATE_REFERENCE_IN_MAX_CONCURRENCY_PATH)',
      source: localstack(
        'stepfunctions/v2/assign/test_assign_reference_variables.py::TestAssignReferenceVariables::test_reference_in_map_state',
      ),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "MAP_STATE_REFERENCE_IN_MAX_CONCURRENCY_PATH", "StartAt": "Start", "States": {"Start": {"Type": "Pass", "Assign": {"maxConcurrency": "1"}, "Result": {"Values": [1, 2, 3]}, "Next": "MapState"}, "MapState": {"Type": "Map", "ItemsPath": "$.Values", "MaxConcurrencyPath": "$maxConcurrency", "ItemProcessor": {"ProcessorConfig": {"Mode": "INLINE"}, "StartAt": "HandleItem", "States": {"HandleItem": {"Type": "Pass", "End": true}}}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted PassStateEntered PassStateExited MapStateEntered MapStateStarted MapIterationStarted PassStateEntered PassStateExited MapIterationSucceeded MapIterationStarted PassStateEntered PassStateExited MapIterationSucceeded MapIterationStarted PassStateEntered PassStateExited MapIterationSucceeded MapStateSucceeded MapStateExited ExecutionSucceeded',
          { 3: { stateExitedEventDetails: { assignedVariables: { maxConcurrency: '"1"' } } } },
        ),
      ],
    },
    {
      title: 'variables that an assignment reads are told with the machine (BASE_REFERENCE_IN_PARAMETERS)',
      source: localstack(
        'stepfunctions/v2/test_sfn_api_variable_references.py::TestSfnApiVariableReferences::test_base_variable_references_in_assign_templates',
      ),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'sm-1',
          definition:
            '{"Comment": "BASE_REFERENCE_IN_PARAMETERS", "StartAt": "State0", "States": {"State0": {"Type": "Pass", "Parameters": {"result": "$result"}, "Assign": {"result": "foobar"}, "Next": "State1"}, "State1": {"Type": "Pass", "ResultPath": "$.result", "Parameters": {"result.$": "$result"}, "End": true}}}',
          roleArn,
        }),
        call(
          'states.DescribeStateMachine',
          { stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:sm-1' },
          {
            contains: {
              definition: json({
                Comment: 'BASE_REFERENCE_IN_PARAMETERS',
                StartAt: 'State0',
                States: {
                  State0: { Type: 'Pass', Parameters: { result: '$result' }, Assign: { result: 'foobar' }, Next: 'State1' },
                  State1: { Type: 'Pass', ResultPath: '$.result', Parameters: { 'result.$': '$result' }, End: true },
                },
              }),
              encryptionConfiguration: { type: 'AWS_OWNED_KEY' },
              name: 'sm-1',
              stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:sm-1',
              status: 'ACTIVE',
              type: 'STANDARD',
              variableReferences: { State1: ['result'] },
            },
          },
        ),
        call('states.StartExecution', { stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:sm-1' }, { as: 'execution' }),
        call(
          'states.DescribeStateMachineForExecution',
          { executionArn },
          {
            contains: {
              definition: json({
                Comment: 'BASE_REFERENCE_IN_PARAMETERS',
                StartAt: 'State0',
                States: {
                  State0: { Type: 'Pass', Parameters: { result: '$result' }, Assign: { result: 'foobar' }, Next: 'State1' },
                  State1: { Type: 'Pass', ResultPath: '$.result', Parameters: { 'result.$': '$result' }, End: true },
                },
              }),
              encryptionConfiguration: { type: 'AWS_OWNED_KEY' },
              name: 'sm-1',
              stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:sm-1',
              variableReferences: { State1: ['result'] },
            },
          },
        ),
      ],
    },
  ],
};
