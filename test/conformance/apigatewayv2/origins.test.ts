// Web pages and APIs: a page of another origin gets what the API's own CORS gives it, and nothing else on the port.
import { SQS } from '@aws-sdk/client-sqs';
import { beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { ask, invocationUri, useApis } from './use-apis.ts';

const fixture = useApis();
const EVIL = {
  origin: 'https://evil.example',
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'cors',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0',
};
const NAVIGATION = { ...EVIL, origin: [], 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const DomainNameConfigurations = [{ CertificateArn: 'arn:aws:acm:us-east-1:000000000000:certificate/x' }];

let open: { id: string; url: string };
let closed: { id: string; url: string };
let chat: { id: string; url: string };
beforeAll(async () => {
  await fixture.create(
    'page',
    'return { statusCode: 200, headers: { "content-type": "text/html", "access-control-allow-origin": "*" }, body: "<p>a page</p>" };',
  );
  open = await fixture.httpApi({ CorsConfiguration: { AllowOrigins: ['https://friend.example'], AllowMethods: ['GET'] } });
  closed = await fixture.httpApi();
  await fixture.create('plain', 'return { statusCode: 200, body: "plain" };');
  await fixture.route(open.id, 'GET /', 'page');
  await fixture.route(closed.id, 'GET /', 'plain');
  const settings = { ProtocolType: 'WEBSOCKET' as const, RouteSelectionExpression: '$request.body.action' };
  const { ApiId = '', ApiEndpoint = '' } = await fixture.api.createApi({ Name: 'chat', ...settings });
  const { IntegrationId } = await fixture.api.createIntegration({
    ApiId,
    IntegrationType: 'AWS_PROXY',
    IntegrationUri: invocationUri('plain'),
  });
  await fixture.api.createRoute({ ApiId, RouteKey: '$connect', Target: `integrations/${IntegrationId}` });
  await fixture.api.createStage({ ApiId, StageName: 'dev', AutoDeploy: true });
  chat = { id: ApiId, url: `${ApiEndpoint}/dev` };
});

const corsOf = (headers: Readonly<Record<string, unknown>>) => Object.keys(headers).filter((name) => name.startsWith('access-control-'));

/** The status of a handshake; 101 where it was accepted. */
const handshake = (url: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const { port, pathname } = new URL(url);
    const socket = new WebSocket(`ws://127.0.0.1:${port}${pathname}`, { headers: { host: new URL(url).host, ...headers } });
    socket.once('open', () => {
      socket.terminate();
      resolve(101);
    });
    socket.once('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
    socket.once('error', reject);
  });

describe('a page of another origin', () => {
  it('may read an answer only where the CORS settings of the API name its origin', async () => {
    expect(corsOf((await ask(open.url, { headers: EVIL })).headers)).toEqual([]);
    const friend = await ask(open.url, { headers: { ...EVIL, origin: 'https://friend.example' } });
    expect(friend.headers['access-control-allow-origin']).toBe('https://friend.example');
    expect(corsOf((await ask(closed.url, { headers: EVIL })).headers)).toEqual([]);
    const before = { ...EVIL, 'access-control-request-method': 'GET' };
    expect(corsOf((await ask(open.url, { method: 'OPTIONS', headers: before })).headers)).toEqual([]);
    expect(corsOf((await ask(closed.url, { method: 'OPTIONS', headers: before })).headers)).toEqual([]);
  });

  it('reaches nothing but the API under its host name', async () => {
    for (const path of ['/_emulator/health', '/_emulator/reset', '/_aws/sqs/messages', '/000000000000/queue'])
      expect((await ask(open.url + path, { method: 'POST', headers: EVIL })).status, path).toBe(404);
    const body = 'Action=CreateQueue&Version=2012-11-05&QueueName=forged';
    expect(
      (await ask(open.url, { method: 'POST', headers: { ...EVIL, 'content-type': 'application/x-www-form-urlencoded' }, body })).status,
    ).toBe(404);
    expect((await fixture.emulator.client(SQS).listQueues()).QueueUrls ?? []).toEqual([]);
  });

  it('cannot use the connections of a WebSocket API, whatever it signs', async () => {
    const at = `${chat.url.replace('ws:', 'http:')}/@connections/any`;
    expect((await ask(at, { method: 'POST', headers: EVIL, body: 'x' })).status).toBe(403);
    const authorization = 'AWS4-HMAC-SHA256 Credential=test/20300101/us-east-1/execute-api/aws4_request, SignedHeaders=host, Signature=0';
    expect((await ask(at, { method: 'POST', headers: { ...EVIL, authorization }, body: 'x' })).status).toBe(403);
  });
});

describe('a page that an API serves', () => {
  const fromApi = () => ({ ...EVIL, origin: open.url, 'sec-fetch-site': 'same-site' });

  it('is a stranger to the emulator, although its host name is on loopback', async () => {
    const { url } = fixture.emulator;
    expect((await ask(`${url}/_emulator/reset`, { method: 'POST', headers: fromApi() })).status).toBe(403);
    expect((await ask(`${url}/?Action=ListQueues&Version=2012-11-05`, { headers: fromApi() })).status).toBe(403);
    expect(corsOf((await ask(closed.url, { headers: fromApi() })).headers)).toEqual([]);
  });

  it('is one under the name of a domain of the API, too', async () => {
    await fixture.api.createDomainName({ DomainName: 'shop.localhost', DomainNameConfigurations });
    await fixture.api.createApiMapping({ DomainName: 'shop.localhost', ApiId: open.id, Stage: '$default' });
    const { url, port } = fixture.emulator;
    const headers = { ...EVIL, origin: `http://shop.localhost:${port}`, 'sec-fetch-site': 'same-site' };
    expect((await ask(url, { host: `shop.localhost:${port}` })).text).toBe('<p>a page</p>');
    expect((await ask(`${url}/_emulator/reset`, { method: 'POST', headers })).status).toBe(403);
    expect((await ask(`${url}/?Action=ListQueues&Version=2012-11-05`, { headers })).status).toBe(403);
  });

  it("runs in an origin of nobody where it is read under the gateway's own name", async () => {
    const answer = await ask(`${fixture.emulator.url}/_execute-api/${open.id}/`, { headers: NAVIGATION });
    expect(answer).toMatchObject({ status: 200, text: '<p>a page</p>' });
    expect(answer.headers['content-security-policy']).toContain('sandbox');
    expect((await ask(open.url, { headers: NAVIGATION })).headers['content-security-policy']).toBeUndefined();
  });
});

describe('host names', () => {
  it('that nobody claimed are refused, with a path of an API as well', async () => {
    const { url } = fixture.emulator;
    for (const host of ['rebound.example', `${open.id}.execute-api.example`])
      expect((await ask(`${url}/_execute-api/${open.id}/`, { host })).status, host).toBe(403);
  });

  it("of the gateway and of others' domains cannot be claimed", async () => {
    const create = (DomainName: string) => fixture.api.createDomainName({ DomainName, DomainNameConfigurations });
    for (const name of ['127.0.0.1', 'localhost.localstack.cloud', 'sqs.us-east-1.amazonaws.com', '*.amazonaws.com', 'localhost'])
      await expect(create(name), name).rejects.toMatchObject({ name: 'BadRequestException' });
    await create('taken.example');
    const { ApiGatewayV2 } = await import('@aws-sdk/client-apigatewayv2');
    const other = fixture.emulator.client(ApiGatewayV2, { credentials: { accessKeyId: '222222222222', secretAccessKey: 'x' } });
    await expect(other.createDomainName({ DomainName: 'TAKEN.example', DomainNameConfigurations })).rejects.toMatchObject({
      name: 'ConflictException',
    });
  });
});

describe('handshakes', () => {
  it('of pages of other origins reach the API, which sees the origin, and nothing else', async () => {
    expect(await handshake(chat.url, EVIL)).toBe(101);
    const { port } = fixture.emulator;
    for (const path of ['/', '/_emulator/health', '/dev', `/_execute-api/${open.id}/`])
      expect(await handshake(`ws://localhost:${port}${path}`, EVIL), path).not.toBe(101);
    expect(await handshake(open.url.replace('http', 'ws'), EVIL)).toBe(403);
  });

  it('under names that nobody claimed are refused', async () => {
    const { port } = fixture.emulator;
    expect(await handshake(`ws://rebound.example:${port}/_execute-api/${chat.id}/dev`, EVIL)).toBe(403);
    expect(await handshake(`ws://localhost:${port}/_execute-api/${chat.id}/dev`, EVIL)).toBe(101);
  });

  it('that another origin signed are not believed', async () => {
    const authorization = 'AWS4-HMAC-SHA256 Credential=test/20300101/us-east-1/execute-api/aws4_request, SignedHeaders=host, Signature=0';
    expect(await handshake(chat.url, { ...EVIL, authorization })).toBe(403);
  });
});
