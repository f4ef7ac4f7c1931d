// Recorded answers about variables of the state machines service.
import { ANY, call, json, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string =>
  localstack(`stepfunctions/v2/test_sfn_api_variable_references.py::TestSfnApiVariableReferences::${name}`);
const stateMachineArn = 'arn:aws:states:us-east-1:{account}:stateMachine:sm-1';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'variables that an assignment reads are told with the machine (BASE_REFERENCE_IN_CHOICE)',
      source: test('test_base_variable_references_in_assign_templates'),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'sm-1',
          definition:
            '{"Comment": "BASE_REFERENCE_IN_CHOICE", "StartAt": "Setup", "States": {"Setup": {"Type": "Pass", "Assign": {"guess": "the_guess", "answer": "the_answer"}, "Next": "CheckAnswer"}, "CheckAnswer": {"Type": "Choice", "Choices": [{"Variable": "$guess", "StringEqualsPath": "$answer", "Next": "CorrectAnswer"}], "Default": "WrongAnswer"}, "CorrectAnswer": {"Type": "Pass", "Result": {"state": "CORRECT"}, "End": true}, "WrongAnswer": {"Type": "Pass", "Assign": {"guess.$": "$answer"}, "Result": {"state": "WRONG"}, "Next": "CheckAnswer"}}}',
          roleArn: 'arn:aws:iam::{account}:role/any',
        }),
        call(
          'states.DescribeStateMachine',
          { stateMachineArn },
          {
            contains: {
              definition: json({
                Comment: 'BASE_REFERENCE_IN_CHOICE',
                StartAt: 'Setup',
                States: {
                  Setup: { Type: 'Pass', Assign: { guess: 'the_guess', answer: 'the_answer' }, Next: 'CheckAnswer' },
                  CheckAnswer: {
                    Type: 'Choice',
                    Choices: [{ Variable: '$guess', StringEqualsPath: '$answer', Next: 'CorrectAnswer' }],
                    Default: 'WrongAnswer',
                  },
                  CorrectAnswer: { Type: 'Pass', Result: { state: 'CORRECT' }, End: true },
                  WrongAnswer: { Type: 'Pass', Assign: { 'guess.$': '$answer' }, Result: { state: 'WRONG' }, Next: 'CheckAnswer' },
                },
              }),
              encryptionConfiguration: { type: 'AWS_OWNED_KEY' },
              name: 'sm-1',
              stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:sm-1',
              status: 'ACTIVE',
              type: 'STANDARD',
              variableReferences: { CheckAnswer: ['answer', 'guess'], WrongAnswer: ['answer'] },
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
                Comment: 'BASE_REFERENCE_IN_CHOICE',
                StartAt: 'Setup',
                States: {
                  Setup: { Type: 'Pass', Assign: { guess: 'the_guess', answer: 'the_answer' }, Next: 'CheckAnswer' },
                  CheckAnswer: {
                    Type: 'Choice',
                    Choices: [{ Variable: '$guess', StringEqualsPath: '$answer', Next: 'CorrectAnswer' }],
                    Default: 'WrongAnswer',
                  },
                  CorrectAnswer: { Type: 'Pass', Result: { state: 'CORRECT' }, End: true },
                  WrongAnswer: { Type: 'Pass', Assign: { 'guess.$': '$answer' }, Result: { state: 'WRONG' }, Next: 'CheckAnswer' },
                },
              }),
              encryptionConfiguration: { type: 'AWS_OWNED_KEY' },
              name: 'sm-1',
              stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:sm-1',
              variableReferences: { CheckAnswer: ['answer', 'guess'], WrongAnswer: ['answer'] },
            },
          },
        ),
      ],
    },
    {
      title: 'variables that an assignment reads are told with the machine (BASE_REFERENCE_IN_WAIT)',
      source: test('test_base_variable_references_in_assign_templates'),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'sm-1',
          definition:
            '{"Comment": "BASE_REFERENCE_IN_WAIT", "StartAt": "Start", "States": {"Start": {"Type": "Pass", "Assign": {"waitTime": 0, "startAt": "2024-11-06T09:42:03Z"}, "Next": "WaitSecondsState"}, "WaitSecondsState": {"Type": "Wait", "SecondsPath": "$waitTime", "Next": "WaitUntilState"}, "WaitUntilState": {"Type": "Wait", "TimestampPath": "$startAt", "End": true}}}',
          roleArn: 'arn:aws:iam::{account}:role/any',
        }),
        call(
          'states.DescribeStateMachine',
          { stateMachineArn },
          {
            contains: {
              definition: json({
                Comment: 'BASE_REFERENCE_IN_WAIT',
                StartAt: 'Start',
                States: {
                  Start: { Type: 'Pass', Assign: { waitTime: 0, startAt: ANY }, Next: 'WaitSecondsState' },
                  WaitSecondsState: { Type: 'Wait', SecondsPath: '$waitTime', Next: 'WaitUntilState' },
                  WaitUntilState: { Type: 'Wait', TimestampPath: ANY, End: true },
                },
              }),
              encryptionConfiguration: { type: 'AWS_OWNED_KEY' },
              name: 'sm-1',
              stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:sm-1',
              status: 'ACTIVE',
              type: 'STANDARD',
              variableReferences: { WaitSecondsState: ['waitTime'], WaitUntilState: ['startAt'] },
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
                Comment: 'BASE_REFERENCE_IN_WAIT',
                StartAt: 'Start',
                States: {
                  Start: { Type: 'Pass', Assign: { waitTime: 0, startAt: ANY }, Next: 'WaitSecondsState' },
                  WaitSecondsState: { Type: 'Wait', SecondsPath: '$waitTime', Next: 'WaitUntilState' },
                  WaitUntilState: { Type: 'Wait', TimestampPath: ANY, End: true },
                },
              }),
              encryptionConfiguration: { type: 'AWS_OWNED_KEY' },
              name: 'sm-1',
              stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:sm-1',
              variableReferences: { WaitSecondsState: ['waitTime'], WaitUntilState: ['startAt'] },
            },
          },
        ),
      ],
    },
    {
      title: 'variables that an assignment reads are told with the machine (BASE_REFERENCE_IN_INPUTPATH)',
      source: test('test_base_variable_references_in_assign_templates'),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'sm-1',
          definition:
            '{"Comment": "BASE_REFERENCE_IN_INPUTPATH", "StartAt": "State0", "States": {"State0": {"Type": "Pass", "Assign": {"theAnswer": 42}, "Next": "State1"}, "State1": {"Type": "Pass", "InputPath": "$theAnswer", "End": true}}}',
          roleArn: 'arn:aws:iam::{account}:role/any',
        }),
        call(
          'states.DescribeStateMachine',
          { stateMachineArn },
          {
            contains: {
              definition: json({
                Comment: 'BASE_REFERENCE_IN_INPUTPATH',
                StartAt: 'State0',
                States: {
                  State0: { Type: 'Pass', Assign: { theAnswer: 42 }, Next: 'State1' },
                  State1: { Type: 'Pass', InputPath: '$theAnswer', End: true },
                },
              }),
              encryptionConfiguration: { type: 'AWS_OWNED_KEY' },
              name: 'sm-1',
              stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:sm-1',
              status: 'ACTIVE',
              type: 'STANDARD',
              variableReferences: { State1: ['theAnswer'] },
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
                Comment: 'BASE_REFERENCE_IN_INPUTPATH',
                StartAt: 'State0',
                States: {
                  State0: { Type: 'Pass', Assign: { theAnswer: 42 }, Next: 'State1' },
                  State1: { Type: 'Pass', InputPath: '$theAnswer', End: true },
                },
              }),
              encryptionConfiguration: { type: 'AWS_OWNED_KEY' },
              name: 'sm-1',
              stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:sm-1',
              variableReferences: { State1: ['theAnswer'] },
            },
          },
        ),
      ],
    },
  ],
};
