// AWS::AppSync::FunctionConfiguration
import { crudType } from '#core/resources/crud-type';
import type { Properties } from '#core/resources/resource-handlers';
import { text } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import type { CreateFunctionRequest } from '#model/appsync';
import { CODE_PROPERTIES, codeOf, membersOf, pathIn, propertiesOf } from './members.ts';
import { shownCode } from './resolver.ts';

const SHOWN = ['Name', 'Description', 'DataSourceName', 'Runtime', 'FunctionVersion', 'MaxBatchSize'];

const inputOf = async (properties: Properties, ctx: ResourceContext): Promise<CreateFunctionRequest> =>
  ({ ...membersOf(properties, CODE_PROPERTIES), ...(await codeOf(properties, ctx)) }) as unknown as CreateFunctionRequest;

function placeOf(arn: string): { readonly apiId: string; readonly functionId: string } {
  const [apiId = '', , functionId = ''] = pathIn(arn);
  return { apiId, functionId };
}

export const resource: ResourceType = crudType({
  id: 'FunctionArn',
  gone: ['NotFoundException'],
  properties: {},
  create: async (_name, _given, properties, ctx) =>
    (await ctx.call('appsync', 'CreateFunction', await inputOf(properties, ctx))).functionConfiguration!,
  idOf: ({ functionArn = '' }) => functionArn,
  find: async (arn, _properties, ctx) => (await ctx.call('appsync', 'GetFunction', placeOf(arn))).functionConfiguration,
  update: async (arn, _given, { properties }, ctx) =>
    ctx.call('appsync', 'UpdateFunction', { ...(await inputOf(properties, ctx)), functionId: placeOf(arn).functionId }),
  delete: (arn, _properties, ctx) => ctx.call('appsync', 'DeleteFunction', placeOf(arn)),
  attributes: ({ functionId: FunctionId, name: Name, dataSourceName: DataSourceName }) => ({ FunctionId, Name, DataSourceName }),
  shown: (fn, given, arn) => ({
    ApiId: placeOf(arn).apiId,
    ...propertiesOf(fn, SHOWN),
    ...shownCode(fn, given),
  }),
  listNeeds: ['ApiId'],
  list: (nextToken, { ApiId }, ctx) => ctx.call('appsync', 'ListFunctions', { apiId: text(ApiId) ?? '', nextToken }),
  listed: ({ functions }) => functions?.map(({ functionArn }) => functionArn),
});
