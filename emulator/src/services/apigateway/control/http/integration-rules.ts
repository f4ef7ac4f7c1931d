// Settings that integrations may have, and their defaults.
import type { Frozen } from '#core/records';
import { own } from '#lib/table';
import type { CreateIntegrationRequest, Integration } from '#model/apigatewayv2';
import { SUBTYPES } from '#services/apigateway/http/subtypes';
import type { Api } from '#services/apigateway/http-state';
import { bad } from './faults.ts';

export type NewIntegration = Omit<CreateIntegrationRequest, 'ApiId'>;

const HTTP_TYPES = new Set(['AWS_PROXY', 'HTTP_PROXY']);
const SOCKET_TYPES = new Set(['AWS', 'AWS_PROXY', 'HTTP', 'HTTP_PROXY', 'MOCK']);
const METHODS = /^(?:ANY|DELETE|GET|HEAD|OPTIONS|PATCH|POST|PUT)$/;
const HTTP_TIMEOUT_MS = 30_000;
const SOCKET_TIMEOUT_MS = 29_000;
const FUNCTION_URI = /^arn:[^:]+:(?:lambda:[^:]+:\d+:function:|apigateway:[^:]+:lambda:path\/)/;
const SUBTYPE_VERSIONS = new Set(['1.0']);

/** With its defaults. @throws BadRequest */
export function newIntegration(input: Frozen<NewIntegration>, protocol: Api['protocol'], id: string): Frozen<Integration> {
  const integration: Frozen<Integration> = {
    ...input,
    IntegrationId: id,
    ConnectionType: input.ConnectionType ?? 'INTERNET',
    TimeoutInMillis: input.TimeoutInMillis ?? (protocol === 'HTTP' ? HTTP_TIMEOUT_MS : SOCKET_TIMEOUT_MS),
    PayloadFormatVersion: input.PayloadFormatVersion ?? (protocol === 'HTTP' && input.IntegrationType === 'AWS_PROXY' ? undefined : '1.0'),
    IntegrationMethod: input.IntegrationMethod ?? (isFunction(input) ? 'POST' : undefined),
    ...(protocol === 'WEBSOCKET' && {
      PassthroughBehavior: input.PassthroughBehavior ?? 'WHEN_NO_MATCH',
      IntegrationResponseSelectionExpression: selectionOf(input),
    }),
  };
  checkIntegration(integration, protocol);
  return integration;
}

/** Functions fail by a message, all else by a status. */
function selectionOf({ IntegrationType: type = '', IntegrationUri: uri = '' }: Frozen<NewIntegration>): string | undefined {
  if (type.endsWith('_PROXY')) return undefined;
  return type === 'AWS' && FUNCTION_URI.test(uri) ? '${integration.response.body.errorMessage}' : '${integration.response.statuscode}';
}

export const isFunction = ({
  IntegrationType,
  IntegrationSubtype,
}: Pick<Frozen<NewIntegration>, 'IntegrationType' | 'IntegrationSubtype'>): boolean =>
  IntegrationType === 'AWS_PROXY' && IntegrationSubtype === undefined;

/** @throws BadRequest */
export function checkIntegration(integration: Frozen<Integration>, protocol: Api['protocol']): void {
  const { IntegrationType: type = '', IntegrationUri: uri, IntegrationMethod: method, IntegrationSubtype: subtype } = integration;
  const types = protocol === 'HTTP' ? HTTP_TYPES : SOCKET_TYPES;
  if (!types.has(type))
    throw bad(`Integration type ${type} is not supported for ${protocol} protocol APIs. Must be one of [${[...types].join(', ')}]`);
  if (method !== undefined && !METHODS.test(method)) throw bad(`Invalid HTTP method specified: ${method}`);
  if (integration.ConnectionType === 'VPC_LINK' && !integration.ConnectionId)
    throw bad('ConnectionId is required for connection type VPC_LINK');
  if (protocol === 'HTTP') checkHttp(integration);
  else if (subtype !== undefined) throw bad('IntegrationSubtype is not supported for WEBSOCKET protocol APIs');
  if (subtype !== undefined) {
    checkSubtype(integration, subtype);
    return;
  }
  if (type !== 'MOCK' && (uri === undefined || uri === '')) throw bad(`IntegrationUri is required for integration type ${type}`);
  if (type === 'AWS_PROXY' && !FUNCTION_URI.test(uri!)) throw bad(`Invalid function ARN or invalid uri: ${uri}`);
  if (type.startsWith('HTTP') && integration.ConnectionType !== 'VPC_LINK' && !/^https?:\/\/[^\s/]+/.test(uri!))
    throw bad('Invalid HTTP endpoint specified for URI');
  if (type.startsWith('HTTP') && method === undefined) throw bad(`HttpMethod is required for integration type ${type}`);
}

/** HTTP APIs have no templates. */
function checkHttp({ PayloadFormatVersion: version, IntegrationType, ...integration }: Frozen<Integration>): void {
  if (version === undefined) throw bad('PayloadFormatVersion is a required parameter for integration type AWS_PROXY');
  const versions = IntegrationType === 'AWS_PROXY' && integration.IntegrationSubtype === undefined ? ['1.0', '2.0'] : ['1.0'];
  if (!versions.includes(version)) throw bad(`PayloadFormatVersion ${version} is not supported. Must be one of [${versions.join(', ')}]`);
  const unsupported = (['ContentHandlingStrategy', 'PassthroughBehavior', 'RequestTemplates', 'TemplateSelectionExpression'] as const).find(
    (member) => integration[member] !== undefined,
  );
  if (unsupported !== undefined) throw bad(`${unsupported} is currently not supported for HTTP APIs`);
}

function checkSubtype(
  { RequestParameters: parameters = {}, CredentialsArn, IntegrationType, PayloadFormatVersion }: Frozen<Integration>,
  subtype: string,
): void {
  const required = SUBTYPES[subtype]?.required;
  if (IntegrationType !== 'AWS_PROXY') throw bad('IntegrationSubtype is only supported for integration type AWS_PROXY');
  if (!required) throw bad(`IntegrationSubtype ${subtype} is not supported`);
  if (!CredentialsArn) throw bad(`CredentialsArn is required for integration subtype ${subtype}`);
  if (!SUBTYPE_VERSIONS.has(PayloadFormatVersion ?? '')) throw bad(`PayloadFormatVersion must be 1.0 for integration subtype ${subtype}`);
  const allowed = new Set([...required, ...SUBTYPES[subtype]!.optional, 'Region']);
  const missing = required.filter((name) => own(parameters, name) === undefined);
  if (missing.length > 0) throw bad(`Parameters [${missing.join(', ')}] are required for integration subtype ${subtype}`);
  const unknown = Object.keys(parameters).find((name) => !allowed.has(name));
  if (unknown !== undefined) throw bad(`Parameter ${unknown} is not valid for integration subtype ${subtype}`);
}
