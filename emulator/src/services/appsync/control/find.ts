// Finds an API and its parts, or refuses in the service's words.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { formatArn } from '#lib/arn';
import { bad, notFound } from '#services/appsync/faults';
import {
  type Api,
  apis,
  type ChannelNamespace,
  channelNamespaces,
  type DataSource,
  type DomainName,
  dataSources,
  domainNames,
  type EventApi,
  eventApis,
  functions,
  type PipelineFunction,
  type ResolverSettings,
  resolvers,
  type SourceAssociation,
  sourceAssociations,
} from '#services/appsync/state';

/** @throws Fault NotFoundException */
export function findApi(id: string, ctx: Ctx): Frozen<Api> {
  const api = ctx.records(apis).get([id]);
  if (!api) throw notFound(`GraphQL API ${id} not found.`);
  return api;
}

/** @throws Fault NotFoundException */
export function findEventApi(id: string, ctx: Ctx): Frozen<EventApi> {
  const api = ctx.records(eventApis).get([id]);
  // https://github.com/getmoto/moto/blob/master/moto/appsync/exceptions.py
  if (!api) throw notFound(`Events API ${id} not found.`);
  return api;
}

/** An API with a schema, or one for events: both have keys and data sources. @throws Fault NotFoundException */
export const findAnyApi = (id: string, ctx: Ctx): Frozen<Api> | Frozen<EventApi> => ctx.records(eventApis).get([id]) ?? findApi(id, ctx);

export function findNamespace(apiId: string, name: string, ctx: Ctx): Frozen<ChannelNamespace> {
  findEventApi(apiId, ctx);
  const found = ctx.records(channelNamespaces).get([apiId, name]);
  if (!found) throw notFound(`Channel namespace ${name} not found.`);
  return found;
}

/** Names are kept in lower case. @throws Fault NotFoundException */
export function findDomainName(name: string, ctx: Ctx): Frozen<DomainName> {
  const found = ctx.records(domainNames).get([name.toLowerCase()]);
  if (!found) throw notFound(`Domain name ${name} not found.`);
  return found;
}

export const domainNameArn = (name: string, { account, region }: Pick<Ctx, 'account' | 'region'>): string =>
  formatArn({ service: 'appsync', region, account, resource: `domainnames/${name}` });

export const namespaceArn = (apiId: string, name: string, scope: Pick<Ctx, 'account' | 'region'>): string =>
  partArn(apiId, `channelNamespace/${name}`, scope);

export function findDataSource(apiId: string, name: string, ctx: Ctx): Frozen<DataSource> {
  const found = ctx.records(dataSources).get([apiId, name]);
  if (!found) throw notFound(`No data source found named ${name}`);
  return found;
}

export function findFunction(apiId: string, id: string, ctx: Ctx): Frozen<PipelineFunction> {
  const found = ctx.records(functions).get([apiId, id]);
  if (!found) throw notFound('Function not found');
  return found;
}

export function findResolver(apiId: string, type: string, field: string, ctx: Ctx): Frozen<ResolverSettings> {
  const found = ctx.records(resolvers).get([apiId, type, field]);
  if (!found) throw notFound('No resolver found.');
  return found;
}

/** `path` below the API: `types/Query/resolvers/get`. */
export const partArn = (apiId: string, path: string, { account, region }: Pick<Ctx, 'account' | 'region'>): string =>
  formatArn({ service: 'appsync', region, account, resource: `apis/${apiId}${path && `/${path}`}` });

/** Programs that were made for the API are outdated from this write on. @throws Fault BadRequestException for a merged API */
export function changeApi(tx: Tx, api: Frozen<Api> | Frozen<EventApi>, ctx: Ctx): void {
  if ('eventConfig' in api) tx.put(ctx.records(eventApis), [api.id], { ...api, revision: ctx.id() });
  else {
    checkOwn(api);
    tx.put(ctx.records(apis), [api.id], { ...api, revision: ctx.id() });
    mergeChanges(tx, api.id, ctx);
  }
}

/** The parts of a merged API are those of its source APIs. @throws Fault BadRequestException */
export function checkOwn({ id, settings }: Frozen<Api>): void {
  if (settings.apiType === 'MERGED') throw bad(`The merged API ${id} is read only: its schema and resolvers are those of its source APIs.`);
}

/** A source API belongs to one merged API at most. */
export const associationOfSource = (sourceApiId: string, ctx: Ctx): Frozen<SourceAssociation> | undefined =>
  ctx
    .records(sourceAssociations)
    .range([])
    .find((each) => each.sourceApiId === sourceApiId);

/** Changes of a source API go into its merged API, where that is asked for. */
export function mergeChanges(tx: Tx, apiId: string, ctx: Ctx): void {
  const association = associationOfSource(apiId, ctx);
  if (association?.mergeType !== 'AUTO_MERGE') return;
  const { mergedApiId, id } = association;
  tx.put(ctx.records(sourceAssociations), [mergedApiId, id], { ...(association as SourceAssociation), status: 'MERGE_SCHEDULED' });
  ctx.later(tx, 'appsync.merge', [mergedApiId, id], ctx.now());
}
