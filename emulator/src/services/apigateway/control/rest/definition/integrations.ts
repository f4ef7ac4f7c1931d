// PutIntegration, GetIntegration, UpdateIntegration, DeleteIntegration.
import type { Ctx } from '#core/ctx';
import { unmodelled } from '#core/operation';
import { parseArn } from '#lib/arn';
import { type Integration, operation } from '#model/apigateway';
import { bad } from '#services/apigateway/control/rest/faults';
import { findApi, findIntegration, findMethod, type LocatedMethod, putMethod } from '#services/apigateway/control/rest/find';
import { type PatchPath, patched } from '#services/apigateway/control/rest/patch/patch';
import { entry, item, numberIn, text } from '#services/apigateway/control/rest/patch/patch-paths';
import { checkMapping } from './mapping-checks.ts';

const TYPES = ['HTTP', 'MOCK', 'AWS_PROXY', 'HTTP_PROXY', 'AWS'];
const DEFAULT_TIMEOUT_MS = 29_000;
/** Limit: time that an integration may be given. */
const MIN_TIMEOUT_MS = 50;
/** Limit: time that an integration may be given. */
const MAX_STREAM_TIMEOUT_MS = 900_000;
/** Limit: bytes of a mapping template. */
const MAX_TEMPLATE_BYTES = 300 * 1024;
const FUNCTION_PATH = /^path\/(?:2015-03-31\/functions\/|2021-11-15\/functions\/)/;
const REQUEST_PARAMETER = /^integration\.request\.(?:path|querystring|header)\..+$/;

export const PutIntegration = operation('PutIntegration', (input, ctx) => {
  const { restApiId, resourceId, httpMethod, integrationHttpMethod, ...settings } = input;
  if (!TYPES.includes(settings.type))
    throw unmodelled(
      'ValidationException',
      `1 validation error detected: Value '${settings.type}' at 'putIntegrationInput.type' failed to satisfy constraint: Member must satisfy enum value set: [${TYPES.join(', ')}]`,
    );
  const isHttp = settings.type === 'HTTP' || settings.type === 'HTTP_PROXY';
  const integration: Integration = {
    ...settings,
    httpMethod: integrationHttpMethod,
    connectionType: settings.connectionType ?? (isHttp ? 'INTERNET' : undefined),
    passthroughBehavior: settings.passthroughBehavior ?? 'WHEN_NO_MATCH',
    timeoutInMillis: settings.timeoutInMillis ?? DEFAULT_TIMEOUT_MS,
    cacheNamespace: settings.cacheNamespace ?? resourceId,
    cacheKeyParameters: settings.cacheKeyParameters ?? [],
    responseTransferMode: settings.responseTransferMode ?? 'BUFFERED',
    ...(settings.type === 'MOCK' && { httpMethod: undefined, uri: undefined, responseTransferMode: undefined }),
  };
  checkIntegration(integration);
  findApi(restApiId, ctx);
  const located = findMethod({ restApiId, resourceId, httpMethod }, ctx);
  put(input, located, integration, ctx);
  return integration;
});

/** @throws BadRequestException for an integration that could not be made */
export function checkIntegration(integration: Integration): void {
  const { type = '', uri = '', httpMethod, requestTemplates = {}, requestParameters = {}, timeoutInMillis: ms } = integration;
  if (type !== 'MOCK' && !httpMethod) throw bad('Enumeration value for HttpMethod must be non-empty');
  if (type === 'AWS' || type === 'AWS_PROXY') checkArn(uri, type);
  if ((type === 'HTTP' || type === 'HTTP_PROXY') && !/^(?:https?:\/\/|\$\{stageVariables\.)/.test(uri))
    throw bad('Invalid HTTP endpoint specified for URI');
  if (ms !== undefined && (!Number.isInteger(ms) || ms < MIN_TIMEOUT_MS || ms > MAX_STREAM_TIMEOUT_MS))
    throw bad(`Timeout should be between ${MIN_TIMEOUT_MS} ms and ${DEFAULT_TIMEOUT_MS} ms`);
  for (const template of Object.values(requestTemplates)) checkTemplate(template);
  for (const [name, expression] of Object.entries(requestParameters)) checkMapping(name, REQUEST_PARAMETER, expression, 'request');
}

function checkArn(uri: string, type: string): void {
  const arn = parseArn(uri);
  if (!arn) throw bad('Invalid ARN specified in the request');
  if (arn.service !== 'apigateway' || !/^(?:path|action)\//.test(arn.resource))
    throw bad('AWS ARN for integration must contain path or action');
  if (type === 'AWS_PROXY' && (arn.account !== 'lambda' || !FUNCTION_PATH.test(arn.resource)))
    throw bad("Integrations of type 'AWS_PROXY' currently only supports Lambda function and Firehose stream invocations.");
}

/** The cloud finds errors in templates when they run; a template that is too large is refused at once. */
export function checkTemplate(template: string): void {
  if (Buffer.byteLength(template) > MAX_TEMPLATE_BYTES) throw bad(`Mapping templates have at most ${MAX_TEMPLATE_BYTES} bytes`);
}

type MethodRef = Parameters<typeof findIntegration>[0];

function put(input: MethodRef, { resource, method }: LocatedMethod, integration: Integration | undefined, ctx: Ctx): void {
  putMethod(input, resource, { ...method, methodIntegration: integration }, ctx);
}

export const GetIntegration = operation('GetIntegration', (input, ctx) => findIntegration(input, ctx).integration);

const PATHS: readonly PatchPath<Integration>[] = [
  ...['uri', 'httpMethod', 'passthroughBehavior', 'contentHandling', 'credentials', 'connectionType', 'connectionId', 'cacheNamespace'].map(
    (name) => text<Integration>(`/${name}`),
  ),
  text('/responseTransferMode'),
  text('/integrationTarget'),
  {
    path: '/timeoutInMillis',
    ops: ['replace'],
    apply: (draft, patch) => {
      draft.timeoutInMillis = numberIn(patch);
    },
  },
  {
    path: '/tlsConfig/insecureSkipVerification',
    ops: ['replace'],
    apply: (draft, { value }) => {
      draft.tlsConfig = { insecureSkipVerification: value === 'true' };
    },
  },
  entry('/requestTemplates/{type}'),
  entry('/requestParameters/{name}'),
  item('/cacheKeyParameters/{name}'),
];

export const UpdateIntegration = operation('UpdateIntegration', (input, ctx) => {
  const located = findIntegration(input, ctx);
  const integration = patched<Integration>(located.integration, input.patchOperations, PATHS, 'plain');
  checkIntegration(integration);
  put(input, located, integration, ctx);
  return integration;
});

export const DeleteIntegration = operation('DeleteIntegration', (input, ctx) => put(input, findIntegration(input, ctx), undefined, ctx));
