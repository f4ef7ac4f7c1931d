// Actions of parameters, which lose the slash before their name.
import type { ActionFacts } from '../build/action-facts.ts';

const PARAMETER = 'arn:$p:ssm:$r:$a:parameter/';
const tagged = (action: string) => [action, [{ action, on: [`arn:$p:ssm:$r:$a:{ResourceType:lower}/{ResourceId:parameter}`] }]] as const;
const policied = (action: string) => [action, [{ action, on: ['{ResourceArn}'] }]] as const;

export const facts: ActionFacts = {
  slots: { ParameterNameWithoutLeadingSlash: ['Name:parameter', 'Names[]:parameter', 'Path:parameter'], SyncName: ['SyncName'] },
  operations: {
    ...Object.fromEntries(['AddTagsToResource', 'RemoveTagsFromResource', 'ListTagsForResource'].map(tagged)),
    ...Object.fromEntries(['PutResourcePolicy', 'GetResourcePolicies', 'DeleteResourcePolicy'].map(policied)),
    GetParametersByPath: [{ action: 'GetParametersByPath', on: [`${PARAMETER}{Path:parameter}`] }],
    ListNodes: [{ action: 'ListNodes', on: ['*'] }],
  },
  keys: { 'ssm:Overwrite': 'Overwrite', 'ssm:Recursive': 'Recursive|=false' },
};
