// Reads the definition of an API from a document, in the service's own terms. Pure; `control/rest/definition/import-rest-api.ts` writes it.
import { own, table } from '#lib/table';
import type { Authorizer, DocumentationPart, GatewayResponse, Method, RequestValidator } from '#model/apigateway';
import { DocumentError } from './document-error.ts';
import { documentationIn } from './documentation.ts';
import { isMap, type JsonMap, listOf, mapOf, resolved, textOf, textsOf } from './rest-document.ts';
import { integrationOf, type TellIgnored } from './rest-integration.ts';

export interface DefinedModel {
  readonly name: string;
  readonly schema: JsonMap;
  readonly description?: string | undefined;
}

/** Ids are names until the definition is written. */
export interface Definition {
  readonly name: string;
  readonly description?: string | undefined;
  readonly version?: string | undefined;
  readonly settings: {
    readonly apiKeySource?: string | undefined;
    readonly binaryMediaTypes?: readonly string[] | undefined;
    readonly minimumCompressionSize?: number | undefined;
    readonly policy?: string | undefined;
    readonly endpointTypes?: readonly string[] | undefined;
    readonly disableExecuteApiEndpoint?: boolean | undefined;
  };
  readonly models: readonly DefinedModel[];
  readonly authorizers: readonly Authorizer[];
  readonly validators: readonly RequestValidator[];
  readonly gatewayResponses: readonly GatewayResponse[];
  readonly documentation: readonly DocumentationPart[];
  readonly methods: readonly { readonly path: string; readonly method: Method }[];
  /** Sentences about properties that were left out. */
  readonly warnings: readonly string[];
}

const X = 'x-amazon-apigateway-';
const OPERATIONS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

/** `basePath`: what becomes of the document's base path. @throws DocumentError */
export function definitionOf(document: JsonMap, basePath: 'ignore' | 'prepend' | 'split'): Definition {
  const info = mapOf(document['info']);
  const components = mapOf(document['components']);
  const schemas = mapOf(document['definitions'] ?? components['schemas']);
  const schemes = mapOf(document['securityDefinitions'] ?? components['securitySchemes']);
  const prefix = prefixOf(document, basePath);
  const endpoint = mapOf(document[`${X}endpoint-configuration`]);
  const policy = document[`${X}policy`];
  const warnings: string[] = [];
  const methods = methodsOf(document, prefix, schemes, warnings);
  return {
    name: textOf(info['title']) ?? '',
    description: textOf(info['description']),
    version: textOf(info['version']),
    settings: {
      apiKeySource: textOf(document[`${X}api-key-source`]),
      binaryMediaTypes:
        document[`${X}binary-media-types`] === undefined ? undefined : listOf(document[`${X}binary-media-types`]).map(String),
      minimumCompressionSize: document[`${X}minimum-compression-size`] as number | undefined,
      policy: policy === undefined ? undefined : typeof policy === 'string' ? policy : JSON.stringify(policy),
      endpointTypes: endpoint['types'] === undefined ? undefined : listOf(endpoint['types']).map(String),
      disableExecuteApiEndpoint: endpoint['disableExecuteApiEndpoint'] as boolean | undefined,
    },
    models: Object.entries(schemas).map(([name, schema]) => ({
      name,
      schema: mapOf(schema),
      description: textOf(mapOf(schema)['description']),
    })),
    authorizers: Object.entries(schemes).flatMap(([name, scheme]) => authorizerOf(name, resolved(scheme, document))),
    validators: Object.entries(mapOf(document[`${X}request-validators`])).map(([name, validator]) => ({
      name,
      validateRequestBody: mapOf(validator)['validateRequestBody'] === true,
      validateRequestParameters: mapOf(validator)['validateRequestParameters'] === true,
    })),
    documentation: documentationIn(document),
    gatewayResponses: Object.entries(mapOf(document[`${X}gateway-responses`])).map(([responseType, response]) => ({
      responseType,
      statusCode: textOf(mapOf(response)['statusCode']),
      responseParameters: textsOf(mapOf(response)['responseParameters']),
      responseTemplates: textsOf(mapOf(response)['responseTemplates']),
      defaultResponse: false,
    })),
    methods,
    warnings,
  };
}

function methodsOf(document: JsonMap, prefix: string, schemes: JsonMap, warnings: string[]): Definition['methods'] {
  return Object.entries(mapOf(document['paths'])).flatMap(([given, item]) => {
    const operations = resolved(item, document);
    const shared = listOf(operations['parameters']);
    const path = `${prefix}${given.replace(/\/$/, '')}` || '/';
    return [...OPERATIONS, `${X}any-method`]
      .filter((name) => isMap(operations[name]))
      .map((name) => {
        const verb = name === `${X}any-method` ? 'ANY' : name.toUpperCase();
        const tell: TellIgnored = (property, value) =>
          warnings.push(
            `Invalid format for 'requestParameters'. Expected type string for property '${property}' of resource '${path}' and method '${verb}' but got '${textOf(value) ?? JSON.stringify(value)}'`,
          );
        return { path, method: methodOf(verb, { path, operation: mapOf(operations[name]), shared, document, schemes }, tell) };
      });
  });
}

/** `split`: all but the first part of the base path belongs to the paths of resources. */
function prefixOf(document: JsonMap, mode: 'ignore' | 'prepend' | 'split'): string {
  const server = mapOf(listOf(document['servers'])[0]);
  const variable = textOf(mapOf(mapOf(server['variables'])['basePath'])['default']);
  const base = `/${(textOf(document['basePath']) ?? variable ?? pathIn(textOf(server['url']))).replace(/^\/+|\/+$/g, '')}`;
  if (mode === 'ignore' || base === '/') return '';
  return mode === 'prepend' ? base : base.replace(/^\/[^/]+/, '');
}

/** The path of a server's address, which may be a path alone; addresses with variables have none. */
function pathIn(url = ''): string {
  if (url.includes('{') || !URL.canParse(url, 'http://server')) return '';
  return new URL(url, 'http://server').pathname;
}

function authorizerOf(name: string, scheme: JsonMap): Authorizer[] {
  const settings = mapOf(scheme[`${X}authorizer`]);
  const kind = textOf(settings['type'])?.toUpperCase();
  if (kind === undefined) return [];
  const header = textOf(scheme['name']);
  return [
    {
      name,
      type: kind,
      authType: textOf(scheme[`${X}authtype`]),
      authorizerUri: textOf(settings['authorizerUri']),
      authorizerCredentials: textOf(settings['authorizerCredentials']),
      identitySource: textOf(settings['identitySource']) ?? (kind !== 'REQUEST' && header ? `method.request.header.${header}` : undefined),
      identityValidationExpression: textOf(settings['identityValidationExpression']),
      authorizerResultTtlInSeconds: settings['authorizerResultTtlInSeconds'] as number | undefined,
      providerARNs: settings['providerARNs'] === undefined ? undefined : listOf(settings['providerARNs']).map(String),
    },
  ];
}

interface DefinedOperation {
  readonly path: string;
  readonly operation: JsonMap;
  /** Parameters of all operations of the path. */
  readonly shared: readonly unknown[];
  readonly document: JsonMap;
  readonly schemes: JsonMap;
}

function methodOf(httpMethod: string, defined: DefinedOperation, tell: TellIgnored): Method {
  const { operation, shared, document, schemes } = defined;
  const parameters = [...shared, ...listOf(operation['parameters'])].map((each) => resolved(each, document));
  const security = listOf(operation['security'] ?? document['security']).map(mapOf);
  const names = security.flatMap((each) => Object.keys(each));
  const authorizer = names.find((name) => isMap(resolved(own(schemes, name), document)[`${X}authorizer`]));
  const isSigned = names.some((name) => resolved(own(schemes, name), document)[`${X}authtype`] === 'awsSigv4');
  const isCognito =
    authorizer !== undefined && mapOf(resolved(own(schemes, authorizer), document)[`${X}authorizer`])['type'] === 'cognito_user_pools';
  const isKey = (name: string) => {
    const scheme = resolved(own(schemes, name), document);
    return scheme['type'] === 'apiKey' && textOf(scheme['name'])?.toLowerCase() === 'x-api-key' && !isMap(scheme[`${X}authorizer`]);
  };
  const scopes = authorizer === undefined ? [] : security.flatMap((each) => listOf(each[authorizer]).map(String));
  return {
    httpMethod,
    authorizationType: isSigned ? 'AWS_IAM' : authorizer === undefined ? 'NONE' : isCognito ? 'COGNITO_USER_POOLS' : 'CUSTOM',
    authorizerId: isSigned ? undefined : authorizer,
    authorizationScopes: scopes.length > 0 ? scopes : undefined,
    apiKeyRequired: names.some(isKey),
    requestValidatorId: textOf(operation[`${X}request-validator`] ?? document[`${X}request-validator`]),
    operationName: textOf(operation['operationId']),
    requestParameters: orUndefined(Object.fromEntries([...variablesIn(defined.path), ...parameters.flatMap(parameterOf)])),
    requestModels: orUndefined(requestModels(operation, parameters, document)),
    methodResponses: orUndefined(
      Object.fromEntries(Object.entries(mapOf(operation['responses'])).flatMap(([code, response]) => responseOf(code, response, document))),
    ),
    methodIntegration: integrationOf(operation[`${X}integration`], document, tell),
  };
}

const orUndefined = <T extends object>(record: T): T | undefined => (Object.keys(record).length > 0 ? record : undefined);

/** The variables of a path are parameters that are required, whether the document says so or not (recorded in July 2025). */
const variablesIn = (path: string): [string, boolean][] =>
  [...path.matchAll(/\{([\w.-]+)\+?\}/g)].map(([, name]) => [`method.request.path.${name}`, true]);

const LOCATIONS: Readonly<Record<string, string>> = table({ query: 'querystring', header: 'header', path: 'path' });

function parameterOf(parameter: JsonMap): [string, boolean][] {
  const location = LOCATIONS[textOf(parameter['in']) ?? ''];
  return location === undefined ? [] : [[`method.request.${location}.${textOf(parameter['name'])}`, parameter['required'] === true]];
}

/** The model that a schema refers to. */
const modelIn = (schema: unknown): string | undefined => /\/([^/]+)$/.exec(textOf(mapOf(schema)['$ref']) ?? '')?.[1];

function contentModels(content: unknown): [string, string][] {
  return Object.entries(mapOf(content)).flatMap(([type, media]): [string, string][] => {
    const model = modelIn(mapOf(media)['schema']);
    return model === undefined ? [] : [[type, model]];
  });
}

function requestModels(operation: JsonMap, parameters: readonly JsonMap[], document: JsonMap): Record<string, string> {
  if (operation['requestBody'] !== undefined)
    return Object.fromEntries(contentModels(resolved(operation['requestBody'], document)['content']));
  const body = parameters.find((parameter) => parameter['in'] === 'body');
  const model = modelIn(body?.['schema']);
  if (model === undefined) return {};
  const types = listOf(operation['consumes'] ?? document['consumes'] ?? ['application/json']);
  return Object.fromEntries(types.map((type) => [String(type), model]));
}

function responseOf(code: string, response: unknown, document: JsonMap): [string, NonNullable<Method['methodResponses']>[string]][] {
  if (!/^[1-5]\d\d$/.test(code)) {
    if (code === 'default') return [];
    throw new DocumentError(`Invalid response status code: ${code}`);
  }
  const { headers, content, schema } = resolved(response, document);
  const responseParameters = Object.fromEntries(Object.keys(mapOf(headers)).map((name) => [`method.response.header.${name}`, false]));
  const model = modelIn(schema);
  const types = listOf(document['produces'] ?? ['application/json']);
  const responseModels = Object.fromEntries([
    ...contentModels(content),
    ...(model === undefined ? [] : types.map((type): [string, string] => [String(type), model])),
  ]);
  return [[code, { statusCode: code, responseParameters: orUndefined(responseParameters), responseModels: orUndefined(responseModels) }]];
}
