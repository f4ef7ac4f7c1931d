// A stack that is named without its id is asked for as `stack/NAME/*` (messages that users of the CDK quote: cloudformation:DescribeStacks on …stack/CDKToolkit/*).
import type { ActionFacts } from '../build/action-facts.ts';

export const facts: ActionFacts = {
  types: { stack: 'arn:$p:cloudformation:$r:$a:stack/${StackName}', stackset: 'arn:$p:cloudformation:$r:$a:stackset/${StackSetName}' },
  slots: {
    StackName: ['StackName:stack', 'ChangeSetName:stackOfChangeSet'],
    StackSetName: ['StackSetName:stackSet'],
  },
  operations: {
    ListStackRefactors: [{ action: 'ListStackRefactors', on: ['*'] }],
    DescribeEvents: { types: ['stack'] },
    DescribeStackResources: [{ action: 'DescribeStackResources', on: ['arn:$p:cloudformation:$r:$a:stack/{StackName:stack}'] }],
    // Hooks and types are not stacks
    ListHookResults: [{ action: 'ListHookResults', on: ['*'] }],
  },
  unlisted: [],
  keys: {
    'cloudformation:RoleArn': 'RoleARN',
    'cloudformation:TemplateUrl': 'TemplateURL',
    'cloudformation:StackPolicyUrl': 'StackPolicyURL',
    'cloudformation:ChangeSetName': 'ChangeSetName',
    'cloudformation:ResourceTypes': 'ResourceTypes',
  },
  passes: {
    CreateStack: ['RoleARN'],
    UpdateStack: ['RoleARN'],
    DeleteStack: ['RoleARN'],
    CreateChangeSet: ['RoleARN'],
    RollbackStack: ['RoleARN'],
    ContinueUpdateRollback: ['RoleARN'],
    CreateStackSet: ['AdministrationRoleARN'],
    UpdateStackSet: ['AdministrationRoleARN'],
  },
};
