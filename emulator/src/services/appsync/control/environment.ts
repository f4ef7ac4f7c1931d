// Environment variables of APIs: `ctx.env` of their resolvers.
import { operation } from '#model/appsync';
import { apis } from '#services/appsync/state';
import { findApi } from './find.ts';

export const PutGraphqlApiEnvironmentVariables = operation(
  'PutGraphqlApiEnvironmentVariables',
  ({ apiId, environmentVariables: environment }, ctx) => {
    const api = findApi(apiId, ctx);
    ctx.write((tx) => tx.put(ctx.records(apis), [apiId], { ...api, environment, revision: ctx.id() }));
    return { environmentVariables: environment };
  },
);

export const GetGraphqlApiEnvironmentVariables = operation('GetGraphqlApiEnvironmentVariables', ({ apiId }, ctx) => ({
  environmentVariables: { ...findApi(apiId, ctx).environment },
}));
