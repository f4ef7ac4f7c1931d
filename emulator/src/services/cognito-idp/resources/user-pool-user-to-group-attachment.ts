// AWS::Cognito::UserPoolUserToGroupAttachment
import type { Properties } from '#core/resources/resource-handlers';
import { ignoring, text } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';

const GONE = ['ResourceNotFoundException', 'UserNotFoundException'];

const membersOf = ({ UserPoolId, GroupName, Username }: Properties) => ({
  UserPoolId: text(UserPoolId)!,
  GroupName: text(GroupName)!,
  Username: text(Username)!,
});

async function isMember(properties: Properties, ctx: ResourceContext): Promise<boolean> {
  const { UserPoolId, GroupName, Username } = membersOf(properties);
  let NextToken: string | undefined;
  do {
    const page = await ignoring(GONE, ctx.call('cognito-idp', 'AdminListGroupsForUser', { UserPoolId, Username, NextToken }));
    if (page?.Groups?.some((group) => group.GroupName === GroupName)) return true;
    NextToken = page?.NextToken;
  } while (NextToken !== undefined);
  return false;
}

/** The id holds all three names: no two of them may run together. */
const idOf = (properties: Properties): string => Object.values(membersOf(properties)).join('|');

export const resource: ResourceType = {
  async create(properties, ctx) {
    await ctx.call('cognito-idp', 'AdminAddUserToGroup', membersOf(properties));
    return { physicalId: idOf(properties), attributes: {} };
  },
  async delete(_id, properties, ctx) {
    await ignoring(GONE, ctx.call('cognito-idp', 'AdminRemoveUserFromGroup', membersOf(properties)));
  },
  read: async (_id, properties, ctx) => ((await isMember(properties, ctx)) ? membersOf(properties) : undefined),
  async adopt(identifier, properties, ctx) {
    const all = { ...properties, ...identifier };
    if (!(await isMember(all, ctx))) throw new Error(`${ctx.typeName} with identifier ${idOf(all)} does not exist.`);
    return { physicalId: idOf(all), attributes: {} };
  },
};
