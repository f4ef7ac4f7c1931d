// Function URLs: kept by the API, and answered over plain HTTP under their host names and paths.
import { request as httpRequest } from 'node:http';
import type * as sdk from '@aws-sdk/client-lambda';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Fixture, startFixture, zipOf } from './fixture.ts';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** When each piece came, counted from the first. */
  readonly pieces: readonly { readonly text: string; readonly atMs: number }[];
}

const FORBIDDEN =
  '{"Message":"Forbidden. For troubleshooting Function URL authorization issues, see: https://docs.aws.amazon.com/lambda/latest/dg/urls-auth.html"}';

describe('function URLs', () => {
  let fixture: Fixture;
  beforeEach(async () => {
    fixture = await startFixture();
  });
  afterEach(() => fixture.emulator.stop());

  /** As consoles and infrastructure tools do it: what needs no signature is opened to all. */
  const url = async (FunctionName: string, more: Partial<sdk.CreateFunctionUrlConfigCommandInput> = {}) => {
    const config = { FunctionName, AuthType: 'NONE' as const, ...more };
    const { FunctionUrl } = await fixture.lambda.createFunctionUrlConfig(config);
    if (config.AuthType === 'NONE') await open(FunctionName, more.Qualifier);
    return FunctionUrl!;
  };
  const open = (FunctionName: string, Qualifier?: string) =>
    fixture.lambda.addPermission({
      ...{ FunctionName, StatementId: 'FunctionURLAllowPublicAccess', Principal: '*', FunctionUrlAuthType: 'NONE' },
      ...{ Action: 'lambda:InvokeFunctionUrl', ...(Qualifier && { Qualifier }) },
    });

  /** To 127.0.0.1, whatever the URL's host: names below localhost do not resolve everywhere. */
  const ask = (address: string, { method = 'GET', headers = {}, body = '' } = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { host, port, pathname, search } = new URL(address);
      const request = httpRequest(
        { host: '127.0.0.1', port, path: pathname + search, method, headers: { host, ...headers } },
        (response) => {
          const pieces: { text: string; atMs: number }[] = [];
          response.on('data', (chunk: Buffer) => pieces.push({ text: chunk.toString(), atMs: performance.now() }));
          response.on('error', reject);
          response.on('end', () =>
            resolve({ status: response.statusCode!, headers: response.headers, text: pieces.map(({ text }) => text).join(''), pieces }),
          );
        },
      );
      request.on('error', reject);
      request.end(body);
    });
  const byPath = (address: string): string => {
    const { hostname, pathname, search } = new URL(address);
    return `${fixture.emulator.url}/_function-url/${hostname.split('.')[0]}${pathname}${search}`;
  };
  const ECHO = 'return { statusCode: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(event) };';

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
      InvokeMode: 'BUFFERED',
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
          http: { method: 'PUT', path: '/some/p%20th', sourceIp: '127.0.0.1' },
          stage: '$default',
        },
        body: '{"n":1}',
        isBase64Encoded: false,
      });
    }
    const binary = JSON.parse((await ask(address, { method: 'POST', body: 'plain' })).text) as { body: string; isBase64Encoded: boolean };
    expect(binary).toMatchObject({ body: Buffer.from('plain').toString('base64'), isBase64Encoded: true });
    expect(JSON.parse((await ask(`${address}_emulator/health`)).text)).toMatchObject({ rawPath: '/_emulator/health' });
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

  it('let nobody in whom the policy does not', async () => {
    await fixture.create('f', ECHO);
    const { FunctionUrl } = await fixture.lambda.createFunctionUrlConfig({ FunctionName: 'f', AuthType: 'NONE' });
    const permission = { FunctionName: 'f', StatementId: 's', Principal: '*' };
    await expect(fixture.lambda.addPermission({ ...permission, Action: 'lambda:InvokeFunctionUrl' })).rejects.toMatchObject({
      message: expect.stringContaining('You must specify lambda:FunctionUrlAuthType condition'),
    });
    await expect(
      fixture.lambda.addPermission({ ...permission, Action: 'lambda:InvokeFunction', FunctionUrlAuthType: 'NONE' }),
    ).rejects.toMatchObject({ message: expect.stringContaining('only supported for lambda:InvokeFunctionUrl') });
    expect(await ask(FunctionUrl!)).toMatchObject({
      status: 403,
      text: FORBIDDEN,
      headers: { 'x-amzn-errortype': 'AccessDeniedException' },
    });
    expect(fixture.emulator.lines.join('\n')).toContain(
      "aws lambda add-permission --function-name f --statement-id FunctionURLAllowPublicAccess --action lambda:InvokeFunctionUrl --principal '*' --function-url-auth-type NONE",
    );
    await open('f');
    expect((await ask(FunctionUrl!)).status).toBe(200);
  });

  it('are open with a warning where policies only warn, unless something denies', async () => {
    const warning = await startFixture({ environment: { RESOURCE_POLICIES: 'warn' } });
    try {
      await warning.create('f', ECHO);
      const { FunctionUrl } = await warning.lambda.createFunctionUrlConfig({ FunctionName: 'f', AuthType: 'NONE' });
      expect((await ask(FunctionUrl!)).status).toBe(200);
      expect(warning.emulator.lines.join('\n')).toContain('RESOURCE_POLICIES=warn');
      const ResourceArn = 'arn:aws:lambda:us-east-1:000000000000:function:f';
      const Policy = JSON.stringify({
        Version: '2012-10-17',
        Statement: { Effect: 'Deny', Principal: '*', Action: 'lambda:InvokeFunctionUrl', Resource: ResourceArn },
      });
      await warning.lambda.putResourcePolicy({ ResourceArn, Policy });
      expect((await ask(FunctionUrl!)).status).toBe(403);
    } finally {
      await warning.emulator.stop();
    }
  });

  it('ask who calls where the function wants to know', async () => {
    await fixture.create('f', ECHO);
    const address = await url('f', { AuthType: 'AWS_IAM' });
    const signed = (key: string) => ({
      headers: {
        authorization: `AWS4-HMAC-SHA256 Credential=${key}/20260101/us-east-1/lambda/aws4_request, SignedHeaders=host, Signature=0`,
      },
    });
    expect(await ask(address)).toMatchObject({
      status: 403,
      text: FORBIDDEN,
      headers: { 'x-amzn-errortype': 'AccessDeniedException' },
    });
    const own = await ask(address, signed('test'));
    expect(JSON.parse(own.text)).toMatchObject({
      requestContext: {
        accountId: '000000000000',
        authorizer: { iam: { accountId: '000000000000', userArn: 'arn:aws:iam::000000000000:root' } },
      },
    });
    expect((await ask(address, signed('111111111111'))).status).toBe(403);
    await fixture.lambda.addPermission({
      FunctionName: 'f',
      StatementId: 'other',
      Action: 'lambda:InvokeFunctionUrl',
      Principal: '111111111111',
      FunctionUrlAuthType: 'AWS_IAM',
    });
    expect((await ask(address, signed('111111111111'))).status).toBe(200);
  });

  it('let nobody in whose signature does not verify, where signatures are verified', async () => {
    const verifying = await startFixture({ options: { SIGNATURES: 'verify' } });
    try {
      await verifying.create('f', ECHO);
      const { FunctionUrl } = await verifying.lambda.createFunctionUrlConfig({ FunctionName: 'f', AuthType: 'AWS_IAM' });
      const sent = { method: 'POST', body: '{"n":1}' };
      const target = `${FunctionUrl}some/path?x=1`;
      /** The request as the SDK signs it for `test` with this secret. */
      const signed = async (secretAccessKey: string) => {
        const client = verifying.emulator.client(LambdaClient, { credentials: { accessKeyId: 'test', secretAccessKey } });
        const { host, hostname, pathname: path } = new URL(target);
        const unsigned = { ...sent, protocol: 'http:', hostname, path, query: { x: '1' }, headers: { host } };
        return { ...sent, headers: (await (await client.config.signer()).sign(unsigned)).headers };
      };
      const good = await ask(target, await signed('test'));
      expect(good.status).toBe(200);
      expect(JSON.parse(good.text).requestContext.authorizer.iam).toMatchObject({ accessKey: 'test', accountId: '000000000000' });
      const bad = await ask(target, await signed('guessed'));
      expect(bad).toMatchObject({ status: 403, headers: { 'x-amzn-errortype': 'InvalidSignatureException' } });
      expect(JSON.parse(bad.text).message).toMatch(/^The request signature we calculated does not match the signature you provided\./);
      expect((await ask(target, { ...(await signed('test')), body: '{"n":2}' })).status).toBe(403);
      const { headers } = await signed('test');
      const authorization = headers['authorization']!.replace('Credential=test', 'Credential=AKIANOBODYHASTHISKEY');
      expect((await ask(target, { ...sent, headers: { ...headers, authorization } })).status).toBe(403);
      expect(await ask(target, sent)).toMatchObject({ status: 403, text: FORBIDDEN });
    } finally {
      await verifying.emulator.stop();
    }
  });

  it('stream what the function streams, as it streams it', async () => {
    const code = zipOf({
      'index.js': `exports.handler = awslambda.streamifyResponse(async (event, stream) => {
        const out = awslambda.HttpResponseStream.from(stream, { statusCode: 202, headers: { 'x-how': 'streamed' }, cookies: ['c=1'] });
        out.write('first');
        await new Promise((resolve) => setTimeout(resolve, 400));
        out.write('second');
        out.end();
      });`,
    });
    await fixture.create('f', code);
    const address = await url('f', { InvokeMode: 'RESPONSE_STREAM' });
    const { status, headers, text, pieces } = await ask(address);
    expect({ status, text }).toEqual({ status: 202, text: 'firstsecond' });
    expect(headers).toMatchObject({ 'x-how': 'streamed', 'set-cookie': ['c=1'], 'transfer-encoding': 'chunked' });
    expect(pieces.at(-1)!.atMs - pieces[0]!.atMs).toBeGreaterThan(200);
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

describe('InvokeWithResponseStream', () => {
  let fixture: Fixture;
  beforeEach(async () => {
    fixture = await startFixture();
  });
  afterEach(() => fixture.emulator.stop());

  const invoke = async (FunctionName: string, more: Partial<sdk.InvokeWithResponseStreamCommandInput> = {}) => {
    const answer = await fixture.lambda.invokeWithResponseStream({ FunctionName, ...more });
    const chunks: { text: string; atMs: number }[] = [];
    let complete: sdk.InvokeWithResponseStreamCompleteEvent | undefined;
    for await (const event of answer.EventStream!) {
      if (event.PayloadChunk) chunks.push({ text: Buffer.from(event.PayloadChunk.Payload!).toString(), atMs: performance.now() });
      if (event.InvokeComplete) complete = event.InvokeComplete;
    }
    return { answer, chunks, complete };
  };

  it('gives each piece as it comes, then the end with the log', async () => {
    const code = zipOf({
      'index.js': `exports.handler = awslambda.streamifyResponse(async (event, stream) => {
        console.log('logged'); stream.write('a' + event.n); await new Promise((resolve) => setTimeout(resolve, 400)); stream.write('b'); stream.end();
      });`,
    });
    await fixture.create('f', code);
    const { answer, chunks, complete } = await invoke('f', { Payload: Buffer.from('{"n":1}'), LogType: 'Tail' });
    expect(answer).toMatchObject({ StatusCode: 200, ExecutedVersion: '$LATEST' });
    expect(chunks.map(({ text }) => text).join('')).toBe('a1b');
    expect(chunks.at(-1)!.atMs - chunks[0]!.atMs).toBeGreaterThan(200);
    expect(Buffer.from(complete!.LogResult!, 'base64').toString()).toContain('logged');
    expect(complete!.ErrorCode).toBeUndefined();
  });

  it('gives a whole answer in one piece, and an error at the end', async () => {
    await fixture.create('whole', 'return { n: event.n };');
    expect((await invoke('whole', { Payload: Buffer.from('{"n":2}') })).chunks.map(({ text }) => text)).toEqual(['{"n":2}']);
    await fixture.create('broken', `throw new TypeError('no');`);
    const { chunks, complete } = await invoke('broken');
    expect(chunks).toEqual([]);
    expect(complete).toMatchObject({ ErrorCode: 'TypeError' });
    expect(complete!.ErrorDetails).toContain('"errorMessage":"no"');
    await expect(invoke('nobody')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });
});
