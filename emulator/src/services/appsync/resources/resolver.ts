// AWS::AppSync::Resolver
import { crudType } from '#core/resources/crud-type';
import type { Properties } from '#core/resources/resource-handlers';
import { text } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import type { CreateResolverRequest } from '#model/appsync';
import { CODE_PROPERTIES, codeOf, membersOf, pathIn, propertiesOf } from './members.ts';

const SHOWN = [
  'TypeName',
  'FieldName',
  'DataSourceName',
  'PipelineConfig',
  'Runtime',
  'MetricsConfig',
  'Kind',
  'MaxBatchSize',
  'CachingConfig',
];
const TEXTS = ['Code', 'RequestMappingTemplate', 'ResponseMappingTemplate'];

const inputOf = async (properties: Properties, ctx: ResourceContext): Promise<CreateResolverRequest> =>
  ({ ...membersOf(properties, CODE_PROPERTIES), ...(await codeOf(properties, ctx)) }) as unknown as CreateResolverRequest;

function placeOf(arn: string): { readonly apiId: string; readonly typeName: string; readonly fieldName: string } {
  const [apiId = '', , typeName = '', , fieldName = ''] = pathIn(arn);
  return { apiId, typeName, fieldName };
}

/** Texts that come from buckets are shown by their places. */
export function shownCode(told: object, given: Properties): Record<string, unknown> {
  const names = TEXTS.filter((name) => given[`${name}S3Location`] === undefined);
  const places = TEXTS.map((name) => [`${name}S3Location`, given[`${name}S3Location`]]);
  return { ...propertiesOf(told, names), ...Object.fromEntries(places) };
}

export const resource: ResourceType = crudType({
  id: 'ResolverArn',
  gone: ['NotFoundException'],
  properties: {},
  create: async (_name, _given, properties, ctx) => (await ctx.call('appsync', 'CreateResolver', await inputOf(properties, ctx))).resolver!,
  idOf: ({ resolverArn = '' }) => resolverArn,
  find: async (arn, _properties, ctx) => (await ctx.call('appsync', 'GetResolver', placeOf(arn))).resolver,
  update: async (_arn, _given, { properties }, ctx) => ctx.call('appsync', 'UpdateResolver', await inputOf(properties, ctx)),
  delete: (arn, _properties, ctx) => ctx.call('appsync', 'DeleteResolver', placeOf(arn)),
  attributes: ({ typeName: TypeName, fieldName: FieldName }) => ({ TypeName, FieldName }),
  shown: (resolver, given, arn) => ({ ApiId: placeOf(arn).apiId, ...propertiesOf(resolver, SHOWN), ...shownCode(resolver, given) }),
  listNeeds: ['ApiId', 'TypeName'],
  list: (nextToken, { ApiId, TypeName }, ctx) =>
    ctx.call('appsync', 'ListResolvers', { apiId: text(ApiId) ?? '', typeName: text(TypeName) ?? '', nextToken }),
  listed: ({ resolvers }) => resolvers?.map(({ resolverArn }) => resolverArn),
});
