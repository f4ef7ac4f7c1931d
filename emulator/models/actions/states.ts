// Actions of state machines, executions and activities.
import type { ActionFacts } from '../build/action-facts.ts';

export const facts: ActionFacts = {
  types: {
    statemachine: 'arn:$p:states:$r:$a:stateMachine:${StateMachineName}',
    execution: 'arn:$p:states:$r:$a:execution:${Execution}',
    maprun: 'arn:$p:states:$r:$a:mapRun:${MapRun}',
  },
  slots: {
    StateMachineName: ['stateMachineArn', 'stateMachineVersionArn', 'stateMachineAliasArn', 'name', 'resourceArn'],
    Execution: ['executionArn'],
    MapRun: ['mapRunArn'],
    ActivityName: ['activityArn', 'name', 'resourceArn'],
  },
  operations: {
    // An execution of any kind is named by its ARN alone
    DescribeExecution: { types: ['execution'] },
    ListExecutions: [{ action: 'ListExecutions', on: ['{mapRunArn}', '{stateMachineArn}'] }],
    CreateStateMachineAlias: [
      { action: 'CreateStateMachineAlias', on: ['{routingConfiguration[].stateMachineVersionArn:withoutVersion}'] },
    ],
    TagResource: { types: ['statemachine'] },
    UntagResource: { types: ['statemachine'] },
    ListTagsForResource: { types: ['statemachine'] },
  },
  passes: { CreateStateMachine: ['roleArn'], UpdateStateMachine: ['roleArn'], TestState: ['roleArn'] },
};
