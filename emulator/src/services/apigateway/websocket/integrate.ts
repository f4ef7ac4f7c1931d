// Step: the integration of a route. Proxies get the event or the message as it is, all others what templates made of it.
import { finalStatus, isToken } from '#lib/http-message';
import { callFunction, errorMessageIn, payloadIn } from '#services/apigateway/calls/call-function';
import { functionArnOf } from '#services/apigateway/calls/function-uri';
import { requestEndpoint } from '#services/apigateway/calls/request-endpoint';
import { withVariables } from '#services/apigateway/calls/stage-variables';
import { callMapped } from './call-mapped.ts';
import {
  type CalledRun,
  type IntegrationAnswer,
  type IntegrationResult,
  integrationRefusal,
  type RouteCall,
  SOCKET_TIMEOUT_MS,
} from './route-call.ts';
import { routeArn } from './session-facts.ts';

/** @throws Refusal */
export async function integrate(call: RouteCall): Promise<Pick<CalledRun, 'received'>> {
  const received = await ask(call);
  if ('failed' in received) throw integrationRefusal(received);
  return { received };
}

function ask(call: RouteCall): Promise<IntegrationResult> {
  if (call.mapped) return callMapped(call.mapped, call);
  return call.integration.IntegrationType === 'AWS_PROXY' ? askFunction(call) : askEndpoint(call);
}

async function askFunction({ session, route, integration, event, log }: RouteCall): Promise<IntegrationResult> {
  const { ctx, stage } = session.parts;
  log.write(`Endpoint request URI: ${integration.IntegrationUri}`);
  log.writeData('Endpoint request body after transformations', () => JSON.stringify(event));
  const called = await callFunction(
    {
      arn: functionArnOf(integration.IntegrationUri ?? '', stage.variables),
      payload: Buffer.from(JSON.stringify(event)),
      sourceArn: routeArn(session.parts, route.RouteKey),
      role: integration.CredentialsArn,
      timeoutMs: integration.TimeoutInMillis ?? SOCKET_TIMEOUT_MS,
    },
    ctx,
  );
  if ('failed' in called) return called;
  log.note('integration.integrationStatus', 200);
  if (called.hasFailed) return { failed: `the function failed: ${errorMessageIn(called.text)}` };
  return (
    proxyAnswer(payloadIn(called.text)) ?? {
      failed: 'the answer of the function is not understood: it is no object with statusCode and a body that is a text',
    }
  );
}

async function askEndpoint({ session, integration, body, log }: RouteCall): Promise<IntegrationResult> {
  const { IntegrationUri = '', IntegrationMethod = 'POST', TimeoutInMillis = SOCKET_TIMEOUT_MS } = integration;
  const { ctx, stage, connectionId } = session.parts;
  const uri = withVariables(IntegrationUri, stage.variables);
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
