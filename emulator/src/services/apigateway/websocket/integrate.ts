// Integrations of WebSocket routes: proxies get the event or the message as it is, all others what templates make of it.
import type { Frozen } from '#core/records';
import { finalStatus, isToken } from '#lib/http-message';
import type { Integration } from '#model/apigatewayv2';
import { callFunction, functionIn } from '#services/apigateway/calls/call-function';
import { requestEndpoint } from '#services/apigateway/calls/request-endpoint';
import { TemplateError } from '#services/apigateway/vtl/template-error';
import { callMapped } from './call-mapped.ts';
import { mapMessage } from './map-message.ts';
import { mapReply } from './map-reply.ts';
import { type IntegrationAnswer, type IntegrationResult, type RouteCall, SOCKET_TIMEOUT_MS } from './route-call.ts';
import { routeArn } from './session-facts.ts';

export async function integrate(call: RouteCall): Promise<IntegrationResult> {
  const { log, session } = call;
  const startedMs = session.parts.ctx.now();
  const result = await askIntegration(call);
  const latencyMs = session.parts.ctx.now() - startedMs;
  log.note('integrationLatency', latencyMs);
  log.note('integration.latency', latencyMs);
  if ('failed' in result) return result;
  log.note('integration.status', result.status);
  log.write(`Received response. Status: ${result.status}, Integration latency: ${latencyMs} ms`);
  log.writeData('Endpoint response body before transformations', result.body);
  return result;
}

async function askIntegration(call: RouteCall): Promise<IntegrationResult> {
  const { snapshot } = call.session.parts.deployment;
  const integration = snapshot.integrations.find(({ IntegrationId }) => call.route.Target === `integrations/${IntegrationId}`);
  if (!integration) return { failed: `the route ${call.route.RouteKey} has no integration` };
  switch (integration.IntegrationType) {
    case 'AWS_PROXY':
      return askFunction(integration, call);
    case 'HTTP_PROXY':
      return askEndpoint(integration, call);
    default:
      return mapped(integration, call);
  }
}

async function mapped(integration: Frozen<Integration>, call: RouteCall): Promise<IntegrationResult> {
  try {
    const request = mapMessage(integration, call);
    if ('failed' in request) return request;
    call.log.write(`Endpoint request URI: ${request.uri}`);
    call.log.writeData('Endpoint request body after transformations', request.body);
    const answer = await callMapped(request, call);
    return 'failed' in answer ? answer : mapReply(answer, integration, call);
  } catch (error) {
    if (error instanceof TemplateError) return { failed: `a template failed: ${error.message}` };
    throw error;
  }
}

async function askFunction(integration: Frozen<Integration>, { session, route, event, log }: RouteCall): Promise<IntegrationResult> {
  const { ctx, stage } = session.parts;
  log.write(`Endpoint request URI: ${integration.IntegrationUri}`);
  log.writeData('Endpoint request body after transformations', () => JSON.stringify(event));
  const called = await callFunction(
    {
      arn: functionIn(integration.IntegrationUri ?? '', stage.variables),
      payload: event,
      sourceArn: routeArn(session.parts, route.RouteKey),
      role: integration.CredentialsArn,
      timeoutMs: integration.TimeoutInMillis ?? SOCKET_TIMEOUT_MS,
    },
    ctx,
  );
  if ('failed' in called) return called;
  log.note('integration.integrationStatus', 200);
  if (called.errorMessage !== undefined) return { failed: `the function failed: ${called.errorMessage}` };
  return (
    proxyAnswer(called.payload) ?? {
      failed: 'the answer of the function is not understood: it is no object with statusCode and a body that is a text',
    }
  );
}

async function askEndpoint(
  { IntegrationUri = '', IntegrationMethod = 'POST', TimeoutInMillis = SOCKET_TIMEOUT_MS }: Frozen<Integration>,
  { session, body, log }: RouteCall,
): Promise<IntegrationResult> {
  const { ctx, stage, connectionId } = session.parts;
  const uri = functionIn(IntegrationUri, stage.variables);
  if (!URL.canParse(uri)) return { failed: `the URI ${uri} is no address of an HTTP endpoint` };
  const headers = { 'content-type': 'application/json', connectionid: connectionId };
  log.write(`Endpoint request URI: ${uri}`);
  log.writeData('Endpoint request body after transformations', body);
  const method = IntegrationMethod === 'ANY' ? 'POST' : IntegrationMethod;
  const answer = await requestEndpoint({ method, url: new URL(uri), headers, body: Buffer.from(body), timeoutMs: TimeoutInMillis }, ctx);
  if ('failed' in answer) return answer;
  return { status: answer.status, headers: {}, body: Buffer.from(answer.body as Uint8Array).toString() };
}

/** Undefined for a function without an answer of its own (recorded), for a status that is none, and for a body that is no text. */
function proxyAnswer(payload: unknown): IntegrationAnswer | undefined {
  if (typeof payload !== 'object' || payload === null) return undefined;
  const { statusCode = 200, headers, body } = payload as Readonly<Record<string, unknown>>;
  const status = finalStatus(statusCode);
  if (status === undefined || (typeof body === 'object' && body !== null)) return undefined;
  const entries = typeof headers === 'object' && headers !== null ? Object.entries(headers) : [];
  // The only header that reaches a client: one with other characters would write more of the answer than its line.
  if (entries.some(([name, value]) => name.toLowerCase() === 'sec-websocket-protocol' && !isToken(String(value)))) return undefined;
  return {
    status,
    headers: Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)])),
    body: body === undefined || body === null ? '' : String(body),
  };
}
