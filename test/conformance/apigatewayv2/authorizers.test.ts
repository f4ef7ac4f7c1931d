// Authorizers of HTTP APIs: tokens of an issuer, functions, signatures.
import { createSign, generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, ECHO, eventIn, invocationUri, useApis } from './use-apis.ts';

const fixture = useApis();
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const NOW = Date.UTC(2026, 0, 1) / 1000;
let issuerServer: Server;
let issuer: string;
let fetched = 0;

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
function token(claims: object = {}, header: object = {}): string {
  const body = { iss: issuer, aud: 'app', exp: NOW + 3600, sub: 'me', scope: 'read write', ...claims };
  const signed = `${encoded({ alg: 'RS256', kid: 'k1', ...header })}.${encoded(body)}`;
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64url')}`;
}

beforeAll(async () => {
  issuerServer = createServer((request, response) => {
    fetched++;
    const keys = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig', alg: 'RS256' }] };
    response.end(JSON.stringify(request.url === '/keys' ? keys : { jwks_uri: `${issuer}/keys` }));
  });
  await new Promise<void>((resolve) => issuerServer.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(issuerServer.address() as AddressInfo).port}`;
  await fixture.create('echo', ECHO);
});
afterAll(() => issuerServer.close());

describe('tokens', () => {
  const use = async (route: object = {}) => {
    const { id: ApiId, url } = await fixture.httpApi({ CorsConfiguration: { AllowOrigins: ['*'] } });
    const JwtConfiguration = { Issuer: issuer, Audience: ['app'] };
    const settings = { AuthorizerType: 'JWT' as const, IdentitySource: ['$request.header.Authorization'], JwtConfiguration };
    const { AuthorizerId } = await fixture.api.createAuthorizer({ ApiId, Name: 'jwt', ...settings });
    await fixture.route(ApiId, 'GET /a', 'echo', {}, { AuthorizationType: 'JWT', AuthorizerId, ...route });
    return (text?: string) =>
      ask(`${url}/a`, { headers: { origin: 'https://x.example', ...(text !== undefined && { authorization: text }) } });
  };

  it('let a request through, and their claims are in the event', async () => {
    const call = await use();
    const answer = await call(`Bearer ${token({ groups: ['a', 'b'], nickname: null, address: { country: 'JP' }, verified: true })}`);
    expect(answer.status).toBe(200);
    const { requestContext } = eventIn<{ requestContext: { authorizer: object } }>(answer);
    expect(requestContext.authorizer).toEqual({
      jwt: {
        claims: {
          iss: issuer,
          aud: 'app',
          exp: String(NOW + 3600),
          sub: 'me',
          scope: 'read write',
          groups: '[a b]',
          address: '{"country":"JP"}',
          verified: 'true',
        },
        scopes: null,
      },
    });
    const before = fetched;
    expect((await call(token())).status).toBe(200);
    expect(fetched).toBe(before);
  });

  it.each([
    ['a missing one', () => undefined, 'Bearer'],
    ['no token', () => 'Bearer x', /invalid_token/],
    ['an expired one', () => token({ exp: NOW - 1 }), /the token has expired/],
    ['another issuer', () => token({ iss: 'https://evil.example' }), /invalid issuer/],
    ['another audience', () => token({ aud: 'other' }), /audience/],
    ['an unknown key', () => token({}, { kid: 'k2' }), /signing key/],
    ['another algorithm', () => token({}, { alg: 'none' }), /signature/],
    ['changed claims', () => token().replace(/\.[^.]+\./, `.${encoded({ iss: issuer, aud: 'app', exp: NOW + 9999 })}.`), /signature/],
  ])('refuse %s, with the CORS headers of the API', async (_, text, words) => {
    const answer = await (await use())(text());
    expect(answer).toMatchObject({ status: 401, text: '{"message":"Unauthorized"}', headers: { 'access-control-allow-origin': '*' } });
    expect(answer.headers['www-authenticate']).toEqual(typeof words === 'string' ? words : expect.stringMatching(words));
  });

  it('need one of the scopes of the route', async () => {
    const answer = await (await use({ AuthorizationScopes: ['admin', 'write'] }))(token());
    // All scopes of the token, not those alone that the route has.
    expect(eventIn<object>(answer)).toMatchObject({ requestContext: { authorizer: { jwt: { scopes: ['read', 'write'] } } } });
    expect(await (await use({ AuthorizationScopes: ['admin'] }))(token())).toMatchObject({ status: 403, text: '{"message":"Forbidden"}' });
  });

  it('of an issuer that does not answer are refused', async () => {
    const { id: ApiId, url } = await fixture.httpApi();
    const JwtConfiguration = { Issuer: 'http://127.0.0.1:1', Audience: ['app'] };
    const settings = { AuthorizerType: 'JWT' as const, IdentitySource: ['$request.header.Authorization'], JwtConfiguration };
    const { AuthorizerId } = await fixture.api.createAuthorizer({ ApiId, Name: 'jwt', ...settings });
    await fixture.route(ApiId, 'GET /a', 'echo', {}, { AuthorizationType: 'JWT', AuthorizerId });
    const answer = await ask(`${url}/a`, { headers: { authorization: token({ iss: 'http://127.0.0.1:1' }) } });
    expect(answer.headers['www-authenticate']).toMatch(/OIDC discovery endpoint communication error/);
  });
});

describe('functions', () => {
  const use = async (body: string, more: object = {}) => {
    const name = `auth${Math.random().toString(36).slice(2, 8)}`;
    await fixture.create(name, body);
    const { id: ApiId, url } = await fixture.httpApi();
    const settings = { AuthorizerType: 'REQUEST' as const, AuthorizerUri: invocationUri(name), AuthorizerPayloadFormatVersion: '2.0' };
    const { AuthorizerId } = await fixture.api.createAuthorizer({
      ApiId,
      Name: 'fn',
      IdentitySource: ['$request.header.X-Key'],
      ...settings,
      ...more,
    });
    for (const key of ['GET /a', 'GET /b']) await fixture.route(ApiId, key, 'echo', {}, { AuthorizationType: 'CUSTOM', AuthorizerId });
    return { ApiId, call: (path: string, key?: string) => ask(url + path, { headers: key === undefined ? {} : { 'x-key': key } }) };
  };

  it('answer yes or no, with a context for the event', async () => {
    const body = 'return { isAuthorized: event.identitySource[0] === "good", context: { who: "me", arn: event.routeArn } };';
    const { ApiId, call } = await use(body, { EnableSimpleResponses: true });
    const { requestContext } = eventIn<{ requestContext: { authorizer: object } }>(await call('/a', 'good'));
    expect(requestContext.authorizer).toEqual({
      lambda: { who: 'me', arn: `arn:aws:execute-api:us-east-1:000000000000:${ApiId}/$default/GET/a` },
    });
    expect(await call('/a', 'bad')).toMatchObject({ status: 403, text: '{"message":"Forbidden"}' });
    expect(await call('/a')).toMatchObject({ status: 401, text: '{"message":"Unauthorized"}' });
  });

  it('answer with a policy, which is judged for each route although it is kept', async () => {
    const policy =
      '{ Version: "2012-10-17", Statement: [{ Effect: "Allow", Action: "execute-api:Invoke", Resource: event.methodArn.replace("GET/b", "GET/a") }] }';
    const body = `globalThis.n = (globalThis.n ?? 0) + 1; return { principalId: "p", policyDocument: ${policy}, context: { n: globalThis.n } };`;
    const { ApiId, call } = await use(body, { AuthorizerPayloadFormatVersion: '1.0', AuthorizerResultTtlInSeconds: 60 });
    const count = async () =>
      eventIn<{ requestContext: { authorizer: { lambda: { n: number } } } }>(await call('/a', 'k')).requestContext.authorizer.lambda.n;
    expect(await count()).toBe(1);
    expect((await call('/b', 'k')).status).toBe(403);
    expect(await count()).toBe(1);
    await fixture.api.resetAuthorizersCache({ ApiId, StageName: '$default' });
    expect(await count()).toBe(2);
    await fixture.emulator.clock.advance('61s');
    expect(await count()).toBe(3);
  });

  it('that fail, or answer what is not understood, end the request', async () => {
    expect((await (await use('throw new Error("Unauthorized");')).call('/a', 'k')).status).toBe(401);
    expect((await (await use('throw new Error("other");')).call('/a', 'k')).status).toBe(500);
    expect((await (await use('return 5;')).call('/a', 'k')).status).toBe(500);
  });
});

describe('signatures', () => {
  it('name the caller', async () => {
    const { id, url } = await fixture.httpApi();
    await fixture.route(id, 'GET /a', 'echo', {}, { AuthorizationType: 'AWS_IAM' });
    const authorization = 'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/execute-api/aws4_request, SignedHeaders=host, Signature=0';
    const { requestContext } = eventIn<{ requestContext: { authorizer: { iam: object } } }>(
      await ask(`${url}/a`, { headers: { authorization } }),
    );
    expect(requestContext.authorizer.iam).toMatchObject({
      accessKey: 'test',
      accountId: '000000000000',
      userArn: 'arn:aws:iam::000000000000:root',
    });
    expect(await ask(`${url}/a`)).toMatchObject({ status: 403, text: '{"message":"Forbidden"}' });
  });
});
