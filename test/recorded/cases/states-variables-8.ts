// Recorded answers about variables of the state machines service.
import { call, json, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string =>
  localstack(`stepfunctions/v2/test_sfn_api_variable_references.py::TestSfnApiVariableReferences::${name}`);

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'variables that an assignment reads are told with the machine (MAP_STATE_REFERENCE_IN_MAX_ITEMS_PATH)',
      source: test('test_base_variable_references_in_assign_templates'),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'sm-1',
          definition:
            '{"Comment": "MAP_STATE_REFERENCE_IN_MAX_ITEMS_PATH", "StartAt": "Start", "States": {"Start": {"Type": "Pass", "Assign": {"maxItems": "2"}, "Next": "MapState"}, "MapState": {"Type": "Map", "MaxConcurrency": 1, "ItemReader": {"ReaderConfig": {"InputType": "JSON", "MaxItemsPath": "$maxItems"}, "Resource": "arn:aws:states:::s3:getObject", "Parameters": {"Bucket.$": "$.Bucket", "Key.$": "$.Key"}}, "ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"}, "StartAt": "PassItem", "States": {"PassItem": {"Type": "Pass", "End": true}}}, "End": true}}}',
          roleArn: 'arn:aws:iam::{account}:role/any',
        }),
        call(
          'states.DescribeStateMachine',
          { stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:sm-1' },
          {
            contains: {
              definition: json({
                Comment: 'MAP_STATE_REFERENCE_IN_MAX_ITEMS_PATH',
                StartAt: 'Start',
                States: {
                  Start: { Type: 'Pass', Assign: { maxItems: '2' }, Next: 'MapState' },
                  MapState: {
                    Type: 'Map',
                    MaxConcurrency: 1,
                    ItemReader: {
                      ReaderConfig: { InputType: 'JSON', MaxItemsPath: '$maxItems' },
                      Resource: 'arn:aws:states:::s3:getObject',
                      Parameters: { 'Bucket.$': '$.Bucket', 'Key.$': '$.Key' },
                    },
                    ItemProcessor: {
                      ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
                      StartAt: 'PassItem',
                      States: { PassItem: { Type: 'Pass', End: true } },
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
              variableReferences: { MapState: ['maxItems'] },
            },
          },
        ),
        call('states.StartExecution', { stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:sm-1' }, { as: 'execution' }),
        call(
          'states.DescribeStateMachineForExecution',
          { executionArn: '{execution.executionArn}' },
          {
            contains: {
              definition: json({
                Comment: 'MAP_STATE_REFERENCE_IN_MAX_ITEMS_PATH',
                StartAt: 'Start',
                States: {
                  Start: { Type: 'Pass', Assign: { maxItems: '2' }, Next: 'MapState' },
                  MapState: {
                    Type: 'Map',
                    MaxConcurrency: 1,
                    ItemReader: {
                      ReaderConfig: { InputType: 'JSON', MaxItemsPath: '$maxItems' },
                      Resource: 'arn:aws:states:::s3:getObject',
                      Parameters: { 'Bucket.$': '$.Bucket', 'Key.$': '$.Key' },
                    },
                    ItemProcessor: {
                      ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
                      StartAt: 'PassItem',
                      States: { PassItem: { Type: 'Pass', End: true } },
                    },
                    End: true,
                  },
                },
              }),
              encryptionConfiguration: { type: 'AWS_OWNED_KEY' },
              name: 'sm-1',
              stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:sm-1',
              variableReferences: { MapState: ['maxItems'] },
            },
          },
        ),
      ],
    },
  ],
};
