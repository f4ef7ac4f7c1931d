// PutMethod, GetMethod, UpdateMethod, DeleteMethod.
import type { Ctx } from '#core/ctx';
import { type Method, operation } from '#model/apigateway';
import { bad } from '#services/apigateway/control/rest/faults';
import { findMethod, findResource, putMethod } from '#services/apigateway/control/rest/find';
import { type Patch, type PatchPath, patched } from '#services/apigateway/control/rest/patch/patch';
import { entry, flag, flagOf, listValue, text } from '#services/apigateway/control/rest/patch/patch-paths';
import { authorizers, models, validators } from '#services/apigateway/rest-state';

const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'ANY'];
const WITH_AUTHORIZER = new Set(['CUSTOM', 'COGNITO_USER_POOLS']);
const AUTHORIZATION = new Set(['NONE', 'AWS_IAM', ...WITH_AUTHORIZER]);
const PARAMETER = /^method\.request\.(?:querystring|header|path|multivaluequerystring|multivalueheader)\.(.+)$/;

export const PutMethod = operation('PutMethod', (input, ctx) => {
  const { restApiId, resourceId, httpMethod, authorizationType, ...settings } = input;
  // The error about an API that is not there names the resource as missing (recorded)
  const resource = findResource({ restApiId, resourceId }, ctx);
  const method: Method = {
    httpMethod,
    authorizationType: authorizationType.toUpperCase(),
    ...settings,
    apiKeyRequired: settings.apiKeyRequired ?? false,
  };
  checkMethod(restApiId, method, ctx);
  putMethod(input, resource, method, ctx);
  return method;
});

/** @throws BadRequestException for what the method refers to and is not there */
export function checkMethod(api: string, method: Method, ctx: Ctx): void {
  const { httpMethod = '', authorizationType = '', authorizerId, requestValidatorId } = method;
  if (!METHODS.includes(httpMethod)) throw bad(`Invalid HttpMethod specified. Valid options are ${METHODS.join(',')}`);
  checkParameters(method.requestParameters);
  if (!AUTHORIZATION.has(authorizationType))
    throw bad('Invalid authorization type specified. Valid options are NONE, AWS_IAM, CUSTOM, COGNITO_USER_POOLS');
  if (WITH_AUTHORIZER.has(authorizationType) && (authorizerId === undefined || !ctx.records(authorizers).has([api, authorizerId])))
    throw bad(
      'Invalid authorizer ID specified. Setting the authorization type to CUSTOM or COGNITO_USER_POOLS requires a valid authorizer.',
    );
  if (requestValidatorId !== undefined && !ctx.records(validators).has([api, requestValidatorId]))
    throw bad('Invalid Request Validator identifier specified');
  for (const name of Object.values(method.requestModels ?? {})) checkModel(api, name, ctx);
}

export function checkModel(api: string, name: string, ctx: Ctx): void {
  if (!ctx.records(models).has([api, name])) throw bad(`Invalid model identifier specified: ${name}`);
}

function checkParameters(parameters: Method['requestParameters'] = {}): void {
  const names = Object.keys(parameters).map((parameter) => {
    const name = PARAMETER.exec(parameter)?.[1];
    if (name === undefined) throw invalidMapping(parameter);
    return name;
  });
  if (new Set(names).size < names.length) throw bad('Parameter names must be unique across querystring, header and path');
}

export const invalidMapping = (expression: string) =>
  bad(
    `Invalid mapping expression specified: Validation Result: warnings : [], errors : [Invalid mapping expression specified: ${expression}]`,
  );

export const GetMethod = operation('GetMethod', (input, ctx) => findMethod(input, ctx).method);

const PATHS: readonly PatchPath<Method>[] = [
  text('/authorizationType'),
  text('/authorizerId'),
  flag('/apiKeyRequired'),
  text('/requestValidatorId'),
  text('/operationName'),
  entry('/requestParameters/{name}', (patch: Patch) => flagOf(patch)),
  entry('/requestModels/{type}'),
  listValue('/authorizationScopes'),
];

export const UpdateMethod = operation('UpdateMethod', (input, ctx) => {
  const { resource, method } = findMethod(input, ctx);
  const after = patched<Method>(method, input.patchOperations, PATHS, 'plain');
  // Without an authorization type that needs one, an authorizer is dropped silently (recorded).
  if (!WITH_AUTHORIZER.has(after.authorizationType ?? '')) after.authorizerId = undefined;
  checkMethod(input.restApiId, after, ctx);
  putMethod(input, resource, after, ctx);
  return after;
});

export const DeleteMethod = operation('DeleteMethod', (input, ctx) => {
  const { resource } = findMethod(input, ctx);
  putMethod(input, resource, undefined, ctx);
});
