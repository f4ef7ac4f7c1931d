// Recorded answers about variables of the state machines service.
import { call, json, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string =>
  localstack(`stepfunctions/v2/test_sfn_api_variable_references.py::TestSfnApiVariableReferences::${name}`);
const stateMachineArn = 'arn:aws:states:us-east-1:{account}:stateMachine:sm-1';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'variables that an assignment reads are told with the machine (MAP_STATE_REFERENCE_IN_ITEMS_PATH)',
      source: test('test_base_variable_references_in_assign_templates'),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'sm-1',
          definition:
            '{"Comment": "MAP_STATE_REFERENCE_IN_ITEMS_PATH", "StartAt": "Start", "States": {"Start": {"Type": "Pass", "Assign": {"Question": "Who\'s that Pokemon?", "PokemonList": ["Charizard", "Pikachu", "Squirtle"]}, "Result": {"AnswerTemplate": "It\'s {}!"}, "Next": "MapIterateState"}, "MapIterateState": {"Type": "Map", "MaxConcurrency": 1, "ItemsPath": "$PokemonList", "ItemSelector": {"AnnouncePokemon.$": "States.Format($.AnswerTemplate, $$.Map.Item.Value)"}, "ItemProcessor": {"ProcessorConfig": {"Mode": "INLINE"}, "StartAt": "Pass", "States": {"Pass": {"Type": "Pass", "Parameters": {"Question.$": "$Question", "Answer.$": "$.AnnouncePokemon"}, "End": true}}}, "End": true}}}',
          roleArn: 'arn:aws:iam::{account}:role/any',
        }),
        call(
          'states.DescribeStateMachine',
          { stateMachineArn },
          {
            contains: {
              definition: json({
                Comment: 'MAP_STATE_REFERENCE_IN_ITEMS_PATH',
                StartAt: 'Start',
                States: {
                  Start: {
                    Type: 'Pass',
                    Assign: { Question: "Who's that Pokemon?", PokemonList: ['Charizard', 'Pikachu', 'Squirtle'] },
                    Result: { AnswerTemplate: "It's {}!" },
                    Next: 'MapIterateState',
                  },
                  MapIterateState: {
                    Type: 'Map',
                    MaxConcurrency: 1,
                    ItemsPath: '$PokemonList',
                    ItemSelector: { 'AnnouncePokemon.$': 'States.Format($.AnswerTemplate, $$.Map.Item.Value)' },
                    ItemProcessor: {
                      ProcessorConfig: { Mode: 'INLINE' },
                      StartAt: 'Pass',
                      States: {
                        Pass: { Type: 'Pass', Parameters: { 'Question.$': '$Question', 'Answer.$': '$.AnnouncePokemon' }, End: true },
                      },
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
              variableReferences: { MapIterateState: ['PokemonList'], Pass: ['Question'] },
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
                Comment: 'MAP_STATE_REFERENCE_IN_ITEMS_PATH',
                StartAt: 'Start',
                States: {
                  Start: {
                    Type: 'Pass',
                    Assign: { Question: "Who's that Pokemon?", PokemonList: ['Charizard', 'Pikachu', 'Squirtle'] },
                    Result: { AnswerTemplate: "It's {}!" },
                    Next: 'MapIterateState',
                  },
                  MapIterateState: {
                    Type: 'Map',
                    MaxConcurrency: 1,
                    ItemsPath: '$PokemonList',
                    ItemSelector: { 'AnnouncePokemon.$': 'States.Format($.AnswerTemplate, $$.Map.Item.Value)' },
                    ItemProcessor: {
                      ProcessorConfig: { Mode: 'INLINE' },
                      StartAt: 'Pass',
                      States: {
                        Pass: { Type: 'Pass', Parameters: { 'Question.$': '$Question', 'Answer.$': '$.AnnouncePokemon' }, End: true },
                      },
                    },
                    End: true,
                  },
                },
              }),
              encryptionConfiguration: { type: 'AWS_OWNED_KEY' },
              name: 'sm-1',
              stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:sm-1',
              variableReferences: { MapIterateState: ['PokemonList'], Pass: ['Question'] },
            },
          },
        ),
      ],
    },
    {
      title: 'variables that an assignment reads are told with the machine (MAP_STATE_REFERENCE_IN_MAX_CONCURRENCY_PATH)',
      source: test('test_base_variable_references_in_assign_templates'),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'sm-1',
          definition:
            '{"Comment": "MAP_STATE_REFERENCE_IN_MAX_CONCURRENCY_PATH", "StartAt": "Start", "States": {"Start": {"Type": "Pass", "Assign": {"maxConcurrency": "1"}, "Result": {"Values": [1, 2, 3]}, "Next": "MapState"}, "MapState": {"Type": "Map", "ItemsPath": "$.Values", "MaxConcurrencyPath": "$maxConcurrency", "ItemProcessor": {"ProcessorConfig": {"Mode": "INLINE"}, "StartAt": "HandleItem", "States": {"HandleItem": {"Type": "Pass", "End": true}}}, "End": true}}}',
          roleArn: 'arn:aws:iam::{account}:role/any',
        }),
        call(
          'states.DescribeStateMachine',
          { stateMachineArn },
          {
            contains: {
              definition: json({
                Comment: 'MAP_STATE_REFERENCE_IN_MAX_CONCURRENCY_PATH',
                StartAt: 'Start',
                States: {
                  Start: { Type: 'Pass', Assign: { maxConcurrency: '1' }, Result: { Values: [1, 2, 3] }, Next: 'MapState' },
                  MapState: {
                    Type: 'Map',
                    ItemsPath: '$.Values',
                    MaxConcurrencyPath: '$maxConcurrency',
                    ItemProcessor: {
                      ProcessorConfig: { Mode: 'INLINE' },
                      StartAt: 'HandleItem',
                      States: { HandleItem: { Type: 'Pass', End: true } },
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
              variableReferences: { MapState: ['maxConcurrency'] },
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
                Comment: 'MAP_STATE_REFERENCE_IN_MAX_CONCURRENCY_PATH',
                StartAt: 'Start',
                States: {
                  Start: { Type: 'Pass', Assign: { maxConcurrency: '1' }, Result: { Values: [1, 2, 3] }, Next: 'MapState' },
                  MapState: {
                    Type: 'Map',
                    ItemsPath: '$.Values',
                    MaxConcurrencyPath: '$maxConcurrency',
                    ItemProcessor: {
                      ProcessorConfig: { Mode: 'INLINE' },
                      StartAt: 'HandleItem',
                      States: { HandleItem: { Type: 'Pass', End: true } },
                    },
                    End: true,
                  },
                },
              }),
              encryptionConfiguration: { type: 'AWS_OWNED_KEY' },
              name: 'sm-1',
              stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:sm-1',
              variableReferences: { MapState: ['maxConcurrency'] },
            },
          },
        ),
      ],
    },
  ],
};
