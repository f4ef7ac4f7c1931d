// Authorizers.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type Authorizer, operation } from '#model/apigatewayv2';
import { newId } from '#services/apigateway/addresses/api-ids';
import { authorizerResultsOf } from '#services/apigateway/authorize/authorizer-results';
import { type Api, authorizers, routes } from '#services/apigateway/http-state';
import { changed } from './changes.ts';
import { writeChange } from './deploy.ts';
import { bad, conflict } from './faults.ts';
import { findApi, findAuthorizer, findStage } from './find-api.ts';
import { listed } from './pages.ts';

const PART_ID_LENGTH = 6;
/** Limit: characters of the name of an authorizer of an HTTP or WebSocket API. */
const MAX_NAME = 128;
const FUNCTION_URI = /^arn:[^:]+:apigateway:[^:]+:lambda:path\/2015-03-31\/functions\/arn:.+\/invocations$/;
const HTTP_SOURCE = /^\$(?:request\.(?:header|querystring)\.[\w.-]+|context\.[\w.]+|stageVariables\.\w+)$/;
const SOCKET_SOURCE = /^(?:route\.request\.(?:header|querystring)\.[\w.-]+|context\.[\w.]+|stageVariables\.\w+)$/;

export const CreateAuthorizer = operation('CreateAuthorizer', ({ ApiId, ...input }, ctx) => {
  const api = findApi(ApiId, ctx);
  const id = newId(ctx, PART_ID_LENGTH);
  const authorizer = withDefaults({ ...input, AuthorizerId: id });
  check(authorizer, api, ctx);
  writeChange(ApiId, (tx) => tx.put(ctx.records(authorizers), [ApiId, id], authorizer), ctx);
  return authorizer;
});

/** Results of Lambda authorizers of HTTP APIs are kept only where a time to live is given. */
export const withDefaults = (authorizer: Authorizer): Authorizer =>
  authorizer.AuthorizerType === 'REQUEST'
    ? { ...authorizer, AuthorizerResultTtlInSeconds: authorizer.AuthorizerResultTtlInSeconds ?? 0 }
    : authorizer;

function check(authorizer: Frozen<Authorizer>, api: Frozen<Api>, ctx: Ctx): void {
  const { Name, AuthorizerType: type, AuthorizerId } = authorizer;
  if (Name === '' || Name.length > MAX_NAME) throw bad(`Name must have between 1 and ${MAX_NAME} characters`);
  const other = ctx
    .records(authorizers)
    .range([api.id])
    .find((each) => each.Name === Name && each.AuthorizerId !== AuthorizerId);
  if (other) throw conflict(`Authorizer name ${Name} already exists in API ${api.id}`);
  if (type === 'JWT') checkJwt(authorizer, api);
  else checkFunction(authorizer, api);
}

function checkJwt({ JwtConfiguration: jwt, IdentitySource: sources = [] }: Frozen<Authorizer>, { protocol }: Frozen<Api>): void {
  if (protocol === 'WEBSOCKET') throw bad('Authorizers of type JWT are not supported for WEBSOCKET protocol APIs');
  if (!jwt?.Issuer) throw bad('JwtConfiguration with an Issuer is required for authorizer type JWT');
  if (!/^https?:\/\/[^\s/]+/.test(jwt.Issuer)) throw bad(`Invalid issuer: ${jwt.Issuer}. Issuer must have a valid URL`);
  if (sources.length !== 1 || !/^\$request\.(?:header|querystring)\.[\w.-]+$/.test(sources[0]!))
    throw bad('Authorizers of type JWT have one identity source, $request.header.NAME or $request.querystring.NAME');
}

function checkFunction(authorizer: Frozen<Authorizer>, { protocol }: Frozen<Api>): void {
  const {
    AuthorizerUri: uri,
    AuthorizerPayloadFormatVersion: version,
    IdentitySource: sources = [],
    AuthorizerResultTtlInSeconds: ttl,
  } = authorizer;
  if (uri === undefined || !FUNCTION_URI.test(uri))
    throw bad(
      `Authorizer URI ${uri ?? ''} must be an ARN of the form arn:aws:apigateway:REGION:lambda:path/2015-03-31/functions/FUNCTION_ARN/invocations`,
    );
  const form = protocol === 'HTTP' ? HTTP_SOURCE : SOCKET_SOURCE;
  const wrong = sources.find((source) => !form.test(source));
  if (wrong !== undefined) throw bad(`Invalid identity source ${wrong}`);
  if (protocol === 'WEBSOCKET') {
    if (version !== undefined) throw bad('AuthorizerPayloadFormatVersion is not supported for WEBSOCKET protocol APIs');
    if (authorizer.EnableSimpleResponses) throw bad('EnableSimpleResponses is not supported for WEBSOCKET protocol APIs');
    return;
  }
  if (version !== '1.0' && version !== '2.0')
    throw bad('AuthorizerPayloadFormatVersion is a required parameter for HTTP APIs. Must be one of [1.0, 2.0]');
  if (version === '1.0' && authorizer.EnableSimpleResponses) throw bad('EnableSimpleResponses needs AuthorizerPayloadFormatVersion 2.0');
  if (sources.length === 0 && (ttl ?? 0) > 0) throw bad('IdentitySource is required where results are cached');
}

export const GetAuthorizer = operation('GetAuthorizer', ({ ApiId, AuthorizerId }, ctx) => findAuthorizer(ApiId, AuthorizerId, ctx));

export const GetAuthorizers = operation('GetAuthorizers', ({ ApiId, ...page }, ctx) => {
  findApi(ApiId, ctx);
  return listed(ctx.records(authorizers), [ApiId], page, (authorizer) => authorizer);
});

export const UpdateAuthorizer = operation('UpdateAuthorizer', ({ ApiId, AuthorizerId, ...changes }, ctx) => {
  const before = findAuthorizer(ApiId, AuthorizerId, ctx);
  const after = changed<Frozen<Authorizer>>(before, changes);
  check(after, findApi(ApiId, ctx), ctx);
  writeChange(ApiId, (tx) => tx.put(ctx.records(authorizers), [ApiId, AuthorizerId], after), ctx);
  return after;
});

export const DeleteAuthorizer = operation('DeleteAuthorizer', ({ ApiId, AuthorizerId }, ctx) => {
  findAuthorizer(ApiId, AuthorizerId, ctx);
  const user = ctx
    .records(routes)
    .range([ApiId])
    .find((route) => route.AuthorizerId === AuthorizerId);
  if (user) throw conflict(`Cannot delete authorizer '${AuthorizerId}', is referenced by route '${user.RouteKey}'`);
  writeChange(ApiId, (tx) => tx.delete(ctx.records(authorizers), [ApiId, AuthorizerId]), ctx);
});

export const ResetAuthorizersCache = operation('ResetAuthorizersCache', ({ ApiId, StageName }, ctx) => {
  findStage(ApiId, StageName, ctx);
  if (findApi(ApiId, ctx).protocol !== 'HTTP') throw bad('ResetAuthorizersCache is only supported for HTTP protocol APIs');
  authorizerResultsOf(ctx).forget(ApiId, StageName);
});
