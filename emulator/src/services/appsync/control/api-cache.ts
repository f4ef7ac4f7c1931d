// Caches of APIs: their settings. They are there at once, so that no status but AVAILABLE is seen.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { operation, type ApiCache as ShownCache } from '#model/appsync';
import { bad, notFound } from '#services/appsync/faults';
import { type ApiCache, apiCaches } from '#services/appsync/state';
import { findApi } from './find.ts';

/** Limit: seconds that a GraphQL API, or one of its resolvers, keeps an answer. */
const MIN_TTL = 1;
/** Limit: seconds that a GraphQL API, or one of its resolvers, keeps an answer. */
const MAX_TTL = 3600;

const shown = ({ generation: _generation, ...settings }: Frozen<ApiCache>): ShownCache => ({ ...settings, status: 'AVAILABLE' });

/** @throws Fault BadRequestException */
export function checkTtl(ttl: number): void {
  if (ttl < MIN_TTL || ttl > MAX_TTL) throw bad(`The TTL must be between ${MIN_TTL} and ${MAX_TTL} seconds.`);
}

/** @throws Fault NotFoundException */
function findCache(apiId: string, verb: string, ctx: Ctx): Frozen<ApiCache> {
  findApi(apiId, ctx);
  const cache = ctx.records(apiCaches).get([apiId]);
  // https://github.com/getmoto/moto/blob/master/moto/appsync/exceptions.py
  if (!cache) throw notFound(`Unable to ${verb} the cache as it doesn't exist, please create the cache first.`);
  return cache;
}

export const CreateApiCache = operation('CreateApiCache', ({ apiId, ...given }, ctx) => {
  findApi(apiId, ctx);
  if (ctx.records(apiCaches).has([apiId])) throw bad('The API has already enabled caching.');
  checkTtl(given.ttl);
  const cache: ApiCache = {
    ...given,
    transitEncryptionEnabled: given.transitEncryptionEnabled ?? false,
    atRestEncryptionEnabled: given.atRestEncryptionEnabled ?? false,
    healthMetricsConfig: given.healthMetricsConfig ?? 'DISABLED',
    generation: ctx.id(),
  };
  ctx.write((tx) => tx.put(ctx.records(apiCaches), [apiId], cache));
  return { apiCache: shown(cache) };
});

export const GetApiCache = operation('GetApiCache', ({ apiId }, ctx) => ({ apiCache: shown(findCache(apiId, 'get', ctx)) }));

export const UpdateApiCache = operation('UpdateApiCache', ({ apiId, ttl, apiCachingBehavior, type, healthMetricsConfig }, ctx) => {
  const before = findCache(apiId, 'update', ctx);
  checkTtl(ttl);
  const cache: ApiCache = {
    ...{ ...before, ttl, apiCachingBehavior, type },
    healthMetricsConfig: healthMetricsConfig ?? before.healthMetricsConfig,
    generation: ctx.id(),
  };
  ctx.write((tx) => tx.put(ctx.records(apiCaches), [apiId], cache));
  return { apiCache: shown(cache) };
});

export const DeleteApiCache = operation('DeleteApiCache', ({ apiId }, ctx) => {
  findCache(apiId, 'delete', ctx);
  ctx.write((tx) => tx.delete(ctx.records(apiCaches), [apiId]));
});

export const FlushApiCache = operation('FlushApiCache', ({ apiId }, ctx) => {
  const before = findCache(apiId, 'flush', ctx);
  ctx.write((tx) => tx.put(ctx.records(apiCaches), [apiId], { ...before, generation: ctx.id() }));
});
