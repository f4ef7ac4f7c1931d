// Event APIs.
import type { Ctx } from '#core/ctx';
import { localOrigin } from '#core/local-url';
import type { Frozen } from '#core/records';
import { operation, type Api as ShownApi } from '#model/appsync';
import { pageOfValues } from '#services/appsync/pages';
import { apiKeys, channelNamespaces, dataSources, deleteOwner, type EventApi, eventApis, putOwner } from '#services/appsync/state';
import { disassociateAll } from './domain-names.ts';
import { checkEventConfig } from './event-settings.ts';
import { findEventApi, partArn } from './find.ts';
import { newApiId } from './new-api-id.ts';
import { API_TAGS } from './tag-rules.ts';

const shown = ({ id, name, ownerContact, eventConfig, tags, createdMs }: Frozen<EventApi>, ctx: Ctx): ShownApi => ({
  ...{ apiId: id, name, ownerContact, xrayEnabled: false, eventConfig },
  tags: { ...tags },
  apiArn: partArn(id, '', ctx),
  created: new Date(createdMs),
  dns: {
    HTTP: new URL(localOrigin('http', `${id}.appsync-api.`, ctx.origin)).host,
    REALTIME: new URL(localOrigin('ws', `${id}.appsync-realtime-api.`, ctx.origin)).host,
  },
});

export const CreateApi = operation('CreateApi', ({ name, ownerContact, eventConfig, tags }, ctx) => {
  checkEventConfig(eventConfig);
  const id = newApiId(tags, ctx);
  const facts = { createdMs: ctx.now(), revision: ctx.id() };
  const api: EventApi = { id, name, ownerContact, eventConfig, tags: API_TAGS.ofNew(tags, ctx), ...facts };
  ctx.write((tx) => {
    tx.put(ctx.records(eventApis), [id], api);
    putOwner(tx, id, ctx);
  });
  return { api: shown(api, ctx) };
});

export const GetApi = operation('GetApi', ({ apiId }, ctx) => ({ api: shown(findEventApi(apiId, ctx), ctx) }));

export const ListApis = operation('ListApis', (input, ctx) => {
  const { items, nextToken } = pageOfValues(ctx.records(eventApis), [], input);
  return { apis: items.map((api) => shown(api, ctx)), nextToken };
});

export const UpdateApi = operation('UpdateApi', ({ apiId, name, ownerContact, eventConfig }, ctx) => {
  const before = findEventApi(apiId, ctx);
  checkEventConfig(eventConfig);
  const api: EventApi = { ...(before as EventApi), name, ownerContact, eventConfig, revision: ctx.id() };
  ctx.write((tx) => tx.put(ctx.records(eventApis), [apiId], api));
  return { api: shown(api, ctx) };
});

export const DeleteApi = operation('DeleteApi', ({ apiId }, ctx) => {
  findEventApi(apiId, ctx);
  ctx.write((tx) => {
    for (const key of ctx.records(channelNamespaces).keys([apiId])) tx.delete(ctx.records(channelNamespaces), key);
    for (const key of ctx.records(apiKeys).keys([apiId])) tx.delete(ctx.records(apiKeys), key);
    for (const key of ctx.records(dataSources).keys([apiId])) tx.delete(ctx.records(dataSources), key);
    tx.delete(ctx.records(eventApis), [apiId]);
    deleteOwner(tx, apiId, ctx);
    disassociateAll(tx, apiId, ctx);
  });
});
