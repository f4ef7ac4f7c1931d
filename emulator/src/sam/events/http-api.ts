// Event `HttpApi`: a route of an HTTP API that invokes the function.
import { DEFAULT_ROUTE, HttpDocument } from '#sam/documents/http-document';
import { ANY_METHOD, integrationUri } from '#sam/documents/paths';
import { shown } from '#sam/message-text';
import { EventProblem, expectMap, InvalidDocument, invalidResource, ofResource } from '#sam/problems';
import { type Block, filled, get, has, isBlock, isText, shorthand, sub, type Value } from '#sam/values';
import { type ApiMethod, checkAuthorizerTypes } from './api-auth.ts';
import { referencedApi } from './api-link.ts';
import { type EventSource, type EventTarget, permission, type SamEvent } from './event-source.ts';

export const httpApi: EventSource = {
  rules: {
    Path: 'str',
    Method: 'str',
    ApiId: 'str',
    Stage: 'str',
    Auth: 'map',
    TimeoutInMillis: 'int',
    RouteSettings: 'map',
    PayloadFormatVersion: 'str',
  },
  make: (event, target, there) => {
    const { properties } = event;
    const method = String(properties.Method).toLowerCase();
    const path = String(properties.Path);
    const apiId = String(referencedApi(properties.ApiId));
    const declared = get(there.declared, apiId, 'Properties');
    const api = isBlock(declared) ? declared : {};
    const place: ApiMethod = { event: event.name, apiId, api, method, path, stage: '' };
    const allowed = invocation(event, place, target);
    integrate(event, place, target);
    return allowed;
  },
};

/** The permission; none where the function is the default route too, which has a permission for all routes. */
function invocation(event: SamEvent, { apiId, api, method, path }: ApiMethod, target: EventTarget) {
  const body = get(api, 'DefinitionBody');
  let plain = path.replace(/^(.+)\/$/, '$1');
  if (filled(body)) {
    const document = documentOf(apiId, body);
    if (plain !== DEFAULT_ROUTE && document.invokes(DEFAULT_ROUTE, ANY_METHOD, target.id)) return [];
  }
  if (plain === DEFAULT_ROUTE) plain = '';
  plain = plain.replace(/\{([a-zA-Z0-9._-]+|proxy\+)\}/g, '*');
  const verb = method === 'any' || method === ANY_METHOD ? '*' : method.toUpperCase();
  const route = method === 'any' && plain === `/${DEFAULT_ROUTE}` ? plain : `/${verb}${plain}`;
  const arn = `arn:\${AWS::Partition}:execute-api:\${AWS::Region}:\${AWS::AccountId}:\${__ApiId__}/\${__Stage__}${route}`;
  const sourceArn = sub(arn, { __ApiId__: event.properties.ApiId!, __Stage__: '*' });
  return [permission(event.id, target, { principal: 'apigateway.amazonaws.com', sourceArn })];
}

function documentOf(apiId: string, body: Value | undefined): HttpDocument {
  try {
    return new HttpDocument(body);
  } catch (error) {
    if (error instanceof InvalidDocument) throw invalidResource(apiId, error.problems.map(({ message }) => message).join(' '));
    throw error;
  }
}

function integrate(event: SamEvent, place: ApiMethod, target: EventTarget): void {
  const { name } = event;
  const { api, path, method } = place;
  const body = get(api, 'DefinitionBody');
  if (body === undefined) return;
  const document = new HttpDocument(body);
  if (filled(get(api, '__MANAGE_SWAGGER')) && document.paths.hasIntegration(path, method))
    throw new EventProblem(name, `API method '${method}' defined multiple times for path '${path}'.`);
  document.paths.changing(path, method, () => addRoute(event, place, target, document));
}

function addRoute({ properties }: SamEvent, place: ApiMethod, target: EventTarget, document: HttpDocument): void {
  const { path, method } = place;
  const condition = get(target.attributes, 'Condition');
  document.addLambda(path, method, integrationUri('${AWS::Partition}', shorthand(target.arn), condition), condition);
  if (filled(properties.Auth)) addAuth(properties.Auth as Block, place, document);
  if (filled(properties.TimeoutInMillis)) document.paths.setTimeout(path, method, properties.TimeoutInMillis!);
  const parameters = [...path.matchAll(/\{(.*?)\}/g)].map(([, parameter]) => parameter!);
  if (parameters.length > 0) document.addPathParameters(path, method, parameters);
  if (filled(properties.PayloadFormatVersion)) document.setPayloadVersion(path, method, properties.PayloadFormatVersion!);
}

function addAuth(auth: Block, place: ApiMethod, document: HttpDocument): void {
  const { event, apiId, api, path, method } = place;
  const apiAuth = expectMap(has(api, 'Auth') ? get(api, 'Auth') : {}, 'Auth', ofResource(apiId));
  const byDefault = get(apiAuth, 'DefaultAuthorizer');
  const authorizer = filled(get(auth, 'Authorizer')) ? get(auth, 'Authorizer') : byDefault;
  if (!filled(authorizer))
    throw new EventProblem(
      event,
      "'Auth' section requires either an explicit 'Authorizer' set or a 'DefaultAuthorizer' configured on the HttpApi.",
    );
  auth.Authorizer = authorizer!;
  const authorizers = filled(apiAuth) ? get(apiAuth, 'Authorizers') : {};
  const iam = get(apiAuth, 'EnableIamAuthorizer') === true;
  checkAuthorizerTypes(place, authorizer!, authorizers, iam);
  const on = `on API method [${method}] for path [${path}]`;
  const fail = (reason: string, which = ''): never => {
    throw new EventProblem(event, `Unable to set Authorizer ${which}${on} because ${reason}`);
  };
  const which = `[${shown(authorizer)}] `;
  if (authorizer === 'NONE') {
    if (!filled(byDefault)) fail("'NONE' is only a valid value when a DefaultAuthorizer on the API is specified.");
  } else if (authorizer !== 'AWS_IAM' || !iam) {
    if (!filled(authorizers)) fail('the related API does not define any Authorizers.', which);
    if (!isText(authorizer) || !filled(get(authorizers, authorizer))) fail("it wasn't defined in the API's Authorizers.", which);
  }
  const scopes = get(auth, 'AuthorizationScopes');
  if (filled(scopes) && !Array.isArray(scopes)) fail("'AuthorizationScopes' must be a list of strings.");
  document.addAuthorizer(path, method, String(authorizer), authorizers, scopes);
}
