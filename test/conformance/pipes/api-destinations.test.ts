// API destinations and APIs of pipes: as targets, and as enrichments that answer with the event for the target.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiGatewayV2 } from '@aws-sdk/client-apigatewayv2';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { queueArn, usePipes } from './use-pipes.ts';

const fixture = usePipes();

interface Received {
  readonly url: string | undefined;
  readonly authorization: string | undefined;
  readonly kind: string | string[] | undefined;
  readonly body: string;
}
let server: Server;
let received: Received[];
let reply: (request: Received) => readonly [status: number, body: string];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const one = { url: request.url, authorization: request.headers.authorization, kind: request.headers['x-kind'], body };
      received.push(one);
      const [status, answer] = reply(one);
      response.writeHead(status).end(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  received = [];
  reply = () => [200, ''];
});

/** The ARN of an API destination at this path. */
async function destination(path: string, InvocationRateLimitPerSecond?: number): Promise<string> {
  const events = fixture.emulator.client(EventBridge);
  const Name = fixture.name('api');
  const AuthParameters = { BasicAuthParameters: { Username: 'ann', Password: 'pass' } };
  const { ConnectionArn } = await events.createConnection({ Name, AuthorizationType: 'BASIC', AuthParameters });
  await fixture.emulator.idle();
  const InvocationEndpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const facts = { Name, ConnectionArn: ConnectionArn!, HttpMethod: 'POST', InvocationEndpoint, InvocationRateLimitPerSecond } as const;
  const { ApiDestinationArn } = await events.createApiDestination(facts);
  return ApiDestinationArn!;
}

it('receive each event with parameters from it', async () => {
  await fixture.pipe(await destination('/orders/*'), {
    TargetParameters: {
      InputTemplate: '{"id": <$.body.id>}',
      HttpParameters: {
        PathParameterValues: ['$.body.id'],
        HeaderParameters: { 'x-kind': '$.body.kind' },
        QueryStringParameters: { from: 'pipe' },
      },
    },
  });
  await fixture.send(fixture.source, '{"id":"o1","kind":"new"}');
  const authorization = `Basic ${Buffer.from('ann:pass').toString('base64')}`;
  expect(received).toEqual([{ url: '/orders/o1?from=pipe', authorization, kind: 'new', body: '{"id": "o1"}' }]);
  expect(await fixture.left(fixture.source)).toEqual([0, 0]);
});

it.each([
  ['refuse', [503, 'busy'] as const, /status 503/],
  ['report the event as failed', [200, '{"batchItemFailures":[{"itemIdentifier":"unknown"}]}'] as const, /the endpoint reported a failure/],
])('that %s bring the event back', async (_, answer, reason) => {
  reply = () => answer;
  const { Name } = await fixture.pipe(await destination('/'));
  await fixture.send(fixture.source, 'a');
  expect(await fixture.left(fixture.source)).toEqual([0, 1]);
  expect(fixture.emulator.lines.find((line) => line.includes(`pipe ${Name}: 1 of 1 records return`))).toMatch(reason);
});

it('enrich: what they answer is the event for the target', async () => {
  reply = ({ url }) => [200, JSON.stringify({ customer: url })];
  const target = fixture.name('target');
  await fixture.makeQueue(target);
  await fixture.pipe(queueArn(target), {
    Enrichment: await destination('/customers/*'),
    EnrichmentParameters: { HttpParameters: { PathParameterValues: ['$.body.customer'] } },
  });
  await fixture.send(fixture.source, '{"customer":"c1"}');
  expect(await fixture.bodies(target)).toEqual(['{"customer":"/customers/c1"}']);
});

/** The ARN of an HTTP API, whose requests go to the endpoint, without its method and path. */
async function apiOf(): Promise<string> {
  const api = fixture.emulator.client(ApiGatewayV2);
  const { ApiId = '' } = await api.createApi({ Name: 'shop', ProtocolType: 'HTTP' });
  const IntegrationUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/{proxy}`;
  const integration = { IntegrationType: 'HTTP_PROXY', IntegrationMethod: 'ANY', PayloadFormatVersion: '1.0' } as const;
  const { IntegrationId } = await api.createIntegration({ ApiId, IntegrationUri, ...integration });
  await api.createRoute({ ApiId, RouteKey: 'ANY /{proxy+}', Target: `integrations/${IntegrationId}` });
  await api.createStage({ ApiId, StageName: '$default', AutoDeploy: true });
  return `arn:aws:execute-api:us-east-1:000000000000:${ApiId}/$default`;
}

it('may be HTTP APIs: as the target and as the enrichment', async () => {
  reply = ({ url }) => [200, JSON.stringify({ url: url?.split('/').at(-1) })];
  const api = await apiOf();
  await fixture.pipe(`${api}/POST/orders/*`, {
    TargetParameters: { HttpParameters: { PathParameterValues: ['$.url'], HeaderParameters: { 'x-kind': 'target' } } },
    Enrichment: `${api}/POST/customers/*`,
    EnrichmentParameters: { HttpParameters: { PathParameterValues: ['$.body.customer'] } },
  });
  await fixture.send(fixture.source, '{"customer":"c1"}');
  expect(received.map(({ url, kind }) => [url, kind])).toEqual([
    ['/customers/c1', undefined],
    ['/orders/c1', 'target'],
  ]);
  expect(await fixture.left(fixture.source)).toEqual([0, 0]);
});

it('are invoked within their rate: events beyond it return to their source', async () => {
  const { Name } = await fixture.pipe(await destination('/rated', 1));
  // Events of other tests return to their pipes meanwhile.
  const count = () => received.filter(({ url }) => url === '/rated').length;
  await fixture.send(fixture.source, 'a', 'b');
  expect([count(), await fixture.left(fixture.source)]).toEqual([1, [0, 1]]);
  expect(fixture.emulator.lines.find((line) => line.includes(`pipe ${Name}: 1 of 1 records return`))).toContain(
    'rate of the API destination',
  );
  await fixture.advance('30s');
  expect([count(), await fixture.left(fixture.source)]).toEqual([2, [0, 0]]);
});
