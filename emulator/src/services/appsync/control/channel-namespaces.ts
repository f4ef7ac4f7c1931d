// Channel namespaces of Event APIs, with their handlers.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault, type HandlerConfigs, operation, type ChannelNamespace as ShownNamespace } from '#model/appsync';
import { checkCode } from '#services/appsync/code/check-code';
import { bad } from '#services/appsync/faults';
import { pageOfValues } from '#services/appsync/pages';
import { type ChannelNamespace, channelNamespaces, type EventApi } from '#services/appsync/state';
import { checkModes } from './event-settings.ts';
import { findDataSource, findEventApi, findNamespace, namespaceArn } from './find.ts';
import { codeFault } from './resolver-code.ts';
import { API_TAGS } from './tag-rules.ts';

/** Limit: channel namespaces of an Event API. */
const MAX_NAMESPACES = 50;

const shown = (apiId: string, { createdMs, changedMs, tags, ...given }: Frozen<ChannelNamespace>, ctx: Ctx): ShownNamespace => ({
  ...given,
  ...{ apiId, tags: { ...tags } },
  channelNamespaceArn: namespaceArn(apiId, given.name, ctx),
  created: new Date(createdMs),
  lastModified: new Date(changedMs),
});

type NamespaceSettings = Pick<ChannelNamespace, 'subscribeAuthModes' | 'publishAuthModes' | 'codeHandlers' | 'handlerConfigs'>;

/** @throws Fault BadRequestException, NotFoundException */
function check(
  { subscribeAuthModes = [], publishAuthModes = [], codeHandlers, handlerConfigs }: NamespaceSettings,
  api: Frozen<EventApi>,
  ctx: Ctx,
): void {
  checkModes([...subscribeAuthModes, ...publishAuthModes], api.eventConfig.authProviders);
  if (codeHandlers !== undefined) {
    const { errors } = checkCode(codeHandlers);
    if (errors.length > 0) throw codeFault(errors);
  }
  checkHandlers(handlerConfigs, codeHandlers, api.id, ctx);
}

function checkHandlers({ onPublish, onSubscribe }: HandlerConfigs = {}, code: string | undefined, apiId: string, ctx: Ctx): void {
  for (const config of [onPublish, onSubscribe]) {
    if (!config) continue;
    const source = findDataSource(apiId, config.integration.dataSourceName, ctx);
    if (config.behavior === 'DIRECT' && source.type !== 'AWS_LAMBDA')
      throw bad(`The behavior DIRECT needs a data source of the type AWS_LAMBDA: ${source.name} is one of ${source.type}.`);
    if (config.behavior === 'CODE' && code === undefined) throw bad('The behavior CODE needs code handlers.');
  }
}

export const CreateChannelNamespace = operation('CreateChannelNamespace', ({ apiId, tags, ...given }, ctx) => {
  const api = findEventApi(apiId, ctx);
  if (ctx.records(channelNamespaces).has([apiId, given.name]))
    throw fault('ConflictException', `Channel namespace ${given.name} already exists.`);
  if (ctx.records(channelNamespaces).count([apiId]) >= MAX_NAMESPACES)
    throw fault('ServiceQuotaExceededException', `An API can have at most ${MAX_NAMESPACES} channel namespaces.`);
  check(given, api, ctx);
  const namespace: ChannelNamespace = { ...given, tags: API_TAGS.ofNew(tags, ctx), createdMs: ctx.now(), changedMs: ctx.now() };
  ctx.write((tx) => tx.put(ctx.records(channelNamespaces), [apiId, given.name], namespace));
  return { channelNamespace: shown(apiId, namespace, ctx) };
});

export const GetChannelNamespace = operation('GetChannelNamespace', ({ apiId, name }, ctx) => ({
  channelNamespace: shown(apiId, findNamespace(apiId, name, ctx), ctx),
}));

export const ListChannelNamespaces = operation('ListChannelNamespaces', (input, ctx) => {
  const { id } = findEventApi(input.apiId, ctx);
  const { items, nextToken } = pageOfValues(ctx.records(channelNamespaces), [id], input);
  return { channelNamespaces: items.map((namespace) => shown(id, namespace, ctx)), nextToken };
});

export const UpdateChannelNamespace = operation('UpdateChannelNamespace', ({ apiId, name, ...given }, ctx) => {
  const api = findEventApi(apiId, ctx);
  const { tags, createdMs } = findNamespace(apiId, name, ctx);
  check(given, api, ctx);
  const namespace: ChannelNamespace = { ...given, name, tags, createdMs, changedMs: ctx.now() };
  ctx.write((tx) => tx.put(ctx.records(channelNamespaces), [apiId, name], namespace));
  return { channelNamespace: shown(apiId, namespace, ctx) };
});

export const DeleteChannelNamespace = operation('DeleteChannelNamespace', ({ apiId, name }, ctx) => {
  findNamespace(apiId, name, ctx);
  ctx.write((tx) => tx.delete(ctx.records(channelNamespaces), [apiId, name]));
});
