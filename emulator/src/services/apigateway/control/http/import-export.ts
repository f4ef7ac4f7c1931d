// ImportApi, ReimportApi, ExportApi: HTTP APIs as OpenAPI documents.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { type Authorizer, type ImportApiRequest, operation, type Route } from '#model/apigatewayv2';
import { newId } from '#services/apigateway/addresses/api-ids';
import { apis, authorizers, integrations, routes } from '#services/apigateway/http-state';
import { DocumentError } from '#services/apigateway/openapi/document-error';
import { exportedDocument } from '#services/apigateway/openapi/export-http';
import { type Basepath, type DefinedRoute, type HttpDefinition, httpDefinition } from '#services/apigateway/openapi/http-definition';
import { readDocument } from '#services/apigateway/openapi/read-document';
import { deleteParts, newApi, putApi, shownApi } from './apis.ts';
import { withDefaults } from './authorizers.ts';
import { deployAutomatically } from './deploy.ts';
import { bad } from './faults.ts';
import { findApi, findDeployment, findStage } from './find-api.ts';
import { newIntegration } from './integration-rules.ts';
import { checkRoute } from './route-rules.ts';

const PART_ID_LENGTH = 7;
const BASEPATHS = new Set(['ignore', 'prepend', 'split']);

type ImportInput = Omit<ImportApiRequest, 'ApiId'>;

export const ImportApi = operation('ImportApi', async (input, ctx) => {
  const definition = await definitionIn(input, ctx);
  const api = newApi({ ...settingsOf(definition), ProtocolType: 'HTTP', Tags: definition.tags }, ctx);
  ctx.write((tx) => {
    putApi(tx, api, ctx);
    putParts(tx, api.id, definition, ctx);
  });
  return shownApi(findApi(api.id, ctx), ctx);
});

export const ReimportApi = operation('ReimportApi', async ({ ApiId, ...input }, ctx) => {
  const before = findApi(ApiId, ctx);
  if (before.protocol !== 'HTTP') throw bad('Reimport is only supported for HTTP protocol APIs');
  const definition = await definitionIn(input, ctx);
  const { createdMs, tags } = before;
  const api = {
    ...newApi({ ...settingsOf(definition), ProtocolType: 'HTTP' }, ctx),
    id: ApiId,
    createdMs,
    tags: { ...tags, ...definition.tags },
  };
  ctx.write((tx) => {
    deleteParts(tx, ApiId, ctx);
    tx.put(ctx.records(apis), [ApiId], api);
    putParts(tx, ApiId, definition, ctx);
    deployAutomatically(tx, ApiId, ctx);
  });
  return shownApi(findApi(ApiId, ctx), ctx);
});

const settingsOf = ({ name, description, version, cors, disableExecuteApiEndpoint, warnings }: HttpDefinition) => ({
  ...{ Name: name, Description: description, Version: version, CorsConfiguration: cors },
  ...{ DisableExecuteApiEndpoint: disableExecuteApiEndpoint, importInfo: [], warnings },
});

async function definitionIn({ Body, Basepath: basepath = 'ignore', FailOnWarnings }: ImportInput, ctx: Ctx): Promise<HttpDefinition> {
  if (!BASEPATHS.has(basepath)) throw bad(`Invalid value for basepath: ${basepath}. Must be one of [ignore, prepend, split]`);
  try {
    const definition = httpDefinition(await readDocument(Body, ctx), basepath as Basepath);
    if (FailOnWarnings && definition.warnings.length > 0) throw bad(`Warnings found during import:\n\t${definition.warnings.join('\n\t')}`);
    return definition;
  } catch (error) {
    if (error instanceof DocumentError) throw bad(`Unable to import: ${error.message}`);
    throw error;
  }
}

/** Limit: routes of an HTTP API that is imported. Several times the quota of an account, which is 300. */
const MAX_ROUTES = 1500;

function putParts(tx: Tx, api: string, { routes: defined, authorizers: schemes }: HttpDefinition, ctx: Ctx): void {
  if (defined.length > MAX_ROUTES) throw bad(`Unable to import: an API has at most ${MAX_ROUTES} routes`);
  const ids = new Map<string, Authorizer>();
  for (const { scheme, ...authorizer } of schemes) {
    const made = withDefaults({ ...authorizer, AuthorizerId: newId(ctx, PART_ID_LENGTH - 1) });
    ids.set(scheme, made);
    tx.put(ctx.records(authorizers), [api, made.AuthorizerId!], made);
  }
  for (const each of defined) {
    const route = routeOf(each, ids, ctx);
    const integration = each.integration && newIntegration(each.integration, 'HTTP', newId(ctx, PART_ID_LENGTH));
    if (integration) tx.put(ctx.records(integrations), [api, integration.IntegrationId!], integration);
    const placed: Frozen<Route> = integration ? { ...route, Target: `integrations/${integration.IntegrationId}` } : route;
    checkRoute(placed, findApi(api, ctx), ctx);
    tx.put(ctx.records(routes), [api, route.RouteId!], placed);
  }
}

function routeOf({ key, operationName, authorizer, isSigned }: DefinedRoute, ids: ReadonlyMap<string, Authorizer>, ctx: Ctx): Route {
  const used = authorizer && ids.get(authorizer.name);
  const isJwt = used?.AuthorizerType === 'JWT';
  return {
    ...{ RouteId: newId(ctx, PART_ID_LENGTH), RouteKey: key, ApiKeyRequired: false },
    AuthorizationType: used ? (isJwt ? 'JWT' : 'CUSTOM') : isSigned ? 'AWS_IAM' : 'NONE',
    ...(used && { AuthorizerId: used.AuthorizerId }),
    ...(isJwt && authorizer && authorizer.scopes.length > 0 && { AuthorizationScopes: authorizer.scopes }),
    ...(operationName !== undefined && { OperationName: operationName }),
  };
}

export const ExportApi = operation('ExportApi', async (input, ctx) => {
  const { ApiId, OutputType, Specification, StageName, IncludeExtensions = true, ExportVersion = '1.0' } = input;
  const api = findApi(ApiId, ctx);
  if (api.protocol !== 'HTTP') throw bad('Export is only supported for HTTP protocol APIs');
  if (Specification !== 'OAS30') throw bad(`Invalid specification ${Specification}. Must be OAS30`);
  if (OutputType !== 'JSON' && OutputType !== 'YAML') throw bad(`Invalid output type ${OutputType}. Must be one of [JSON, YAML]`);
  if (ExportVersion !== '1.0') throw bad(`Invalid export version ${ExportVersion}. Must be 1.0`);
  const deploymentId = StageName === undefined ? undefined : findStage(ApiId, StageName, ctx).deploymentId;
  if (StageName !== undefined && deploymentId === undefined) throw bad(`Stage ${StageName} has no deployment`);
  const parts =
    deploymentId === undefined
      ? {
          routes: ctx.records(routes).range([ApiId]),
          integrations: ctx.records(integrations).range([ApiId]),
          authorizers: ctx.records(authorizers).range([ApiId]),
          cors: api.cors,
        }
      : findDeployment(ApiId, deploymentId, ctx).snapshot;
  const document = exportedDocument(api, { ...parts, stage: StageName, endpoint: shownApi(api, ctx).ApiEndpoint ?? '' }, IncludeExtensions);
  if (OutputType === 'JSON') return { body: Buffer.from(JSON.stringify(document)) };
  const { dump } = await import('js-yaml');
  return { body: Buffer.from(dump(JSON.parse(JSON.stringify(document)))) };
});
