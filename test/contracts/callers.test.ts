// Every endpoint of the emulator's own and every operation, against every kind of caller: who is refused, and that a new one is decided upon.
import { request } from 'node:http';
import { ApiGatewayV2 } from '@aws-sdk/client-apigatewayv2';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { effectOf } from '#core/access';
import { MANAGEMENT_ROUTES } from '#gateway/management/routes';
import { FUNCTION_ADDRESS } from '#lib/function-address';
import { isOpenEndpoint } from '#lib/own-paths';
import { SERVICES } from '../../emulator/src/service-list.ts';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';

interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  /** The type that tells requests to the route from others to its path. */
  readonly contentType?: string;
  readonly isForEveryone: boolean;
  readonly reads: boolean;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH'];

const MANAGEMENT: readonly Endpoint[] = MANAGEMENT_ROUTES.flatMap(({ method, url, effect, examples = [{}] }) =>
  examples.map(({ params = {}, query, body }) => ({
    method,
    path: url.replace(/:(\w+)/g, (_, name: string) => params[name] ?? name) + (query === undefined ? '' : `?${query}`),
    body: body === undefined ? '' : JSON.stringify(body),
    isForEveryone: isOpenEndpoint(method, url),
    reads: effect === 'reads',
  })),
);
const OF_SERVICES: readonly Endpoint[] = SERVICES.flatMap(({ routes = {} }) =>
  Object.entries(routes).flatMap(([path, { audience, effect, only }]) =>
    (only ? [only.method] : METHODS).map((method) => ({
      ...{ method, path, body: '', isForEveryone: audience === 'everyone', ...(only && { contentType: 'application/json' }) },
      reads: effect === 'reads' && /^(GET|HEAD)$/.test(method),
    })),
  ),
);
const EXPLORER: readonly Endpoint[] = ['/_emulator/ui', '/_emulator/ui/', '/_emulator/ui/assets/x.js'].map((path) => ({
  ...{ method: 'GET', path, body: '', isForEveryone: false, reads: true },
}));
const ENDPOINTS = [...MANAGEMENT, ...OF_SERVICES, ...EXPLORER];

const shown = ({ method, path }: Endpoint): string => `${method} ${path.split('?')[0]}`;

it('opens to functions and to requests on behalf of others what this list has', () => {
  expect([...new Set(MANAGEMENT.filter(({ isForEveryone }) => isForEveryone).map(shown))]).toEqual([
    'GET /_emulator/health',
    'HEAD /_emulator/health',
    'GET /_emulator/authority',
    'GET /_emulator/issuer/.well-known/openid-configuration',
    'GET /_emulator/issuer/.well-known/jwks.json',
  ]);
  expect([...new Set(OF_SERVICES.filter(({ isForEveryone }) => isForEveryone).map(({ path }) => path))].sort()).toEqual([
    '/SimpleNotificationService-',
    '/_cloud/cloudformation/answer/',
    '/_cloud/cognito-idp/imports/',
    '/_cloud/function/code/',
    '/_cloud/function/runtimes',
    '/_cloud/sts/',
    '/v1/logs',
    '/v1/metrics',
    '/v1/traces',
  ]);
});

it('takes for reading what is asked with GET or HEAD, and this list besides', () => {
  const unusual = ENDPOINTS.filter(({ method, reads }) => reads !== /^(GET|HEAD)$/.test(method));
  expect([...new Set(unusual.map(shown))].sort()).toEqual([
    'GET /_cloud/cloudformation/answer/',
    'GET /_cloud/cognito-idp/imports/',
    'GET /_cloud/event/rules/',
    'GET /_cloud/function/debug',
    'GET /_cloud/table/expired',
    'HEAD /_cloud/cloudformation/answer/',
    'HEAD /_cloud/cognito-idp/imports/',
    'HEAD /_cloud/event/rules/',
    'HEAD /_cloud/function/debug',
    'HEAD /_cloud/table/expired',
    'POST /_emulator/explain',
  ]);
});

it('knows the operations that make room by their names', () => {
  const wrong = SERVICES.flatMap(({ name, operations, makesRoom = [] }) => {
    const names = operations.flatMap((file) => file.names);
    return makesRoom.filter((each) => !names.includes(each)).map((each) => `${name}.${each}`);
  });
  expect(wrong).toEqual([]);
});

it('knows the operations whose names promise less than they do', () => {
  const wrong = SERVICES.flatMap(({ name, operations, actingReads = [] }) => {
    const names = operations.flatMap((file) => file.names);
    return actingReads.filter((each) => !names.includes(each) || effectOf(each) === 'changes').map((each) => `${name}.${each}`);
  });
  expect(wrong).toEqual([]);
  expect(SERVICES.flatMap(({ actingReads = [] }) => actingReads).sort()).toEqual([
    'DetectStackDrift',
    'DetectStackResourceDrift',
    'DetectStackSetDrift',
    'GetActivityTask',
    'GetCredentialsForIdentity',
    'GetFederationToken',
    'GetId',
    'GetOpenIdToken',
    'GetOpenIdTokenForDeveloperIdentity',
    'GetParametersForImport',
    'GetSessionToken',
    'GetTokensFromRefreshToken',
    'GetUserAttributeVerificationCode',
    'GetWebIdentityToken',
    'TestState',
  ]);
});

const noAddress = process.platform === 'linux' ? undefined : 'all of 127.0.0.0/8 is this machine on Linux only';
describe.skipIf(isMissing('callers by their address', noAddress))('an emulator whose explorer only reads', () => {
  let emulator: TestEmulator;
  let stopAsked = 0;
  /** The path below which an API forwards every request to the emulator itself. */
  let proxy: string;
  beforeAll(async () => {
    emulator = await startTestEmulator({ environment: { EXPLORER_READONLY: '1' }, onStopRequest: () => stopAsked++ });
    await emulator.client(SQS).createQueue({ QueueName: 'kept' });
    const api = emulator.client(ApiGatewayV2);
    const { ApiId } = await api.createApi({ Name: 'proxy', ProtocolType: 'HTTP' });
    await api.createStage({ ApiId, StageName: '$default', AutoDeploy: true });
    const { IntegrationId } = await api.createIntegration({
      ...{ ApiId, IntegrationType: 'HTTP_PROXY', IntegrationMethod: 'ANY', PayloadFormatVersion: '1.0' },
      IntegrationUri: `${emulator.url}/{proxy}`,
    });
    await api.createRoute({ ApiId, RouteKey: 'ANY /{proxy+}', Target: `integrations/${IntegrationId}` });
    proxy = `/_execute-api/${ApiId}`;
  });
  afterAll(() => emulator.stop());

  interface Asking {
    readonly from?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly below?: string;
  }
  /** Leaves the body of the answer, which may be a stream. */
  const statusOf = (
    { method, path, body, contentType }: Omit<Endpoint, 'reads' | 'isForEveryone'>,
    { from = '127.0.0.1', headers = {}, below = '' }: Asking,
  ) =>
    new Promise<number>((resolve, reject) => {
      const length = { 'content-length': String(Buffer.byteLength(body)) };
      const options = {
        ...{ host: '127.0.0.1', port: emulator.port, method, path: below + path, localAddress: from, agent: false },
        headers: { ...length, ...(contentType !== undefined && { 'content-type': contentType }), ...headers },
      };
      const asked = request(options, (answer) => {
        resolve(answer.statusCode ?? 0);
        answer.destroy();
      });
      asked.on('error', reject).end(body);
    });
  const nothingHappened = async (): Promise<void> => {
    expect(stopAsked).toBe(0);
    const { QueueUrls = [] } = await emulator.client(SQS).listQueues();
    expect(QueueUrls.length).toBe(1);
    const health = (await (await fetch(`${emulator.url}/_emulator/health`)).json()) as object;
    expect(Object.keys(health).sort()).toEqual(['edition', 'persistence', 'ready', 'services', 'status', 'version']);
  };

  it('is asked by functions for what is for everyone', async () => {
    for (const endpoint of ENDPOINTS)
      if ((await statusOf(endpoint, { from: FUNCTION_ADDRESS })) === 403 && endpoint.isForEveryone) {
        // An answer that nobody waits for has expired, and a file for no import needs the key of one.
        expect(endpoint.path).toMatch(/\/(answer|code|imports)\/$/);
      } else if (!endpoint.isForEveryone)
        expect([shown(endpoint), await statusOf(endpoint, { from: FUNCTION_ADDRESS })]).toEqual([shown(endpoint), 403]);
    await nothingHappened();
  });

  it.each([
    ...[
      '/_localstack/health',
      '/_localstack/state/reset',
      '/_localstack/stop',
      '/_emulator/%68ealth',
      '/_emulator/./health',
      '/_emulator/x/../stop',
    ],
    ...['/_aws/dynamodb/expired', '/_aws/sns/sms-messages', '/_aws/sqs/messages', '/_aws/lambda/debug', '/_aws/events/rules/x/trigger'],
  ])('refuses functions %s under every method that changes, and under other host names', async (path) => {
    for (const method of ['POST', 'PUT', 'DELETE'])
      for (const host of ['localhost', 'host.docker.internal', 'sqs.us-east-1.amazonaws.com', 'localhost.localstack.cloud']) {
        const asked = { method, path, body: '{"action":"restart"}' };
        expect([path, method, await statusOf(asked, { from: FUNCTION_ADDRESS, headers: { host } })]).toEqual([path, method, 403]);
      }
    await nothingHappened();
  });

  it('is asked on behalf of others for what is for everyone', async () => {
    for (const endpoint of ENDPOINTS.filter(({ isForEveryone }) => !isForEveryone)) {
      // The emulator sends itself no such request, or refuses it on arrival.
      const status = await statusOf(endpoint, { below: proxy });
      expect([shown(endpoint), [403, 500, 503].includes(status)]).toEqual([shown(endpoint), true]);
    }
    expect(await statusOf({ method: 'GET', path: '/_emulator/health', body: '' }, { below: proxy })).toBe(200);
    await nothingHappened();
  });

  it.each([
    ...[
      '/_emulator/health',
      '/_localstack/health',
      '/%5Femulator/health',
      '/%255Femulator/health',
      '//_emulator/health',
      '/x/..%2f_emulator/health',
    ],
    ...['/_aws/dynamodb/expired', '/_aws/sns/sms-messages', '/_aws/lambda/debug', '/_cloud/table/expired', '/_cloud/sns/sms-messages'],
  ])('does nothing on behalf of others at %s', async (path) => {
    for (const method of ['POST', 'PUT', 'DELETE']) await statusOf({ method, path, body: '{"action":"restart"}' }, { below: proxy });
    await nothingHappened();
    for (const method of ['POST', 'DELETE'])
      if (/^\/_(aws|cloud)/.test(path)) expect(await statusOf({ method, path, body: '' }, { below: proxy })).toBe(403);
  });

  const PAGE = { 'sec-fetch-site': 'same-origin', 'user-agent': 'Mozilla/5.0', 'accept-language': 'en' };
  it('is asked by a page of its own origin for what only reads', async () => {
    for (const endpoint of ENDPOINTS) {
      const status = await statusOf(endpoint, { headers: PAGE });
      // Code is read with a signature.
      if (!endpoint.path.endsWith('/code/')) expect([shown(endpoint), status === 403]).toEqual([shown(endpoint), !endpoint.reads]);
    }
    await nothingHappened();
  });

  it('knows a page of its own origin under names to which browsers send no marks, too', async () => {
    const { 'sec-fetch-site': _, ...unmarked } = PAGE;
    const headers = {
      ...unmarked,
      host: 'host.docker.internal',
      authorization: 'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/sqs/aws4_request',
    };
    expect(await statusOf({ method: 'GET', path: '/?Action=DeleteQueue&QueueUrl=kept', body: '' }, { headers })).toBe(403);
    await nothingHappened();
  });

  it('opens no WebSocket for a page of its own origin', async () => {
    const handshake = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    };
    const socketApi = await emulator
      .client(ApiGatewayV2)
      .createApi({ Name: 'chat', ProtocolType: 'WEBSOCKET', RouteSelectionExpression: '$request.body.a' });
    const path = `/_execute-api/${socketApi.ApiId}/dev`;
    expect(await statusOf({ method: 'GET', path, body: '' }, { headers: { ...PAGE, ...handshake } })).toBe(403);
  });

  it('is not asked by pages of other origins at all', async () => {
    const headers = { ...PAGE, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    for (const endpoint of ENDPOINTS) expect([shown(endpoint), await statusOf(endpoint, { headers })]).toEqual([shown(endpoint), 403]);
    await nothingHappened();
  });
});
