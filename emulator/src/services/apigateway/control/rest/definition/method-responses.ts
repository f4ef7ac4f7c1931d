// PutMethodResponse, GetMethodResponse, UpdateMethodResponse, DeleteMethodResponse.
import type { Ctx } from '#core/ctx';
import { own } from '#lib/table';
import { type MethodResponse, operation } from '#model/apigateway';
import { conflict, notFound } from '#services/apigateway/control/rest/faults';
import { findMethod, type LocatedMethod, putMethod } from '#services/apigateway/control/rest/find';
import { type Patch, type PatchPath, patched } from '#services/apigateway/control/rest/patch/patch';
import { entry, flagOf } from '#services/apigateway/control/rest/patch/patch-paths';
import { checkModel, invalidMapping } from './methods.ts';

interface ResponseRef {
  readonly restApiId: string;
  readonly resourceId: string;
  readonly httpMethod: string;
  readonly statusCode: string;
}

const PARAMETER = /^method\.response\.(?:multivalue)?header\.[^.\s].*$/;

function find(input: ResponseRef, ctx: Ctx): LocatedMethod & { readonly response: MethodResponse } {
  const located = findMethod(input, ctx);
  const response = own(located.method.methodResponses, input.statusCode);
  if (!response) throw notFound('Invalid Response status code specified');
  return { ...located, response };
}

function put(input: ResponseRef, { resource, method }: LocatedMethod, response: MethodResponse | undefined, ctx: Ctx): void {
  const { [input.statusCode]: _, ...others } = method.methodResponses ?? {};
  const methodResponses = response ? { ...others, [input.statusCode]: response } : others;
  putMethod(input, resource, { ...method, methodResponses: Object.keys(methodResponses).length > 0 ? methodResponses : undefined }, ctx);
}

export function checkMethodResponse(api: string, { responseParameters = {}, responseModels = {} }: MethodResponse, ctx: Ctx): void {
  for (const name of Object.keys(responseParameters)) if (!PARAMETER.test(name)) throw invalidMapping(name);
  for (const model of Object.values(responseModels)) checkModel(api, model, ctx);
}

export const PutMethodResponse = operation('PutMethodResponse', (input, ctx) => {
  const { restApiId, statusCode, responseParameters, responseModels } = input;
  const located = findMethod(input, ctx);
  if (own(located.method.methodResponses, statusCode)) throw conflict('Response already exists for this resource');
  const response: MethodResponse = { statusCode, responseParameters, responseModels };
  checkMethodResponse(restApiId, response, ctx);
  put(input, located, response, ctx);
  return response;
});

export const GetMethodResponse = operation('GetMethodResponse', (input, ctx) => find(input, ctx).response);

const PATHS: readonly PatchPath<MethodResponse>[] = [
  entry('/responseParameters/{name}', (patch: Patch) => flagOf(patch), 'Invalid parameter name specified'),
  entry('/responseModels/{type}', undefined, 'Content-Type specified was not found'),
];

export const UpdateMethodResponse = operation('UpdateMethodResponse', (input, ctx) => {
  const located = find(input, ctx);
  const response = patched<MethodResponse>(located.response, input.patchOperations, PATHS, 'plain');
  checkMethodResponse(input.restApiId, response, ctx);
  put(input, located, response, ctx);
  return response;
});

export const DeleteMethodResponse = operation('DeleteMethodResponse', (input, ctx) => put(input, find(input, ctx), undefined, ctx));
