// Identity providers: a second pool signs users in by OpenID Connect, a server of the test's own stands in for a social one.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { startTestEmulator } from '../../support/emulator.ts';
import { claimsOf, createPool, PASSWORD } from './use-pool.ts';

const emulator = await startTestEmulator();
afterAll(() => emulator.stop());

const BASE = '/_aws/cognito-idp';
const IN = 'http://localhost:3000/in';
const RETURN = `${emulator.url}${BASE}/oauth2/idpresponse`;
const OAUTH = {
  AllowedOAuthFlowsUserPoolClient: true,
  AllowedOAuthFlows: ['code' as const],
  AllowedOAuthScopes: ['openid', 'email', 'profile'],
};

/** A browser: keeps cookies, and follows redirects only where it is told to. */
function browser() {
  const jar = new Map<string, string>();
  return async (address: string, form?: Record<string, string>) => {
    const response = await fetch(new URL(address, emulator.url), {
      redirect: 'manual',
      method: form ? 'POST' : 'GET',
      ...(form && { body: new URLSearchParams(form) }),
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of response.headers.getSetCookie())
      jar.set(cookie.split('=')[0]!, cookie.split(';')[0]!.split('=').slice(1).join('='));
    return { status: response.status, location: response.headers.get('location') ?? '', text: await response.text() };
  };
}
type Browse = ReturnType<typeof browser>;

async function federated(details: Record<string, string> = {}, name = 'Partner', type: 'OIDC' | 'Google' = 'OIDC') {
  const partner = await createPool(emulator, {}, { ...OAUTH, CallbackURLs: [RETURN], GenerateSecret: true });
  await partner.addUser('ada', [{ Name: 'name', Value: 'Ada' }]);
  const ours = await createPool(emulator);
  const { idp, UserPoolId } = ours;
  const ProviderDetails = {
    client_id: partner.ClientId,
    client_secret: partner.ClientSecret!,
    authorize_scopes: 'openid email profile',
    ...(type === 'OIDC' && {
      attributes_request_method: 'GET',
      oidc_issuer: `https://cognito-idp.us-east-1.amazonaws.com/${partner.UserPoolId}`,
    }),
    ...details,
  };
  await idp.createIdentityProvider({
    UserPoolId,
    ProviderName: name,
    ProviderType: type,
    ProviderDetails,
    AttributeMapping: { email: 'email', name: 'name' },
    IdpIdentifiers: [`${name}.example`],
  });
  const { UserPoolClient } = await idp.createUserPoolClient({
    UserPoolId,
    ClientName: 'federated',
    ...OAUTH,
    CallbackURLs: [IN],
    SupportedIdentityProviders: ['COGNITO', name],
  });
  const client_id = UserPoolClient!.ClientId!;
  const authorize = (browse: Browse, more: Record<string, string> = { identity_provider: name }) =>
    browse(
      `${BASE}/oauth2/authorize?${new URLSearchParams({ response_type: 'code', client_id, redirect_uri: IN, state: 's1', nonce: 'n1', ...more }).toString()}`,
    );
  /** Signs in at the partner; the address that leads back to our pool. */
  const atPartner = async (browse: Browse, address: string) => {
    const login = await browse(address);
    const page = await browse(login.location);
    const _csrf = /name="_csrf" value="([^"]+)"/.exec(page.text)![1]!;
    return (await browse(login.location, { _csrf, username: 'ada', password: PASSWORD })).location;
  };
  const tokens = async (location: string) => {
    const code = new URL(location).searchParams.get('code')!;
    const body = new URLSearchParams({ grant_type: 'authorization_code', client_id, redirect_uri: IN, code });
    return (await (await fetch(`${emulator.url}${BASE}/oauth2/token`, { method: 'POST', body })).json()) as Record<string, string>;
  };
  const subject = (await partner.idp.adminGetUser({ UserPoolId: partner.UserPoolId, Username: 'ada' })).UserAttributes!.find(
    ({ Name }) => Name === 'sub',
  )!.Value!;
  return { ...ours, client_id, authorize, atPartner, tokens, subject, partner };
}

it('signs in by another pool, once per state and browser, and keeps the attributes up to date', async () => {
  const { authorize, atPartner, tokens, idp, UserPoolId, subject, partner, client_id } = await federated();
  const browse = browser();
  const out = await authorize(browse);
  const asked = new URL(out.location).searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    client_id: partner.ClientId,
    redirect_uri: RETURN,
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{32}$/),
  });
  const back = await atPartner(browse, out.location);
  expect(back).toContain(`${RETURN}?code=`);
  // Another browser cannot end the sign-in.
  expect((await browser()(back)).status).toBe(400);
  const done = await browse(back);
  expect(done.location).toMatch(/^http:\/\/localhost:3000\/in\?code=[^&]+&state=s1$/);
  expect((await browse(back)).status).toBe(400);
  const { id_token, access_token } = await tokens(done.location);
  const username = `Partner_${subject}`;
  expect(claimsOf(id_token)).toMatchObject({
    'cognito:username': username,
    email: 'ada@example.com',
    name: 'Ada',
    nonce: 'n1',
    'cognito:groups': [`${UserPoolId}_Partner`],
    identities: [{ userId: subject, providerName: 'Partner', providerType: 'OIDC', issuer: null, primary: true }],
  });
  expect(claimsOf(access_token)).toMatchObject({ username });
  expect(await idp.adminGetUser({ UserPoolId, Username: username })).toMatchObject({ UserStatus: 'EXTERNAL_PROVIDER' });
  await partner.idp.adminUpdateUserAttributes({
    UserPoolId: partner.UserPoolId,
    Username: 'ada',
    UserAttributes: [{ Name: 'name', Value: 'Ada L.' }],
  });
  // The next sign-in brings the change; an identifier names the provider, too.
  const again = browser();
  const second = await atPartner(again, (await authorize(again, { idp_identifier: 'Partner.example' })).location);
  expect(claimsOf((await tokens((await again(second)).location)).id_token)).toMatchObject({ name: 'Ada L.', 'cognito:username': username });
  await idp.adminDisableUser({ UserPoolId, Username: username });
  const third = browser();
  const refused = await third(await atPartner(third, (await authorize(third)).location));
  expect(refused.location).toContain(`${IN}?error=invalid_request&error_description=User+is+disabled.`);
  // The page of the login offers the provider, in the words of the client's request.
  const login = await browser()(`${BASE}/login?response_type=code&client_id=${client_id}&redirect_uri=${encodeURIComponent(IN)}`);
  expect(login.text).toContain('Sign in with Partner');
  expect((await authorize(browser(), { identity_provider: 'Nobody' })).location).toBe(`${IN}?error=invalid_request&state=s1`);
});

it('links identities to users, and lets them go', async () => {
  const { authorize, atPartner, tokens, idp, UserPoolId, subject, addUser } = await federated();
  await addUser('local');
  const SourceUser = { ProviderName: 'Partner', ProviderAttributeName: 'email', ProviderAttributeValue: 'ada@example.com' };
  const DestinationUser = { ProviderName: 'Cognito', ProviderAttributeValue: 'local' };
  await idp.adminLinkProviderForUser({ UserPoolId, SourceUser, DestinationUser });
  await expect(idp.adminLinkProviderForUser({ UserPoolId, SourceUser, DestinationUser })).rejects.toMatchObject({
    message: 'SourceUser is already linked to DestinationUser',
  });
  const signIn = async () => {
    const browse = browser();
    return claimsOf((await tokens((await browse(await atPartner(browse, (await authorize(browse)).location))).location)).id_token);
  };
  expect(await signIn()).toMatchObject({ 'cognito:username': 'local', identities: [{ userId: subject, primary: false }] });
  const User = { ProviderName: 'Partner', ProviderAttributeName: 'Cognito_Subject', ProviderAttributeValue: subject };
  await idp.adminDisableProviderForUser({ UserPoolId, User });
  await expect(idp.adminDisableProviderForUser({ UserPoolId, User })).rejects.toMatchObject({ name: 'UserNotFoundException' });
  expect(await signIn()).toMatchObject({ 'cognito:username': `Partner_${subject}` });
  await expect(
    idp.adminLinkProviderForUser({
      UserPoolId,
      DestinationUser,
      SourceUser: { ...SourceUser, ProviderAttributeName: 'Cognito_Subject', ProviderAttributeValue: subject },
    }),
  ).rejects.toMatchObject({
    message: 'Merging is not currently supported, please provide a SourceUser that has not been signed up in order to link',
  });
  await idp.adminDisableProviderForUser({ UserPoolId, User: { ...DestinationUser, ProviderAttributeName: 'Cognito_Subject' } });
});

it('leads nobody to a user who took the name of an identity', async () => {
  const { authorize, atPartner, idp, UserPoolId, subject, addUser } = await federated();
  await addUser(`Partner_${subject}`);
  const browse = browser();
  const refused = await browse(await atPartner(browse, (await authorize(browse)).location));
  expect(refused.location).toContain('error_description=The+username+Partner_');
  expect(refused.location).not.toContain('code=');
  expect((await idp.adminGetUser({ UserPoolId, Username: `Partner_${subject}` })).UserStatus).toBe('CONFIRMED');
});

it('takes an address that changes at the provider for one that is not verified', async () => {
  const { authorize, atPartner, idp, UserPoolId, subject, partner } = await federated();
  const signIn = async () => {
    const browse = browser();
    await browse(await atPartner(browse, (await authorize(browse)).location));
    const { UserAttributes } = await idp.adminGetUser({ UserPoolId, Username: `Partner_${subject}` });
    return Object.fromEntries(UserAttributes!.map(({ Name, Value }) => [Name, Value]));
  };
  await signIn();
  const verified = [{ Name: 'email_verified', Value: 'true' }];
  await idp.adminUpdateUserAttributes({ UserPoolId, Username: `Partner_${subject}`, UserAttributes: verified });
  expect(await signIn()).toMatchObject({ email: 'ada@example.com', email_verified: 'true' });
  const UserAttributes = [{ Name: 'email', Value: 'grace@example.com' }];
  await partner.idp.adminUpdateUserAttributes({ UserPoolId: partner.UserPoolId, Username: 'ada', UserAttributes });
  expect(await signIn()).toMatchObject({ email: 'grace@example.com', email_verified: 'false' });
});

it('has no page for passwords where the client offers providers alone', async () => {
  const { idp, UserPoolId, addUser } = await federated();
  await addUser('local');
  const only = { ...OAUTH, CallbackURLs: [IN], SupportedIdentityProviders: ['Partner'] };
  const { UserPoolClient } = await idp.createUserPoolClient({ UserPoolId, ClientName: 'only', ...only });
  const asked = new URLSearchParams({ response_type: 'code', client_id: UserPoolClient!.ClientId!, redirect_uri: IN }).toString();
  for (const page of ['login', 'signup', 'confirmUser', 'forgotPassword'])
    for (const form of [undefined, { username: 'local', password: PASSWORD }]) {
      const { status, text, location } = await browser()(`${BASE}/${page}?${asked}`, form);
      expect([page, status, location]).toEqual([page, 200, '']);
      expect(text).toContain('Sign in with Partner');
      expect(text).not.toContain('<form');
    }
});

it('takes nothing on trust that a provider tells', async () => {
  let answer: (path: string) => object = () => ({});
  const server = http.createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer(request.url ?? '')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const there = { oidc_issuer: url, authorize_url: `${url}/authorize`, token_url: `${url}/token`, attributes_url: `${url}/me` };
  const { authorize, partner } = await federated(there);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const ended = async (claims: (nonce: string) => object) => {
    const browse = browser();
    const asked = new URL((await authorize(browse)).location).searchParams;
    answer = (path) =>
      path === '/token'
        ? { access_token: 'x', id_token: `${part({ alg: 'RS256', kid: 'k' })}.${part(claims(asked.get('nonce')!))}.AAAA` }
        : {};
    const back = await browse(`${BASE}/oauth2/idpresponse?${new URLSearchParams({ code: 'c', state: asked.get('state')! }).toString()}`);
    return new URL(back.location).searchParams.get('error_description');
  };
  const good = (nonce: string) => ({ iss: url, aud: partner.ClientId, exp: 9_999_999_999, nonce, sub: '1' });
  expect(await ended((nonce) => ({ ...good(nonce), iss: 'https://evil.example' }))).toContain('another issuer');
  expect(await ended((nonce) => ({ ...good(nonce), aud: 'x' }))).toContain('another client');
  expect(await ended((nonce) => ({ ...good(nonce), exp: 1 }))).toContain('has expired');
  expect(await ended(() => good('other'))).toContain('another sign-in');
  expect(await ended(good)).toContain('key of the ID token');
  const browse = browser();
  const state = new URL((await authorize(browse)).location).searchParams.get('state')!;
  const refused = await browse(`${BASE}/oauth2/idpresponse?error=access_denied&state=${state}`);
  expect(refused.location).toBe(`${IN}?error=access_denied&state=s1`);
  for (const wrong of ['', 'x', `${state}x`, state])
    expect((await browse(`${BASE}/oauth2/idpresponse?code=c&state=${encodeURIComponent(wrong)}`)).status).toBe(400);
  // Addresses at which clouds hand out credentials are never asked.
  const inner = await federated({ ...there, token_url: 'http://169.254.169.254/token' });
  const last = browser();
  const out = new URL((await inner.authorize(last)).location).searchParams.get('state')!;
  const failed = await last(`${BASE}/oauth2/idpresponse?code=c&state=${out}`);
  expect(failed.location).toContain('could+not+be+reached');
  // A social provider tells who somebody is by its own address for attributes.
  const google = await federated(
    { authorize_url: `${url}/authorize`, token_url: `${url}/token`, attributes_url: `${url}/me?f=`, oidc_issuer: url },
    'Google',
    'Google',
  );
  const { IdentityProvider } = await google.idp.describeIdentityProvider({ UserPoolId: google.UserPoolId, ProviderName: 'Google' });
  expect(IdentityProvider!.ProviderDetails).toMatchObject({ token_request_method: 'POST', attributes_url_add_attributes: 'true' });
  server.close();
});

it('refuses providers that are not complete', async () => {
  const { idp, UserPoolId } = await createPool(emulator);
  const create = (more: object) =>
    idp.createIdentityProvider({ UserPoolId, ProviderName: 'One', ProviderType: 'OIDC', ProviderDetails: {}, ...more });
  const details = { client_id: 'c', authorize_scopes: 'openid', oidc_issuer: 'https://one.example', attributes_request_method: 'GET' };
  await expect(create({})).rejects.toMatchObject({ message: 'client_id is required in ProviderDetails of the type OIDC.' });
  await expect(create({ ProviderDetails: { ...details, oidc_issuer: 'file:///etc' } })).rejects.toMatchObject({
    name: 'InvalidParameterException',
  });
  await expect(create({ ProviderDetails: details, AttributeMapping: { planet: 'x' } })).rejects.toMatchObject({
    name: 'InvalidParameterException',
  });
  await expect(create({ ProviderType: 'SAML' })).rejects.toMatchObject({ message: /SAML is not emulated/ });
  await expect(create({ ProviderType: 'Google', ProviderDetails: details })).rejects.toMatchObject({ name: 'InvalidParameterException' });
  await create({ ProviderDetails: details, IdpIdentifiers: ['one.example'] });
  await expect(create({ ProviderDetails: details })).rejects.toMatchObject({ name: 'DuplicateProviderException' });
  await expect(create({ ProviderName: 'Two', ProviderDetails: details, IdpIdentifiers: ['one.example'] })).rejects.toMatchObject({
    name: 'InvalidParameterException',
  });
  expect((await idp.getIdentityProviderByIdentifier({ UserPoolId, IdpIdentifier: 'one.example' })).IdentityProvider).toMatchObject({
    ProviderName: 'One',
    AttributeMapping: { username: 'sub' },
  });
  const client = { UserPoolId, ClientName: 'c', SupportedIdentityProviders: ['COGNITO', 'One'] };
  const { UserPoolClient } = await idp.createUserPoolClient(client);
  await idp.updateIdentityProvider({ UserPoolId, ProviderName: 'One', AttributeMapping: { email: 'mail' } });
  expect((await idp.listIdentityProviders({ UserPoolId, MaxResults: 10 })).Providers).toMatchObject([
    { ProviderName: 'One', ProviderType: 'OIDC' },
  ]);
  await idp.deleteIdentityProvider({ UserPoolId, ProviderName: 'One' });
  await expect(idp.createUserPoolClient(client)).rejects.toMatchObject({
    message: `The provider One does not exist for User Pool ${UserPoolId}.`,
  });
  expect((await idp.describeUserPoolClient({ UserPoolId, ClientId: UserPoolClient!.ClientId! })).UserPoolClient).toMatchObject({
    SupportedIdentityProviders: ['COGNITO'],
  });
});
