// A stage of a REST API as an OpenAPI document, 2.0 or 3.0. Pure.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-export-api.html
import type { Frozen } from '#core/records';
import { table } from '#lib/table';
import type { Authorizer, DocumentationPart, Method, Model } from '#model/apigateway';
import type { Snapshot } from '#services/apigateway/rest-state';
import { exportedIntegration } from './export-rest-integration.ts';

export type ExportForm = 'swagger' | 'oas30';

export interface ExportedStage {
  readonly snapshot: Frozen<Snapshot>;
  readonly info: { readonly title: string; readonly description?: string | undefined; readonly version: string };
  /** `ID.execute-api.us-east-1.amazonaws.com` */
  readonly host: string;
  readonly stage: string;
  readonly documentation: readonly Frozen<DocumentationPart>[] | undefined;
}

export interface ExportExtensions {
  readonly integrations: boolean;
  readonly authorizers: boolean;
  /** All of the API itself: gateway responses, validators, media types, policy. */
  readonly apigateway: boolean;
}

const X = 'x-amazon-apigateway-';
const MODEL_URL = /^https?:\/\/apigateway\.amazonaws\.com\/restapis\/[^/]+\/models\/([^/]+)$/;
const KEY_SCHEME = 'api_key';
const SIGNED_SCHEME = 'sigv4';

export function exportedRestApi(stage: ExportedStage, form: ExportForm, extensions: ExportExtensions): object {
  const { snapshot, info, host } = stage;
  const isSwagger = form === 'swagger';
  const schemes = schemesOf(snapshot, extensions);
  const schemas = Object.fromEntries(snapshot.models.map((model) => [model.name, schemaOf(model, isSwagger)]));
  const server = { url: `https://${host}/{basePath}`, variables: { basePath: { default: stage.stage } } };
  return {
    ...(isSwagger ? { swagger: '2.0' } : { openapi: '3.0.1' }),
    info,
    ...(isSwagger ? { host, basePath: `/${stage.stage}`, schemes: ['https'] } : { servers: [server] }),
    paths: pathsOf(snapshot, isSwagger, extensions),
    ...(isSwagger
      ? { securityDefinitions: orUndefined(schemes), definitions: orUndefined(schemas) }
      : { components: { schemas: orUndefined(schemas), securitySchemes: orUndefined(schemes) } }),
    ...(extensions.apigateway && apiExtensions(snapshot)),
    ...(stage.documentation && { [`${X}documentation`]: documented(stage.documentation) }),
  };
}

const orUndefined = <T extends object>(record: T): T | undefined => (Object.keys(record).length > 0 ? record : undefined);

function documented(parts: readonly Frozen<DocumentationPart>[]): object {
  return {
    documentationParts: parts.map(({ location, properties = '{}' }) => ({ location, properties: JSON.parse(properties) as unknown })),
  };
}

function apiExtensions({ api, validators, gatewayResponses }: Frozen<Snapshot>): object {
  const named = validators.map(({ name = '', validateRequestBody, validateRequestParameters }) => [
    name,
    { validateRequestParameters, validateRequestBody },
  ]);
  const responses = gatewayResponses.map(({ responseType = '', statusCode, responseParameters, responseTemplates }) => [
    responseType,
    {
      statusCode: statusCode === undefined ? undefined : Number(statusCode),
      responseParameters: orUndefined({ ...responseParameters }),
      responseTemplates: orUndefined({ ...responseTemplates }),
    },
  ]);
  return {
    [`${X}policy`]: api.policy === undefined ? undefined : (JSON.parse(api.policy) as unknown),
    [`${X}api-key-source`]: api.apiKeySource === 'AUTHORIZER' ? 'AUTHORIZER' : undefined,
    [`${X}minimum-compression-size`]: api.minimumCompressionSize,
    [`${X}binary-media-types`]: api.binaryMediaTypes,
    [`${X}request-validators`]: orUndefined(Object.fromEntries(named)),
    [`${X}gateway-responses`]: orUndefined(Object.fromEntries(responses)),
  };
}

/** References to other models stand within the document. */
function schemaOf({ schema = '{}' }: Frozen<Model>, isSwagger: boolean): unknown {
  const base = isSwagger ? '#/definitions/' : '#/components/schemas/';
  const { $schema: _, ...rest } = JSON.parse(schema, (name, value: unknown) => {
    const model = name === '$ref' && typeof value === 'string' ? MODEL_URL.exec(value)?.[1] : undefined;
    return model === undefined ? value : `${base}${model}`;
  }) as Record<string, unknown>;
  return rest;
}

function pathsOf(snapshot: Frozen<Snapshot>, isSwagger: boolean, extensions: ExportExtensions): object {
  const withMethods = snapshot.resources.filter(({ methods }) => Object.keys(methods).length > 0);
  const paths = withMethods.map(({ path, methods }) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([name, method]) => [
        name === 'ANY' ? `${X}any-method` : name.toLowerCase(),
        operationOf(method, snapshot, isSwagger, extensions),
      ]),
    ),
  ]);
  return Object.fromEntries(paths);
}

function operationOf(method: Frozen<Method>, snapshot: Frozen<Snapshot>, isSwagger: boolean, extensions: ExportExtensions): object {
  const { operationName, requestModels = {}, methodResponses = {}, methodIntegration, requestValidatorId } = method;
  const validator = snapshot.validators.find(({ id }) => id === requestValidatorId)?.name;
  const parameters = parametersOf(method, isSwagger);
  const reference = (model: string) => ({ $ref: `${isSwagger ? '#/definitions/' : '#/components/schemas/'}${model}` });
  const [firstModel] = Object.values(requestModels);
  const body = firstModel === undefined ? [] : [{ in: 'body', name: firstModel, required: true, schema: reference(firstModel) }];
  const consumed = typesOf([requestModels, methodIntegration?.requestTemplates]);
  const produced = typesOf([
    ...Object.values(methodResponses).map(({ responseModels }) => responseModels),
    ...Object.values(methodIntegration?.integrationResponses ?? {}).map(({ responseTemplates }) => responseTemplates),
  ]);
  const responses = Object.values(methodResponses).map(({ statusCode = '', responseParameters = {}, responseModels = {} }) => {
    const [model] = Object.values(responseModels);
    const headers = Object.keys(responseParameters).map((name) => [
      name.replace('method.response.header.', ''),
      isSwagger ? { type: 'string' } : { schema: { type: 'string' } },
    ]);
    const content = Object.entries(responseModels).map(([type, each]) => [type, { schema: reference(each) }]);
    return [
      statusCode,
      {
        description: `${statusCode} response`,
        headers: orUndefined(Object.fromEntries(headers)),
        ...(isSwagger ? { schema: model === undefined ? undefined : reference(model) } : { content: Object.fromEntries(content) }),
      },
    ];
  });
  return {
    operationId: operationName,
    ...(isSwagger && {
      consumes: orEmpty(consumed),
      produces: orEmpty(produced),
    }),
    parameters: isSwagger ? orEmpty([...parameters, ...body]) : orEmpty(parameters),
    ...(!isSwagger &&
      firstModel !== undefined && {
        requestBody: {
          content: Object.fromEntries(Object.entries(requestModels).map(([type, model]) => [type, { schema: reference(model) }])),
          required: true,
        },
      }),
    responses: Object.fromEntries(responses),
    security: orEmpty(securityOf(method, snapshot)),
    [`${X}request-validator`]: extensions.apigateway ? validator : undefined,
    [`${X}integration`]: extensions.integrations && methodIntegration ? exportedIntegration(methodIntegration) : undefined,
  };
}

/** The types that models and templates are for, as recorded in May 2025. */
const typesOf = (maps: readonly (Readonly<Record<string, unknown>> | undefined)[]): readonly string[] => [
  ...new Set(maps.flatMap((map) => Object.keys(map ?? {}))),
];

const orEmpty = <T>(list: readonly T[]): readonly T[] | undefined => (list.length > 0 ? list : undefined);

const LOCATIONS: Readonly<Record<string, string>> = table({ querystring: 'query', header: 'header', path: 'path' });

function parametersOf({ requestParameters = {} }: Frozen<Method>, isSwagger: boolean): object[] {
  return Object.entries(requestParameters).flatMap(([parameter, isRequired]) => {
    const [, kind = '', name] = /^method\.request\.(?:multivalue)?(querystring|header|path)\.(.+)$/.exec(parameter) ?? [];
    const type = isSwagger ? { type: 'string' } : { schema: { type: 'string' } };
    const required = isRequired || kind === 'path';
    // Documents of version 3 leave out the default.
    return name === undefined ? [] : [{ name, in: LOCATIONS[kind], ...((isSwagger || required) && { required }), ...type }];
  });
}

function securityOf(method: Frozen<Method>, { authorizers }: Frozen<Snapshot>): object[] {
  const authorizer = authorizers.find(({ id }) => id === method.authorizerId)?.name;
  return [
    ...(authorizer === undefined ? [] : [{ [authorizer]: [...(method.authorizationScopes ?? [])] }]),
    ...(method.authorizationType === 'AWS_IAM' ? [{ [SIGNED_SCHEME]: [] }] : []),
    ...(method.apiKeyRequired ? [{ [KEY_SCHEME]: [] }] : []),
  ];
}

function schemesOf({ authorizers, resources }: Frozen<Snapshot>, extensions: ExportExtensions): Record<string, object> {
  const methods = resources.flatMap(({ methods: all }) => Object.values(all));
  const header = (name: string) => ({ type: 'apiKey', name, in: 'header' });
  return {
    ...Object.fromEntries(
      authorizers.map((each) => [each.name, { ...header(headerOf(each)), ...(extensions.authorizers && authorizerOf(each)) }]),
    ),
    ...(methods.some(({ authorizationType }) => authorizationType === 'AWS_IAM') && {
      [SIGNED_SCHEME]: { ...header('Authorization'), [`${X}authtype`]: 'awsSigv4' },
    }),
    ...(methods.some(({ apiKeyRequired }) => apiKeyRequired) && { [KEY_SCHEME]: header('x-api-key') }),
  };
}

const headerOf = ({ type, identitySource = '' }: Frozen<Authorizer>): string =>
  type === 'REQUEST' ? 'Unused' : (/^method\.request\.header\.(.+)$/.exec(identitySource)?.[1] ?? 'Authorization');

function authorizerOf({ type = '', authType, id: _, name: __, identitySource, ...settings }: Frozen<Authorizer>): object {
  return {
    [`${X}authtype`]: authType,
    [`${X}authorizer`]: { ...settings, type: type.toLowerCase(), identitySource: type === 'REQUEST' ? identitySource : undefined },
  };
}
