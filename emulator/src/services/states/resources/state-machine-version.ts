// AWS::StepFunctions::StateMachineVersion, which any change replaces.
import { crudType } from '#core/resources/crud-type';
import { text } from '#core/resources/resource-properties';
import { requiredText } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { machineOfQualified } from '#services/states/arns';

export const resource: ResourceType = crudType({
  id: 'Arn',
  gone: ['StateMachineDoesNotExist'],
  properties: { StateMachineArn: requiredText, StateMachineRevisionId: text, Description: text },
  create: (_name, { StateMachineArn: stateMachineArn, StateMachineRevisionId: revisionId, Description: description }, _properties, ctx) =>
    ctx.call('states', 'PublishStateMachineVersion', { stateMachineArn, revisionId, description }),
  idOf: ({ stateMachineVersionArn }) => stateMachineVersionArn,
  delete: (stateMachineVersionArn, _properties, ctx) => ctx.call('states', 'DeleteStateMachineVersion', { stateMachineVersionArn }),
  find: (stateMachineArn, _properties, ctx) => ctx.call('states', 'DescribeStateMachine', { stateMachineArn }),
  shown: ({ revisionId = 'INITIAL', description: Description }, given, arn) => ({
    StateMachineArn: machineOfQualified(arn),
    StateMachineRevisionId: given.StateMachineRevisionId ?? revisionId,
    Description,
  }),
  listNeeds: ['StateMachineArn'],
  list: (nextToken, { StateMachineArn }, ctx) =>
    ctx.call('states', 'ListStateMachineVersions', { stateMachineArn: requiredText(StateMachineArn), nextToken }),
  listed: ({ stateMachineVersions }) => stateMachineVersions.map(({ stateMachineVersionArn }) => stateMachineVersionArn),
});
