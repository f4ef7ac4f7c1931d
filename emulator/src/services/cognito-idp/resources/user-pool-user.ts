// AWS::Cognito::UserPoolUser: every change makes another user.
import { crudType } from '#core/resources/crud-type';
import { flag, text } from '#core/resources/resource-properties';
import { each, must, requiredText, shape, textMap } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { texts } from './pool-properties.ts';

const attributes = each(must(shape({ Name: requiredText, Value: text })));

export const resource: ResourceType = crudType({
  id: 'Username',
  newName: 128,
  gone: ['ResourceNotFoundException', 'UserNotFoundException'],
  properties: {
    UserAttributes: attributes,
    ValidationData: attributes,
    ClientMetadata: textMap,
    DesiredDeliveryMediums: texts,
    ForceAliasCreation: flag,
    MessageAction: text,
  },
  unread: ['UserAttributes', 'ValidationData', 'ClientMetadata', 'DesiredDeliveryMediums', 'ForceAliasCreation', 'MessageAction'],
  async create(Username, given, { UserPoolId }, ctx) {
    const { User } = await ctx.call('cognito-idp', 'AdminCreateUser', { Username, UserPoolId: text(UserPoolId)!, ...given });
    return User!;
  },
  find: (Username, { UserPoolId }, ctx) => ctx.call('cognito-idp', 'AdminGetUser', { Username, UserPoolId: text(UserPoolId)! }),
  delete: (Username, { UserPoolId }, ctx) => ctx.call('cognito-idp', 'AdminDeleteUser', { Username, UserPoolId: text(UserPoolId)! }),
  shown: (_user, { UserPoolId }) => ({ UserPoolId }),
  listNeeds: ['UserPoolId'],
  list: async (PaginationToken, { UserPoolId }, ctx) => {
    const page = await ctx.call('cognito-idp', 'ListUsers', { UserPoolId: text(UserPoolId)!, PaginationToken });
    return { Users: page.Users, NextToken: page.PaginationToken };
  },
  listed: ({ Users }) => Users?.map(({ Username }) => Username),
});
