// CreateAuthorizer, GetAuthorizer, GetAuthorizers, UpdateAuthorizer, DeleteAuthorizer.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { Regex, RegexSyntaxError } from '#lib/regex/regex';
import { table } from '#lib/table';
import { type Authorizer, operation } from '#model/apigateway';
import { newId } from '#services/apigateway/addresses/api-ids';
import { bad, conflict, noSuch } from '#services/apigateway/control/rest/faults';
import { findApi } from '#services/apigateway/control/rest/find';
import { listed } from '#services/apigateway/control/rest/pages';
import { type PatchPath, patched } from '#services/apigateway/control/rest/patch/patch';
import { listValue, number, text } from '#services/apigateway/control/rest/patch/patch-paths';
import { identitySourcesOf } from '#services/apigateway/rest/identity-sources';
import { apis, authorizers, resources } from '#services/apigateway/rest-state';

/** Limit: time that the result of an authorizer is kept. */
const MAX_TTL_SECONDS = 3600;
const FUNCTION_URI = /^arn:aws[a-z-]*:apigateway:[a-z0-9-]+:lambda:path\/.+\/invocations$/;
const SOURCE = /^(?:method\.request\.(?:header|querystring)\.[^\s,]+|context\.[^\s,]+|stageVariables\.[^\s,]+)$/;

function find(api: string, id: string, ctx: Ctx): Frozen<Authorizer> {
  const authorizer = ctx.records(authorizers).get([api, id]);
  if (!authorizer) throw noSuch('Authorizer');
  return authorizer;
}

/** @throws BadRequestException */
export function checkAuthorizer(authorizer: Authorizer): void {
  const { type, name, authorizerUri = '', providerARNs = [], identitySource, authorizerResultTtlInSeconds: ttl } = authorizer;
  if (!name) throw bad('Authorizer name cannot be empty');
  if (type !== 'TOKEN' && type !== 'REQUEST' && type !== 'COGNITO_USER_POOLS')
    throw bad('Invalid authorizer type specified. Valid options are TOKEN, REQUEST, COGNITO_USER_POOLS');
  const sources = identitySourcesOf(identitySource);
  if (type === 'COGNITO_USER_POOLS') {
    if (providerARNs.length === 0) throw bad('Cognito user pool authorizers must have at least one provider ARN');
  } else if (!FUNCTION_URI.test(authorizerUri))
    throw bad(
      `Invalid Authorizer URI: ${authorizerUri}. Authorizer URI should be a valid API Gateway ARN that represents a Lambda function invocation.`,
    );
  for (const source of sources) if (!SOURCE.test(source)) throw bad(`Invalid identity source specified: ${source}`);
  if (type === 'REQUEST' && sources.length === 0 && ttl !== 0)
    throw bad('Identity source must be specified for REQUEST authorizers whose results are cached');
  if (ttl !== undefined && (ttl < 0 || ttl > MAX_TTL_SECONDS))
    throw bad(`AuthorizerResultTtlInSeconds must be between 0 and ${MAX_TTL_SECONDS}`);
  checkExpression(authorizer.identityValidationExpression);
}

function checkExpression(expression: string | undefined): void {
  try {
    if (expression !== undefined) new Regex(expression, { whole: true });
  } catch (error) {
    if (error instanceof RegexSyntaxError) throw bad(`Invalid identity validation expression specified: ${error.message}`);
    throw error;
  }
}

const AUTH_TYPE: Readonly<Record<string, string>> = table({ TOKEN: 'custom', REQUEST: 'custom', COGNITO_USER_POOLS: 'cognito_user_pools' });

export const CreateAuthorizer = operation('CreateAuthorizer', ({ restApiId, ...input }, ctx) => {
  // Recorded for an API that does not exist.
  if (!ctx.records(apis).has([restApiId]))
    throw conflict('Unable to complete operation due to concurrent modification. Please try again later.');
  const authorizer: Authorizer = {
    ...input,
    id: newId(ctx, 6),
    authType: input.authType ?? AUTH_TYPE[input.type],
    identitySource: input.identitySource ?? (input.type === 'REQUEST' ? undefined : 'method.request.header.Authorization'),
    authorizerResultTtlInSeconds: input.authorizerResultTtlInSeconds,
  };
  checkAuthorizer(authorizer);
  ctx.write((tx) => tx.put(ctx.records(authorizers), [restApiId, authorizer.id!], authorizer));
  return authorizer;
});

export const GetAuthorizer = operation('GetAuthorizer', ({ restApiId, authorizerId }, ctx) => find(restApiId, authorizerId, ctx));

export const GetAuthorizers = operation('GetAuthorizers', ({ restApiId, ...page }, ctx) => {
  findApi(restApiId, ctx);
  return listed(ctx.records(authorizers), [restApiId], page, (authorizer) => authorizer);
});

const PATHS: readonly PatchPath<Authorizer>[] = [
  ...['name', 'type', 'authorizerUri', 'authorizerCredentials', 'identitySource', 'identityValidationExpression', 'authType'].map((name) =>
    text<Authorizer>(`/${name}`),
  ),
  number('/authorizerResultTtlInSeconds'),
  listValue('/providerARNs'),
];

export const UpdateAuthorizer = operation('UpdateAuthorizer', ({ restApiId, authorizerId, patchOperations }, ctx) => {
  const authorizer = patched<Authorizer>(find(restApiId, authorizerId, ctx), patchOperations, PATHS, 'listed');
  checkAuthorizer(authorizer);
  ctx.write((tx) => tx.put(ctx.records(authorizers), [restApiId, authorizerId], authorizer));
  return authorizer;
});

export const DeleteAuthorizer = operation('DeleteAuthorizer', ({ restApiId, authorizerId }, ctx) => {
  find(restApiId, authorizerId, ctx);
  for (const { methods } of ctx.records(resources).range([restApiId]))
    if (Object.values(methods).some((method) => method.authorizerId === authorizerId))
      throw conflict('Cannot delete authorizer, it is referenced by a method');
  ctx.write((tx) => tx.delete(ctx.records(authorizers), [restApiId, authorizerId]));
});
