// PutGatewayResponse, GetGatewayResponse, GetGatewayResponses, UpdateGatewayResponse, DeleteGatewayResponse: answers that the gateway makes itself.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { table } from '#lib/table';
import { type GatewayResponse, operation } from '#model/apigateway';
import { bad, notFound } from '#services/apigateway/control/rest/faults';
import { findApi } from '#services/apigateway/control/rest/find';
import { pageOfItems } from '#services/apigateway/control/rest/pages';
import { type PatchPath, patched } from '#services/apigateway/control/rest/patch/patch';
import { entry, text } from '#services/apigateway/control/rest/patch/patch-paths';
import { gatewayResponses } from '#services/apigateway/rest-state';

/** Types with the status of their answers; those without one take the status of the error. */
export const RESPONSE_STATUS: Readonly<Record<string, string | undefined>> = table({
  ACCESS_DENIED: '403',
  API_CONFIGURATION_ERROR: '500',
  AUTHORIZER_CONFIGURATION_ERROR: '500',
  AUTHORIZER_FAILURE: '500',
  BAD_REQUEST_BODY: '400',
  BAD_REQUEST_PARAMETERS: '400',
  DEFAULT_4XX: undefined,
  DEFAULT_5XX: undefined,
  EXPIRED_TOKEN: '403',
  INTEGRATION_FAILURE: '504',
  INTEGRATION_TIMEOUT: '504',
  INVALID_API_KEY: '403',
  INVALID_SIGNATURE: '403',
  MISSING_AUTHENTICATION_TOKEN: '403',
  QUOTA_EXCEEDED: '429',
  REQUEST_TOO_LARGE: '413',
  RESOURCE_NOT_FOUND: '404',
  THROTTLED: '429',
  UNAUTHORIZED: '401',
  UNSUPPORTED_MEDIA_TYPE: '415',
  WAF_FILTERED: '403',
});
const DEFAULT_TEMPLATE = '{"message":$context.error.messageString}';
const HEADER = /^gatewayresponse\.(?:header|path|querystring)\.[^\s]+$/;

function checkParameters({ responseParameters = {}, responseTemplates = {} }: GatewayResponse): void {
  for (const [name, value] of Object.entries(responseParameters)) {
    if (!HEADER.test(name)) throw bad(`Invalid response parameter specified: ${name}`);
    if (!value) throw bad('Invalid null or empty value in responseParameters');
  }
  for (const value of Object.values(responseTemplates)) if (!value) throw bad('Invalid null or empty value in responseTemplates');
}

/** The answer as it was set; else that of the service. */
function find(api: string, type: string, ctx: Ctx): Frozen<GatewayResponse> {
  findApi(api, ctx);
  return ctx.records(gatewayResponses).get([api, type]) ?? defaultResponse(api, type, ctx);
}

/** `DEFAULT_4XX` and `DEFAULT_5XX` stand in for types that are not set, with their status, too (recorded in June 2024). */
function defaultResponse(api: string, responseType: string, ctx: Ctx): GatewayResponse {
  const statusCode = RESPONSE_STATUS[responseType];
  const standIn =
    statusCode === undefined
      ? undefined
      : ctx.records(gatewayResponses).get([api, statusCode.startsWith('5') ? 'DEFAULT_5XX' : 'DEFAULT_4XX']);
  return {
    responseType,
    statusCode: standIn?.statusCode ?? statusCode,
    responseParameters: { ...standIn?.responseParameters },
    responseTemplates: { 'application/json': DEFAULT_TEMPLATE, ...standIn?.responseTemplates },
    defaultResponse: true,
  };
}

export const PutGatewayResponse = operation('PutGatewayResponse', ({ restApiId, responseType, ...input }, ctx) => {
  findApi(restApiId, ctx);
  const { responseTemplates: templates = {} } = input;
  const response: GatewayResponse = {
    responseType,
    statusCode: input.statusCode ?? RESPONSE_STATUS[responseType],
    responseParameters: input.responseParameters ?? {},
    responseTemplates: Object.keys(templates).length === 0 ? { 'application/json': DEFAULT_TEMPLATE } : templates,
    defaultResponse: false,
  };
  checkParameters(response);
  ctx.write((tx) => tx.put(ctx.records(gatewayResponses), [restApiId, responseType], response));
  return response;
});

export const GetGatewayResponse = operation('GetGatewayResponse', ({ restApiId, responseType }, ctx) => find(restApiId, responseType, ctx));

export const GetGatewayResponses = operation('GetGatewayResponses', ({ restApiId, ...page }, ctx) => {
  findApi(restApiId, ctx);
  const { items, position } = pageOfItems(Object.keys(RESPONSE_STATUS), (type) => [type], page);
  return { items: items.map((type) => find(restApiId, type, ctx)), position };
});

const PATHS: readonly PatchPath<GatewayResponse>[] = [
  text('/statusCode'),
  entry('/responseParameters/{name}', undefined, 'Invalid parameter name specified'),
  entry('/responseTemplates/{type}', undefined, 'Content-Type specified was not found'),
];

export const UpdateGatewayResponse = operation('UpdateGatewayResponse', ({ restApiId, responseType, patchOperations }, ctx) => {
  const before = find(restApiId, responseType, ctx);
  const after = { ...patched<GatewayResponse>(before, patchOperations, PATHS, 'path'), defaultResponse: false };
  checkParameters(after);
  ctx.write((tx) => tx.put(ctx.records(gatewayResponses), [restApiId, responseType], after));
  return { ...after, responseParameters: after.responseParameters ?? {}, responseTemplates: after.responseTemplates ?? {} };
});

export const DeleteGatewayResponse = operation('DeleteGatewayResponse', ({ restApiId, responseType }, ctx) => {
  findApi(restApiId, ctx);
  if (!ctx.records(gatewayResponses).has([restApiId, responseType])) throw notFound('Gateway response type not defined on api');
  ctx.write((tx) => tx.delete(ctx.records(gatewayResponses), [restApiId, responseType]));
});
