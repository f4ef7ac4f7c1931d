// HTTP tasks: requests that a connection authorizes, and what a test of the state shows of them.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CreateConnectionCommandInput, EventBridge } from '@aws-sdk/client-eventbridge';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Machines, ROLE, useMachines } from './use-machines.ts';

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
let machines: Machines;
let server: Server;
let origin: string;
let seen: Seen[] = [];
let answer: { status: number; headers: Record<string, string>; body: string | Buffer };

beforeAll(async () => {
  machines = await useMachines();
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    if (url === '/token')
      return void response.setHeader('content-type', 'application/json').end('{"access_token":"t0ken","expires_in":3600}');
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  seen = [];
  answer = { status: 200, headers: { 'content-type': 'application/json' }, body: '{"done":true}' };
});
afterAll(async () => {
  server.close();
  await machines.emulator.stop();
});

type Connection = Pick<CreateConnectionCommandInput, 'AuthorizationType' | 'AuthParameters'>;
const BASIC: Connection = { AuthorizationType: 'BASIC', AuthParameters: { BasicAuthParameters: { Username: 'ann', Password: 'pw' } } };
let connections = 0;
const connect = async (connection: Connection): Promise<string> => {
  const events = machines.emulator.client(EventBridge);
  const { ConnectionArn } = await events.createConnection({ Name: `connection-${connections++}`, ...connection });
  await machines.emulator.idle();
  return ConnectionArn!;
};
const http = (parameters: object, more: object = {}) => ({
  Type: 'Task',
  Resource: 'arn:aws:states:::http:invoke',
  Parameters: { ApiEndpoint: `${origin}/orders`, Method: 'POST', ...parameters },
  End: true,
  ...more,
});
let machineCount = 0;
const runTask = async (parameters: object, more: object = {}, input: unknown = {}) =>
  machines.run(await machines.machine(`http-${machineCount++}`, { Call: http(parameters, more) }), input);

it('sends the request with the credentials of the connection, and answers with status, headers and body', async () => {
  const ConnectionArn = await connect(BASIC);
  const { output } = await runTask({
    InvocationConfig: { ConnectionArn },
    Headers: { 'X-Own': 'a' },
    QueryParameters: { page: 2, tags: ['x', 'y z'] },
    RequestBody: { id: 7 },
  });
  expect(seen).toMatchObject([{ method: 'POST', url: '/orders?page=2&tags=x&tags=y+z', body: '{"id":7}' }]);
  expect(seen[0]!.headers).toMatchObject({
    ...{ authorization: `Basic ${Buffer.from('ann:pw').toString('base64')}`, 'x-own': 'a', range: 'bytes=0-262144' },
    ...{ 'content-type': 'application/json; charset=UTF-8', 'user-agent': 'Amazon|StepFunctions|HttpInvoke|us-east-1' },
  });
  expect(JSON.parse(output!)).toMatchObject({
    ...{ StatusCode: 200, StatusText: 'OK', ResponseBody: { done: true } },
    Headers: { 'content-type': ['application/json'] },
  });
});

it('lets the connection win where both say something', async () => {
  const parameter = (Key: string) => [{ Key, Value: 'connection', IsValueSecret: true }];
  const ConnectionArn = await connect({
    AuthorizationType: 'API_KEY',
    AuthParameters: {
      ApiKeyAuthParameters: { ApiKeyName: 'X-Key', ApiKeyValue: 'k3y' },
      InvocationHttpParameters: {
        HeaderParameters: parameter('X-Own'),
        QueryStringParameters: parameter('page'),
        BodyParameters: parameter('mode'),
      },
    },
  });
  const Authentication = { ConnectionArn };
  await runTask({ Authentication, Headers: { 'x-own': 'task' }, QueryParameters: { page: 'task' }, RequestBody: { mode: 'task', id: 1 } });
  expect(seen).toMatchObject([
    {
      ...{ url: '/orders?page=connection', body: '{"mode":"connection","id":1}' },
      headers: { 'x-key': 'k3y', 'x-own': 'connection' },
    },
  ]);
  expect(await runTask({ Authentication, RequestBody: 'a text' })).toMatchObject({ error: 'States.Runtime' });
});

it('takes a token for OAuth once, and again after it was refused', async () => {
  const ConnectionArn = await connect({
    AuthorizationType: 'OAUTH_CLIENT_CREDENTIALS',
    AuthParameters: {
      OAuthParameters: {
        ...{ AuthorizationEndpoint: `${origin}/token`, HttpMethod: 'POST' },
        ClientParameters: { ClientID: 'id', ClientSecret: 'secret' },
      },
    },
  });
  seen = [];
  const task = { InvocationConfig: { ConnectionArn } };
  for (const _ of [1, 2]) await runTask(task);
  expect(seen.map(({ url }) => url)).toEqual(['/token', '/orders', '/orders']);
  expect(seen[1]!.headers.authorization).toBe('Bearer t0ken');
  answer.status = 401;
  expect((await runTask(task)).error).toBe('States.Http.StatusCode.401');
  await runTask(task);
  expect(seen.map(({ url }) => url).slice(3)).toEqual(['/orders', '/token', '/orders']);
});

it.each([
  ['INDICES', 'a%20b=c%26d&list%5B0%5D=1&list%5B1%5D=2&in%5Bner%5D=x'],
  ['REPEAT', 'a%20b=c%26d&list=1&list=2&in%5Bner%5D=x'],
  ['COMMAS', 'a%20b=c%26d&list=1%2C2&in%5Bner%5D=x'],
  ['BRACKETS', 'a%20b=c%26d&list%5B%5D=1&list%5B%5D=2&in%5Bner%5D=x'],
])('encodes bodies as forms: %s', async (ArrayFormat, body) => {
  const ConnectionArn = await connect(BASIC);
  const Transform = { RequestBodyEncoding: 'URL_ENCODED', RequestEncodingOptions: { ArrayFormat } };
  const Headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const RequestBody = { 'a b': 'c&d', list: [1, 2], in: { ner: 'x' } };
  await runTask({ InvocationConfig: { ConnectionArn }, Headers, RequestBody, Transform });
  expect(seen).toMatchObject([{ body, headers: Headers }]);
});

it('fails with the status, which retriers and catchers name', async () => {
  const InvocationConfig = { ConnectionArn: await connect(BASIC) };
  answer = { status: 503, headers: {}, body: 'busy' };
  const Retry = [{ ErrorEquals: ['States.Http.StatusCode.503'], IntervalSeconds: 1, MaxAttempts: 1 }];
  const Catch = [{ ErrorEquals: ['States.TaskFailed'], Next: 'Caught' }];
  const arn = await machines.machine(`http-${machineCount++}`, {
    Call: http({ InvocationConfig }, { Retry, Catch }),
    Caught: { Type: 'Pass', End: true },
  });
  const { executionArn } = await machines.run(arn);
  await machines.emulator.clock.advance('2s');
  expect(await machines.describe(executionArn!)).toMatchObject({
    output: '{"Error":"States.Http.StatusCode.503","Cause":"Service Unavailable"}',
  });
  expect(seen).toHaveLength(2);
});

it('tells of endpoints, connections and answers that are no use', async () => {
  const InvocationConfig = { ConnectionArn: await connect(BASIC) };
  const fails = async (parameters: object, expected: object): Promise<void> => expect(await runTask(parameters)).toMatchObject(expected);
  await fails({ InvocationConfig, ApiEndpoint: 'http://127.0.0.1:1/' }, { error: 'States.Http.Socket' });
  await fails({ InvocationConfig, ApiEndpoint: 'http://example.com/' }, { error: 'States.Runtime' });
  await fails({ InvocationConfig, Headers: { Authorization: 'mine' } }, { error: 'States.Runtime', cause: /Authorization/ as never });
  answer.headers = { 'content-type': 'image/png' };
  await fails({ InvocationConfig }, { error: 'States.Runtime' });
  const none = 'arn:aws:events:us-east-1:000000000000:connection/none/1';
  await fails({ InvocationConfig: { ConnectionArn: none } }, { error: 'Events.ConnectionResource.ResourceNotFound' });
  await fails({}, { error: 'States.Runtime', cause: expect.stringContaining("[The field 'ConnectionArn' is required but was missing]") });
});

it('shows request and answer at the level TRACE, with secrets only where they are revealed', async () => {
  const ConnectionArn = await connect(BASIC);
  const definition = JSON.stringify(http({ Method: 'GET', InvocationConfig: { ConnectionArn }, Headers: { own: 'a' } }));
  const traced = async (more: object) =>
    (await machines.sfn.testState({ definition, roleArn: ROLE, inspectionLevel: 'TRACE', ...more })).inspectionData!;
  const hidden = await traced({});
  const fixed = 'User-Agent: Amazon|StepFunctions|HttpInvoke|us-east-1, Range: bytes=0-262144';
  expect(hidden.request).toEqual({ protocol: 'http', method: 'GET', url: `${origin}/orders`, headers: `[own: a, ${fixed}]` });
  expect(hidden.response).toMatchObject({ protocol: 'http', statusCode: '200', statusMessage: 'OK', body: '{"done":true}' });
  const revealed = await traced({ revealSecrets: true });
  expect(revealed.request?.headers).toBe(`[own: a, Authorization: Basic ${Buffer.from('ann:pw').toString('base64')}, ${fixed}]`);
});
