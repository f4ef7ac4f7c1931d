// Recorded answers about alias lives of the state machines service.
import { call, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`stepfunctions/v2/test_sfn_api_aliasing.py::TestSfnApiAliasing::${name}`);
const stateMachineVersionArn = 'arn:aws:states:us-east-1:{account}:stateMachine:state_machine_1:1';
const description = 'create state machine alias description';
const roleArn = 'arn:aws:iam::{account}:role/any';
const stateMachineArn = 'arn:aws:states:us-east-1:{account}:stateMachine:state_machine_1';
const stateMachineAliasArn = 'arn:aws:states:us-east-1:{account}:stateMachine:state_machine_1:AliasName-2';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'an alias may have one route',
      source: test('test_base_create_alias_single_router_config'),
      recorded: '2025-04',
      steps: [
        call('states.CreateStateMachine', {
          name: 'state_machine_1',
          definition:
            '{"Comment": "BASE_PASS_RESULT", "StartAt": "State_1", "States": {"State_1": {"Type": "Pass", "Result": {"Arg1": "argument1"}, "End": true}}}',
          roleArn,
          publish: true,
        }),
        call(
          'states.CreateStateMachineAlias',
          { description, name: 'AliasName-2', routingConfiguration: [{ stateMachineVersionArn, weight: 100 }] },
          { contains: { stateMachineAliasArn: 'arn:aws:states:us-east-1:{account}:stateMachine:state_machine_1:AliasName-2' } },
        ),
      ],
    },
    {
      title: 'the same alias is made once',
      source: test('test_idempotent_create_alias'),
      recorded: '2025-04',
      steps: [
        call('states.CreateStateMachine', {
          name: 'state_machine_1',
          definition:
            '{"Comment": "BASE_PASS_RESULT", "StartAt": "State_1", "States": {"State_1": {"Type": "Pass", "Result": {"Arg1": "argument1"}, "End": true}}}',
          roleArn,
          publish: true,
        }),
        call(
          'states.CreateStateMachineAlias',
          { description, name: 'AliasName-2', routingConfiguration: [{ stateMachineVersionArn, weight: 100 }] },
          { contains: { stateMachineAliasArn: 'arn:aws:states:us-east-1:{account}:stateMachine:state_machine_1:AliasName-2' } },
        ),
        call(
          'states.CreateStateMachineAlias',
          { description, name: 'AliasName-2', routingConfiguration: [{ stateMachineVersionArn, weight: 100 }] },
          { contains: { stateMachineAliasArn: 'arn:aws:states:us-east-1:{account}:stateMachine:state_machine_1:AliasName-2' } },
        ),
        call(
          'states.CreateStateMachineAlias',
          { description, name: 'AliasName-2-second', routingConfiguration: [{ stateMachineVersionArn, weight: 100 }] },
          { contains: { stateMachineAliasArn: 'arn:aws:states:us-east-1:{account}:stateMachine:state_machine_1:AliasName-2-second' } },
        ),
        call(
          'states.ListStateMachineAliases',
          { stateMachineArn },
          {
            contains: {
              stateMachineAliases: [
                { stateMachineAliasArn: 'arn:aws:states:us-east-1:{account}:stateMachine:state_machine_1:AliasName-2' },
                { stateMachineAliasArn: 'arn:aws:states:us-east-1:{account}:stateMachine:state_machine_1:AliasName-2-second' },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'an alias is changed',
      source: test('test_base_lifecycle_create_update_describe'),
      recorded: '2025-04',
      steps: [
        call('states.CreateStateMachine', {
          name: 'state_machine_1',
          definition:
            '{"Comment": "BASE_PASS_RESULT", "StartAt": "State_1", "States": {"State_1": {"Type": "Pass", "Result": {"Arg1": "argument1"}, "End": true}}}',
          roleArn,
          publish: true,
        }),
        call('states.UpdateStateMachine', {
          stateMachineArn,
          definition:
            '{"Comment": "Definition for version 0", "StartAt": "State_1", "States": {"State_1": {"Type": "Pass", "Result": {"Arg1": "argument1"}, "End": true}}}',
          publish: true,
        }),
        call('states.UpdateStateMachine', {
          stateMachineArn,
          definition:
            '{"Comment": "Definition for version 1", "StartAt": "State_1", "States": {"State_1": {"Type": "Pass", "Result": {"Arg1": "argument1"}, "End": true}}}',
          publish: true,
        }),
        call(
          'states.CreateStateMachineAlias',
          { description, name: 'AliasName-2', routingConfiguration: [{ stateMachineVersionArn, weight: 100 }] },
          { contains: { stateMachineAliasArn: 'arn:aws:states:us-east-1:{account}:stateMachine:state_machine_1:AliasName-2' } },
        ),
        call('states.UpdateStateMachineAlias', { stateMachineAliasArn, description: 'new description' }),
        call(
          'states.DescribeStateMachineAlias',
          { stateMachineAliasArn },
          {
            contains: {
              description: 'new description',
              routingConfiguration: [
                { stateMachineVersionArn: 'arn:aws:states:us-east-1:{account}:stateMachine:state_machine_1:1', weight: 100 },
              ],
              stateMachineAliasArn: 'arn:aws:states:us-east-1:{account}:stateMachine:state_machine_1:AliasName-2',
            },
          },
        ),
        call('states.UpdateStateMachineAlias', {
          stateMachineAliasArn,
          routingConfiguration: [
            { stateMachineVersionArn, weight: 50 },
            { stateMachineVersionArn: 'arn:aws:states:us-east-1:{account}:stateMachine:state_machine_1:2', weight: 50 },
          ],
        }),
        call(
          'states.DescribeStateMachineAlias',
          { stateMachineAliasArn },
          {
            contains: {
              description: 'new description',
              routingConfiguration: [
                { stateMachineVersionArn: 'arn:aws:states:us-east-1:{account}:stateMachine:state_machine_1:1', weight: 50 },
                { stateMachineVersionArn: 'arn:aws:states:us-east-1:{account}:stateMachine:state_machine_1:2', weight: 50 },
              ],
              stateMachineAliasArn: 'arn:aws:states:us-east-1:{account}:stateMachine:state_machine_1:AliasName-2',
            },
          },
        ),
      ],
    },
    {
      title: 'a version that an alias names is kept',
      source: test('test_delete_revision_with_alias'),
      recorded: '2025-04',
      steps: [
        call('states.CreateStateMachine', {
          name: 'state_machine_1',
          definition:
            '{"Comment": "BASE_PASS_RESULT", "StartAt": "State_1", "States": {"State_1": {"Type": "Pass", "Result": {"Arg1": "argument1"}, "End": true}}}',
          roleArn,
          publish: true,
        }),
        call(
          'states.CreateStateMachineAlias',
          { description, name: 'AliasName-2', routingConfiguration: [{ stateMachineVersionArn, weight: 100 }] },
          { contains: { stateMachineAliasArn: 'arn:aws:states:us-east-1:{account}:stateMachine:state_machine_1:AliasName-2' } },
        ),
        call('states.DeleteStateMachine', { stateMachineArn }, { answer: {} }),
      ],
    },
  ],
};
