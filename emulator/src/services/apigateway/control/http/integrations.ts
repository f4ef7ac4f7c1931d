// Integrations and the responses of integrations of WebSocket APIs.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type Integration, type IntegrationResponse, operation } from '#model/apigatewayv2';
import { newId } from '#services/apigateway/addresses/api-ids';
import { integrationResponses, integrations, routes } from '#services/apigateway/http-state';
import { changed, mergedMap } from './changes.ts';
import { writeChange } from './deploy.ts';
import { bad, conflict, noSuch } from './faults.ts';
import { findApi, findIntegration } from './find-api.ts';
import { checkIntegration, newIntegration } from './integration-rules.ts';
import { listed } from './pages.ts';

const PART_ID_LENGTH = 7;

export const CreateIntegration = operation('CreateIntegration', ({ ApiId, ...input }, ctx) => {
  const { protocol } = findApi(ApiId, ctx);
  const id = newId(ctx, PART_ID_LENGTH);
  const integration = newIntegration(input, protocol, id);
  writeChange(ApiId, (tx) => tx.put(ctx.records(integrations), [ApiId, id], integration), ctx);
  return integration;
});

export const GetIntegration = operation('GetIntegration', ({ ApiId, IntegrationId }, ctx) => findIntegration(ApiId, IntegrationId, ctx));

export const GetIntegrations = operation('GetIntegrations', ({ ApiId, ...page }, ctx) => {
  findApi(ApiId, ctx);
  return listed(ctx.records(integrations), [ApiId], page, (integration) => integration);
});

export const UpdateIntegration = operation('UpdateIntegration', ({ ApiId, IntegrationId, ...changes }, ctx) => {
  const before = findIntegration(ApiId, IntegrationId, ctx);
  const after = {
    ...changed<Frozen<Integration>>(before, changes),
    RequestParameters: mergedMap(before.RequestParameters, changes.RequestParameters),
    RequestTemplates: mergedMap(before.RequestTemplates, changes.RequestTemplates),
    ResponseParameters: mergedResponses(before.ResponseParameters, changes.ResponseParameters),
  };
  checkIntegration(after, findApi(ApiId, ctx).protocol);
  writeChange(ApiId, (tx) => tx.put(ctx.records(integrations), [ApiId, IntegrationId], after), ctx);
  return after;
});

type Responses = Frozen<Integration>['ResponseParameters'];

/** By status; an empty map removes the mappings of its status. */
function mergedResponses(before: Responses, changes: Responses): Record<string, Record<string, string>> | undefined {
  const merged = Object.entries({ ...before, ...changes }).filter(([, mappings]) => Object.keys(mappings).length > 0);
  return merged.length === 0 ? undefined : Object.fromEntries(merged.map(([status, mappings]) => [status, { ...mappings }]));
}

export const DeleteIntegration = operation('DeleteIntegration', ({ ApiId, IntegrationId }, ctx) => {
  if (findIntegration(ApiId, IntegrationId, ctx).ApiGatewayManaged)
    throw bad(`Integration ${IntegrationId} was made by quick create: it is deleted with its API`);
  const user = ctx
    .records(routes)
    .range([ApiId])
    .find(({ Target }) => Target === `integrations/${IntegrationId}`);
  if (user) throw conflict(`Cannot delete Integration '${IntegrationId}' because it is referenced by Route '${user.RouteId}'.`);
  writeChange(
    ApiId,
    (tx) => {
      tx.delete(ctx.records(integrations), [ApiId, IntegrationId]);
      for (const [key] of ctx.records(integrationResponses).entries([ApiId, IntegrationId]))
        tx.delete(ctx.records(integrationResponses), key);
    },
    ctx,
  );
});

export const CreateIntegrationResponse = operation('CreateIntegrationResponse', ({ ApiId, IntegrationId, ...input }, ctx) => {
  findIntegration(ApiId, IntegrationId, ctx);
  if (findApi(ApiId, ctx).protocol === 'HTTP') throw bad('Integration responses are not supported for HTTP protocol APIs');
  const id = newId(ctx, PART_ID_LENGTH);
  const response: IntegrationResponse = { ...input, IntegrationResponseId: id };
  checkResponseKey(ApiId, IntegrationId, response, ctx);
  writeChange(ApiId, (tx) => tx.put(ctx.records(integrationResponses), [ApiId, IntegrationId, id], response), ctx);
  return response;
});

/** `$default`, or a regular expression between slashes: `/2\d\d/`. */
function checkResponseKey(api: string, integration: string, response: Frozen<IntegrationResponse>, ctx: Ctx): void {
  const key = response.IntegrationResponseKey;
  if (key !== '$default' && !/^\/.+\/$/s.test(key))
    throw bad(`IntegrationResponseKey ${key} must be $default or an expression between slashes`);
  const other = ctx
    .records(integrationResponses)
    .range([api, integration])
    .find((each) => each.IntegrationResponseKey === key && each.IntegrationResponseId !== response.IntegrationResponseId);
  if (other) throw conflict(`Integration response with key ${key} already exists for this integration`);
}

function findResponse(api: string, integration: string, id: string, ctx: Ctx): Frozen<IntegrationResponse> {
  findIntegration(api, integration, ctx);
  const found = ctx.records(integrationResponses).get([api, integration, id]);
  if (!found) throw noSuch('Integration Response', id);
  return found;
}

export const GetIntegrationResponse = operation('GetIntegrationResponse', ({ ApiId, IntegrationId, IntegrationResponseId }, ctx) =>
  findResponse(ApiId, IntegrationId, IntegrationResponseId, ctx),
);

export const GetIntegrationResponses = operation('GetIntegrationResponses', ({ ApiId, IntegrationId, ...page }, ctx) => {
  findIntegration(ApiId, IntegrationId, ctx);
  return listed(ctx.records(integrationResponses), [ApiId, IntegrationId], page, (response) => response);
});

export const UpdateIntegrationResponse = operation(
  'UpdateIntegrationResponse',
  ({ ApiId, IntegrationId, IntegrationResponseId, ...changes }, ctx) => {
    const before = findResponse(ApiId, IntegrationId, IntegrationResponseId, ctx);
    const after = {
      ...changed<Frozen<IntegrationResponse>>(before, changes),
      ResponseParameters: mergedMap(before.ResponseParameters, changes.ResponseParameters),
      ResponseTemplates: mergedMap(before.ResponseTemplates, changes.ResponseTemplates),
    };
    checkResponseKey(ApiId, IntegrationId, after, ctx);
    writeChange(ApiId, (tx) => tx.put(ctx.records(integrationResponses), [ApiId, IntegrationId, IntegrationResponseId], after), ctx);
    return after;
  },
);

export const DeleteIntegrationResponse = operation('DeleteIntegrationResponse', ({ ApiId, IntegrationId, IntegrationResponseId }, ctx) => {
  findResponse(ApiId, IntegrationId, IntegrationResponseId, ctx);
  writeChange(ApiId, (tx) => tx.delete(ctx.records(integrationResponses), [ApiId, IntegrationId, IntegrationResponseId]), ctx);
});
