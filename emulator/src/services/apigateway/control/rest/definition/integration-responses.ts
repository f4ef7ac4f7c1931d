// PutIntegrationResponse, GetIntegrationResponse, UpdateIntegrationResponse, DeleteIntegrationResponse.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { Regex, RegexSyntaxError } from '#lib/regex/regex';
import { own } from '#lib/table';
import { type Integration, type IntegrationResponse, operation } from '#model/apigateway';
import { bad, noSuch, notFound } from '#services/apigateway/control/rest/faults';
import { findIntegration, findResource, type LocatedMethod, putMethod } from '#services/apigateway/control/rest/find';
import { type PatchPath, patched } from '#services/apigateway/control/rest/patch/patch';
import { entry, text } from '#services/apigateway/control/rest/patch/patch-paths';
import { checkTemplate } from './integrations.ts';
import { checkMapping } from './mapping-checks.ts';

const RESPONSE_PARAMETER = /^method\.response\.(?:multivalue)?header\..+$/;

interface ResponseRef {
  readonly restApiId: string;
  readonly resourceId: string;
  readonly httpMethod: string;
  readonly statusCode: string;
}

type Located = LocatedMethod & { readonly integration: Frozen<Integration> };

function find(input: ResponseRef, ctx: Ctx): Located & { readonly response: Frozen<IntegrationResponse> } {
  const located = findIntegration(input, ctx);
  const response = own(located.integration.integrationResponses, input.statusCode);
  if (!response) throw notFound('Invalid Response status code specified');
  return { ...located, response };
}

function put(input: ResponseRef, { resource, method, integration }: Located, response: IntegrationResponse | undefined, ctx: Ctx): void {
  const { [input.statusCode]: _, ...others } = integration.integrationResponses ?? {};
  const responses = response ? { ...others, [input.statusCode]: response } : others;
  const integrationResponses = Object.keys(responses).length > 0 ? responses : undefined;
  putMethod(input, resource, { ...method, methodIntegration: { ...integration, integrationResponses } }, ctx);
}

export function checkIntegrationResponse({
  selectionPattern = '',
  responseParameters = {},
  responseTemplates = {},
}: IntegrationResponse): void {
  for (const [name, expression] of Object.entries(responseParameters)) checkMapping(name, RESPONSE_PARAMETER, expression, 'response');
  for (const template of Object.values(responseTemplates)) checkTemplate(template);
  try {
    new Regex(selectionPattern, { whole: true });
  } catch (error) {
    if (error instanceof RegexSyntaxError) throw bad(`Invalid selection pattern specified: ${error.message}`);
    throw error;
  }
}

export const PutIntegrationResponse = operation('PutIntegrationResponse', (input, ctx) => {
  const { restApiId: _, resourceId: __, httpMethod: ___, ...response } = input;
  const located = findIntegration(input, ctx);
  checkIntegrationResponse(response);
  put(input, located, response, ctx);
  return response;
});

export const GetIntegrationResponse = operation('GetIntegrationResponse', (input, ctx) => find(input, ctx).response);

const PATHS: readonly PatchPath<IntegrationResponse>[] = [
  text('/selectionPattern'),
  text('/contentHandling'),
  entry('/responseTemplates/{type}'),
  entry('/responseParameters/{name}'),
];

export const UpdateIntegrationResponse = operation('UpdateIntegrationResponse', (input, ctx) => {
  const located = find(input, ctx);
  const response = patched<IntegrationResponse>(located.response, input.patchOperations, PATHS, 'plain');
  checkIntegrationResponse(response);
  put(input, located, response, ctx);
  return response;
});

/** In words of its own, as recorded. */
export const DeleteIntegrationResponse = operation('DeleteIntegrationResponse', (input, ctx) => {
  const resource = findResource(input, ctx);
  if (!own(resource.methods, input.httpMethod)) throw noSuch('Integration');
  const located = findIntegration(input, ctx);
  if (!own(located.integration.integrationResponses, input.statusCode)) throw notFound('Invalid Response status code specified');
  put(input, located, undefined, ctx);
});
