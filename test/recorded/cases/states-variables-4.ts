// Recorded answers about variables of the state machines service.
import { call, json, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string =>
  localstack(`stepfunctions/v2/test_sfn_api_variable_references.py::TestSfnApiVariableReferences::${name}`);
const stateMachineArn = 'arn:aws:states:us-east-1:{account}:stateMachine:sm-1';
const roleArn = 'arn:aws:iam::{account}:role/any';
const executionArn = '{execution.executionArn}';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'variables that an assignment reads are told with the machine (BASE_REFERENCE_IN_OUTPUTPATH)',
      source: test('test_base_variable_references_in_assign_templates'),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'sm-1',
          definition:
            '{"Comment": "BASE_REFERENCE_IN_OUTPUTPATH", "StartAt": "State0", "States": {"State0": {"Type": "Pass", "Result": {"answer": 42}, "Assign": {"theAnswer.$": "$.answer"}, "Next": "State1"}, "State1": {"Type": "Pass", "OutputPath": "$theAnswer", "End": true}}}',
          roleArn,
        }),
        call(
          'states.DescribeStateMachine',
          { stateMachineArn },
          {
            contains: {
              definition: json({
                Comment: 'BASE_REFERENCE_IN_OUTPUTPATH',
                StartAt: 'State0',
                States: {
                  State0: { Type: 'Pass', Result: { answer: 42 }, Assign: { 'theAnswer.$': '$.answer' }, Next: 'State1' },
                  State1: { Type: 'Pass', OutputPath: '$theAnswer', End: true },
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
          { executionArn },
          {
            contains: {
              definition: json({
                Comment: 'BASE_REFERENCE_IN_OUTPUTPATH',
                StartAt: 'State0',
                States: {
                  State0: { Type: 'Pass', Result: { answer: 42 }, Assign: { 'theAnswer.$': '$.answer' }, Next: 'State1' },
                  State1: { Type: 'Pass', OutputPath: '$theAnswer', End: true },
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
    {
      title: 'variables that an assignment reads are told with the machine (BASE_REFERENCE_IN_FAIL)',
      source: test('test_base_variable_references_in_assign_templates'),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'sm-1',
          definition:
            '{"Comment": "BASE_REFERENCE_IN_FAIL", "StartAt": "Pass", "States": {"Pass": {"Type": "Pass", "Assign": {"errorVar": "Exception", "causeVar": "An Exception was encountered"}, "Next": "Fail"}, "Fail": {"Type": "Fail", "CausePath": "$causeVar", "ErrorPath": "$errorVar"}}}',
          roleArn,
        }),
        call(
          'states.DescribeStateMachine',
          { stateMachineArn },
          {
            contains: {
              definition: json({
                Comment: 'BASE_REFERENCE_IN_FAIL',
                StartAt: 'Pass',
                States: {
                  Pass: { Type: 'Pass', Assign: { errorVar: 'Exception', causeVar: 'An Exception was encountered' }, Next: 'Fail' },
                  Fail: { Type: 'Fail', CausePath: '$causeVar', ErrorPath: '$errorVar' },
                },
              }),
              encryptionConfiguration: { type: 'AWS_OWNED_KEY' },
              name: 'sm-1',
              stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:sm-1',
              status: 'ACTIVE',
              type: 'STANDARD',
              variableReferences: { Fail: ['causeVar', 'errorVar'] },
            },
          },
        ),
        call('states.StartExecution', { stateMachineArn }, { as: 'execution' }),
        call(
          'states.DescribeStateMachineForExecution',
          { executionArn },
          {
            contains: {
              definition: json({
                Comment: 'BASE_REFERENCE_IN_FAIL',
                StartAt: 'Pass',
                States: {
                  Pass: { Type: 'Pass', Assign: { errorVar: 'Exception', causeVar: 'An Exception was encountered' }, Next: 'Fail' },
                  Fail: { Type: 'Fail', CausePath: '$causeVar', ErrorPath: '$errorVar' },
                },
              }),
              encryptionConfiguration: { type: 'AWS_OWNED_KEY' },
              name: 'sm-1',
              stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:sm-1',
              variableReferences: { Fail: ['causeVar', 'errorVar'] },
            },
          },
        ),
      ],
    },
    {
      title: 'variables that an assignment reads are told with the machine (BASE_ASSIGN_FROM_PARAMETERS)',
      source: test('test_base_variable_references_in_assign_templates'),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'sm-1',
          definition:
            '{"Comment": "BASE_ASSIGN_FROM_PARAMETERS", "StartAt": "State0", "States": {"State0": {"Type": "Pass", "Parameters": {"input": "PENDING"}, "Assign": {"result.$": "$.input"}, "Next": "State1"}, "State1": {"Type": "Pass", "Assign": {"result": "SUCCESS", "originalResult.$": "$.input"}, "End": true}}}',
          roleArn,
        }),
        call(
          'states.DescribeStateMachine',
          { stateMachineArn },
          {
            contains: {
              definition: json({
                Comment: 'BASE_ASSIGN_FROM_PARAMETERS',
                StartAt: 'State0',
                States: {
                  State0: { Type: 'Pass', Parameters: { input: 'PENDING' }, Assign: { 'result.$': '$.input' }, Next: 'State1' },
                  State1: { Type: 'Pass', Assign: { result: 'SUCCESS', 'originalResult.$': '$.input' }, End: true },
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
          { executionArn },
          {
            contains: {
              definition: json({
                Comment: 'BASE_ASSIGN_FROM_PARAMETERS',
                StartAt: 'State0',
                States: {
                  State0: { Type: 'Pass', Parameters: { input: 'PENDING' }, Assign: { 'result.$': '$.input' }, Next: 'State1' },
                  State1: { Type: 'Pass', Assign: { result: 'SUCCESS', 'originalResult.$': '$.input' }, End: true },
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
    {
      title: 'variables that an assignment reads are told with the machine (BASE_ASSIGN_FROM_RESULT)',
      source: test('test_base_variable_references_in_assign_templates'),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'sm-1',
          definition:
            '{"Comment": "BASE_ASSIGN_FROM_RESULT", "StartAt": "State0", "States": {"State0": {"Type": "Pass", "Result": {"answer": 42}, "Assign": {"theAnswer.$": "$.answer"}, "End": true}}}',
          roleArn,
        }),
        call(
          'states.DescribeStateMachine',
          { stateMachineArn },
          {
            contains: {
              definition: json({
                Comment: 'BASE_ASSIGN_FROM_RESULT',
                StartAt: 'State0',
                States: { State0: { Type: 'Pass', Result: { answer: 42 }, Assign: { 'theAnswer.$': '$.answer' }, End: true } },
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
          { executionArn },
          {
            contains: {
              definition: json({
                Comment: 'BASE_ASSIGN_FROM_RESULT',
                StartAt: 'State0',
                States: { State0: { Type: 'Pass', Result: { answer: 42 }, Assign: { 'theAnswer.$': '$.answer' }, End: true } },
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
