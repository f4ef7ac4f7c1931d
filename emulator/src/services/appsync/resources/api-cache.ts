// AWS::AppSync::ApiCache
import { crudType } from '#core/resources/crud-type';
import type { Properties } from '#core/resources/resource-handlers';
import { text } from '#core/resources/resource-properties';
import type { ResourceType } from '#core/resources/resource-type';
import type { CreateApiCacheRequest } from '#model/appsync';
import { membersOf, propertiesOf } from './members.ts';

const SHOWN = ['ApiCachingBehavior', 'Ttl', 'Type', 'TransitEncryptionEnabled', 'AtRestEncryptionEnabled', 'HealthMetricsConfig'];
const inputOf = (properties: Properties): CreateApiCacheRequest => membersOf(properties) as unknown as CreateApiCacheRequest;

export const resource: ResourceType = crudType({
  id: 'Id',
  gone: ['NotFoundException'],
  properties: {},
  create: async (_name, _given, properties, ctx) => {
    await ctx.call('appsync', 'CreateApiCache', inputOf(properties));
    return text(properties.ApiId) ?? '';
  },
  idOf: (id) => id,
  find: async (apiId, _properties, ctx) => (await ctx.call('appsync', 'GetApiCache', { apiId })).apiCache,
  update: (apiId, _given, { properties }, ctx) => ctx.call('appsync', 'UpdateApiCache', { ...inputOf(properties), apiId }),
  delete: (apiId, _properties, ctx) => ctx.call('appsync', 'DeleteApiCache', { apiId }),
  shown: (cache, _given, ApiId) => ({ ApiId, ...propertiesOf(cache, SHOWN) }),
});
