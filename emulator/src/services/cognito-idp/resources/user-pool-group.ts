// AWS::Cognito::UserPoolGroup
import { crudType } from '#core/resources/crud-type';
import { number, text } from '#core/resources/resource-properties';
import type { ResourceType } from '#core/resources/resource-type';

export const resource: ResourceType = crudType({
  id: 'GroupName',
  newName: 128,
  gone: ['ResourceNotFoundException'],
  properties: { Description: text, Precedence: number, RoleArn: text },
  create: (GroupName, given, { UserPoolId }, ctx) =>
    ctx.call('cognito-idp', 'CreateGroup', { GroupName, UserPoolId: text(UserPoolId)!, ...given }),
  find: async (GroupName, { UserPoolId }, ctx) =>
    (await ctx.call('cognito-idp', 'GetGroup', { GroupName, UserPoolId: text(UserPoolId)! })).Group,
  update: (GroupName, given, { properties: { UserPoolId } }, ctx) =>
    ctx.call('cognito-idp', 'UpdateGroup', { GroupName, UserPoolId: text(UserPoolId)!, ...given }),
  delete: (GroupName, { UserPoolId }, ctx) => ctx.call('cognito-idp', 'DeleteGroup', { GroupName, UserPoolId: text(UserPoolId)! }),
  shown: ({ UserPoolId }) => ({ UserPoolId }),
  listNeeds: ['UserPoolId'],
  list: (NextToken, { UserPoolId }, ctx) => ctx.call('cognito-idp', 'ListGroups', { UserPoolId: text(UserPoolId)!, NextToken }),
  listed: ({ Groups }) => Groups?.map(({ GroupName }) => GroupName),
});
