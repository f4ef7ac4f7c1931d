// The Web Adapter as a public layer: a function is a web server, which events reach as HTTP requests.
// https://github.com/awslabs/aws-lambda-web-adapter (docs/guide)
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemCommand } from '../../../emulator/src/containers/embedded/system-command.ts';
import { isMissing } from '../../support/is-missing.ts';
import { type Fixture, jsonOf, startFixture, textOf, zipOf } from './fixture.ts';

const LAYER = 'arn:aws:lambda:us-east-1:753240598075:layer:LambdaAdapterLayerX86:25';
const WRAPPED = { AWS_LAMBDA_EXEC_WRAPPER: '/opt/bootstrap' };
/** Answers with what it was asked. */
const SERVER = `
const { createServer } = require('node:http');
createServer((request, response) => {
  const pieces = [];
  request.on('data', (piece) => pieces.push(piece));
  request.on('end', () => {
    const { method, url, headers } = request;
    if (url === '/image') return response.writeHead(200, { 'content-type': 'image/png', 'set-cookie': ['a=1', 'b=2'] }).end(Buffer.from([0, 255, 7]));
    if (url === '/broken') return response.writeHead(503).end('down');
    if (url === '/gone') return request.socket.destroy();
    if (url === '/slow') { response.write('one '); return setTimeout(() => response.end('two'), 20); }
    const context = headers['x-amzn-request-context'];
    const lambda = JSON.parse(headers['x-amzn-lambda-context'] ?? '{}');
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ method, url, cookie: headers.cookie, authorization: headers.authorization, body: Buffer.concat(pieces).toString(),
      context: context && JSON.parse(context), fn: lambda.env_config?.function_name, arn: lambda.invoked_function_arn, pid: process.pid }));
  });
}).listen(process.env.PORT);`;
const lacksNetworks = ['unshare', 'nsenter', 'ip'].some((name) => systemCommand(name) === undefined);
const CODE = zipOf({ 'server.js': SERVER, 'run.sh': '#!/bin/sh\nexec node server.js\n' }, 0o755);

let here: Fixture;
beforeAll(async () => {
  here = await startFixture();
  await create('web');
});
afterAll(() => here.emulator.stop());

const create = (name: string, Variables: Record<string, string> = {}, more: object = {}): Promise<void> =>
  here.create(name, CODE, { Handler: 'run.sh', Layers: [LAYER], Environment: { Variables: { ...WRAPPED, ...Variables } }, ...more });

async function invoke(FunctionName: string, event: object) {
  const { Payload, FunctionError } = await here.lambda.invoke({ FunctionName, Payload: JSON.stringify(event) });
  return { FunctionError, answer: jsonOf<Record<string, never>>(Payload) };
}

const http = (rawPath: string, more: object = {}) => ({
  version: '2.0',
  routeKey: '$default',
  rawPath,
  rawQueryString: '',
  headers: { host: 'example.com', 'x-token': 'secret' },
  requestContext: { stage: '$default', http: { method: 'GET', path: rawPath } },
  ...more,
});

async function urlOf(name: string, InvokeMode: 'BUFFERED' | 'RESPONSE_STREAM' = 'BUFFERED'): Promise<string> {
  await here.lambda.createFunctionUrlConfig({ FunctionName: name, AuthType: 'NONE', InvokeMode });
  await here.lambda.addPermission({
    ...{ FunctionName: name, StatementId: 'all', Action: 'lambda:InvokeFunctionUrl', Principal: '*', FunctionUrlAuthType: 'NONE' },
  });
  const { FunctionUrl = '' } = await here.lambda.getFunctionUrlConfig({ FunctionName: name });
  return `${here.emulator.url}/_function-url/${new URL(FunctionUrl).hostname.split('.')[0]}`;
}

it('hands requests of a function URL to the server, and its answers back', async () => {
  const url = await urlOf('web');
  const answer = await fetch(`${url}/a%20b/c?x=1&x=2`, { method: 'POST', body: 'hello', headers: { cookie: 'k=v' } });
  expect(await answer.json()).toMatchObject({
    ...{ method: 'POST', url: '/a%20b/c?x=1&x=2', cookie: 'k=v', body: 'hello', fn: 'web' },
    context: { http: { method: 'POST' } },
    arn: expect.stringMatching(/:function:web$/),
  });
  const image = await fetch(`${url}/image`);
  expect([image.headers.get('content-type'), image.headers.getSetCookie()]).toEqual(['image/png', ['a=1', 'b=2']]);
  expect([...new Uint8Array(await image.arrayBuffer())]).toEqual([0, 255, 7]);
  expect([(await fetch(`${url}/broken`)).status, (await fetch(`${url}/gone`)).status]).toEqual([503, 502]);
});

it('reads events of REST APIs and load balancers, and answers in their form', async () => {
  const requestContext = { requestId: '1', resourceId: 'r', stage: 'prod' };
  const many = { multiValueHeaders: { cookie: ['a=1', 'b=2'] }, multiValueQueryStringParameters: { q: ['a b', 'c'] } };
  const rest = await invoke('web', {
    path: '/x',
    httpMethod: 'PUT',
    headers: {},
    ...many,
    body: 'aGk=',
    isBase64Encoded: true,
    requestContext,
  });
  expect(rest.answer).toMatchObject({
    statusCode: 200,
    isBase64Encoded: false,
    multiValueHeaders: { 'content-type': ['application/json'] },
  });
  expect(JSON.parse(rest.answer['body']!)).toMatchObject({ method: 'PUT', url: '/x?q=a+b&q=c', cookie: 'a=1; b=2', body: 'hi' });
  const elb = { elb: { targetGroupArn: 'arn:aws:elasticloadbalancing:us-east-1:000000000000:targetgroup/t/1' } };
  const balanced = await invoke('web', {
    ...{ path: '/y', httpMethod: 'GET', headers: {}, queryStringParameters: { q: 'a%20b' }, body: '', requestContext: elb },
  });
  expect(balanced.answer).toMatchObject({ statusCode: 200, statusDescription: '200 OK' });
  expect(JSON.parse(balanced.answer['body']!)).toMatchObject({ url: '/y?q=a%20b' });
});

it('posts other events to a path of their own, and answers with the body alone', async () => {
  const event = { Records: [{ eventSource: 'aws:sqs', body: 'größer' }] };
  expect((await invoke('web', event)).answer).toMatchObject({ method: 'POST', url: '/events', body: JSON.stringify(event), context: null });
  await create('queue', { AWS_LWA_PASS_THROUGH_PATH: '/queue' });
  expect((await invoke('queue', event)).answer).toMatchObject({ url: '/queue' });
});

it('fails where the server breaks off, and for statuses that are named so', async () => {
  const gone = await invoke('web', http('/gone'));
  expect(gone).toEqual({ FunctionError: 'Unhandled', answer: { errorType: 'Error', errorMessage: 'socket hang up' } });
  await create('strict', { AWS_LWA_ERROR_STATUS_CODES: '400,500-599' });
  const failed = await invoke('strict', http('/broken'));
  expect([failed.FunctionError, failed.answer['errorMessage']]).toEqual(['Unhandled', '{"statusCode":503,"body":"down"}']);
});

it('streams, removes a base path, and takes the authorization from another header', async () => {
  await create('streamed', { AWS_LWA_INVOKE_MODE: 'response_stream' });
  expect(await (await fetch(`${await urlOf('streamed', 'RESPONSE_STREAM')}/slow`)).text()).toBe('one two');
  await create('moved', { AWS_LWA_REMOVE_BASE_PATH: '/v1', AWS_LWA_AUTHORIZATION_SOURCE: 'X-Token', AWS_LWA_ENABLE_COMPRESSION: 'true' });
  const { answer } = await invoke('moved', http('/v1/orders'));
  expect(JSON.parse(answer['body']!)).toMatchObject({ url: '/orders', authorization: 'secret' });
  const zipped = await invoke('moved', http('/v1', { headers: { 'accept-encoding': 'gzip;q=0.5, br;q=0' } }));
  expect(zipped.answer).toMatchObject({ isBase64Encoded: true, headers: { 'content-encoding': 'gzip' } });
});

it('keeps environments apart that run at the same time, also with an own runtime', async () => {
  await create('own', { PORT: '8080' }, { Runtime: 'provided.al2023' });
  const both = await Promise.all([invoke('own', http('/slow')), invoke('own', http('/1')), invoke('own', http('/2'))]);
  expect(both.map(({ FunctionError }) => FunctionError)).toEqual([undefined, undefined, undefined]);
  expect(both.slice(1).map(({ answer }) => JSON.parse(answer['body']!) as object)).toMatchObject([{ url: '/1' }, { url: '/2' }]);
});

/** A server that needs time until it listens. */
const LATE = zipOf(
  {
    'server.js': `setTimeout(() => require('node:http').createServer((request, response) => response.end(request.url)).listen(process.env.PORT ?? 8080), 400);`,
    'run.sh': '#!/bin/sh\nexec node server.js\n',
  },
  0o755,
);

describe.each([{ network: 'open' }, { network: 'gateway' }])('with the network $network', ({ network }) => {
  let other: Fixture;
  beforeAll(async () => {
    other = await startFixture({ environment: { FUNCTION_NETWORK: network } });
  });
  afterAll(() => other.emulator.stop());

  const lacks = network === 'gateway' && lacksNetworks;
  it.skipIf(isMissing('the Web Adapter in a network of its own', lacks && 'needs unshare, nsenter and ip')).each(['tcp', 'http'])(
    'waits until the server is ready, asked by %s',
    async (protocol) => {
      const Variables = { ...WRAPPED, AWS_LWA_READINESS_CHECK_PROTOCOL: protocol };
      await other.create(protocol, LATE, { Handler: 'run.sh', Layers: [LAYER], Environment: { Variables } });
      const { Payload, FunctionError } = await other.lambda.invoke({ FunctionName: protocol, Payload: JSON.stringify(http('/late')) });
      expect([FunctionError, jsonOf(Payload)]).toEqual([undefined, expect.objectContaining({ statusCode: 200, body: '/late' })]);
    },
  );
});

it('says what is wrong with a server that never listens', async () => {
  const code = zipOf({ 'run.sh': '#!/bin/sh\necho "no server" >&2\nexit 3\n' }, 0o755);
  await here.create('never', code, { Handler: 'run.sh', Layers: [LAYER], Environment: { Variables: WRAPPED } });
  const { Payload, FunctionError } = await here.lambda.invoke({ FunctionName: 'never' });
  expect([FunctionError, textOf(Payload)]).toEqual(['Unhandled', expect.stringContaining('Runtime.ExitError')]);
});
