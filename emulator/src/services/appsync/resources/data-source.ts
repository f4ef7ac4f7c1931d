// AWS::AppSync::DataSource
import { crudType } from '#core/resources/crud-type';
import type { Properties } from '#core/resources/resource-handlers';
import { text } from '#core/resources/resource-properties';
import type { ResourceType } from '#core/resources/resource-type';
import type { CreateDataSourceRequest } from '#model/appsync';
import { membersOf, pathIn, propertiesOf } from './members.ts';

const SHOWN = [
  ...[
    'Name',
    'Type',
    'Description',
    'ServiceRoleArn',
    'DynamoDBConfig',
    'LambdaConfig',
    'HttpConfig',
    'EventBridgeConfig',
    'MetricsConfig',
  ],
];
const inputOf = (properties: Properties): CreateDataSourceRequest => membersOf(properties) as unknown as CreateDataSourceRequest;

function placeOf(arn: string): { readonly apiId: string; readonly name: string } {
  const [apiId = '', , name = ''] = pathIn(arn);
  return { apiId, name };
}

export const resource: ResourceType = crudType({
  id: 'DataSourceArn',
  gone: ['NotFoundException'],
  properties: {},
  create: async (_name, _given, properties, ctx) => (await ctx.call('appsync', 'CreateDataSource', inputOf(properties))).dataSource!,
  idOf: ({ dataSourceArn = '' }) => dataSourceArn,
  find: async (arn, _properties, ctx) => (await ctx.call('appsync', 'GetDataSource', placeOf(arn))).dataSource,
  update: (_arn, _given, { properties }, ctx) => ctx.call('appsync', 'UpdateDataSource', inputOf(properties)),
  delete: (arn, _properties, ctx) => ctx.call('appsync', 'DeleteDataSource', placeOf(arn)),
  attributes: ({ name: Name }) => ({ Name }),
  shown: (source, _given, arn) => ({ ApiId: placeOf(arn).apiId, ...propertiesOf(source, SHOWN) }),
  listNeeds: ['ApiId'],
  list: (nextToken, { ApiId }, ctx) => ctx.call('appsync', 'ListDataSources', { apiId: text(ApiId) ?? '', nextToken }),
  listed: ({ dataSources }) => dataSources?.map(({ dataSourceArn }) => dataSourceArn),
});
