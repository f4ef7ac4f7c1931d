// WebSockets of an API: the memory of idle ones, and the cost of a message that a warm function answers beside its Invoke.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { ApiGatewayV2 } from '@aws-sdk/client-apigatewayv2';
import { Lambda } from '@aws-sdk/client-lambda';
import { WebSocket } from 'ws';
import { InspectorClient } from '../support/inspector-client.ts';
import { clientOf, createFunction, functionArn, overFloor } from './apis.ts';
import { asking } from './asking.ts';
import { type Measured, startBuilt } from './process.ts';
import type { BenchRow } from './row.ts';

const FIRST = 200;
const IDLE = 1000;
const AT_ONCE = 50;
const MAX_BYTES = 15_000;
/** Messages of a round: so many that their way is compiled, as that of an Invoke is by then. */
const MESSAGES = 800;
const ROUNDS = 5;

/** The address of a stage whose only route answers by a function. */
async function socketApi(endpoint: string): Promise<string> {
  const api = new ApiGatewayV2(clientOf(endpoint));
  const { ApiId } = await api.createApi({ Name: 'sockets', ProtocolType: 'WEBSOCKET', RouteSelectionExpression: '$request.body.action' });
  const { IntegrationId } = await api.createIntegration({ ApiId, IntegrationType: 'AWS_PROXY', IntegrationUri: functionArn('echo') });
  const reply = { RouteResponseSelectionExpression: '$default' };
  const { RouteId } = await api.createRoute({ ApiId, RouteKey: '$default', Target: `integrations/${IntegrationId}`, ...reply });
  await api.createRouteResponse({ ApiId, RouteId, RouteResponseKey: '$default' });
  await api.createStage({ ApiId, StageName: 'dev', AutoDeploy: true });
  return `${endpoint.replace('http', 'ws')}/_execute-api/${ApiId}/dev`;
}

const opened = (address: string): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(address);
    socket.once('open', () => resolve(socket));
    socket.once('error', reject);
  });

/** Messages and invocations in turns: the machine is slow at times. */
export async function messageRow(emulator: Measured, lambda: Lambda): Promise<BenchRow> {
  await createFunction(lambda, 'echo');
  const socket = await opened(await socketApi(emulator.url));
  const client = asking(emulator.url);
  const headers = {
    authorization: 'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/lambda/aws4_request, SignedHeaders=host, Signature=0',
    'content-type': 'application/json',
  };
  const invoke = () => client.fire({ path: '/2015-03-31/functions/echo/invocations', headers, body: '{"action":"echo"}' });
  const message = () =>
    new Promise<void>((resolve) => {
      socket.once('message', () => resolve());
      socket.send('{"action":"echo"}');
    });
  const cost = async (run: () => Promise<unknown>): Promise<number> => {
    const beforeMs = emulator.cpuMs();
    for (let at = 0; at < MESSAGES; at++) await run();
    return ((emulator.cpuMs() - beforeMs) * 1000) / MESSAGES;
  };
  const costs: [number, number][] = [];
  for (let round = 0; round <= ROUNDS; round++) costs.push([await cost(invoke), await cost(message)]);
  socket.close();
  client.close();
  const measured = costs.slice(1);
  const least = (at: 0 | 1): number => Math.min(...measured.map((each) => each[at]));
  return overFloor('WebSocket message, answered by a warm function', least(1), least(0), 'an Invoke');
}

/** After a collection of garbage, which the inspector asks for; the first ones load what all need. */
export async function idleRow(): Promise<BenchRow> {
  const port = await freePort();
  const emulator = await startBuilt({ FUNCTION_SYNCHRONOUS_CREATE: '1', NODE_OPTIONS: `--inspect=127.0.0.1:${port}` }, 'ignore');
  try {
    await createFunction(new Lambda(clientOf(emulator.url)), 'echo');
    const address = await socketApi(emulator.url);
    const inspector = await InspectorClient.attach(port);
    const clients: WebSocket[] = [];
    const bytesWith = async (count: number): Promise<number> => {
      while (clients.length < count) clients.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => opened(address)))));
      await inspector.send('HeapProfiler.collectGarbage');
      return emulator.rssBytes();
    };
    const before = await bytesWith(FIRST);
    const bytes = ((await bytesWith(FIRST + IDLE)) - before) / IDLE;
    for (const client of clients) client.terminate();
    inspector.close();
    return {
      what: `memory of one of ${IDLE} idle WebSockets`,
      figure: `${(bytes / 1000).toFixed(1)} KB`,
      ratio: bytes / MAX_BYTES,
      limit: 1,
      floor: `${MAX_BYTES / 1000} KB`,
    };
  } finally {
    await emulator.stop();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
