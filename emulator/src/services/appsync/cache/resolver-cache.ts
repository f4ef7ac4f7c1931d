// The cache of an API as one operation meets it: resolvers of queries whose answers are kept, and mutations that evict them.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { CompiledResolver } from '#services/appsync/resolvers/program';
import { type ApiCache, apiCaches } from '#services/appsync/state';
import { keyOfContext, keyOfPairs } from './cache-keys.ts';
import { type KeptValues, keptValues } from './kept-values.ts';

type Members = Readonly<Record<string, unknown>>;

/** The place of one answer. */
export interface CachePlace {
  /** JSON; undefined where nothing is kept. */
  find(): string | undefined;
  keep(value: unknown): void;
}

/** The arguments of `evictFromApiCache`. */
export interface Eviction {
  readonly typeName: string;
  readonly fieldName: string;
  readonly pairs: Members;
}

export class ResolverCache {
  readonly #cache: Frozen<ApiCache> | undefined;
  readonly #values: KeptValues;
  readonly #ctx: Ctx;
  /** Answers that the operation has evicted. */
  evicted = 0;

  constructor(apiId: string, ctx: Ctx) {
    this.#cache = ctx.records(apiCaches).get([apiId]);
    this.#values = keptValues(ctx);
    this.#ctx = ctx;
  }

  /** Undefined for a resolver whose answers are not kept. */
  placeOf({ typeName, fieldName, caching }: CompiledResolver, context: Members): CachePlace | undefined {
    const cache = this.#cache;
    if (!cache) return undefined;
    const isFull = cache.apiCachingBehavior === 'FULL_REQUEST_CACHING';
    if (!isFull && !(cache.apiCachingBehavior === 'PER_RESOLVER_CACHING' && caching)) return undefined;
    const key = keyOfContext(cache.generation, `${typeName}.${fieldName}`, isFull ? undefined : caching?.cachingKeys, context);
    const ttl = isFull ? cache.ttl : (caching?.ttl ?? cache.ttl);
    return {
      find: () => this.#values.get(key, this.#ctx.now()),
      keep: (value) => this.#values.put(key, JSON.stringify(value ?? null), this.#ctx.now() + ttl * 1000),
    };
  }

  evict({ typeName, fieldName, pairs }: Eviction): void {
    if (this.#cache && this.#values.delete(keyOfPairs(this.#cache.generation, `${typeName}.${fieldName}`, pairs))) this.evicted += 1;
  }
}
