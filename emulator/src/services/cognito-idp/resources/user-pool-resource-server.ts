// AWS::Cognito::UserPoolResourceServer
import { crudType } from '#core/resources/crud-type';
import { text } from '#core/resources/resource-properties';
import { each, must, requiredText, shape } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';

const scopes = each(must(shape({ ScopeName: requiredText, ScopeDescription: requiredText })));

export const resource: ResourceType = crudType({
  id: 'Identifier',
  gone: ['ResourceNotFoundException'],
  properties: { Name: requiredText, Scopes: scopes },
  create: (Identifier, given, { UserPoolId }, ctx) =>
    ctx.call('cognito-idp', 'CreateResourceServer', { Identifier, UserPoolId: text(UserPoolId)!, ...given }),
  find: async (Identifier, { UserPoolId }, ctx) =>
    (await ctx.call('cognito-idp', 'DescribeResourceServer', { Identifier, UserPoolId: text(UserPoolId)! })).ResourceServer,
  update: (Identifier, given, { properties: { UserPoolId } }, ctx) =>
    ctx.call('cognito-idp', 'UpdateResourceServer', { Identifier, UserPoolId: text(UserPoolId)!, ...given }),
  delete: (Identifier, { UserPoolId }, ctx) =>
    ctx.call('cognito-idp', 'DeleteResourceServer', { Identifier, UserPoolId: text(UserPoolId)! }),
  shown: ({ UserPoolId, Scopes }) => ({ UserPoolId, Scopes: Scopes?.length ? Scopes : undefined }),
  unread: ['Scopes'],
  listNeeds: ['UserPoolId'],
  list: (NextToken, { UserPoolId }, ctx) => ctx.call('cognito-idp', 'ListResourceServers', { UserPoolId: text(UserPoolId)!, NextToken }),
  listed: ({ ResourceServers }) => ResourceServers?.map(({ Identifier }) => Identifier),
});
