// An HTTP API as an OpenAPI 3.0 document. Pure.
import type { Frozen } from '#core/records';
import { dictionary } from '#lib/table';
import type { Authorizer, Cors, Integration, Route } from '#model/apigatewayv2';
import type { Api } from '#services/apigateway/http-state';

export interface ExportedParts {
  readonly routes: readonly Frozen<Route>[];
  readonly integrations: readonly Frozen<Integration>[];
  readonly authorizers: readonly Frozen<Authorizer>[];
  readonly cors?: Frozen<Cors> | undefined;
  /** Undefined where the API is exported as it is, not as it is deployed. */
  readonly stage: string | undefined;
  readonly endpoint: string;
}

const ANY = 'x-amazon-apigateway-any-method';

export function exportedDocument(api: Frozen<Api>, parts: ExportedParts, withExtensions: boolean): object {
  const base = parts.stage === undefined || parts.stage === '$default' ? '' : `/${parts.stage}`;
  const used = parts.authorizers.filter(({ AuthorizerId }) => parts.routes.some((route) => route.AuthorizerId === AuthorizerId));
  const isSigned = parts.routes.some(({ AuthorizationType }) => AuthorizationType === 'AWS_IAM');
  const schemes = {
    ...Object.fromEntries(used.map((each) => [each.Name, schemeOf(each, withExtensions)])),
    ...(isSigned && { sigv4: signedScheme(withExtensions) }),
  };
  return {
    openapi: '3.0.1',
    info: { title: api.name, description: api.description, version: api.version ?? new Date(api.createdMs).toISOString() },
    servers: [{ url: `${parts.endpoint}/{basePath}`, variables: { basePath: { default: base.slice(1) } } }],
    ...(withExtensions && parts.cors && { 'x-amazon-apigateway-cors': camelCased(parts.cors) }),
    ...(withExtensions && { 'x-amazon-apigateway-importexport-version': '1.0' }),
    paths: pathsOf(parts, withExtensions),
    components: Object.keys(schemes).length > 0 ? { securitySchemes: schemes } : {},
  };
}

function pathsOf({ routes, integrations, authorizers }: ExportedParts, withExtensions: boolean): object {
  const paths: Record<string, Record<string, object>> = dictionary();
  for (const route of routes) {
    const [method = '', path = '/$default'] = route.RouteKey === '$default' ? ['ANY'] : route.RouteKey.split(' ');
    const integration = integrations.find(({ IntegrationId }) => route.Target === `integrations/${IntegrationId}`);
    const authorizer = authorizers.find(({ AuthorizerId }) => AuthorizerId === route.AuthorizerId);
    const name = authorizer?.Name ?? (route.AuthorizationType === 'AWS_IAM' ? 'sigv4' : undefined);
    const parameters = [...path.matchAll(/\{([^}+]+)\+?\}/g)].map(([, each]) => ({
      name: each,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }));
    (paths[path] ??= {})[method === 'ANY' ? ANY : method.toLowerCase()] = {
      ...(route.OperationName !== undefined && { operationId: route.OperationName }),
      ...(parameters.length > 0 && { parameters }),
      responses: { default: { description: `Default response for ${route.RouteKey}` } },
      ...(name !== undefined && { security: [{ [name]: [...(route.AuthorizationScopes ?? [])] }] }),
      ...(withExtensions && integration && { 'x-amazon-apigateway-integration': integrationOf(integration) }),
      ...(withExtensions && route.RouteKey === '$default' && { isDefaultRoute: true }),
    };
  }
  return paths;
}

const integrationOf = (integration: Frozen<Integration>): object => ({
  type: (integration.IntegrationType ?? '').toLowerCase(),
  httpMethod: integration.IntegrationMethod === 'ANY' ? ANY : integration.IntegrationMethod,
  uri: integration.IntegrationUri,
  connectionType: integration.ConnectionType,
  connectionId: integration.ConnectionId,
  credentials: integration.CredentialsArn,
  description: integration.Description,
  integrationSubtype: integration.IntegrationSubtype,
  payloadFormatVersion: integration.PayloadFormatVersion,
  requestParameters: integration.RequestParameters,
  responseParameters: integration.ResponseParameters,
  timeoutInMillis: integration.TimeoutInMillis,
  tlsConfig: integration.TlsConfig && camelCased(integration.TlsConfig),
});

function schemeOf(authorizer: Frozen<Authorizer>, withExtensions: boolean): object {
  const isJwt = authorizer.AuthorizerType === 'JWT';
  const kind = isJwt ? { type: 'oauth2', flows: {} } : { type: 'apiKey', name: 'Authorization', in: 'header' };
  if (!withExtensions) return kind;
  const {
    AuthorizerId: _,
    Name: __,
    AuthorizerType: type,
    IdentitySource: sources = [],
    AuthorizerCredentialsArn,
    JwtConfiguration,
    ...others
  } = authorizer;
  return {
    ...kind,
    'x-amazon-apigateway-authorizer': {
      ...camelCased(others),
      type: type?.toLowerCase(),
      identitySource: sources.join(', '),
      ...(AuthorizerCredentialsArn !== undefined && { authorizerCredentials: AuthorizerCredentialsArn }),
      ...(JwtConfiguration && { jwtConfiguration: camelCased(JwtConfiguration) }),
    },
  };
}

const signedScheme = (withExtensions: boolean): object => ({
  ...{ type: 'apiKey', name: 'Authorization', in: 'header' },
  ...(withExtensions && { 'x-amazon-apigateway-authtype': 'awsSigv4' }),
});

const camelCased = (value: object): object =>
  Object.fromEntries(Object.entries(value).map(([name, each]) => [name[0]!.toLowerCase() + name.slice(1), each]));
