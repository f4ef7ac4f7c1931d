// Resolvers: what gives a field its value.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type CachingConfig, type CreateResolverRequest, operation, type Resolver } from '#model/appsync';
import { isCachingKey } from '#services/appsync/cache/cache-keys';
import { bad, notFound } from '#services/appsync/faults';
import { pageOfValues } from '#services/appsync/pages';
import { builtSchema } from '#services/appsync/schema/built-schema';
import { fieldIn } from '#services/appsync/schema/field-in';
import { type ResolverSettings, resolvers } from '#services/appsync/state';
import { checkTtl } from './api-cache.ts';
import { changeApi, findApi, findDataSource, findFunction, findResolver, partArn } from './find.ts';
import { checkRunnable } from './resolver-code.ts';

/** Limit: functions of a pipeline. */
const MAX_FUNCTIONS = 10;

const shown = (apiId: string, resolver: Frozen<ResolverSettings>, ctx: Ctx): Resolver => ({
  ...(resolver as ResolverSettings),
  resolverArn: partArn(apiId, `types/${resolver.typeName}/resolvers/${resolver.fieldName}`, ctx),
});

/** @throws Fault BadRequestException, NotFoundException */
function resolverOf({ apiId, ...given }: CreateResolverRequest, ctx: Ctx): ResolverSettings {
  const { kind = 'UNIT', dataSourceName, pipelineConfig } = given;
  if (given.cachingConfig) checkCaching(given.cachingConfig);
  const schema = builtSchema(apiId, ctx);
  const found = fieldIn(schema, given.typeName, given.fieldName);
  if (found === 'no type') throw notFound(`Type ${given.typeName} not found`);
  if (found === 'no field') throw notFound(`No field named ${given.fieldName} found on type ${given.typeName}`);
  if (kind === 'PIPELINE') {
    if (dataSourceName !== undefined) throw bad('DataSourceName is not allowed for PIPELINE resolver.');
    const ids = pipelineConfig?.functions ?? [];
    if (ids.length > MAX_FUNCTIONS) throw bad(`A pipeline can have at most ${MAX_FUNCTIONS} functions.`);
    for (const id of ids) findFunction(apiId, id, ctx);
  } else {
    if (pipelineConfig) throw bad('PipelineConfig is not allowed for UNIT resolver.');
    if (dataSourceName === undefined) throw bad('DataSourceName is required for UNIT resolver.');
    findDataSource(apiId, dataSourceName, ctx);
  }
  checkRunnable(given);
  return { ...given, kind, maxBatchSize: given.maxBatchSize ?? 0 };
}

/** @throws Fault BadRequestException */
function checkCaching({ ttl, cachingKeys = [] }: CachingConfig): void {
  checkTtl(ttl);
  const wrong = cachingKeys.find((key) => !isCachingKey(key));
  if (wrong !== undefined) throw bad(`The caching key ${wrong} must begin with $context.arguments, $context.source or $context.identity.`);
}

export const CreateResolver = operation('CreateResolver', (input, ctx) => {
  const api = findApi(input.apiId, ctx);
  const resolver = resolverOf(input, ctx);
  const key: [string, string, string] = [api.id, resolver.typeName, resolver.fieldName];
  if (ctx.records(resolvers).has(key)) throw bad('Only one resolver is allowed per field.');
  ctx.write((tx) => {
    tx.put(ctx.records(resolvers), key, resolver);
    changeApi(tx, api, ctx);
  });
  return { resolver: shown(api.id, resolver, ctx) };
});

export const GetResolver = operation('GetResolver', ({ apiId, typeName, fieldName }, ctx) => {
  findApi(apiId, ctx);
  return { resolver: shown(apiId, findResolver(apiId, typeName, fieldName, ctx), ctx) };
});

export const ListResolvers = operation('ListResolvers', (input, ctx) => {
  const { id } = findApi(input.apiId, ctx);
  const { items, nextToken } = pageOfValues(ctx.records(resolvers), [id, input.typeName], input);
  return { resolvers: items.map((resolver) => shown(id, resolver, ctx)), nextToken };
});

export const ListResolversByFunction = operation('ListResolversByFunction', (input, ctx) => {
  const { id } = findApi(input.apiId, ctx);
  findFunction(id, input.functionId, ctx);
  const { items, nextToken } = pageOfValues(ctx.records(resolvers), [id], input, {
    keep: ({ pipelineConfig }) => pipelineConfig?.functions?.includes(input.functionId) ?? false,
  });
  return { resolvers: items.map((resolver) => shown(id, resolver, ctx)), nextToken };
});

export const UpdateResolver = operation('UpdateResolver', (input, ctx) => {
  const api = findApi(input.apiId, ctx);
  findResolver(api.id, input.typeName, input.fieldName, ctx);
  const resolver = resolverOf(input, ctx);
  ctx.write((tx) => {
    tx.put(ctx.records(resolvers), [api.id, input.typeName, input.fieldName], resolver);
    changeApi(tx, api, ctx);
  });
  return { resolver: shown(api.id, resolver, ctx) };
});

export const DeleteResolver = operation('DeleteResolver', ({ apiId, typeName, fieldName }, ctx) => {
  const api = findApi(apiId, ctx);
  findResolver(apiId, typeName, fieldName, ctx);
  ctx.write((tx) => {
    tx.delete(ctx.records(resolvers), [apiId, typeName, fieldName]);
    changeApi(tx, api, ctx);
  });
});
