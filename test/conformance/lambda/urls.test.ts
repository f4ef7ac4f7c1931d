// Function URLs: kept by the API, and answered over plain HTTP under their host names and paths.
import { describe, expect, it } from 'vitest';
import { closedGate } from '../../support/gate.ts';
import { zipOf } from './fixture.ts';
import { ask, ECHO, useUrls } from './use-urls.ts';

const fixture = useUrls();
const { url, byPath } = fixture;

describe('function URLs', () => {
  it('are kept, told, changed and deleted', async () => {
    await fixture.create('f', ECHO);
    const FunctionName = 'f';
    const created = await fixture.lambda.createFunctionUrlConfig({
      FunctionName,
      AuthType: 'NONE',
      Cors: { AllowOrigins: ['*'], MaxAge: 10 },
    });
    expect(created).toMatchObject({
      FunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:f',
      AuthType: 'NONE',
      Cors: { AllowOrigins: ['*'], MaxAge: 10 },
    });
    expect(created.FunctionUrl).toMatch(/^http:\/\/[a-z2-7]{32}\.lambda-url\.us-east-1\.localhost:\d+\/$/);
    await expect(url('f')).rejects.toMatchObject({ name: 'ResourceConflictException' });
    const changed = await fixture.lambda.updateFunctionUrlConfig({
      FunctionName,
      AuthType: 'AWS_IAM',
      InvokeMode: 'RESPONSE_STREAM',
      Cors: {},
    });
    expect(changed).toMatchObject({ AuthType: 'AWS_IAM', InvokeMode: 'RESPONSE_STREAM', FunctionUrl: created.FunctionUrl });
    expect(changed).not.toHaveProperty('Cors');
    const { FunctionUrlConfigs } = await fixture.lambda.listFunctionUrlConfigs({ FunctionName });
    expect(FunctionUrlConfigs).toHaveLength(1);
    await fixture.lambda.deleteFunctionUrlConfig({ FunctionName });
    await expect(fixture.lambda.getFunctionUrlConfig({ FunctionName })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
    expect(await ask(created.FunctionUrl!)).toMatchObject({ status: 403, text: '{"Message":null}' });
  });

  it('hand over the request in payload format 2.0, by host name and by path', async () => {
    await fixture.create('f', ECHO);
    const address = await url('f');
    const asked = { method: 'PUT', headers: { 'content-type': 'application/json', cookie: 'a=1; b=2', 'x-mine': 'yes' }, body: '{"n":1}' };
    for (const target of [`${address}some/p%20th?x=1&x=2&y=%20`, byPath(`${address}some/p%20th?x=1&x=2&y=%20`)]) {
      const { status, text } = await ask(target, asked);
      expect(status).toBe(200);
      expect(JSON.parse(text)).toMatchObject({
        version: '2.0',
        routeKey: '$default',
        rawPath: '/some/p%20th',
        rawQueryString: 'x=1&x=2&y=%20',
        queryStringParameters: { x: '1,2', y: ' ' },
        cookies: ['a=1', 'b=2'],
        headers: { 'x-mine': 'yes', 'content-type': 'application/json', 'x-forwarded-proto': 'http' },
        requestContext: {
          accountId: 'anonymous',
          apiId: new URL(address).hostname.split('.')[0],
          http: { method: 'PUT', path: '/some/p th', sourceIp: '127.0.0.1' },
          stage: '$default',
        },
        body: '{"n":1}',
        isBase64Encoded: false,
      });
    }
    // As recorded (LocalStack's suite, lambda_/test_lambda.py::TestLambdaURL::test_lambda_url_echo_http_fixture_default, 2025-11)
    expect(JSON.parse((await ask(`${address}pa2%25Fth/1`)).text)).toMatchObject({
      rawPath: '/pa2%25Fth/1',
      requestContext: { http: { path: '/pa2%Fth/1' } },
    });
    const binary = JSON.parse((await ask(address, { method: 'POST', body: 'plain' })).text) as { body: string; isBase64Encoded: boolean };
    expect(binary).toMatchObject({ body: Buffer.from('plain').toString('base64'), isBase64Encoded: true });
    expect(JSON.parse((await ask(`${address}_emulator/health`)).text)).toMatchObject({ rawPath: '/_emulator/health' });
    // localstack/localstack, test_lambda_url_echo_http_fixture_trim_x_headers (November 2025)
    expect(JSON.parse((await ask(`${address}/path/1`)).text)).toMatchObject({ rawPath: '/path/1' });
  });

  it('answer what the function says', async () => {
    await fixture.create(
      'f',
      `const said = { html: { statusCode: 201, headers: { 'Content-Type': 'text/html', 'x-n': 5 }, cookies: ['a=1; Path=/', 'b=2'], body: '<p>' },
         binary: { statusCode: 200, isBase64Encoded: true, body: Buffer.from([0, 255]).toString('base64'), headers: { 'content-type': 'image/x' } },
         text: 'plain', object: { hello: 'world' }, empty: { statusCode: 204 } };
       if (event.rawPath === '/broken') throw new Error('no');
       return said[event.rawPath.slice(1)];`,
    );
    const address = await url('f');
    const html = await ask(`${address}html`);
    expect(html.headers['x-amzn-trace-id']).toMatch(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24};Parent=[0-9a-f]{16};Sampled=0$/);
    expect(html).toMatchObject({
      status: 201,
      text: '<p>',
      headers: { 'content-type': 'text/html', 'x-n': '5', 'set-cookie': ['a=1; Path=/', 'b=2'] },
    });
    expect((await ask(`${address}binary`)).headers).toMatchObject({ 'content-type': 'image/x', 'content-length': '2' });
    expect(await ask(`${address}text`)).toMatchObject({ status: 200, text: 'plain', headers: { 'content-type': 'application/json' } });
    expect(await ask(`${address}object`)).toMatchObject({ status: 200, text: '{"hello":"world"}' });
    expect(await ask(`${address}empty`)).toMatchObject({ status: 204, text: '' });
    expect(await ask(`${address}broken`)).toMatchObject({ status: 502, text: 'Internal Server Error' });
  });

  it('apply their CORS configuration, preflights included', async () => {
    await fixture.create('f', `return { statusCode: 200, headers: { 'access-control-allow-origin': 'https://other' }, body: 'x' };`);
    const Cors = {
      AllowOrigins: ['https://page.example'],
      AllowMethods: ['PUT'],
      AllowHeaders: ['x-mine'],
      ExposeHeaders: ['x-seen'],
      AllowCredentials: true,
      MaxAge: 60,
    };
    const address = await url('f', { Cors });
    const page = (origin: string) => ({ headers: { origin, 'sec-fetch-site': 'cross-site' } });
    expect((await ask(address, page('https://page.example'))).headers).toMatchObject({
      'access-control-allow-origin': 'https://page.example',
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'x-seen',
      vary: 'Origin',
    });
    const stranger = await ask(address, page('https://evil.example'));
    expect(stranger.headers).not.toHaveProperty('access-control-allow-origin');
    const preflight = (origin: string, method: string) =>
      ask(address, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': 'X-Mine' },
      });
    expect(await preflight('https://page.example', 'PUT')).toMatchObject({
      status: 200,
      text: '',
      headers: { 'access-control-allow-methods': 'PUT', 'access-control-allow-headers': 'x-mine', 'access-control-max-age': '60' },
    });
    expect((await preflight('https://page.example', 'DELETE')).headers).not.toHaveProperty('access-control-allow-methods');
    expect((await preflight('https://evil.example', 'PUT')).headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('are no pages of the emulator’s own origin', async () => {
    await fixture.create('f', `return { statusCode: 200, headers: { 'content-security-policy': "default-src 'self'" }, body: 'x' };`);
    const address = await url('f');
    const navigation = { headers: { 'sec-fetch-mode': 'navigate' } };
    expect((await ask(byPath(address), navigation)).headers['content-security-policy']).toMatch(/^sandbox .*, default-src 'self'$/);
    expect((await ask(address, navigation)).headers['content-security-policy']).toBe("default-src 'self'");
    const rebound = await ask(byPath(address), { headers: { host: 'evil.example' } });
    expect(rebound.status).toBe(403);
  });

  it('stream what the function streams, as it streams it', async () => {
    await using gate = await closedGate();
    const code = zipOf({
      'index.js': `exports.handler = awslambda.streamifyResponse(async (event, stream) => {
        const out = awslambda.HttpResponseStream.from(stream, { statusCode: 202, headers: { 'x-how': 'streamed' }, cookies: ['c=1'] });
        out.write('first');
        ${gate.wait}
        out.write('second');
        out.end();
      });`,
    });
    await fixture.create('f', code);
    const address = await url('f', { InvokeMode: 'RESPONSE_STREAM' });
    // The second piece follows once the first has come.
    const { status, headers, text } = await ask(address, { onPiece: gate.open });
    expect({ status, text }).toEqual({ status: 202, text: 'firstsecond' });
    expect(headers).toMatchObject({ 'x-how': 'streamed', 'set-cookie': ['c=1'], 'transfer-encoding': 'chunked' });
    await fixture.lambda.updateFunctionUrlConfig({ FunctionName: 'f', InvokeMode: 'BUFFERED' });
    expect(await ask(address)).toMatchObject({ status: 202, text: 'firstsecond', headers: { 'content-length': '11' } });
  });

  it('have the id that a tag asks for, one for each alias', async () => {
    await fixture.create('f', ECHO, { Tags: { _custom_id_: 'My-Fn' }, Publish: true });
    await fixture.lambda.createAlias({ FunctionName: 'f', Name: 'live', FunctionVersion: '1' });
    const address = await url('f');
    const aliased = await url('f', { Qualifier: 'live' });
    expect([address, aliased].map((each) => new URL(each).hostname.split('.')[0])).toEqual(['my-fn', 'my-fn-live']);
    expect((await ask(address.replace('my-fn', 'MY-FN'))).status).toBe(200);
    expect((await ask(aliased)).status).toBe(200);
    await fixture.lambda.deleteFunction({ FunctionName: 'f' });
    expect((await ask(aliased)).status).toBe(403);
  });
});
