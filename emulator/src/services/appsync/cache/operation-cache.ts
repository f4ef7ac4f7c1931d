// Whole answers of queries, where the API keeps them: those without errors, for the same caller, query and variables.
import type { Ctx } from '#core/ctx';
import type { ApiCaller } from '#services/appsync/authorize/caller';
import { apiCaches } from '#services/appsync/state';
import { keyOfOperation } from './cache-keys.ts';
import { keptValues } from './kept-values.ts';

interface QueryToKeep {
  readonly query: string;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Undefined where the API keeps no whole answers. */
export function placeOfAnswer(apiId: string, { query, operationName, variables }: QueryToKeep, caller: ApiCaller, ctx: Ctx) {
  const cache = ctx.records(apiCaches).get([apiId]);
  if (cache?.apiCachingBehavior !== 'OPERATION_LEVEL_CACHING') return undefined;
  const { mode, identity, groups, deniedFields } = caller;
  const key = keyOfOperation(cache.generation, query, operationName, variables, [mode, identity, groups, [...deniedFields]]);
  return {
    find: () => keptValues(ctx).get(key, ctx.now()),
    keep: (text: string) => keptValues(ctx).put(key, text, ctx.now() + cache.ttl * 1000),
  };
}
