// AWS::AppSync::ChannelNamespace
import { crudType } from '#core/resources/crud-type';
import type { Properties } from '#core/resources/resource-handlers';
import { tagMap, tagsByKey, text } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import type { CreateChannelNamespaceRequest } from '#model/appsync';
import { membersOf, pathIn, propertiesOf, textAt } from './members.ts';

const OWN = ['Tags', 'CodeHandlers', 'CodeS3Location'];
const SHOWN = ['Name', 'SubscribeAuthModes', 'PublishAuthModes', 'HandlerConfigs'];

const inputOf = async (properties: Properties, ctx: ResourceContext): Promise<CreateChannelNamespaceRequest> => {
  const codeHandlers = await textAt(properties.CodeHandlers, properties.CodeS3Location, ctx);
  return { ...membersOf(properties, OWN), codeHandlers } as unknown as CreateChannelNamespaceRequest;
};

function placeOf(arn: string): { readonly apiId: string; readonly name: string } {
  const [apiId = '', , name = ''] = pathIn(arn);
  return { apiId, name };
}

export const resource: ResourceType = crudType({
  id: 'ChannelNamespaceArn',
  gone: ['NotFoundException'],
  properties: {},
  create: async (_name, _given, properties, ctx) => {
    const tags = properties.Tags === undefined ? undefined : tagMap(properties.Tags);
    return (await ctx.call('appsync', 'CreateChannelNamespace', { ...(await inputOf(properties, ctx)), tags })).channelNamespace!;
  },
  idOf: ({ channelNamespaceArn = '' }) => channelNamespaceArn,
  find: async (arn, _properties, ctx) => (await ctx.call('appsync', 'GetChannelNamespace', placeOf(arn))).channelNamespace,
  update: async (_arn, _given, { properties }, ctx) => ctx.call('appsync', 'UpdateChannelNamespace', await inputOf(properties, ctx)),
  delete: (arn, _properties, ctx) => ctx.call('appsync', 'DeleteChannelNamespace', placeOf(arn)),
  shown: (namespace, { CodeS3Location }, arn) => ({
    ...{ ApiId: placeOf(arn).apiId, ...propertiesOf(namespace, SHOWN), CodeS3Location },
    CodeHandlers: CodeS3Location === undefined ? namespace.codeHandlers : undefined,
  }),
  tags: {
    told: ({ tags }) => tags,
    put: (resourceArn, tags, _found, ctx) => ctx.call('appsync', 'TagResource', { resourceArn, tags: tagsByKey(tags) }),
    remove: (resourceArn, tagKeys, _found, ctx) => ctx.call('appsync', 'UntagResource', { resourceArn, tagKeys }),
  },
  listNeeds: ['ApiId'],
  list: (nextToken, { ApiId }, ctx) => ctx.call('appsync', 'ListChannelNamespaces', { apiId: text(ApiId) ?? '', nextToken }),
  listed: ({ channelNamespaces }) => channelNamespaces?.map(({ channelNamespaceArn }) => channelNamespaceArn),
});
