// Requests to HTTP APIs: routes, events, answers, CORS and limits.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, ECHO, eventIn, functionArn, useApis } from './use-apis.ts';

const fixture = useApis();
let endpoint: Server;
let endpointUrl: string;
let received: { request: IncomingMessage; body: string } | undefined;

beforeAll(async () => {
  await fixture.create('echo', ECHO);
  await fixture.create('bare', 'return { hello: "world" };');
  await fixture.create('broken', 'throw new Error("no");');
  await fixture.create('odd', 'return { statusCode: "none" };');
  await fixture.create(
    'rich',
    'return { statusCode: 201, headers: { "X-A": "1", "access-control-allow-origin": "evil" }, cookies: ["a=1", "b=2"], body: "aGk=", isBase64Encoded: true };',
  );
  endpoint = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      received = { request, body: Buffer.concat(pieces).toString() };
      response.writeHead(202, { 'x-from': 'endpoint', 'set-cookie': ['a=1', 'b=2'] }).end('{"n":{"m":"seven"}}');
    });
  });
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
  endpointUrl = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`;
});
afterAll(() => endpoint.close());

describe('routes', () => {
  it('go from the fullest match to $default, and by the method', async () => {
    const { id, url } = await fixture.httpApi();
    for (const key of ['GET /pets', 'ANY /pets/{id}', 'GET /{proxy+}']) await fixture.route(id, key, 'echo');
    const matched = async (path: string, method = 'GET') => {
      const answer = await ask(url + path, { method });
      return answer.status === 200 ? eventIn<{ routeKey: string; pathParameters?: object }>(answer) : answer.text;
    };
    expect(await matched('/pets')).toMatchObject({ routeKey: 'GET /pets' });
    expect(await matched('/pets/a%20b', 'PUT')).toMatchObject({ routeKey: 'ANY /pets/{id}', pathParameters: { id: 'a b' } });
    expect(await matched('/other/x')).toMatchObject({ routeKey: 'GET /{proxy+}', pathParameters: { proxy: 'other/x' } });
    expect(await matched('/other/x', 'POST')).toBe('{"message":"Not Found"}');
    await fixture.route(id, '$default', 'echo');
    expect(await matched('/other/x', 'POST')).toMatchObject({ routeKey: '$default' });
  });

  it('are found by host name in any case, by path, and by the path of the established emulator', async () => {
    const { id, url } = await fixture.httpApi();
    await fixture.route(id, 'GET /a', 'echo');
    const { port } = new URL(url);
    expect((await ask(url.replace(id, id.toUpperCase()) + '/a')).status).toBe(200);
    expect((await ask(`http://${id}.execute-api.us-east-1.amazonaws.com:${port}/a`)).status).toBe(200);
    expect(eventIn<{ rawPath: string }>(await ask(`${fixture.emulator.url}/_execute-api/${id}/a`)).rawPath).toBe('/a');
    expect((await ask(`${fixture.emulator.url}/_aws/execute-api/${id}/a`)).status).toBe(200);
    expect(await ask(`http://nothere.execute-api.localhost:${port}/a`)).toMatchObject({
      status: 404,
      text: `{"message":"The API id 'nothere' does not correspond to a deployed API Gateway API"}`,
    });
  });

  it('of a named stage stand behind its name', async () => {
    const { api } = fixture;
    const { id: ApiId, url } = await fixture.httpApi();
    await api.createStage({ ApiId, StageName: 'dev', AutoDeploy: true, StageVariables: { colour: 'red' } });
    await fixture.route(ApiId, 'GET /a', 'echo');
    const event = eventIn<{ rawPath: string; stageVariables: object; requestContext: { stage: string; http: { path: string } } }>(
      await ask(`${url}/dev/a`),
    );
    expect(event).toMatchObject({
      rawPath: '/dev/a',
      stageVariables: { colour: 'red' },
      requestContext: { stage: 'dev', http: { path: '/dev/a' } },
    });
    expect((await ask(`${url}/prod/a`)).status).toBe(404);
  });
});

describe('events', () => {
  it('of format 2.0 have what they need and nothing empty', async () => {
    const { id, url } = await fixture.httpApi();
    await fixture.route(id, 'POST /a/{b}', 'echo');
    const headers = { 'X-Twice': ['1', '2'], cookie: 'a=1; b=2', 'content-type': 'text/plain', 'user-agent': 'tests' };
    const event = eventIn<{ headers: Record<string, string>; requestContext: object }>(
      await ask(`${url}/a/x?c=1&c=2&d=`, { method: 'POST', headers, body: 'hi' }),
    );
    expect(event).toMatchObject({
      ...{ version: '2.0', routeKey: 'POST /a/{b}', rawPath: '/a/x', rawQueryString: 'c=1&c=2&d=', cookies: ['a=1', 'b=2'] },
      ...{ queryStringParameters: { c: '1,2', d: '' }, pathParameters: { b: 'x' }, body: 'hi', isBase64Encoded: false },
      requestContext: {
        ...{ accountId: '000000000000', apiId: id, domainPrefix: id, routeKey: 'POST /a/{b}', stage: '$default' },
        http: { method: 'POST', path: '/a/x', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'tests' },
        ...{ time: '01/Jan/2026:00:00:00 +0000', timeEpoch: Date.UTC(2026, 0, 1) },
      },
    });
    expect(event.headers).toMatchObject({ 'x-twice': '1,2', 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' });
    expect(event.headers).not.toHaveProperty('cookie');
    expect(event).not.toHaveProperty('stageVariables');
    const bytes = eventIn(
      await ask(`${url}/a/x`, { method: 'POST', headers: { 'content-type': 'image/png' }, body: Buffer.from([0xff, 0]) }),
    );
    expect(bytes).toMatchObject({ body: '/wA=', isBase64Encoded: true });
  });

  it('of format 1.0 keep the case of names, and have null for nothing', async () => {
    const { id, url } = await fixture.httpApi();
    await fixture.route(id, 'GET /a/{b}', 'echo', { PayloadFormatVersion: '1.0' });
    const event = eventIn<object>(await ask(`${url}/a/x?c=1&c=2`, { headers: { 'X-Twice': ['1', '2'] } }));
    expect(event).toMatchObject({
      ...{ version: '1.0', resource: '/a/{b}', path: '/a/x', httpMethod: 'GET', body: null, stageVariables: null },
      ...{ headers: { 'X-Twice': '2' }, multiValueHeaders: { 'X-Twice': ['1', '2'] } },
      ...{ queryStringParameters: { c: '2' }, multiValueQueryStringParameters: { c: ['1', '2'] }, pathParameters: { b: 'x' } },
      requestContext: {
        httpMethod: 'GET',
        resourcePath: '/a/{b}',
        resourceId: 'GET /a/{b}',
        identity: { sourceIp: '127.0.0.1', user: null },
      },
    });
  });
});

describe('answers', () => {
  it('are what a function says', async () => {
    const { id, url } = await fixture.httpApi();
    for (const name of ['bare', 'broken', 'odd', 'rich']) await fixture.route(id, `GET /${name}`, name);
    expect(await ask(`${url}/bare`)).toMatchObject({
      status: 200,
      text: '{"hello":"world"}',
      headers: { 'content-type': 'application/json' },
    });
    expect(await ask(`${url}/rich`)).toMatchObject({ status: 201, text: 'hi', headers: { 'x-a': '1', 'set-cookie': ['a=1', 'b=2'] } });
    for (const name of ['broken', 'odd'])
      expect(await ask(`${url}/${name}`)).toMatchObject({ status: 500, text: '{"message":"Internal Server Error"}' });
    expect((await ask(`${url}/bare`)).headers['apigw-requestid']).toMatch(/^[\w-]{15}=$/);
    await fixture.route(id, 'GET /old', 'bare', { PayloadFormatVersion: '1.0' });
    expect((await ask(`${url}/old`)).status).toBe(500);
  });

  it('need a function that lets the API call it', async () => {
    const { id, url } = await fixture.httpApi();
    await fixture.route(id, 'GET /a', 'nothere');
    expect((await ask(`${url}/a`)).status).toBe(500);
    await fixture.lambda.removePermission({ FunctionName: 'bare', StatementId: 'apis' });
    await fixture.route(id, 'GET /bare', 'bare');
    expect((await ask(`${url}/bare`)).status).toBe(500);
    const other = { SourceArn: `arn:aws:execute-api:us-east-1:000000000000:${id}/*/GET/bare` };
    await fixture.lambda.addPermission({
      FunctionName: 'bare',
      StatementId: 'apis',
      Action: 'lambda:InvokeFunction',
      Principal: 'apigateway.amazonaws.com',
      ...other,
    });
    expect((await ask(`${url}/bare`)).status).toBe(200);
  });

  it('get mapped parameters in their events', async () => {
    const { id, url } = await fixture.httpApi();
    const RequestParameters = {
      'overwrite:path': '/mapped/${request.path.b}',
      'append:header.x-api': '$context.apiId',
      'overwrite:querystring.q': '$request.body.deep',
      'remove:header.x-gone': "''",
    };
    await fixture.route(id, 'POST /a/{b}', 'echo', { RequestParameters });
    const headers = { 'x-gone': '1', 'content-type': 'application/json' };
    const event = eventIn<Record<string, unknown>>(await ask(`${url}/a/x?q=1`, { method: 'POST', headers, body: '{"deep":"v"}' }));
    expect(event).toMatchObject({ rawPath: '/mapped/x', rawQueryString: 'q=v', headers: { 'x-api': id }, routeKey: 'POST /a/{b}' });
    expect(event['headers']).not.toHaveProperty('x-gone');
  });
});

describe('HTTP endpoints', () => {
  it('get the request, and their answers come back', async () => {
    const { id, url } = await fixture.httpApi();
    const more = {
      IntegrationType: 'HTTP_PROXY',
      IntegrationUri: `${endpointUrl}/base/{proxy}`,
      IntegrationMethod: 'ANY',
      PayloadFormatVersion: '1.0',
    };
    await fixture.route(id, 'ANY /{proxy+}', '', more);
    const answer = await ask(`${url}/a/b?c=1`, { method: 'PUT', headers: { 'x-mine': '1' }, body: 'text' });
    expect(answer).toMatchObject({
      status: 202,
      text: '{"n":{"m":"seven"}}',
      headers: { 'x-from': 'endpoint', 'set-cookie': ['a=1', 'b=2'] },
    });
    expect(received?.request.url).toBe('/base/a/b?c=1');
    expect(received).toMatchObject({ body: 'text', request: { method: 'PUT', headers: { 'x-mine': '1' } } });
    expect(received?.request.headers).not.toHaveProperty('x-forwarded-for');
    expect(received?.request.headers.forwarded).toMatch(/for=127\.0\.0\.1;host=.*;proto=http/);
  });

  it('are never the emulator itself behind its own endpoints', async () => {
    const { id, url } = await fixture.httpApi();
    const own = { IntegrationType: 'HTTP_PROXY', IntegrationUri: `${fixture.emulator.url}/{proxy}`, IntegrationMethod: 'ANY' };
    await fixture.route(id, 'ANY /{proxy+}', '', { ...own, PayloadFormatVersion: '1.0' });
    const answers = ['_emulator/config', '_localstack/health', 'a/../_emulator/config'].map((path) => ask(`${url}/${path}`));
    for (const { status, text } of await Promise.all(answers)) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(text).not.toMatch(/GATEWAY_LISTEN|edition/);
    }
    expect((await ask(`${url}/_emulator/health`)).status).toBe(200);
  });

  it('get mapped parameters, and their answers are mapped by status', async () => {
    const { id, url } = await fixture.httpApi();
    await fixture.route(id, 'POST /a/{b}', '', {
      ...{ IntegrationType: 'HTTP_PROXY', IntegrationUri: endpointUrl, IntegrationMethod: 'POST', PayloadFormatVersion: '1.0' },
      RequestParameters: {
        'overwrite:path': '/mapped/$request.path.b'.replace('$request.path.b', '${request.path.b}'),
        'append:header.x-api': '$context.apiId',
        'overwrite:querystring.q': '$request.body.deep.value',
        'remove:header.x-gone': "''",
      },
      ResponseParameters: {
        202: { 'overwrite:statuscode': '418', 'append:header.x-n': '$response.body.n.m', 'remove:header.x-from': "''" },
      },
    });
    const answer = await ask(`${url}/a/x?q=1`, {
      method: 'POST',
      headers: { 'x-gone': '1', 'content-type': 'application/json' },
      body: '{"deep":{"value":"v"}}',
    });
    expect(answer).toMatchObject({ status: 418, headers: { 'x-n': 'seven' } });
    expect(answer.headers).not.toHaveProperty('x-from');
    expect(received?.request.url).toBe('/mapped/x?q=v');
    expect(received?.request.headers).toMatchObject({ 'x-api': id });
    expect(received?.request.headers).not.toHaveProperty('x-gone');
  });
});

describe('CORS', () => {
  const CorsConfiguration = { AllowOrigins: ['https://app.example'], AllowMethods: ['GET'], AllowHeaders: ['X-A'], MaxAge: 60 };

  it('answers preflights without a route, and replaces the headers of functions, on denials too', async () => {
    const { id, url } = await fixture.httpApi({ CorsConfiguration });
    await fixture.route(id, 'GET /rich', 'rich');
    const origin = 'https://app.example';
    const preflight = { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'GET' } };
    expect(await ask(`${url}/anything`, preflight)).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET',
        'access-control-allow-headers': 'x-a',
        'access-control-max-age': '60',
      },
    });
    const foreign = await ask(`${url}/rich`, { ...preflight, headers: { ...preflight.headers, origin: 'https://evil.example' } });
    expect(foreign.headers).not.toHaveProperty('access-control-allow-origin');
    expect((await ask(`${url}/rich`, { headers: { origin } })).headers['access-control-allow-origin']).toBe(origin);
    expect((await ask(`${url}/rich`)).headers).not.toHaveProperty('access-control-allow-origin');
    expect(await ask(`${url}/nothing`, { headers: { origin } })).toMatchObject({
      status: 404,
      headers: { 'access-control-allow-origin': origin },
    });
  });
});

describe('limits', () => {
  it('of a stage are buckets that fill with the time', async () => {
    const { id: ApiId, url } = await fixture.httpApi({ Target: functionArn('echo') });
    await fixture.api.updateStage({
      ApiId,
      StageName: '$default',
      DefaultRouteSettings: { ThrottlingRateLimit: 1, ThrottlingBurstLimit: 2 },
    });
    const statuses = async (): Promise<number[]> => [(await ask(url)).status, (await ask(url)).status, (await ask(url)).status];
    expect(await statuses()).toEqual([200, 200, 429]);
    await fixture.emulator.clock.advance('1s');
    expect(await statuses()).toEqual([200, 429, 429]);
  });
});
