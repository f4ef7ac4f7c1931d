// Tokens of the emulator's own issuer: signed by `emulator token` or over HTTP, accepted by authorizers, verified with the keys that are served.
import { execFile } from 'node:child_process';
import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { APIGateway } from '@aws-sdk/client-api-gateway';
import { beforeAll, describe, expect, it } from 'vitest';
import { commandWords } from '../../support/command.ts';
import { ask, ECHO, eventIn, useApis } from './use-apis.ts';

const fixture = useApis();
const ISSUER = 'https://issuer.example';
const POOL = 'us-east-1_shop';

beforeAll(() => fixture.create('echo', ECHO));
// The first calls make the bundle of the command and the key, and load what answers: not within the time of a test.
beforeAll(async () => {
  await command('--claim', 'sub=first');
  const call = await api('https://first.example');
  await call('none');
});

async function command(...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], NO_COLOR: '1', AWS_ENDPOINT_URL: fixture.emulator.url };
  const all = [...(await commandWords()), 'token', ...words];
  return new Promise((resolve) =>
    execFile(process.execPath, all, { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout: stdout.trim(), stderr }),
    ),
  );
}

interface Signed {
  readonly token: string;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly message?: string;
}
async function sign(body: object): Promise<Signed> {
  const answer = await fetch(`${fixture.emulator.url}/_emulator/issuer/tokens`, { method: 'POST', body: JSON.stringify(body) });
  return (await answer.json()) as Signed;
}

/** The address of an API that asks for tokens of that issuer for the audience `app`. */
async function api(Issuer: string): Promise<(token: string) => ReturnType<typeof ask>> {
  const { id: ApiId, url } = await fixture.httpApi();
  const JwtConfiguration = { Issuer, Audience: ['app'] };
  const authorizer = { Name: 'jwt', AuthorizerType: 'JWT' as const, IdentitySource: ['$request.header.Authorization'], JwtConfiguration };
  const { AuthorizerId } = await fixture.api.createAuthorizer({ ApiId, ...authorizer });
  await fixture.route(ApiId, 'GET /', 'echo', {}, { AuthorizerId, AuthorizationType: 'JWT' });
  return (token) => ask(`${url}/`, { headers: { authorization: `Bearer ${token}` } });
}

describe('a token', () => {
  it('of any issuer is accepted by authorizers that expect that issuer, and by no others', async () => {
    const call = await api(ISSUER);
    const { stdout } = await command('--issuer', ISSUER, '--claim', 'sub=ann', '--claim', 'aud=app', '--claim', 'groups:=["a","b"]');
    const answer = await call(stdout);
    expect(answer.status).toBe(200);
    type Event = { requestContext: { authorizer: { jwt: { claims: Record<string, string> } } } };
    expect(eventIn<Event>(answer).requestContext.authorizer.jwt.claims).toMatchObject({ iss: ISSUER, sub: 'ann', groups: '[a b]' });
    const other = await sign({ issuer: 'https://other.example', claims: { aud: 'app' } });
    expect(await call(other.token)).toMatchObject({ status: 401 });
    const [head, , signature] = stdout.split('.');
    const forged = Buffer.from(JSON.stringify({ iss: ISSUER, aud: 'app', exp: 9_999_999_999 })).toString('base64url');
    expect((await call([head, forged, signature].join('.'))).headers['www-authenticate']).toContain('signature');
  });

  it("expires by the emulator's clock", async () => {
    const call = await api(ISSUER);
    const { token } = await sign({ issuer: ISSUER, claims: { aud: 'app' }, lifetime: '10m' });
    expect((await call(token)).status).toBe(200);
    await fixture.emulator.clock.advance('11m');
    expect((await call(token)).headers['www-authenticate']).toContain('the token has expired');
  });

  it('stands for one of a user pool', async () => {
    const rest = fixture.emulator.client(APIGateway);
    const { id: restApiId, rootResourceId: resourceId } = await rest.createRestApi({ name: 'shop' });
    const providerARNs = [`arn:aws:cognito-idp:us-east-1:000000000000:userpool/${POOL}`];
    const authorizer = { type: 'COGNITO_USER_POOLS', identitySource: 'method.request.header.Authorization', providerARNs } as const;
    const { id: authorizerId } = await rest.createAuthorizer({ restApiId, name: 'users', ...authorizer });
    const method = { restApiId, resourceId, httpMethod: 'GET' };
    await rest.putMethod({ ...method, authorizationType: 'COGNITO_USER_POOLS', authorizerId });
    await rest.putIntegration({ ...method, type: 'MOCK', requestTemplates: { 'application/json': '{"statusCode": 200}' } });
    await rest.putIntegrationResponse({
      ...method,
      statusCode: '200',
      responseTemplates: { 'application/json': '$context.authorizer.claims.sub' },
    });
    await rest.createDeployment({ restApiId, stageName: 'dev' });
    const { token } = await sign({ issuer: `https://cognito-idp.us-east-1.amazonaws.com/${POOL}`, claims: { sub: 'ann' } });
    const answer = await ask(`${fixture.emulator.url}/_execute-api/${restApiId}/dev/`, { headers: { authorization: token } });
    expect([answer.status, answer.text]).toEqual([200, 'ann']);
  });

  it('is verified with the keys that the issuer serves', async () => {
    const { token, claims } = await sign({ claims: { sub: 'ann' } });
    const document = (await (await fetch(`${claims['iss']}/.well-known/openid-configuration`)).json()) as Record<string, string>;
    expect(document['issuer']).toBe(claims['iss']);
    const { keys } = (await (await fetch(document['jwks_uri']!)).json()) as { keys: (JsonWebKey & { kid: string })[] };
    const [head = '', body = '', signature = ''] = token.split('.');
    const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid: string };
    const key = createPublicKey({ key: keys.find((each) => each.kid === kid)!, format: 'jwk' });
    expect(verify('RSA-SHA256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))).toBe(true);
    const call = await api(String(claims['iss']));
    expect((await call((await sign({ claims: { aud: 'app' } })).token)).status).toBe(200);
  });

  it('has the claims that it is given, times included', async () => {
    const { claims } = await sign({ issuer: ISSUER, claims: { exp: 5, iat: 4, sub: 'ann' } });
    expect(claims).toEqual({ iss: ISSUER, exp: 5, iat: 4, sub: 'ann' });
  });

  it.each([
    [['--claim', 'sub'], '--claim sub has no value.'],
    [['--claim', 'a:=x'], '--claim a:=x: what follows := is not JSON.'],
    [['--lifetime', 'soon'], 'The lifetime soon is no duration.'],
    [['--claim', `a=${'x'.repeat(10_000)}`], 'characters, more than 10240.'],
  ])('is refused with a sentence: %#', async (words, sentence) => {
    const { code, stderr } = await command(...words);
    expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)]);
    expect(stderr).toContain('TOKEN_INVALID');
  });
});
