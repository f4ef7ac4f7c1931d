// OAuth and OpenID Connect: codes with PKCE, machines, the pages of the login, and addresses that are not registered.
import { createHash, randomBytes } from 'node:crypto';
import { CognitoJwtVerifier } from 'aws-jwt-verify';
import { afterAll, expect, it } from 'vitest';
import { startTestEmulator } from '../../support/emulator.ts';
import { claimsOf, createPool, PASSWORD } from './use-pool.ts';

const emulator = await startTestEmulator();
afterAll(() => emulator.stop());

const IN = 'http://localhost:3000/in';
const OUT = 'http://localhost:3000/out';
const pool = await createPool(
  emulator,
  {},
  {
    AllowedOAuthFlowsUserPoolClient: true,
    AllowedOAuthFlows: ['code', 'implicit'],
    AllowedOAuthScopes: ['openid', 'email', 'aws.cognito.signin.user.admin'],
    CallbackURLs: [IN],
    LogoutURLs: [OUT],
  },
);
const { idp, UserPoolId, ClientId } = pool;
await idp.createUserPoolDomain({ UserPoolId, Domain: 'people' });
await pool.addUser('ada');

/** As a browser: requests go to the pool's domain, redirects are not followed, cookies are kept. */
const jar = new Map<string, string>();
async function browse(path: string, form?: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(`${emulator.url}${path}`, {
    redirect: 'manual',
    method: form ? 'POST' : 'GET',
    ...(form && { body: new URLSearchParams(form) }),
    headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '), ...headers },
  });
  for (const cookie of response.headers.getSetCookie()) {
    const [name = '', value = ''] = cookie.split(';')[0]!.split('=');
    jar.set(name, value);
  }
  return { status: response.status, location: response.headers.get('location'), headers: response.headers, text: await response.text() };
}
const BASE = '/_aws/cognito-idp';
const tokens = async (form: Record<string, string>, headers: Record<string, string> = {}) => {
  const response = await fetch(`${emulator.url}${BASE}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form), headers });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
};
const csrfIn = (text: string): string => /name="_csrf" value="([^"]+)"/.exec(text)![1]!;

it('signs in on the page, gets a code, and exchanges it once', async () => {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: ClientId,
    redirect_uri: IN,
    scope: 'openid email',
    state: 'a&b',
    nonce: 'n1',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const first = await browse(`${BASE}/oauth2/authorize?${query.toString()}`);
  expect(first).toMatchObject({ status: 302, location: `${BASE}/login?${query.toString()}` });
  const login = await browse(first.location!);
  expect(login.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(login.text).not.toContain('<script');
  expect((await browse(first.location!, { username: 'ada', password: PASSWORD })).status).toBe(403);
  const wrong = await browse(first.location!, { _csrf: csrfIn(login.text), username: 'a"><b>', password: 'x' });
  expect(wrong.text).toContain('Incorrect username or password.');
  expect(wrong.text).not.toContain('<b>');
  const signedIn = await browse(first.location!, { _csrf: csrfIn(login.text), username: 'ada', password: PASSWORD });
  const back = new URL(signedIn.location!);
  expect([`${back.origin}${back.pathname}`, back.searchParams.get('state')]).toEqual([IN, 'a&b']);
  const code = back.searchParams.get('code')!;
  const form = { grant_type: 'authorization_code', client_id: ClientId, redirect_uri: IN, code };
  const exchanged = await tokens({ ...form, code_verifier: verifier });
  expect(exchanged).toMatchObject({ status: 200, body: { token_type: 'Bearer' } });
  expect(claimsOf(exchanged.body['id_token'])).toMatchObject({ nonce: 'n1', email: 'ada@example.com', at_hash: expect.any(String) });
  expect(claimsOf(exchanged.body['access_token'])).toMatchObject({ scope: 'openid email', version: 2, username: 'ada' });
  expect(await tokens({ ...form, code_verifier: verifier })).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  const info = await fetch(`${emulator.url}${BASE}/oauth2/userInfo`, {
    headers: { authorization: `Bearer ${exchanged.body['access_token']}` },
  });
  expect(await info.json()).toMatchObject({ username: 'ada', email: 'ada@example.com', email_verified: 'true' });
  await expect(idp.getUser({ AccessToken: exchanged.body['access_token']! })).rejects.toMatchObject({
    message: 'Access Token does not have required scopes',
  });
  // A user who has signed in need not do so again, unless the client wants it.
  const again = await browse(`${BASE}/oauth2/authorize?${query.toString()}`);
  expect(again.location).toMatch(/^http:\/\/localhost:3000\/in\?code=/);
  const wrongVerifier = { ...form, code: new URL(again.location!).searchParams.get('code')!, code_verifier: 'x'.repeat(43) };
  expect(await tokens(wrongVerifier)).toMatchObject({ body: { error: 'invalid_grant' } });
  const refreshed = await tokens({ grant_type: 'refresh_token', client_id: ClientId, refresh_token: exchanged.body['refresh_token']! });
  expect(claimsOf(refreshed.body['access_token'])).toMatchObject({ scope: 'openid email' });
  const revoked = await fetch(`${emulator.url}${BASE}/oauth2/revoke`, {
    method: 'POST',
    body: new URLSearchParams({ token: exchanged.body['refresh_token']!, client_id: ClientId }),
  });
  expect([revoked.status, await revoked.text()]).toEqual([200, '']);
  expect(await tokens({ grant_type: 'refresh_token', client_id: ClientId, refresh_token: exchanged.body['refresh_token']! })).toMatchObject(
    {
      body: { error: 'invalid_grant' },
    },
  );
  const out = await browse(`${BASE}/logout?${new URLSearchParams({ client_id: ClientId, logout_uri: OUT }).toString()}`);
  expect(out.location).toBe(OUT);
  expect((await browse(`${BASE}/oauth2/authorize?${query.toString()}`)).location).toContain('/login?');
});

it('leads to registered addresses only', async () => {
  const ask = (more: Record<string, string>) =>
    browse(
      `${BASE}/oauth2/authorize?${new URLSearchParams({ response_type: 'code', client_id: ClientId, redirect_uri: IN, ...more }).toString()}`,
    );
  for (const redirect_uri of [
    `${IN}/more`,
    `${IN}?x=1`,
    'http://localhost:3000/i',
    'https://evil.example',
    'http://localhost:3000.evil.example/in',
  ])
    expect((await ask({ redirect_uri })).location).toBe(`${BASE}/error?error=redirect_mismatch&client_id=${ClientId}`);
  expect((await ask({ client_id: 'nobody' })).location).toContain(`${BASE}/error?`);
  expect((await ask({ scope: 'openid phone' })).location).toBe(`${IN}?error=invalid_request&error_description=invalid_scope`);
  expect((await ask({ code_challenge: 'x', code_challenge_method: 'plain' })).location).toContain('code_challenge_method');
  expect((await ask({ prompt: 'none', state: 's' })).location).toBe(`${IN}?error=login_required&state=s`);
  const out = await browse(`${BASE}/logout?client_id=${ClientId}&logout_uri=https://evil.example`);
  expect(out.location).toContain('/error?error=redirect_mismatch');
});

it('signs in machines', async () => {
  await idp.createResourceServer({
    UserPoolId,
    Identifier: 'api',
    Name: 'api',
    Scopes: [
      { ScopeName: 'read', ScopeDescription: 'reads' },
      { ScopeName: 'write', ScopeDescription: 'writes' },
    ],
  });
  const { UserPoolClient: machine } = await idp.createUserPoolClient({
    UserPoolId,
    ClientName: 'machine',
    GenerateSecret: true,
    AllowedOAuthFlowsUserPoolClient: true,
    AllowedOAuthFlows: ['client_credentials'],
    AllowedOAuthScopes: ['api/read'],
  });
  const basic = (secret: string) => ({ authorization: `Basic ${Buffer.from(`${machine!.ClientId}:${secret}`).toString('base64')}` });
  const ask = (scope: string) => tokens({ grant_type: 'client_credentials', scope }, basic(machine!.ClientSecret!));
  const { body } = await ask('api/read');
  const verifier = CognitoJwtVerifier.create({
    userPoolId: UserPoolId,
    clientId: machine!.ClientId!,
    tokenUse: 'access',
    scope: 'api/read',
  });
  verifier.cacheJwks((await (await fetch(`${emulator.url}/${UserPoolId}/.well-known/jwks.json`)).json()) as never);
  await expect(verifier.verify(body['access_token']!)).resolves.toMatchObject({ sub: machine!.ClientId });
  expect(body['id_token']).toBeUndefined();
  expect((await ask('api/write')).body).toEqual({ error: 'invalid_scope' });
  expect((await tokens({ grant_type: 'client_credentials' }, basic('wrong'))).body).toEqual({ error: 'invalid_client' });
  expect((await tokens({ grant_type: 'client_credentials', client_id: ClientId })).body).toEqual({ error: 'unauthorized_client' });
  expect((await tokens({ grant_type: 'magic', client_id: ClientId })).body).toEqual({ error: 'unsupported_grant_type' });
});

it('signs up, confirms and sets a new password on the pages', async () => {
  jar.clear();
  const query = new URLSearchParams({ response_type: 'token', client_id: ClientId, redirect_uri: IN, scope: 'openid' }).toString();
  const start = await browse(`${BASE}/signup?${query}`);
  const _csrf = csrfIn(start.text);
  const form = { _csrf, username: 'pia', 'attribute.email': 'pia@example.com', password: PASSWORD };
  expect((await browse(`${BASE}/signup?${query}`, { ...form, password: 'short' })).text).toContain('Password not long enough');
  expect((await browse(`${BASE}/signup?${query}`, form)).text).toContain('Enter the code');
  const [message] = await pool.messages('pia');
  expect((await browse(`${BASE}/confirmUser?${query}`, { _csrf, username: 'pia', code: message!.code! })).text).toContain('confirmed');
  expect((await browse(`${BASE}/forgotPassword?${query}`, { _csrf, username: 'pia' })).text).toContain('New password');
  const [reset] = await pool.messages('pia');
  const changed = await browse(`${BASE}/forgotPassword?${query}`, { _csrf, username: 'pia', code: reset!.code!, password: 'Changed-1-ok' });
  expect(changed.text).toContain('Your password is changed');
  const back = await browse(`${BASE}/login?${query}`, { _csrf, username: 'pia', password: 'Changed-1-ok' });
  expect(back.location).toMatch(/^http:\/\/localhost:3000\/in#id_token=.+&access_token=.+&expires_in=3600&token_type=Bearer$/);
});
