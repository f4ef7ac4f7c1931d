// Calls an integration with a mapped request: functions, services of the cloud, HTTP endpoints, mocks.
import { askService } from '#services/apigateway/calls/ask-service';
import { callFunction } from '#services/apigateway/calls/call-function';
import { payloadProblem } from '#services/apigateway/calls/function-payload';
import { functionArnOf } from '#services/apigateway/calls/function-uri';
import { requestEndpoint } from '#services/apigateway/calls/request-endpoint';
import type { MappedRequest } from './mapped-request.ts';
import { type IntegrationResult, type RouteCall, SOCKET_TIMEOUT_MS } from './route-call.ts';
import { routeArn } from './session-facts.ts';

/** Lenient JSON, as in mocks of REST APIs. */
const STATUS = /["']?statusCode["']?\s*:\s*["']?(\d{3})["']?/;
const FUNCTION_URI = /:lambda:path\/|^arn:[^:]+:lambda:/;

export async function callMapped(request: MappedRequest, call: RouteCall): Promise<IntegrationResult> {
  switch (request.integration.IntegrationType) {
    case 'MOCK':
      return mock(request);
    case 'HTTP':
      return endpoint(request, call);
    default:
      return FUNCTION_URI.test(request.uri) ? ownFunction(request, call) : service(request, call);
  }
}

/** A mock without templates succeeds; with one, the template says the status. */
function mock({ body, integration }: MappedRequest): IntegrationResult {
  if (Object.keys(integration.RequestTemplates ?? {}).length === 0) return { status: 200, headers: {}, body: '' };
  const status = STATUS.exec(body)?.[1];
  return status === undefined
    ? { failed: 'the template of the mock sets no statusCode' }
    : { status: Number(status), headers: {}, body: '' };
}

async function ownFunction({ uri, body, integration, template }: MappedRequest, { session, route }: RouteCall): Promise<IntegrationResult> {
  const { ctx, stage } = session.parts;
  const problem = payloadProblem(body, template);
  if (problem !== undefined) return { failed: problem };
  const called = await callFunction(
    {
      arn: functionArnOf(uri, stage.variables),
      payload: Buffer.from(body || '{}'),
      sourceArn: routeArn(session.parts, route.RouteKey),
      role: integration.CredentialsArn,
      timeoutMs: integration.TimeoutInMillis ?? SOCKET_TIMEOUT_MS,
    },
    ctx,
  );
  if ('failed' in called) return called;
  return { status: called.hasFailed ? 500 : 200, headers: {}, body: called.text };
}

async function service({ uri, headers, query, body, integration }: MappedRequest, { session }: RouteCall): Promise<IntegrationResult> {
  const answer = await askService(
    {
      ...{ uri, query, body: Buffer.from(body), role: integration.CredentialsArn },
      method: methodOf(integration.IntegrationMethod),
      headers: withType(headers),
      timeoutMs: integration.TimeoutInMillis ?? SOCKET_TIMEOUT_MS,
    },
    session.parts.ctx,
  );
  return 'failed' in answer ? answer : { status: answer.status, headers: {}, body: answer.body.toString() };
}

async function endpoint({ uri, headers, query, body, integration }: MappedRequest, { session }: RouteCall): Promise<IntegrationResult> {
  if (!URL.canParse(uri)) return { failed: `the URI ${uri} is no address of an HTTP endpoint` };
  const url = new URL(uri);
  for (const [name, value] of query) url.searchParams.append(name, value);
  const request = {
    method: methodOf(integration.IntegrationMethod),
    url,
    headers: Object.fromEntries(withType(headers)),
    body: Buffer.from(body),
  };
  const answer = await requestEndpoint({ ...request, timeoutMs: integration.TimeoutInMillis ?? SOCKET_TIMEOUT_MS }, session.parts.ctx);
  return 'failed' in answer ? answer : { status: answer.status, headers: {}, body: Buffer.from(answer.body as Uint8Array).toString() };
}

const methodOf = (method = 'POST'): string => (method === 'ANY' ? 'POST' : method);

const withType = (headers: MappedRequest['headers']): MappedRequest['headers'] =>
  headers.some(([name]) => name.toLowerCase() === 'content-type') ? headers : [...headers, ['Content-Type', 'application/json']];
