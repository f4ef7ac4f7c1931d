// AWS::AppSync::GraphQLApi
import { crudSetting, crudType } from '#core/resources/crud-type';
import type { Properties } from '#core/resources/resource-handlers';
import { tagMap, tagsByKey, text } from '#core/resources/resource-properties';
import { textMap } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { formatArn } from '#lib/arn';
import type { CreateGraphqlApiRequest } from '#model/appsync';
import { membersOf, pathIn, propertiesOf } from './members.ts';

const OWN = ['Tags', 'EnvironmentVariables'];
const SHOWN = [
  ...['Name', 'AuthenticationType', 'LogConfig', 'UserPoolConfig', 'OpenIDConnectConfig', 'AdditionalAuthenticationProviders'],
  ...['LambdaAuthorizerConfig', 'OwnerContact', 'EnhancedMetricsConfig', 'XrayEnabled', 'ApiType', 'Visibility'],
  ...['IntrospectionConfig', 'QueryDepthLimit', 'ResolverCountLimit'],
];
const idIn = (arn: string): string => pathIn(arn)[0] ?? '';
const inputOf = (properties: Properties): CreateGraphqlApiRequest => membersOf(properties, OWN) as unknown as CreateGraphqlApiRequest;

export const resource: ResourceType = crudType({
  id: 'Arn',
  gone: ['NotFoundException'],
  properties: {},
  create: async (_name, _given, properties, ctx) => {
    const input = { ...inputOf(properties), tags: properties.Tags === undefined ? undefined : tagMap(properties.Tags) };
    return (await ctx.call('appsync', 'CreateGraphqlApi', input)).graphqlApi!;
  },
  idOf: ({ arn = '' }) => arn,
  find: async (arn, _properties, ctx) => (await ctx.call('appsync', 'GetGraphqlApi', { apiId: idIn(arn) })).graphqlApi,
  update: (arn, _given, { properties }, ctx) => {
    const { apiType: _type, visibility: _visibility, ...input } = inputOf(properties);
    return ctx.call('appsync', 'UpdateGraphqlApi', { apiId: idIn(arn), ...input });
  },
  delete: (arn, _properties, ctx) => ctx.call('appsync', 'DeleteGraphqlApi', { apiId: idIn(arn) }),
  settings: [
    crudSetting(
      'EnvironmentVariables',
      textMap,
      (arn, environmentVariables, ctx) =>
        ctx.call('appsync', 'PutGraphqlApiEnvironmentVariables', { apiId: idIn(arn), environmentVariables }),
      (arn, ctx) => ctx.call('appsync', 'PutGraphqlApiEnvironmentVariables', { apiId: idIn(arn), environmentVariables: {} }),
    ),
  ],
  attributes: ({ apiId: ApiId = '', uris, dns }, _arn, { region, account }) => ({
    ApiId,
    GraphQLUrl: uris?.['GRAPHQL'],
    RealtimeUrl: uris?.['REALTIME'],
    GraphQLDns: dns?.['GRAPHQL'],
    RealtimeDns: dns?.['REALTIME'],
    GraphQLEndpointArn: formatArn({ service: 'appsync', region, account, resource: `endpoints/graphql-api/${ApiId}` }),
  }),
  shown: async (api, _given, arn, ctx) => {
    const { environmentVariables = {} } = await ctx.call('appsync', 'GetGraphqlApiEnvironmentVariables', { apiId: idIn(arn) });
    return {
      ...propertiesOf(api, SHOWN),
      EnvironmentVariables: Object.keys(environmentVariables).length > 0 ? environmentVariables : undefined,
    };
  },
  tags: {
    told: ({ tags }) => tags,
    put: (resourceArn, tags, _found, ctx) => ctx.call('appsync', 'TagResource', { resourceArn, tags: tagsByKey(tags) }),
    remove: (resourceArn, tagKeys, _found, ctx) => ctx.call('appsync', 'UntagResource', { resourceArn, tagKeys }),
  },
  list: (nextToken, _filter, ctx) => ctx.call('appsync', 'ListGraphqlApis', { nextToken: text(nextToken) }),
  listed: ({ graphqlApis }) => graphqlApis?.map(({ arn }) => arn),
});
