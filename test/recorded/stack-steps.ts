// Steps that several recorded cases of stacks share.
import type { Step } from './case.ts';

export const PARAMETER = { Type: 'AWS::SSM::Parameter', Properties: { Type: 'String', Value: 'v' } };
export const TEMPLATE = JSON.stringify({ Resources: { SimpleParam: PARAMETER } });
export const failing = (call: string, input: object, message: string | RegExp, code = 'ValidationError', status = 400): Step => ({
  call: `cloudformation.${call}`,
  input: input as Record<string, unknown>,
  error: { code, message, status },
});
export const create = (StackName: string, TemplateBody = TEMPLATE): Step[] => [
  { call: 'cloudformation.CreateStack', input: { StackName, TemplateBody }, as: 'made' },
  { wait: '6s' },
];
export const remove = (StackName: string): Step[] => [{ call: 'cloudformation.DeleteStack', input: { StackName } }, { wait: '6s' }];
export const changeSet = (StackName: string, ChangeSetName: string, type: 'CREATE' | 'UPDATE', TemplateBody = TEMPLATE): Step => ({
  call: 'cloudformation.CreateChangeSet',
  input: { StackName, ChangeSetName, ChangeSetType: type, TemplateBody },
  as: ChangeSetName,
});
export const execute = (StackName: string, ChangeSetName: string): Step[] => [
  { call: 'cloudformation.ExecuteChangeSet', input: { StackName, ChangeSetName } },
  { wait: '6s' },
];
