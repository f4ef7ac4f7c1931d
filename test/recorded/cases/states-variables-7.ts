// Recorded answers about variables of the state machines service.
import { call, json, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string =>
  localstack(`stepfunctions/v2/test_sfn_api_variable_references.py::TestSfnApiVariableReferences::${name}`);
const stateMachineArn = 'arn:aws:states:us-east-1:{account}:stateMachine:sm-1';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'variables that an assignment reads are told with the machine (MAP_STATE_REFERENCE_IN_TOLERATED_FAILURE_PATH)',
      source: test('test_base_variable_references_in_assign_templates'),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'sm-1',
          definition:
            '{"Comment": "MAP_STATE_REFERENCE_IN_TOLERATED_FAILURE_PATH", "StartAt": "Start", "States": {"Start": {"Type": "Pass", "Assign": {"toleratedFailurePercentage": "1", "toleratedFailureCount": "1"}, "Result": {"Values": [1, 2, 3]}, "Next": "MapState"}, "MapState": {"Type": "Map", "ItemsPath": "$.Values", "MaxConcurrency": 1, "ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"}, "StartAt": "HandleItem", "States": {"HandleItem": {"Type": "Pass", "End": true}}}, "ToleratedFailurePercentagePath": "$toleratedFailurePercentage", "ToleratedFailureCountPath": "$toleratedFailureCount", "End": true}}}',
          roleArn: 'arn:aws:iam::{account}:role/any',
        }),
        call(
          'states.DescribeStateMachine',
          { stateMachineArn },
          {
            contains: {
              definition: json({
                Comment: 'MAP_STATE_REFERENCE_IN_TOLERATED_FAILURE_PATH',
                StartAt: 'Start',
                States: {
                  Start: {
                    Type: 'Pass',
                    Assign: { toleratedFailurePercentage: '1', toleratedFailureCount: '1' },
                    Result: { Values: [1, 2, 3] },
                    Next: 'MapState',
                  },
                  MapState: {
                    Type: 'Map',
                    ItemsPath: '$.Values',
                    MaxConcurrency: 1,
                    ItemProcessor: {
                      ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
                      StartAt: 'HandleItem',
                      States: { HandleItem: { Type: 'Pass', End: true } },
                    },
                    ToleratedFailurePercentagePath: '$toleratedFailurePercentage',
                    ToleratedFailureCountPath: '$toleratedFailureCount',
                    End: true,
                  },
                },
              }),
              encryptionConfiguration: { type: 'AWS_OWNED_KEY' },
              name: 'sm-1',
              stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:sm-1',
              status: 'ACTIVE',
              type: 'STANDARD',
              variableReferences: { MapState: ['toleratedFailureCount', 'toleratedFailurePercentage'] },
            },
          },
        ),
        call('states.StartExecution', { stateMachineArn }, { as: 'execution' }),
        { wait: '1s' },
        call(
          'states.DescribeStateMachineForExecution',
          { executionArn: '{execution.executionArn}' },
          {
            contains: {
              definition: json({
                Comment: 'MAP_STATE_REFERENCE_IN_TOLERATED_FAILURE_PATH',
                StartAt: 'Start',
                States: {
                  Start: {
                    Type: 'Pass',
                    Assign: { toleratedFailurePercentage: '1', toleratedFailureCount: '1' },
                    Result: { Values: [1, 2, 3] },
                    Next: 'MapState',
                  },
                  MapState: {
                    Type: 'Map',
                    ItemsPath: '$.Values',
                    MaxConcurrency: 1,
                    ItemProcessor: {
                      ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
                      StartAt: 'HandleItem',
                      States: { HandleItem: { Type: 'Pass', End: true } },
                    },
                    ToleratedFailurePercentagePath: '$toleratedFailurePercentage',
                    ToleratedFailureCountPath: '$toleratedFailureCount',
                    End: true,
                  },
                },
              }),
              encryptionConfiguration: { type: 'AWS_OWNED_KEY' },
              name: 'sm-1',
              stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:sm-1',
              variableReferences: { MapState: ['toleratedFailureCount', 'toleratedFailurePercentage'] },
            },
          },
        ),
      ],
    },
    {
      title: 'variables that an assignment reads are told with the machine (MAP_STATE_REFERENCE_IN_ITEM_SELECTOR)',
      source: test('test_base_variable_references_in_assign_templates'),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'sm-1',
          definition:
            '{"Comment": "MAP_STATE_REFERENCE_IN_ITEM_SELECTOR", "StartAt": "Start", "States": {"Start": {"Type": "Pass", "Assign": {"bucket": "test-name"}, "Result": {"Values": [1, 2, 3]}, "Next": "MapState"}, "MapState": {"Type": "Map", "MaxConcurrency": 1, "ItemsPath": "$.Values", "ItemSelector": {"value.$": "$$.Map.Item.Value", "bucketName": "$bucket"}, "ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"}, "StartAt": "MapPass", "States": {"MapPass": {"Type": "Pass", "End": true}}}, "End": true}}}',
          roleArn: 'arn:aws:iam::{account}:role/any',
        }),
        call(
          'states.DescribeStateMachine',
          { stateMachineArn },
          {
            contains: {
              definition: json({
                Comment: 'MAP_STATE_REFERENCE_IN_ITEM_SELECTOR',
                StartAt: 'Start',
                States: {
                  Start: { Type: 'Pass', Assign: { bucket: 'test-name' }, Result: { Values: [1, 2, 3] }, Next: 'MapState' },
                  MapState: {
                    Type: 'Map',
                    MaxConcurrency: 1,
                    ItemsPath: '$.Values',
                    ItemSelector: { 'value.$': '$$.Map.Item.Value', bucketName: '$bucket' },
                    ItemProcessor: {
                      ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
                      StartAt: 'MapPass',
                      States: { MapPass: { Type: 'Pass', End: true } },
                    },
                    End: true,
                  },
                },
              }),
              encryptionConfiguration: { type: 'AWS_OWNED_KEY' },
              name: 'sm-1',
              stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:sm-1',
              status: 'ACTIVE',
              type: 'STANDARD',
            },
          },
        ),
        call('states.StartExecution', { stateMachineArn }, { as: 'execution' }),
        call(
          'states.DescribeStateMachineForExecution',
          { executionArn: '{execution.executionArn}' },
          {
            contains: {
              definition: json({
                Comment: 'MAP_STATE_REFERENCE_IN_ITEM_SELECTOR',
                StartAt: 'Start',
                States: {
                  Start: { Type: 'Pass', Assign: { bucket: 'test-name' }, Result: { Values: [1, 2, 3] }, Next: 'MapState' },
                  MapState: {
                    Type: 'Map',
                    MaxConcurrency: 1,
                    ItemsPath: '$.Values',
                    ItemSelector: { 'value.$': '$$.Map.Item.Value', bucketName: '$bucket' },
                    ItemProcessor: {
                      ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
                      StartAt: 'MapPass',
                      States: { MapPass: { Type: 'Pass', End: true } },
                    },
                    End: true,
                  },
                },
              }),
              encryptionConfiguration: { type: 'AWS_OWNED_KEY' },
              name: 'sm-1',
              stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:sm-1',
            },
          },
        ),
      ],
    },
  ],
};
