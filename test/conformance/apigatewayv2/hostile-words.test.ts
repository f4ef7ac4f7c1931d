// Words that HTTP or an object does not take, from clients, functions and endpoints: statuses that end no request, characters of no header, names that
// every object inherits. Nothing of it may hang a client, write more than a header, or end as a failure of the emulator.
import { type AddressInfo, createServer, type Server } from 'node:net';
import { APIGateway } from '@aws-sdk/client-api-gateway';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask, eventIn, invocationUri, useApis } from './use-apis.ts';

const fixture = useApis();
const FAILED = { status: 500, text: '{"message":"Internal Server Error"}' };
const INHERITED = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];
/** Bytes in place of an HTTP server: the last request, and the answer to the next. */
let backend: Server;
let backendUrl: string;
let received = '';
let reply = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok';

beforeAll(async () => {
  // Answers what the body of the request is.
  await fixture.create('say', 'return JSON.parse(Buffer.from(event.body, event.isBase64Encoded ? "base64" : "utf8").toString());');
  await fixture.create('echo', 'return { statusCode: 200, body: JSON.stringify(event) };');
  backend = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (data) => {
      received = data.toString('latin1');
      socket.end(reply, 'latin1');
    });
  });
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  backendUrl = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`;
});
beforeEach(() => {
  received = '';
});
afterAll(() => {
  backend.close();
  expect(fixture.emulator.lines.filter((line) => /INTERNAL_FAILURE|failed unexpectedly|TypeError/.test(line))).toEqual([]);
});

/** Addresses that hand what a function says to their clients: an HTTP API by its format, a REST API, a function URL. */
async function speakers(): Promise<Record<'one' | 'two' | 'rest' | 'url', string>> {
  const { id, url } = await fixture.httpApi();
  await fixture.route(id, 'POST /one', 'say', { PayloadFormatVersion: '1.0' });
  await fixture.route(id, 'POST /two', 'say');
  const rest = fixture.emulator.client(APIGateway);
  const { id: restApiId, rootResourceId: resourceId } = await rest.createRestApi({ name: 'says' });
  const method = { restApiId, resourceId, httpMethod: 'POST' };
  await rest.putMethod({ ...method, authorizationType: 'NONE' });
  await rest.putIntegration({ ...method, type: 'AWS_PROXY', integrationHttpMethod: 'POST', uri: invocationUri('say') });
  await rest.createDeployment({ restApiId, stageName: 'dev' });
  const { FunctionUrl = '' } = await fixture.lambda.createFunctionUrlConfig({ FunctionName: 'say', AuthType: 'NONE' });
  await fixture.lambda.addPermission({
    ...{ FunctionName: 'say', StatementId: 'url', Action: 'lambda:InvokeFunctionUrl', Principal: '*', FunctionUrlAuthType: 'NONE' },
  });
  return { one: `${url}/one`, two: `${url}/two`, rest: `${fixture.emulator.url}/_execute-api/${restApiId}/dev`, url: FunctionUrl };
}

const say = (url: string, answer: object) =>
  ask(url, { method: 'POST', body: JSON.stringify(answer), headers: { 'content-type': 'application/json' } });

describe('functions', () => {
  let urls: Awaited<ReturnType<typeof speakers>>;
  beforeAll(async () => {
    urls = await speakers();
  });
  const refusals = { one: FAILED, two: FAILED, rest: { status: 502, text: '{"message": "Internal server error"}' }, url: { status: 502 } };
  const refused = async (name: keyof typeof refusals, answer: object): Promise<void> => {
    const { status, text } = await say(urls[name], answer);
    expect({ name, answer, status }).toEqual({ name, answer, status: refusals[name].status });
    expect(text).toMatch(/Internal [Ss]erver [Ee]rror/);
  };

  it.each([100, 101, 103, 199, 99, 600, 999, -1, 200.5, '1e3', 'x', '', '0xc8', [200], {}, true])(
    'with the status %j are refused',
    async (statusCode) => {
      for (const name of ['one', 'two', 'rest', 'url'] as const) await refused(name, { statusCode, body: 'hello' });
    },
  );

  it('say a status as a number or as its digits', async () => {
    for (const name of ['one', 'two', 'rest', 'url'] as const)
      for (const statusCode of [201, '418']) expect((await say(urls[name], { statusCode, body: 'x' })).status).toBe(Number(statusCode));
  });

  it('write no more than values of headers, under names that headers have', async () => {
    const headers = {
      x: 'a\r\nset-cookie: evil=1',
      'x\r\ny': 'a',
      'x y': 'a',
      '': 'a',
      'x-far': '漢ü\u0000',
      'x-kept': 'yes',
      constructor: 'own',
    };
    for (const name of ['one', 'two', 'rest', 'url'] as const) {
      const answer = await say(urls[name], { statusCode: 200, headers, body: 'hello' });
      expect(answer).toMatchObject({
        status: 200,
        text: 'hello',
        headers: { x: 'aset-cookie: evil=1', 'x-far': 'ü', 'x-kept': 'yes', constructor: 'own' },
      });
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    const cookies = await say(urls.two, { statusCode: 200, cookies: ['a=1\r\nx-evil: 1'], body: '' });
    expect(cookies.headers).toMatchObject({ 'set-cookie': ['a=1x-evil: 1'] });
    expect(cookies.headers).not.toHaveProperty('x-evil');
  });

  it('of REST APIs, and of format 1.0, have a text for a body', async () => {
    for (const body of [{ a: 1 }, ['a'], []]) {
      await refused('rest', { statusCode: 200, body });
      await refused('one', { statusCode: 200, body });
    }
    for (const [body, text] of [
      [7, '7'],
      [true, 'true'],
      [null, ''],
    ] as const)
      expect(await say(urls.rest, { statusCode: 200, body })).toMatchObject({ status: 200, text });
  });

  it('of REST APIs have scalars for values of headers, and no members besides', async () => {
    for (const answer of [
      ...[{ headers: { x: { a: 1 } } }, { headers: { x: ['a'] } }, { headers: ['x'] }, { headers: 'x' }],
      ...[{ multiValueHeaders: { x: 'a' } }, { multiValueHeaders: { x: [{ a: 1 }] } }, { multiValueHeaders: { x: [['a']] } }],
      ...[{ isBase64Encoded: 'perhaps' }, { isBase64Encoded: {} }, { other: 1 }, { cookies: ['a=1'] }],
    ])
      await refused('rest', { statusCode: 200, body: '', ...answer });
    const more = { headers: { x: 7, y: true, z: null }, multiValueHeaders: null, isBase64Encoded: null };
    expect(await say(urls.rest, { statusCode: 200, body: '', ...more })).toMatchObject({
      status: 200,
      headers: { x: '7', y: 'true', z: '' },
    });
    expect(fixture.emulator.lines.filter((line) => line.includes('the answer of the function is not understood')).length).toBeGreaterThan(
      0,
    );
  });
});

describe('endpoints', () => {
  const proxy = async (RequestParameters: Record<string, string> = {}, ResponseParameters?: object) => {
    const { id, url } = await fixture.httpApi();
    const more = {
      IntegrationType: 'HTTP_PROXY',
      IntegrationUri: `${backendUrl}/b`,
      IntegrationMethod: 'ANY',
      PayloadFormatVersion: '1.0',
    };
    await fixture.route(id, 'ANY /x', '', { ...more, RequestParameters, ...(ResponseParameters && { ResponseParameters }) });
    return `${url}/x`;
  };

  it.each(['100 Continue', '101 Switching Protocols', '099 Low', '600 High', '999 Denied'])(
    'that answer %s give no answer',
    async (status) => {
      const before = reply;
      reply = `HTTP/1.1 ${status}\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok`;
      try {
        expect(await ask(await proxy())).toMatchObject(FAILED);
      } finally {
        reply = before;
      }
    },
  );

  it('get no request whose mapped header holds more than a value', async () => {
    const url = await proxy({ 'append:header.x-mapped': '$request.querystring.q' });
    expect((await ask(`${url}?q=plain`)).text).toBe('ok');
    expect(received).toContain('x-mapped: plain\r\n');
    received = '';
    for (const q of ['a%0d%0aX-Evil:1', '%E6%BC%A2', 'a%00']) expect(await ask(`${url}?q=${q}`)).toMatchObject(FAILED);
    expect(received).toBe('');
  });

  it('get the host that a mapping sets, if it is one', async () => {
    const url = await proxy({ 'overwrite:header.Host': '$request.querystring.h' });
    expect((await ask(`${url}?h=other.example`)).text).toBe('ok');
    expect(received.toLowerCase()).toContain('\r\nhost: other.example\r\n');
    expect(received.toLowerCase().match(/\r\nhost:/g)).toHaveLength(1);
    for (const h of ['a%0d%0ab', 'a%20b', 'a/b']) expect(await ask(`${url}?h=${h}`)).toMatchObject(FAILED);
  });

  it('get one request for one, however its body is said to be framed', async () => {
    const url = await proxy({ 'overwrite:header.transfer-encoding': '$request.querystring.t' });
    expect(await ask(`${url}?t=chunked`, { method: 'POST', body: '0\r\n\r\n' })).toMatchObject(FAILED);
    expect(received).toBe('');
  });

  it('have statuses that mappings may change to others that end a request', async () => {
    for (const [to, status] of [
      ['100', 200],
      ['999', 200],
      ['299', 299],
    ] as const)
      expect((await ask(await proxy({}, { 200: { 'overwrite:statuscode': to } }))).status).toBe(status);
  });
});

describe('names that every object inherits', () => {
  it.each(INHERITED)('are no values of requests: %s', async (word) => {
    const { id, url } = await fixture.httpApi();
    const expressions = [
      `$request.header.${word}`,
      `$request.querystring.${word}`,
      `$request.path.${word}`,
      `$request.body.${word}`,
      `$context.${word}`,
    ];
    const RequestParameters = Object.fromEntries(
      [...expressions, `$stageVariables.${word}`, `$context.authorizer.${word}`].map((each, at) => [`append:header.x-${at}`, each]),
    );
    const more = { IntegrationType: 'HTTP_PROXY', IntegrationUri: backendUrl, IntegrationMethod: 'ANY', PayloadFormatVersion: '1.0' };
    await fixture.route(id, 'POST /{name}', '', { ...more, RequestParameters });
    expect((await ask(`${url}/a`, { method: 'POST', body: '{}' })).text).toBe('ok');
    expect(received).not.toMatch(/\r\nx-\d:/);
  });

  it.each(['1.0', '2.0'])('reach functions as they were sent, in format %s', async (PayloadFormatVersion) => {
    const { id, url } = await fixture.httpApi();
    await fixture.route(id, 'GET /{constructor}', 'echo', { PayloadFormatVersion });
    const headers = { constructor: 'one', tostring: 'two', valueof: 'three' };
    const event = eventIn<Record<string, Record<string, string>>>(await ask(`${url}/p?constructor=q&toString=r`, { headers }));
    expect(event['headers']).toMatchObject(headers);
    expect(event['queryStringParameters']).toEqual({ constructor: 'q', toString: 'r' });
    expect(event['pathParameters']).toEqual({ constructor: 'p' });
  });

  it('choose no algorithm and no key of a token', async () => {
    const { id: ApiId, url } = await fixture.httpApi();
    const JwtConfiguration = { Issuer: 'https://issuer.example', Audience: ['app'] };
    const { AuthorizerId } = await fixture.api.createAuthorizer({
      ...{ ApiId, Name: 'jwt', AuthorizerType: 'JWT', IdentitySource: ['$request.header.Authorization'], JwtConfiguration },
    });
    await fixture.route(ApiId, 'GET /', 'echo', {}, { AuthorizerId, AuthorizationType: 'JWT' });
    const signed = await fetch(`${fixture.emulator.url}/_emulator/issuer/tokens`, {
      method: 'POST',
      body: JSON.stringify({ issuer: 'https://issuer.example', claims: { aud: 'app' } }),
    });
    const [head = '', ...rest] = ((await signed.json()) as { token: string }).token.split('.');
    const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as object;
    const statusWith = async (change: object): Promise<number> => {
      const changed = Buffer.from(JSON.stringify({ ...header, ...change })).toString('base64url');
      return (await ask(`${url}/`, { headers: { authorization: [changed, ...rest].join('.') } })).status;
    };
    expect(await statusWith({})).toBe(200);
    for (const word of [...INHERITED, 'none', 'HS256', 'rs256', 'RS256 ', null, {}]) {
      expect(await statusWith({ alg: word })).toBe(401);
      expect(await statusWith({ kid: word })).toBe(401);
    }
  });

  it.each(INHERITED)('are no type of content with a model, and no template: %s', async (word) => {
    const rest = fixture.emulator.client(APIGateway);
    const { id: restApiId, rootResourceId: resourceId } = await rest.createRestApi({ name: 'words' });
    const method = { restApiId, resourceId, httpMethod: 'POST' };
    const { id: requestValidatorId } = await rest.createRequestValidator({ restApiId, name: 'body', validateRequestBody: true });
    await rest.putMethod({ ...method, authorizationType: 'NONE', requestValidatorId, requestModels: { 'application/json': 'Error' } });
    const template = `{"statusCode": 200, "a": "$input.params('${word}')", "b": "$context.${word}", "c": "$stageVariables.${word}", "d": "$input.path('$.${word}')"}`;
    await rest.putIntegration({ ...method, type: 'MOCK', requestTemplates: { 'application/json': template } });
    await rest.putMethodResponse({ ...method, statusCode: '200' });
    await rest.putIntegrationResponse({ ...method, statusCode: '200' });
    await rest.createDeployment({ restApiId, stageName: 'dev' });
    const url = `${fixture.emulator.url}/_execute-api/${restApiId}/dev`;
    expect((await ask(url, { method: 'POST', body: '{}', headers: { 'content-type': word } })).status).toBeLessThan(501);
    expect((await ask(url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })).status).toBe(200);
  });

  it('are refused where an API would use them', async () => {
    const { api } = fixture;
    const { id: ApiId } = await fixture.httpApi();
    for (const word of INHERITED) {
      const integration = {
        ApiId,
        IntegrationType: 'AWS_PROXY' as const,
        PayloadFormatVersion: '1.0',
        CredentialsArn: 'arn:aws:iam::000000000000:role/r',
      };
      await expect(api.createIntegration({ ...integration, IntegrationSubtype: word })).rejects.toThrow(
        `IntegrationSubtype ${word} is not supported`,
      );
    }
    expect((await api.getIntegrations({ ApiId })).Items).toEqual([]);
  });
});
