// Recorded answers about alias lives of the state machines service.
import { call, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`stepfunctions/v2/test_sfn_api_aliasing.py::TestSfnApiAliasing::${name}`);

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'an alias that is not there is deleted',
      source: test('test_delete_no_such_alias_arn'),
      recorded: '2025-04',
      steps: [
        call('states.CreateStateMachine', {
          name: 'state_machine_1',
          definition:
            '{"Comment": "BASE_PASS_RESULT", "StartAt": "State_1", "States": {"State_1": {"Type": "Pass", "Result": {"Arg1": "argument1"}, "End": true}}}',
          roleArn: 'arn:aws:iam::{account}:role/any',
          publish: true,
        }),
        call(
          'states.CreateStateMachineAlias',
          {
            description: 'create state machine alias description',
            name: 'AliasName-2',
            routingConfiguration: [
              { stateMachineVersionArn: 'arn:aws:states:us-east-1:{account}:stateMachine:state_machine_1:1', weight: 100 },
            ],
          },
          { contains: { stateMachineAliasArn: 'arn:aws:states:us-east-1:{account}:stateMachine:state_machine_1:AliasName-2' } },
        ),
        call('states.DeleteStateMachineAlias', {
          stateMachineAliasArn: 'arn:aws:states:us-east-1:{account}:stateMachine:state_machine_1:AliasName-2',
        }),
        call(
          'states.DeleteStateMachineAlias',
          { stateMachineAliasArn: 'arn:aws:states:us-east-1:{account}:stateMachine:state_machine_1:AliasName-2' },
          { answer: {} },
        ),
      ],
    },
  ],
};
