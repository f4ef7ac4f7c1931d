// GraphQL APIs.
import type { Ctx } from '#core/ctx';
import { localOrigin } from '#core/local-url';
import type { Frozen, Tx } from '#core/records';
import { type CreateGraphqlApiRequest, type GraphqlApi, operation } from '#model/appsync';
import { pageOfValues } from '#services/appsync/pages';
import {
  type Api,
  type ApiSettings,
  apiCaches,
  apiKeys,
  apis,
  dataSources,
  deleteOwner,
  functions,
  putOwner,
  resolvers,
  schemas,
  sourceAssociations,
} from '#services/appsync/state';
import { checkSettings } from './api-settings.ts';
import { disassociateAll } from './domain-names.ts';
import { associationOfSource, findApi, mergeChanges, partArn } from './find.ts';
import { newApiId } from './new-api-id.ts';
import { API_TAGS } from './tag-rules.ts';

export const shownApi = (api: Frozen<Api>, ctx: Ctx): GraphqlApi => {
  const uris = {
    GRAPHQL: `${localOrigin('http', `${api.id}.appsync-api.`, ctx.origin)}/graphql`,
    REALTIME: `${localOrigin('ws', `${api.id}.appsync-realtime-api.`, ctx.origin)}/graphql`,
  };
  return {
    ...(api.settings as ApiSettings),
    name: api.name,
    apiId: api.id,
    arn: partArn(api.id, '', ctx),
    owner: ctx.account,
    uris,
    dns: { GRAPHQL: new URL(uris.GRAPHQL).host, REALTIME: new URL(uris.REALTIME).host },
    tags: { ...api.tags },
  };
};

/** The settings with what the service fills in. */
function settingsOf({ tags: _tags, name: _name, ...given }: CreateGraphqlApiRequest): ApiSettings {
  const settings: ApiSettings = {
    ...given,
    xrayEnabled: given.xrayEnabled ?? false,
    apiType: given.apiType ?? 'GRAPHQL',
    visibility: given.visibility ?? 'GLOBAL',
    introspectionConfig: given.introspectionConfig ?? 'ENABLED',
    queryDepthLimit: given.queryDepthLimit ?? 0,
    resolverCountLimit: given.resolverCountLimit ?? 0,
  };
  checkSettings(settings);
  return settings;
}

export const CreateGraphqlApi = operation('CreateGraphqlApi', (input, ctx) => {
  const settings = settingsOf(input);
  const id = newApiId(input.tags, ctx);
  const api: Api = { id, name: input.name, settings, tags: API_TAGS.ofNew(input.tags, ctx), environment: {}, revision: ctx.id() };
  ctx.write((tx) => {
    tx.put(ctx.records(apis), [id], api);
    putOwner(tx, id, ctx);
  });
  return { graphqlApi: shownApi(api, ctx) };
});

export const GetGraphqlApi = operation('GetGraphqlApi', ({ apiId }, ctx) => ({ graphqlApi: shownApi(findApi(apiId, ctx), ctx) }));

export const ListGraphqlApis = operation('ListGraphqlApis', (input, ctx) => {
  const keep = ({ settings }: Frozen<Api>): boolean => input.apiType === undefined || settings.apiType === input.apiType;
  // All APIs here are of the account that asks.
  const { items, nextToken } = pageOfValues(ctx.records(apis), [], input, {
    keep: (api) => keep(api) && input.owner !== 'OTHER_ACCOUNTS',
  });
  return { graphqlApis: items.map((api) => shownApi(api, ctx)), nextToken };
});

export const UpdateGraphqlApi = operation('UpdateGraphqlApi', ({ apiId, ...input }, ctx) => {
  const before = findApi(apiId, ctx);
  const { apiType, visibility, mergedApiExecutionRoleArn: role } = before.settings;
  const given = { ...input, apiType, visibility, mergedApiExecutionRoleArn: input.mergedApiExecutionRoleArn ?? role };
  const api = { ...before, name: input.name, settings: settingsOf(given), revision: ctx.id() };
  ctx.write((tx) => {
    tx.put(ctx.records(apis), [apiId], api);
    mergeChanges(tx, apiId, ctx);
    if (apiType === 'MERGED') ctx.later(tx, 'appsync.merge-again', [apiId], ctx.now());
  });
  return { graphqlApi: shownApi(api, ctx) };
});

export const DeleteGraphqlApi = operation('DeleteGraphqlApi', ({ apiId }, ctx) => {
  findApi(apiId, ctx);
  ctx.write((tx) => {
    deleteParts(tx, apiId, ctx);
    tx.delete(ctx.records(apis), [apiId]);
    deleteOwner(tx, apiId, ctx);
    disassociateAll(tx, apiId, ctx);
    for (const key of ctx.records(sourceAssociations).keys([apiId])) tx.delete(ctx.records(sourceAssociations), key);
    const association = associationOfSource(apiId, ctx);
    if (!association) return;
    tx.delete(ctx.records(sourceAssociations), [association.mergedApiId, association.id]);
    ctx.later(tx, 'appsync.merge-again', [association.mergedApiId], ctx.now());
  });
});

function deleteParts(tx: Tx, apiId: string, ctx: Ctx): void {
  tx.delete(ctx.records(schemas), [apiId]);
  tx.delete(ctx.records(apiCaches), [apiId]);
  for (const key of ctx.records(apiKeys).keys([apiId])) tx.delete(ctx.records(apiKeys), key);
  for (const key of ctx.records(dataSources).keys([apiId])) tx.delete(ctx.records(dataSources), key);
  for (const key of ctx.records(resolvers).keys([apiId])) tx.delete(ctx.records(resolvers), key);
  for (const key of ctx.records(functions).keys([apiId])) tx.delete(ctx.records(functions), key);
}
