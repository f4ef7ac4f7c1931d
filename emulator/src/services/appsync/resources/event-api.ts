// AWS::AppSync::Api
import { crudType } from '#core/resources/crud-type';
import type { Properties } from '#core/resources/resource-handlers';
import { tagMap, tagsByKey, text } from '#core/resources/resource-properties';
import type { ResourceType } from '#core/resources/resource-type';
import type { CreateApiRequest } from '#model/appsync';
import { membersOf, pathIn, propertiesOf } from './members.ts';

const SHOWN = ['Name', 'OwnerContact', 'EventConfig'];
const idIn = (arn: string): string => pathIn(arn)[0] ?? '';
/** Templates may leave the ways of authorization out: an API key is one then. */
const KEY = { authType: 'API_KEY' };
const DEFAULT = {
  ...{ authProviders: [KEY], connectionAuthModes: [KEY], defaultPublishAuthModes: [KEY], defaultSubscribeAuthModes: [KEY] },
};
const inputOf = (properties: Properties): CreateApiRequest =>
  ({ eventConfig: DEFAULT, ...membersOf(properties, ['Tags']) }) as unknown as CreateApiRequest;

export const resource: ResourceType = crudType({
  id: 'ApiArn',
  gone: ['NotFoundException'],
  properties: {},
  create: async (_name, _given, properties, ctx) => {
    const tags = properties.Tags === undefined ? undefined : tagMap(properties.Tags);
    return (await ctx.call('appsync', 'CreateApi', { ...inputOf(properties), tags })).api!;
  },
  idOf: ({ apiArn = '' }) => apiArn,
  find: async (arn, _properties, ctx) => (await ctx.call('appsync', 'GetApi', { apiId: idIn(arn) })).api,
  update: (arn, _given, { properties }, ctx) => ctx.call('appsync', 'UpdateApi', { apiId: idIn(arn), ...inputOf(properties) }),
  delete: (arn, _properties, ctx) => ctx.call('appsync', 'DeleteApi', { apiId: idIn(arn) }),
  attributes: ({ apiId: ApiId, dns }) => ({
    ApiId,
    Dns: { Http: dns?.['HTTP'], Realtime: dns?.['REALTIME'] },
    'Dns.Http': dns?.['HTTP'],
    'Dns.Realtime': dns?.['REALTIME'],
  }),
  shown: (api) => propertiesOf(api, SHOWN),
  tags: {
    told: ({ tags }) => tags,
    put: (resourceArn, tags, _found, ctx) => ctx.call('appsync', 'TagResource', { resourceArn, tags: tagsByKey(tags) }),
    remove: (resourceArn, tagKeys, _found, ctx) => ctx.call('appsync', 'UntagResource', { resourceArn, tagKeys }),
  },
  list: (nextToken, _filter, ctx) => ctx.call('appsync', 'ListApis', { nextToken: text(nextToken) }),
  listed: ({ apis }) => apis?.map(({ apiArn }) => apiArn),
});
