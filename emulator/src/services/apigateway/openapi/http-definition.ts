// The definition of an HTTP API in an OpenAPI 3.0 document: its settings, routes, integrations and authorizers. Pure.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions.html
import { own } from '#lib/table';
import type { Authorizer, Cors, CreateIntegrationRequest } from '#model/apigatewayv2';
import { DocumentError } from './document-error.ts';
import { isNode, type Node, nodeAt, resolved, textAt } from './read-document.ts';

export type Basepath = 'ignore' | 'prepend' | 'split';

export interface DefinedRoute {
  readonly key: string;
  readonly operationName: string | undefined;
  readonly integration: Omit<CreateIntegrationRequest, 'ApiId'> | undefined;
  /** Name of the security scheme, and the scopes that it needs. */
  readonly authorizer: { readonly name: string; readonly scopes: readonly string[] } | undefined;
  readonly isSigned: boolean;
}

export interface HttpDefinition {
  readonly name: string;
  readonly description: string | undefined;
  readonly version: string | undefined;
  readonly cors: Cors | undefined;
  readonly disableExecuteApiEndpoint: boolean | undefined;
  readonly routes: readonly DefinedRoute[];
  readonly authorizers: readonly (Authorizer & { readonly scheme: string })[];
  readonly tags: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
}

const ANY = 'x-amazon-apigateway-any-method';
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', ANY];
const INTEGRATION = 'x-amazon-apigateway-integration';
const AUTHORIZER = 'x-amazon-apigateway-authorizer';

/** @throws DocumentError */
export function httpDefinition(document: Node, basepath: Basepath): HttpDefinition {
  const version = textAt(document, 'openapi');
  if (version === undefined || !version.startsWith('3.0')) throw new DocumentError('only OpenAPI 3.0 documents define HTTP APIs');
  const info = nodeAt(document, 'info');
  const name = textAt(info, 'title');
  if (name === undefined) throw new DocumentError('info.title is missing');
  const warnings: string[] = [];
  return {
    name,
    description: textAt(info, 'description'),
    version: textAt(info, 'version'),
    cors: corsOf(nodeAt(document, 'x-amazon-apigateway-cors')),
    disableExecuteApiEndpoint: endpointOf(document),
    routes: routesOf(document, prefixOf(document, basepath), warnings),
    authorizers: authorizersOf(document),
    tags: tagsOf(document),
    warnings,
  };
}

function tagsOf({ tags }: Node): Record<string, string> {
  const named = (Array.isArray(tags) ? tags : [])
    .filter(isNode)
    .map((tag): [string | undefined, string | undefined] => [textAt(tag, 'name'), textAt(tag, 'x-amazon-apigateway-tag-value')]);
  return Object.fromEntries(named.filter((tag): tag is [string, string] => tag[0] !== undefined && tag[1] !== undefined));
}

function endpointOf({ servers }: Node): boolean | undefined {
  const first = Array.isArray(servers) ? nodeAt(servers[0], 'x-amazon-apigateway-endpoint-configuration') : undefined;
  const value = first?.['disableExecuteApiEndpoint'];
  return typeof value === 'boolean' ? value : undefined;
}

/** The path of the first server, before every route (`prepend`), or without its first segment (`split`). */
function prefixOf({ servers }: Node, basepath: Basepath): string {
  const first: unknown = Array.isArray(servers) ? servers[0] : undefined;
  if (basepath === 'ignore' || !isNode(first)) return '';
  const variables = nodeAt(first, 'variables');
  const url = (textAt(first, 'url') ?? '').replace(/\{([^}]+)\}/g, (_, name: string) => textAt(nodeAt(variables, name), 'default') ?? '');
  const path = url.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/\/+$/, '');
  return basepath === 'prepend' ? path : path.replace(/^\/[^/]+/, '');
}

function routesOf(document: Node, prefix: string, warnings: string[]): DefinedRoute[] {
  return Object.entries(nodeAt(document, 'paths') ?? {}).flatMap(([path, value]) => {
    const item = resolved(value, document) ?? {};
    return METHODS.filter((method) => isNode(item[method])).map((method) => {
      const operation = item[method] as Node;
      const key =
        path === '/$default' || path === '$default' ? '$default' : `${method === ANY ? 'ANY' : method.toUpperCase()} ${prefix}${path}`;
      const integration = resolved(operation[INTEGRATION], document);
      if (!integration) warnings.push(`Unable to create Integration for Route ${key}: it has no ${INTEGRATION}`);
      const operationName = textAt(operation, 'operationId');
      return { key, operationName, integration: integration && integrationOf(integration), ...securityOf(operation, document) };
    });
  });
}

function integrationOf(node: Node): Omit<CreateIntegrationRequest, 'ApiId'> {
  const subtype = textAt(node, 'integrationSubtype');
  const timeout = node['timeoutInMillis'];
  return defined({
    IntegrationType: (textAt(node, 'type') ?? '').toUpperCase(),
    IntegrationUri: textAt(node, 'uri'),
    IntegrationMethod:
      subtype === undefined ? textAt(node, 'httpMethod')?.toUpperCase().replace('X-AMAZON-APIGATEWAY-ANY-METHOD', 'ANY') : undefined,
    IntegrationSubtype: subtype,
    PayloadFormatVersion: textAt(node, 'payloadFormatVersion') ?? '1.0',
    ConnectionType: textAt(node, 'connectionType'),
    ConnectionId: textAt(node, 'connectionId'),
    CredentialsArn: textAt(node, 'credentials'),
    Description: textAt(node, 'description'),
    RequestParameters: nodeAt(node, 'requestParameters') as Record<string, string> | undefined,
    ResponseParameters: nodeAt(node, 'responseParameters') as Record<string, Record<string, string>> | undefined,
    TimeoutInMillis: typeof timeout === 'number' ? timeout : undefined,
    TlsConfig: nodeAt(node, 'tlsConfig') && { ServerNameToVerify: textAt(nodeAt(node, 'tlsConfig'), 'serverNameToVerify') },
  });
}

const defined = <T extends object>(value: T): T => Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;

/** The first security requirement of the operation, else that of the document. */
function securityOf(operation: Node, document: Node): Pick<DefinedRoute, 'authorizer' | 'isSigned'> {
  const requirements = operation['security'] ?? document['security'];
  const [name, scopes] = Object.entries((Array.isArray(requirements) && isNode(requirements[0]) ? requirements[0] : {}) as Node)[0] ?? [];
  const scheme = name === undefined ? undefined : resolved(own(nodeAt(nodeAt(document, 'components'), 'securitySchemes'), name), document);
  if (name === undefined || !scheme) return { authorizer: undefined, isSigned: false };
  const isSigned = /^awsSigv4$/i.test(textAt(scheme, 'x-amazon-apigateway-authtype') ?? '');
  if (isSigned || !scheme[AUTHORIZER]) return { authorizer: undefined, isSigned };
  return { authorizer: { name, scopes: Array.isArray(scopes) ? scopes.map(String) : [] }, isSigned: false };
}

function authorizersOf(document: Node): HttpDefinition['authorizers'] {
  const schemes = nodeAt(nodeAt(document, 'components'), 'securitySchemes') ?? {};
  return Object.entries(schemes).flatMap(([scheme, value]) => {
    const node = resolved(resolved(value, document)?.[AUTHORIZER], document);
    if (!node) return [];
    const jwt = nodeAt(node, 'jwtConfiguration');
    const ttl = node['authorizerResultTtlInSeconds'];
    const audience = jwt?.['audience'];
    return [
      defined({
        scheme,
        Name: scheme,
        AuthorizerType: (textAt(node, 'type') ?? '').toUpperCase(),
        IdentitySource: sourcesOf(node['identitySource']),
        AuthorizerUri: textAt(node, 'authorizerUri'),
        AuthorizerCredentialsArn: textAt(node, 'authorizerCredentials'),
        AuthorizerPayloadFormatVersion: textAt(node, 'authorizerPayloadFormatVersion'),
        AuthorizerResultTtlInSeconds: typeof ttl === 'number' ? ttl : undefined,
        EnableSimpleResponses: node['enableSimpleResponses'] === true ? true : undefined,
        IdentityValidationExpression: textAt(node, 'identityValidationExpression'),
        JwtConfiguration: jwt && { Issuer: textAt(jwt, 'issuer'), Audience: Array.isArray(audience) ? audience.map(String) : [] },
      }),
    ];
  });
}

const sourcesOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.map(String)
    : typeof value === 'string'
      ? value
          .split(',')
          .map((each) => each.trim())
          .filter(Boolean)
      : [];

function corsOf(node: Node | undefined): Cors | undefined {
  if (!node) return undefined;
  const list = (name: string): string[] | undefined => (Array.isArray(node[name]) ? (node[name] as unknown[]).map(String) : undefined);
  const { allowCredentials, maxAge } = node;
  return defined({
    AllowCredentials: typeof allowCredentials === 'boolean' ? allowCredentials : undefined,
    AllowHeaders: list('allowHeaders'),
    AllowMethods: list('allowMethods'),
    AllowOrigins: list('allowOrigins'),
    ExposeHeaders: list('exposeHeaders'),
    MaxAge: typeof maxAge === 'number' ? maxAge : undefined,
  });
}
