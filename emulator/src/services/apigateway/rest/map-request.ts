// Makes the request to the integration: parameters by mappings, the body by a template, the address from its variables.
import type { Frozen } from '#core/records';
import { own } from '#lib/table';
import type { Integration } from '#model/apigateway';
import { withVariables } from '#services/apigateway/calls/stage-variables';
import { requestContent } from './content-handling.ts';
import type { IntegrationRequest, MatchedExchange } from './exchange.ts';
import { GatewayError, internalError } from './gateway-error.ts';
import { noteRequest, noteSent } from './integration-lines.ts';
import { evaluateMapping, type MappingSources } from './mappings.ts';
import { type HeaderList, headerOf, isEmpty } from './rest-request.ts';
import { overridesOf, render, templateFor } from './template-rendering.ts';

/** Recorded: mappings may not set these. */
const ILLEGAL = new Set(['content-length', 'transfer-encoding', 'x-amzn-trace-id', 'x-amzn-apigateway-api-id']);
const ILLEGAL_FOR_AWS = new Set(['authorization', 'connection', 'expect', 'proxy-authenticate', 'te']);
const DROPPED = new Set(['expect', 'proxy-authenticate', 'te', 'connection', 'content-length', 'transfer-encoding', 'via', 'upgrade']);

/** Step. @throws GatewayError */
export function mapRequest(exchange: MatchedExchange): { readonly integrationRequest: IntegrationRequest } {
  const { request, stage } = exchange;
  const { method, pathParameters } = exchange.matched;
  const integration = method.methodIntegration;
  if (!integration) throw internalError('the method has no integration');
  const type = integration.type ?? '';
  if (type === 'AWS_PROXY') {
    refuseIllegal(integration.requestParameters ?? {}, type);
    const uri = withVariables(integration.uri ?? '', stage.variables);
    noteRequest(exchange, uri, withDefaults([], exchange));
    const sent = { headers: [], query: [], body: request.body };
    return { integrationRequest: { integration, uri, method: integration.httpMethod ?? '', ...sent } };
  }
  // A mock sends nothing: its body alone says something, the status.
  if (type === 'MOCK' && isEmpty(integration.requestParameters ?? {})) {
    return {
      integrationRequest: { integration, uri: '', method: request.method, headers: [], query: [], ...bodyOf(exchange, integration) },
    };
  }
  const sources: MappingSources = {
    path: pathParameters,
    query: [...new URLSearchParams(request.rawQuery)],
    headers: request.headers,
    body: request.body.toString(),
    get context() {
      return exchange.context;
    },
    stageVariables: stage.variables,
  };
  const mapped = mappedParameters(integration.requestParameters ?? {}, sources, type);
  const made = bodyOf(exchange, integration);
  const isProxy = type === 'HTTP_PROXY';
  const headers = merged(
    isProxy ? passedHeaders(request.headers) : [],
    [...mapped.header, ...overridesOf(exchange, 'requestOverride', 'header')],
    true,
  );
  const query = merged(
    isProxy ? sources.query : [],
    [...mapped.querystring, ...overridesOf(exchange, 'requestOverride', 'querystring')],
    false,
  );
  const path = {
    ...(isProxy && pathParameters),
    ...Object.fromEntries([...mapped.path, ...overridesOf(exchange, 'requestOverride', 'path')]),
  };
  const uri = withPath(withVariables(integration.uri ?? '', stage.variables), path);
  const httpMethod = integration.httpMethod === 'ANY' || !integration.httpMethod ? request.method : integration.httpMethod;
  const sent = withDefaults(headers, exchange);
  if (type.startsWith('HTTP') && !URL.canParse(uri)) {
    exchange.log.write('Execution failed due to configuration error: Invalid endpoint address');
    throw internalError(`the URI ${uri} is no address of an HTTP endpoint`);
  }
  // A mock has no endpoint to tell of (recorded in September 2025).
  if (type !== 'MOCK') {
    noteRequest(exchange, uri, sent);
    noteSent(exchange, uri, made.body);
  }
  return { integrationRequest: { integration, uri, method: httpMethod, headers: sent, query, ...made } };
}

/** The template for the content type; without one, the body as it is where the integration allows that. */
function bodyOf(exchange: MatchedExchange, integration: Frozen<Integration>): Pick<IntegrationRequest, 'body' | 'template'> {
  const { request } = exchange;
  if (integration.type === 'HTTP_PROXY') return { body: request.body };
  const contentType = headerOf(request.headers, 'content-type');
  const template = templateFor(integration.requestTemplates, contentType);
  if (template !== undefined) {
    const body = contentOf(exchange, integration, true);
    return { body: Buffer.from(render(template.source, body.toString(), exchange)), template: template.name };
  }
  const hasTemplates = Object.keys(integration.requestTemplates ?? {}).length > 0;
  if (integration.passthroughBehavior === 'NEVER' || (integration.passthroughBehavior === 'WHEN_NO_TEMPLATES' && hasTemplates))
    throw new GatewayError('UNSUPPORTED_MEDIA_TYPE', {
      reason: `the integration has no template for the content type ${contentType ?? 'application/json'}, and passes nothing through`,
    });
  return { body: contentOf(exchange, integration, false) };
}

/** @throws GatewayError 500 for a body that cannot be converted, or that a template would have to read as bytes */
function contentOf({ request, program, log }: MatchedExchange, integration: Frozen<Integration>, isForTemplate: boolean): Buffer {
  const contentType = headerOf(request.headers, 'content-type') ?? 'application/json';
  const content = requestContent(request.body, program.isBinary(contentType), integration.contentHandling);
  if (content && (content.isText || !isForTemplate)) return content.body;
  log.write('Execution failed due to configuration error: Unable to transform request');
  throw internalError(content ? 'a template reads no bytes: contentHandling CONVERT_TO_TEXT makes text of them' : 'the body is no base64');
}

interface Mapped {
  readonly header: [string, string][];
  readonly querystring: [string, string][];
  readonly path: [string, string][];
}

/** Integrations that send none of them are refused, too (AWS_PROXY, recorded in December 2024). @throws GatewayError 500 */
function refuseIllegal(parameters: Readonly<Record<string, string>>, type: string): void {
  for (const target of Object.keys(parameters)) {
    const name = /^integration\.request\.header\.(.+)$/.exec(target)?.[1]?.toLowerCase();
    if (name !== undefined && (ILLEGAL.has(name) || (type.startsWith('AWS') && ILLEGAL_FOR_AWS.has(name))))
      throw internalError(`the integration may not set the header ${name}`);
  }
}

function mappedParameters(parameters: Readonly<Record<string, string>>, sources: MappingSources, type: string): Mapped {
  refuseIllegal(parameters, type);
  const mapped: Mapped = { header: [], querystring: [], path: [] };
  for (const [target, expression] of Object.entries(parameters)) {
    const [, kind, name] = /^integration\.request\.(path|querystring|header)\.(.+)$/.exec(target) ?? [];
    if (name === undefined) continue;
    const value = evaluateMapping(expression, sources);
    if (value === undefined) continue;
    for (const each of typeof value === 'string' ? [value] : value) mapped[kind as keyof Mapped].push([name, each]);
  }
  return mapped;
}

const passedHeaders = (headers: HeaderList): HeaderList =>
  headers.filter(([name]) => !DROPPED.has(name.toLowerCase()) && !/^(?:host|content-encoding)$/i.test(name));

/** Set headers replace headers that were passed on. */
function merged(passed: HeaderList, set: HeaderList, ignoresCase: boolean): HeaderList {
  const key = (name: string) => (ignoresCase ? name.toLowerCase() : name);
  const replaced = new Set(set.map(([name]) => key(name)));
  return [...passed.filter(([name]) => !replaced.has(key(name))), ...set];
}

/** Headers that every integration gets, unless they are set. */
function withDefaults(headers: HeaderList, { request, stage, traceId, matched }: MatchedExchange): HeaderList {
  const isProxy = matched.method.methodIntegration?.type === 'HTTP_PROXY';
  const defaults: HeaderList = [
    ['X-Amzn-Trace-Id', traceId],
    ['X-Amzn-Apigateway-Api-Id', stage.apiId],
    ...(isProxy
      ? []
      : ([
          ['Accept', 'application/json'],
          ['User-Agent', `AmazonAPIGateway_${stage.apiId}`],
          ['Content-Type', headerOf(request.headers, 'content-type') ?? 'application/json'],
        ] as const)),
  ];
  return [...headers, ...defaults.filter(([name]) => headerOf(headers, name) === undefined)];
}

const withPath = (uri: string, parameters: Readonly<Record<string, string>>): string =>
  uri.replace(/\{([\w.-]+)\+?\}/g, (all, name: string) => own(parameters, name) ?? all);
