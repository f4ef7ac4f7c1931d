// CreateApi, GetApi, GetApis, UpdateApi, DeleteApi, DeleteCorsConfiguration.
import type { Ctx } from '#core/ctx';
import { localOrigin } from '#core/local-url';
import type { Frozen, Tx } from '#core/records';
import { type Cors, type CreateApiRequest, type GetApiResponse, operation } from '#model/apigatewayv2';
import { deleteApiId, newApiId, putApiId } from '#services/apigateway/addresses/api-ids';
import {
  type Api,
  apis,
  authorizers,
  deployments,
  integrationResponses,
  integrations,
  mappings,
  models,
  routeResponses,
  routes,
  stages,
} from '#services/apigateway/http-state';
import { changed } from './changes.ts';
import { checkCors } from './cors-rules.ts';
import { writeChange } from './deploy.ts';
import { bad, conflict } from './faults.ts';
import { findApi } from './find-api.ts';
import { listed } from './pages.ts';
import { putQuickCreate, updateQuickCreate } from './quick-create.ts';
import { HTTP_TAGS } from './tag-rules.ts';

/** Limit: characters of the name of an HTTP or WebSocket API. */
const MAX_NAME = 128;
/** Limit: characters of the description of an HTTP or WebSocket API. */
const MAX_DESCRIPTION = 1024;
/** Limit: characters of the version of an HTTP or WebSocket API. */
const MAX_VERSION = 64;
const HTTP_SELECTION = '$request.method $request.path';
const KEY_SELECTIONS = new Set(['$request.header.x-api-key', '$context.authorizer.usageIdentifierKey']);
const DEFAULT_KEY_SELECTION = '$request.header.x-api-key';

export const shownApi = (
  api: Frozen<Api>,
  ctx: Ctx,
): GetApiResponse & { Name: string; ProtocolType: string; RouteSelectionExpression: string } => ({
  ApiEndpoint: localOrigin(api.protocol === 'HTTP' ? 'http' : 'ws', `${api.id}.execute-api.`, ctx.origin),
  ApiGatewayManaged: api.isManaged,
  ApiId: api.id,
  ApiKeySelectionExpression: api.apiKeySelectionExpression,
  CorsConfiguration: api.cors,
  CreatedDate: new Date(api.createdMs),
  Description: api.description,
  DisableExecuteApiEndpoint: api.disableExecuteApiEndpoint,
  DisableSchemaValidation: api.disableSchemaValidation,
  ImportInfo: api.importInfo,
  IpAddressType: api.ipAddressType,
  Name: api.name,
  ProtocolType: api.protocol,
  RouteSelectionExpression: api.routeSelectionExpression,
  Tags: { ...api.tags },
  Version: api.version,
  Warnings: api.warnings,
});

export const CreateApi = operation('CreateApi', (input, ctx) => {
  const api = newApi(input, ctx);
  if (api.protocol === 'WEBSOCKET' && (input.Target ?? input.RouteKey ?? input.CredentialsArn) !== undefined)
    throw bad('Quick create is only supported for HTTP protocol APIs');
  ctx.write((tx) => {
    putApi(tx, api, ctx);
    if (input.Target !== undefined) putQuickCreate(tx, api.id, input, ctx);
  });
  return shownApi(findApi(api.id, ctx), ctx);
});

/** @throws Fault for settings that the service refuses */
export function newApi(
  input: CreateApiRequest & { readonly importInfo?: readonly string[]; readonly warnings?: readonly string[] },
  ctx: Ctx,
): Api {
  checkSettings(input);
  const protocol = protocolOf(input.ProtocolType);
  const id = newApiId(HTTP_TAGS.ofNew(input.Tags, ctx), ctx);
  if (id === undefined) throw conflict(`The id ${input.Tags?.['_custom_id_']} belongs to another API, or cannot be part of a host name.`);
  return {
    ...{ id, protocol, name: input.Name, createdMs: ctx.now(), tags: input.Tags ?? {} },
    routeSelectionExpression: selectionOf(protocol, input.RouteSelectionExpression),
    apiKeySelectionExpression: input.ApiKeySelectionExpression ?? DEFAULT_KEY_SELECTION,
    cors: corsOf(protocol, input.CorsConfiguration),
    description: input.Description,
    version: input.Version,
    disableExecuteApiEndpoint: input.DisableExecuteApiEndpoint ?? false,
    disableSchemaValidation: input.DisableSchemaValidation,
    ipAddressType: input.IpAddressType ?? 'ipv4',
    isManaged: input.Target === undefined ? undefined : false,
    importInfo: input.importInfo,
    warnings: input.warnings,
  };
}

function protocolOf(text: string): Api['protocol'] {
  if (text === 'HTTP' || text === 'WEBSOCKET') return text;
  throw bad('Invalid protocol specified. Must be one of [HTTP, WEBSOCKET]');
}

export function putApi(tx: Tx, api: Api, ctx: Ctx): void {
  tx.put(ctx.records(apis), [api.id], api);
  putApiId(tx, api.id, api.protocol, ctx);
}

interface CheckedSettings {
  readonly Name?: string | undefined;
  readonly Description?: string | undefined;
  readonly Version?: string | undefined;
  readonly ApiKeySelectionExpression?: string | undefined;
}

function checkSettings({ Name, Description, Version, ApiKeySelectionExpression: selection }: CheckedSettings): void {
  if (Name !== undefined && (Name === '' || Name.length > MAX_NAME)) throw bad(`Name must have between 1 and ${MAX_NAME} characters`);
  if (Description !== undefined && Description.length > MAX_DESCRIPTION)
    throw bad(`Description must have at most ${MAX_DESCRIPTION} characters`);
  if (Version !== undefined && Version.length > MAX_VERSION) throw bad(`Version must have at most ${MAX_VERSION} characters`);
  if (selection !== undefined && !KEY_SELECTIONS.has(selection))
    throw bad(`ApiKeySelectionExpression ${selection} is not supported. Must be one of [${[...KEY_SELECTIONS].join(', ')}]`);
}

function selectionOf(protocol: Api['protocol'], given: string | undefined): string {
  if (protocol === 'HTTP') {
    if (given !== undefined && given !== HTTP_SELECTION && given !== '${request.method} ${request.path}')
      throw bad(`RouteSelectionExpression of HTTP APIs must be ${HTTP_SELECTION}`);
    return HTTP_SELECTION;
  }
  if (given === undefined || given === '') throw bad('RouteSelectionExpression is required for WEBSOCKET protocol APIs');
  if (!/^\$?\{?\$?request\.body[\w.$[\]'"{}-]*$/.test(given) && !given.includes('request.body'))
    throw bad(`RouteSelectionExpression ${given} must select from $request.body`);
  return given;
}

function corsOf(protocol: Api['protocol'], cors: Cors | undefined): Cors | undefined {
  if (cors === undefined) return undefined;
  if (protocol !== 'HTTP') throw bad('CORS configuration is only supported for HTTP protocol APIs');
  return checkCors(cors);
}

export const GetApi = operation('GetApi', ({ ApiId }, ctx) => shownApi(findApi(ApiId, ctx), ctx));

export const GetApis = operation('GetApis', (input, ctx) => listed(ctx.records(apis), [], input, (api) => shownApi(api, ctx)));

export const UpdateApi = operation('UpdateApi', ({ ApiId, ...input }, ctx) => {
  const before = findApi(ApiId, ctx);
  checkSettings(input);
  const { Target, RouteKey, CredentialsArn } = input;
  const isQuick = (Target ?? RouteKey ?? CredentialsArn) !== undefined;
  if (isQuick && before.isManaged === undefined)
    throw bad('Quick create settings can be updated only for APIs that were made by quick create');
  const after = changed<Frozen<Api>>(before, {
    name: input.Name,
    description: input.Description,
    version: input.Version,
    apiKeySelectionExpression: input.ApiKeySelectionExpression,
    cors: corsOf(before.protocol, input.CorsConfiguration),
    disableExecuteApiEndpoint: input.DisableExecuteApiEndpoint,
    disableSchemaValidation: input.DisableSchemaValidation,
    ipAddressType: input.IpAddressType,
    routeSelectionExpression:
      input.RouteSelectionExpression === undefined ? undefined : selectionOf(before.protocol, input.RouteSelectionExpression),
  });
  writeChange(
    ApiId,
    (tx) => {
      tx.put(ctx.records(apis), [ApiId], after);
      if (isQuick) updateQuickCreate(tx, ApiId, { Target, RouteKey, CredentialsArn }, ctx);
    },
    ctx,
  );
  return shownApi(after, ctx);
});

export const DeleteApi = operation('DeleteApi', ({ ApiId }, ctx) => {
  findApi(ApiId, ctx);
  if (isMapped(ApiId, undefined, ctx)) throw bad('All API mappings of this API must be deleted before the API is deleted');
  ctx.write((tx) => {
    deleteParts(tx, ApiId, ctx);
    for (const { name } of ctx.records(stages).range([ApiId])) tx.delete(ctx.records(stages), [ApiId, name]);
    for (const { id } of ctx.records(deployments).range([ApiId])) tx.delete(ctx.records(deployments), [ApiId, id]);
    tx.delete(ctx.records(apis), [ApiId]);
    deleteApiId(tx, ApiId, ctx);
  });
});

/** Whether a domain leads to the API, or to this stage of it. */
export const isMapped = (api: string, stage: string | undefined, ctx: Ctx): boolean =>
  ctx
    .records(mappings)
    .range([])
    .some((mapping) => mapping.ApiId === api && (stage === undefined || mapping.Stage === stage));

/** Deletes what an import replaces: everything of an API but its stages and deployments. */
export function deleteParts(tx: Tx, api: string, ctx: Ctx): void {
  for (const kind of [routes, integrations, authorizers, models] as const)
    for (const [key] of ctx.records(kind as typeof routes).entries([api])) tx.delete(ctx.records(kind as typeof routes), key);
  for (const kind of [routeResponses, integrationResponses] as const)
    for (const [key] of ctx.records(kind as typeof routeResponses).entries([api]))
      tx.delete(ctx.records(kind as typeof routeResponses), key);
}

export const DeleteCorsConfiguration = operation('DeleteCorsConfiguration', ({ ApiId }, ctx) => {
  const { cors: _, ...others } = findApi(ApiId, ctx);
  writeChange(ApiId, (tx) => tx.put(ctx.records(apis), [ApiId], others), ctx);
});
