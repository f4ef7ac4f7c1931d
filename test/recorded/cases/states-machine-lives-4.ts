// Recorded answers about machine lives of the state machines service.
import { call, json, localstack, type RecordedCases, refused } from '../case.ts';

const stateMachineArn = 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1';
const inspectionLevel = 'INFO';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'a machine is changed and published',
      source: localstack('stepfunctions/v2/test_sfn_api_versioning.py::TestSnfApiVersioning::test_update_state_machine'),
      recorded: '2023-08',
      steps: [
        call(
          'states.CreateStateMachine',
          {
            name: 'statemachine_1',
            definition:
              '{"Comment": "BASE_PASS_RESULT", "StartAt": "State_1", "States": {"State_1": {"Type": "Pass", "Result": {"Arg1": "argument1"}, "End": true}}}',
            roleArn: 'arn:aws:iam::{account}:role/any',
          },
          { contains: { stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1' } },
        ),
        call(
          'states.UpdateStateMachine',
          {
            stateMachineArn,
            definition:
              '{"Comment": "BASE_PASS_RESULT-R1", "StartAt": "State_1", "States": {"State_1": {"Type": "Pass", "Result": {"Arg1": "argument1"}, "End": true}}}',
            publish: true,
          },
          { contains: { stateMachineVersionArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1:1' } },
        ),
        call(
          'states.ListStateMachineVersions',
          { stateMachineArn },
          {
            contains: {
              stateMachineVersions: [{ stateMachineVersionArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1:1' }],
            },
          },
        ),
        call(
          'states.UpdateStateMachine',
          {
            stateMachineArn,
            definition:
              '{"Comment": "BASE_PASS_RESULT-R2", "StartAt": "State_1", "States": {"State_1": {"Type": "Pass", "Result": {"Arg1": "argument1"}, "End": true}}}',
            publish: true,
          },
          { contains: { stateMachineVersionArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1:2' } },
        ),
        call(
          'states.ListStateMachineVersions',
          { stateMachineArn },
          {
            contains: {
              stateMachineVersions: [
                { stateMachineVersionArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1:2' },
                { stateMachineVersionArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1:1' },
              ],
            },
          },
        ),
        refused(
          'states.UpdateStateMachine',
          {
            stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1:2',
            definition:
              '{"Comment": "BASE_PASS_RESULT-R3", "StartAt": "State_1", "States": {"State_1": {"Type": "Pass", "Result": {"Arg1": "argument1"}, "End": true}}}',
          },
          'StateMachineDoesNotExist',
          "State Machine Does Not Exist: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1:2'",
        ),
        refused(
          'states.UpdateStateMachine',
          {
            stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1:2',
            definition:
              '{"Comment": "BASE_PASS_RESULT-R3", "StartAt": "State_1", "States": {"State_1": {"Type": "Pass", "Result": {"Arg1": "argument1"}, "End": true}}}',
            publish: true,
          },
          'StateMachineDoesNotExist',
          "State Machine Does Not Exist: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1:2'",
        ),
      ],
    },
    {
      title: 'numbers of versions go on after deletions',
      source: localstack('stepfunctions/v2/test_sfn_api_versioning.py::TestSnfApiVersioning::test_version_ids_between_deletions'),
      recorded: '2023-08',
      steps: [
        call(
          'states.CreateStateMachine',
          {
            name: 'statemachine_1',
            definition:
              '{"Comment": "BASE_PASS_RESULT", "StartAt": "State_1", "States": {"State_1": {"Type": "Pass", "Result": {"Arg1": "argument1"}, "End": true}}}',
            roleArn: 'arn:aws:iam::{account}:role/any',
            publish: true,
          },
          {
            contains: {
              stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1',
              stateMachineVersionArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1:1',
            },
          },
        ),
        call('states.UpdateStateMachine', {
          stateMachineArn,
          definition:
            '{"Comment": "BASE_PASS_RESULT-R2", "StartAt": "State_1", "States": {"State_1": {"Type": "Pass", "Result": {"Arg1": "argument1"}, "End": true}}}',
          publish: true,
        }),
        call('states.DeleteStateMachineVersion', {
          stateMachineVersionArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1:2',
        }),
        call(
          'states.PublishStateMachineVersion',
          { stateMachineArn },
          { contains: { stateMachineVersionArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1:3' } },
        ),
      ],
    },
    {
      title: 'a strict mock may have members that the API does not know (field_not_part_of_api_spec)',
      source: localstack(
        'stepfunctions/v2/test_state/test_field_validation_mode.py::TestFieldValidationMode::test_strict_mode_mock_result_field_not_in_api_spec',
      ),
      recorded: '2025-12',
      steps: [
        call(
          'states.TestState',
          {
            definition:
              '{"Type": "Task", "Resource": "arn:aws:states:::events:putEvents", "Parameters": {"Entries.$": "$.Entries"}, "End": true}',
            input: '{"Entries": [{"Detail": "detail", "DetailType": "detail_type", "Source": "source"}]}',
            inspectionLevel,
            mock: { result: '{"random": "json"}' },
          },
          { contains: { output: json({ random: 'json' }), status: 'SUCCEEDED' } },
        ),
      ],
    },
    {
      title: 'a strict mock may have members that the API does not know (empty_json)',
      source: localstack(
        'stepfunctions/v2/test_state/test_field_validation_mode.py::TestFieldValidationMode::test_strict_mode_mock_result_field_not_in_api_spec',
      ),
      recorded: '2025-12',
      steps: [
        call(
          'states.TestState',
          {
            definition:
              '{"Type": "Task", "Resource": "arn:aws:states:::events:putEvents", "Parameters": {"Entries.$": "$.Entries"}, "End": true}',
            input: '{"Entries": [{"Detail": "detail", "DetailType": "detail_type", "Source": "source"}]}',
            inspectionLevel,
            mock: { result: '{}' },
          },
          { contains: { status: 'SUCCEEDED' } },
        ),
      ],
    },
    {
      title: 'a mock whose members are checked may have others (field_not_part_of_api_spec)',
      source: localstack(
        'stepfunctions/v2/test_state/test_field_validation_mode_present.py::TestFieldValidationModePresent::test_present_mode_mock_result_field_not_in_api_spec',
      ),
      recorded: '2025-12',
      steps: [
        call(
          'states.TestState',
          {
            definition:
              '{"Type": "Task", "Resource": "arn:aws:states:::events:putEvents", "Parameters": {"Entries.$": "$.Entries"}, "End": true}',
            input: '{"Entries": [{"Detail": "detail", "DetailType": "detail_type", "Source": "source"}]}',
            inspectionLevel,
            mock: { result: '{"random": "json"}', fieldValidationMode: 'PRESENT' },
          },
          { contains: { output: json({ random: 'json' }), status: 'SUCCEEDED' } },
        ),
      ],
    },
    {
      title: 'a mock whose members are checked may have others (empty_json)',
      source: localstack(
        'stepfunctions/v2/test_state/test_field_validation_mode_present.py::TestFieldValidationModePresent::test_present_mode_mock_result_field_not_in_api_spec',
      ),
      recorded: '2025-12',
      steps: [
        call(
          'states.TestState',
          {
            definition:
              '{"Type": "Task", "Resource": "arn:aws:states:::events:putEvents", "Parameters": {"Entries.$": "$.Entries"}, "End": true}',
            input: '{"Entries": [{"Detail": "detail", "DetailType": "detail_type", "Source": "source"}]}',
            inspectionLevel,
            mock: { result: '{}', fieldValidationMode: 'PRESENT' },
          },
          { contains: { status: 'SUCCEEDED' } },
        ),
      ],
    },
  ],
};
