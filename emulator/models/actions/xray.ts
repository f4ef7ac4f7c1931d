// Groups and sampling rules are named by their name or their ARN; a group's ARN ends with an id that its name does not tell.
import type { ActionFacts } from '../build/action-facts.ts';

const GROUP = ['{GroupARN}', 'arn:$p:xray:$r:$a:group/{GroupName}/*'];
const ofGroup = (action: string) => [action, [{ action, on: GROUP }]] as const;
const tagged = (action: string) => [action, [{ action, on: ['{ResourceARN}'] }]] as const;
const RULE = 'arn:$p:xray:$r:$a:sampling-rule';

export const facts: ActionFacts = {
  operations: {
    CreateGroup: [{ action: 'CreateGroup', on: ['arn:$p:xray:$r:$a:group/{GroupName}/*'] }],
    ...Object.fromEntries(['GetGroup', 'UpdateGroup', 'DeleteGroup'].map(ofGroup)),
    CreateSamplingRule: [{ action: 'CreateSamplingRule', on: [`${RULE}/{SamplingRule.RuleName}`] }],
    UpdateSamplingRule: [{ action: 'UpdateSamplingRule', on: ['{SamplingRuleUpdate.RuleARN}', `${RULE}/{SamplingRuleUpdate.RuleName}`] }],
    DeleteSamplingRule: [{ action: 'DeleteSamplingRule', on: ['{RuleARN}', `${RULE}/{RuleName}`] }],
    ...Object.fromEntries(['TagResource', 'UntagResource', 'ListTagsForResource'].map(tagged)),
  },
};
