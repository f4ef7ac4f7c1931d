// Data sources of APIs.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type CreateDataSourceRequest, operation, type DataSource as ShownSource } from '#model/appsync';
import { bad } from '#services/appsync/faults';
import { pageOfValues } from '#services/appsync/pages';
import { channelNamespaces, type DataSource, dataSources, functions, resolvers } from '#services/appsync/state';
import { changeApi, findAnyApi, findDataSource, partArn } from './find.ts';

/** The configuration that each kind of data source needs. */
const CONFIGURATIONS = new Map<string, keyof DataSource | undefined>([
  ['NONE', undefined],
  ['AWS_LAMBDA', 'lambdaConfig'],
  ['AMAZON_DYNAMODB', 'dynamodbConfig'],
  ['HTTP', 'httpConfig'],
  ['AMAZON_EVENTBRIDGE', 'eventBridgeConfig'],
]);
const ABSENT = new Map([
  ['RELATIONAL_DATABASE', 'no relational databases are here'],
  ['AMAZON_ELASTICSEARCH', 'no search domains are here'],
  ['AMAZON_OPENSEARCH_SERVICE', 'no search domains are here'],
  ['AMAZON_BEDROCK_RUNTIME', 'no models are here'],
]);
/** Kinds that nobody is asked for in a role. */
const WITHOUT_ROLE = new Set(['NONE', 'HTTP']);

const shown = (apiId: string, source: Frozen<DataSource>, ctx: Ctx): ShownSource => ({
  ...(source as DataSource),
  dataSourceArn: partArn(apiId, `datasources/${source.name}`, ctx),
});

/** @throws Fault BadRequestException */
function sourceOf({ apiId: _, ...given }: CreateDataSourceRequest): DataSource {
  const absent = ABSENT.get(given.type);
  if (absent !== undefined) throw bad(`Data sources of the type ${given.type} are not emulated: ${absent}.`);
  const needed = CONFIGURATIONS.get(given.type);
  if (needed !== undefined && given[needed] === undefined) throw bad(`Data source of type ${given.type} requires ${needed}.`);
  if (!WITHOUT_ROLE.has(given.type) && given.serviceRoleArn === undefined)
    throw bad(`Data source of type ${given.type} requires serviceRoleArn.`);
  const { dynamodbConfig: table, httpConfig: http } = given;
  if (table?.versioned || table?.deltaSyncConfig) throw bad('Versioned data sources are not emulated: no conflicts are resolved here.');
  if (given.type === 'HTTP' && !(URL.canParse(http?.endpoint ?? '') && /^https?:/.test(http?.endpoint ?? '')))
    throw bad(`The endpoint ${http?.endpoint ?? ''} is not a URL.`);
  if (http?.authorizationConfig && !given.serviceRoleArn) throw bad('A data source that signs its requests requires serviceRoleArn.');
  return given;
}

export const CreateDataSource = operation('CreateDataSource', (input, ctx) => {
  const api = findAnyApi(input.apiId, ctx);
  const source = sourceOf(input);
  if (ctx.records(dataSources).has([api.id, source.name])) throw bad(`Data source with name ${source.name} already exists`);
  ctx.write((tx) => {
    tx.put(ctx.records(dataSources), [api.id, source.name], source);
    changeApi(tx, api, ctx);
  });
  return { dataSource: shown(api.id, source, ctx) };
});

export const GetDataSource = operation('GetDataSource', ({ apiId, name }, ctx) => {
  findAnyApi(apiId, ctx);
  return { dataSource: shown(apiId, findDataSource(apiId, name, ctx), ctx) };
});

export const ListDataSources = operation('ListDataSources', (input, ctx) => {
  const { id } = findAnyApi(input.apiId, ctx);
  const { items, nextToken } = pageOfValues(ctx.records(dataSources), [id], input);
  return { dataSources: items.map((source) => shown(id, source, ctx)), nextToken };
});

export const UpdateDataSource = operation('UpdateDataSource', (input, ctx) => {
  const api = findAnyApi(input.apiId, ctx);
  findDataSource(api.id, input.name, ctx);
  const source = sourceOf(input);
  ctx.write((tx) => {
    tx.put(ctx.records(dataSources), [api.id, source.name], source);
    changeApi(tx, api, ctx);
  });
  return { dataSource: shown(api.id, source, ctx) };
});

export const DeleteDataSource = operation('DeleteDataSource', ({ apiId, name }, ctx) => {
  const api = findAnyApi(apiId, ctx);
  findDataSource(apiId, name, ctx);
  const isUsed = [...ctx.records(resolvers).range([apiId]), ...ctx.records(functions).range([apiId])].some(
    (each) => each.dataSourceName === name,
  );
  const isHandled = [...ctx.records(channelNamespaces).range([apiId])].some(({ handlerConfigs }) =>
    [handlerConfigs?.onPublish, handlerConfigs?.onSubscribe].some((config) => config?.integration.dataSourceName === name),
  );
  if (isUsed || isHandled) throw bad(`Cannot delete data source ${name}: it is used by a resolver, a function or a handler.`);
  ctx.write((tx) => {
    tx.delete(ctx.records(dataSources), [apiId, name]);
    changeApi(tx, api, ctx);
  });
});
