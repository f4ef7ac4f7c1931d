// Recorded answers about variables of the state machines service.
import { call, json, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string =>
  localstack(`stepfunctions/v2/test_sfn_api_variable_references.py::TestSfnApiVariableReferences::${name}`);
const stateMachineArn = 'arn:aws:states:us-east-1:{account}:stateMachine:sm-1';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'variables that an assignment reads are told with the machine (BASE_EVALUATION_ORDER_PASS_STATE)',
      source: test('test_base_variable_references_in_assign_templates'),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'sm-1',
          definition:
            '{"Comment": "BASE_EVALUATION_ORDER_PASS_STATE", "StartAt": "State0", "States": {"State0": {"Type": "Pass", "Result": {"theQuestion": "What is the answer to life the universe and everything?"}, "Assign": {"question.$": "$.theQuestion", "answer": 42}, "Next": "State1"}, "State1": {"Type": "Pass", "InputPath": "$answer", "ResultPath": "$.theAnswer", "OutputPath": "$answer", "Assign": {"answer": "<omitted>"}, "End": true}}}',
          roleArn: 'arn:aws:iam::{account}:role/any',
        }),
        call(
          'states.DescribeStateMachine',
          { stateMachineArn },
          {
            contains: {
              definition: json({
                Comment: 'BASE_EVALUATION_ORDER_PASS_STATE',
                StartAt: 'State0',
                States: {
                  State0: {
                    Type: 'Pass',
                    Result: { theQuestion: 'What is the answer to life the universe and everything?' },
                    Assign: { 'question.$': '$.theQuestion', answer: 42 },
                    Next: 'State1',
                  },
                  State1: {
                    Type: 'Pass',
                    InputPath: '$answer',
                    ResultPath: '$.theAnswer',
                    OutputPath: '$answer',
                    Assign: { answer: '<omitted>' },
                    End: true,
                  },
                },
              }),
              encryptionConfiguration: { type: 'AWS_OWNED_KEY' },
              name: 'sm-1',
              stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:sm-1',
              status: 'ACTIVE',
              type: 'STANDARD',
              variableReferences: { State1: ['answer'] },
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
                Comment: 'BASE_EVALUATION_ORDER_PASS_STATE',
                StartAt: 'State0',
                States: {
                  State0: {
                    Type: 'Pass',
                    Result: { theQuestion: 'What is the answer to life the universe and everything?' },
                    Assign: { 'question.$': '$.theQuestion', answer: 42 },
                    Next: 'State1',
                  },
                  State1: {
                    Type: 'Pass',
                    InputPath: '$answer',
                    ResultPath: '$.theAnswer',
                    OutputPath: '$answer',
                    Assign: { answer: '<omitted>' },
                    End: true,
                  },
                },
              }),
              encryptionConfiguration: { type: 'AWS_OWNED_KEY' },
              name: 'sm-1',
              stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:sm-1',
              variableReferences: { State1: ['answer'] },
            },
          },
        ),
      ],
    },
    {
      title: 'variables that an assignment reads are told with the machine (MAP_STATE_REFERENCE_IN_INTRINSIC_FUNCTION)',
      source: test('test_base_variable_references_in_assign_templates'),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'sm-1',
          definition:
            '{"Comment": "MAP_STATE_REFERENCE_IN_INTRINSIC_FUNCTION", "StartAt": "Start", "States": {"Start": {"Type": "Pass", "Assign": {"AnswerTemplate": "It\'s {}!", "Question": "Who\'s that Pokemon?"}, "Result": ["Charizard", "Pikachu", "Squirtle"], "Next": "MapIterateState"}, "MapIterateState": {"Type": "Map", "MaxConcurrency": 1, "ItemSelector": {"AnnouncePokemon.$": "States.Format($AnswerTemplate, $$.Map.Item.Value)"}, "ItemProcessor": {"ProcessorConfig": {"Mode": "INLINE"}, "StartAt": "Pass", "States": {"Pass": {"Type": "Pass", "Parameters": {"Question.$": "$Question", "Answer.$": "$.AnnouncePokemon"}, "End": true}}}, "End": true}}}',
          roleArn: 'arn:aws:iam::{account}:role/any',
        }),
        call(
          'states.DescribeStateMachine',
          { stateMachineArn },
          {
            contains: {
              definition: json({
                Comment: 'MAP_STATE_REFERENCE_IN_INTRINSIC_FUNCTION',
                StartAt: 'Start',
                States: {
                  Start: {
                    Type: 'Pass',
                    Assign: { AnswerTemplate: "It's {}!", Question: "Who's that Pokemon?" },
                    Result: ['Charizard', 'Pikachu', 'Squirtle'],
                    Next: 'MapIterateState',
                  },
                  MapIterateState: {
                    Type: 'Map',
                    MaxConcurrency: 1,
                    ItemSelector: { 'AnnouncePokemon.$': 'States.Format($AnswerTemplate, $$.Map.Item.Value)' },
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
              variableReferences: { MapIterateState: ['AnswerTemplate'], Pass: ['Question'] },
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
                Comment: 'MAP_STATE_REFERENCE_IN_INTRINSIC_FUNCTION',
                StartAt: 'Start',
                States: {
                  Start: {
                    Type: 'Pass',
                    Assign: { AnswerTemplate: "It's {}!", Question: "Who's that Pokemon?" },
                    Result: ['Charizard', 'Pikachu', 'Squirtle'],
                    Next: 'MapIterateState',
                  },
                  MapIterateState: {
                    Type: 'Map',
                    MaxConcurrency: 1,
                    ItemSelector: { 'AnnouncePokemon.$': 'States.Format($AnswerTemplate, $$.Map.Item.Value)' },
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
              variableReferences: { MapIterateState: ['AnswerTemplate'], Pass: ['Question'] },
            },
          },
        ),
      ],
    },
  ],
};
