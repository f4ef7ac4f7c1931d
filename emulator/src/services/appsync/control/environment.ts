// Environment variables of APIs: `ctx.env` of their resolvers.
import { operation } from '#model/appsync';
import { apis } from '#services/appsync/state';
import { checkOwn, findApi, mergeChanges } from './find.ts';

export const PutGraphqlApiEnvironmentVariables = operation(
  'PutGraphqlApiEnvironmentVariables',
  ({ apiId, environmentVariables: environment }, ctx) => {
    const api = findApi(apiId, ctx);
    checkOwn(api);
    ctx.write((tx) => {
      tx.put(ctx.records(apis), [apiId], { ...api, environment, revision: ctx.id() });
      mergeChanges(tx, apiId, ctx);
    });
    return { environmentVariables: environment };
  },
);

export const GetGraphqlApiEnvironmentVariables = operation('GetGraphqlApiEnvironmentVariables', ({ apiId }, ctx) => ({
  environmentVariables: { ...findApi(apiId, ctx).environment },
}));
