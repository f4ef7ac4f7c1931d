// A web application in a real browser: its user signs up, confirms, signs in with a second factor, calls a GraphQL API with the token, hears of an
// event, and comes back by a passkey.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { answering, createApi } from '../conformance/appsync/use-api.ts';
import { claimsOf, createPool, PASSWORD } from '../conformance/cognito-idp/use-pool.ts';
import { MAX_PAGE_MS, noBrowser, startBrowser } from '../support/browser.ts';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';

const SCHEMA = `
type Query { me: String }
type Mutation { say(text: String!): Said }
type Subscription { said: Said @aws_subscribe(mutations: ["say"]) }
type Said { text: String! by: String }
`;

/** The application: a blank page, whose address takes the code of the sign-in. */
async function startApplication() {
  const server = http.createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>application</title>'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return { origin, [Symbol.asyncDispose]: async () => void server.close() };
}

/** Runs in the page: the operations that need no signature, as a client in a browser sends them. */
const CALL = `const call = async (url, operation, input) => {
  const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'AWSCognitoIdentityProviderService.' + operation };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(input) });
  const body = await answer.json();
  if (!answer.ok) throw new Error(operation + ': ' + JSON.stringify(body));
  return body;
};`;
const inPage = (page: Page, code: string, given: object): Promise<unknown> =>
  page.evaluate(`(async (given) => { ${CALL} ${code} })(${JSON.stringify(given)})`);

async function createUsers(emulator: TestEmulator, origin: string) {
  const pool = await createPool(
    emulator,
    { Policies: { SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD', 'WEB_AUTHN'] } } },
    {
      AllowedOAuthFlowsUserPoolClient: true,
      AllowedOAuthFlows: ['code'],
      AllowedOAuthScopes: ['openid', 'email', 'aws.cognito.signin.user.admin'],
      CallbackURLs: [`${origin}/in`],
    },
  );
  await pool.idp.createUserPoolDomain({ UserPoolId: pool.UserPoolId, Domain: 'application' });
  await pool.idp.setUserPoolMfaConfig({
    UserPoolId: pool.UserPoolId,
    MfaConfiguration: 'ON',
    EmailMfaConfiguration: { Message: '{####}', Subject: 'Code' },
    WebAuthnConfiguration: {
      RelyingPartyId: 'localhost',
      UserVerification: 'required',
      FactorConfiguration: 'MULTI_FACTOR_WITH_USER_VERIFICATION',
    },
  });
  return pool;
}

/** Signs up, confirms and signs in on the pages of the pool; the tokens that the page gets for its code. */
async function signUp(
  page: Page,
  pool: Awaited<ReturnType<typeof createPool>>,
  url: string,
  origin: string,
): Promise<Record<string, string>> {
  const code = async () => (await pool.messages('ada'))[0]!.code!;
  const verifier = 'v'.repeat(43);
  const challenge = await page.evaluate(
    `crypto.subtle.digest('SHA-256', new TextEncoder().encode('${verifier}')).then((hash) => btoa(String.fromCharCode(...new Uint8Array(hash))).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=/g, ''))`,
  );
  const asked = { response_type: 'code', client_id: pool.ClientId, redirect_uri: `${origin}/in`, state: 's' };
  const query = new URLSearchParams({ ...asked, code_challenge: String(challenge), code_challenge_method: 'S256' }).toString();
  await page.goto(`${url}/oauth2/authorize?${query}`);
  await page.getByRole('link', { name: 'Sign up' }).click();
  await page.fill('#username', 'ada');
  await page.fill('[name="attribute.email"]', 'ada@example.com');
  await page.fill('#password', PASSWORD);
  await page.click('button');
  await page.getByText('Confirm your account').waitFor();
  await page.fill('#code', await code());
  await page.click('button');
  await page.fill('#username', 'ada');
  await page.fill('#password', PASSWORD);
  await page.click('button');
  await page.getByText('Code of the email').waitFor();
  await page.fill('#answer', await code());
  await page.click('button');
  await page.waitForURL(`${origin}/in?**`);
  expect(await page.title()).toBe('application');
  const tokens = await inPage(
    page,
    `const code = new URL(location.href).searchParams.get('code');
    const body = new URLSearchParams({ ...given, grant_type: 'authorization_code', code });
    return (await fetch(given.url, { method: 'POST', body })).json();`,
    { url: `${url}/oauth2/token`, client_id: pool.ClientId, redirect_uri: `${origin}/in`, code_verifier: verifier },
  );
  return tokens as Record<string, string>;
}

describe.skipIf(isMissing('a web application with users', noBrowser))('a web application', () => {
  it(
    'signs its user up and in, calls an API, hears of an event, and takes a passkey',
    async () => {
      const emulator = await startTestEmulator();
      await using application = await startApplication();
      const { browser, close } = await startBrowser();
      try {
        const pool = await createUsers(emulator, application.origin);
        const { idp, UserPoolId, ClientId } = pool;
        const page = await browser.newPage();
        await page.goto(application.origin);
        const domain = `http://application.auth.localhost:${new URL(emulator.url).port}`;
        const tokens = await signUp(page, pool, domain, application.origin);
        expect(claimsOf(tokens['id_token'])).toMatchObject({ 'cognito:username': 'ada', email: 'ada@example.com', email_verified: true });

        const api = await createApi(emulator, SCHEMA, {
          authenticationType: 'AMAZON_COGNITO_USER_POOLS',
          userPoolConfig: { userPoolId: UserPoolId, awsRegion: 'us-east-1', defaultAction: 'ALLOW' },
        });
        await api.resolver('Query.me', answering('ctx.identity.username'));
        await api.resolver('Mutation.say', answering('{ text: ctx.args.text, by: ctx.identity.username }'));
        const heard = await inPage(
          page,
          `const ask = async (query) => (await fetch(given.url, { method: 'POST', headers: { authorization: given.token, 'content-type': 'application/json' }, body: JSON.stringify({ query }) })).json();
          const me = await ask('{ me }');
          const authorization = { host: new URL(given.url).host, Authorization: given.token };
          const header = btoa(JSON.stringify(authorization)).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=/g, '');
          const socket = new WebSocket(given.url.replace('http', 'ws') + '/realtime', ['graphql-ws', 'header-' + header]);
          const data = JSON.stringify({ query: 'subscription { said { text by } }', variables: {} });
          const event = new Promise((resolve, reject) => {
            socket.onerror = () => reject(new Error('the WebSocket failed'));
            socket.onopen = () => socket.send(JSON.stringify({ type: 'connection_init' }));
            socket.onmessage = async ({ data: text }) => {
              const message = JSON.parse(text);
              if (message.type === 'connection_ack') socket.send(JSON.stringify({ id: '1', type: 'start', payload: { data, extensions: { authorization } } }));
              if (message.type === 'start_ack') await ask('mutation { say(text: "hello") { text by } }');
              if (message.type === 'data') resolve(message.payload);
              if (message.type === 'error') reject(new Error(text));
            };
          });
          return { me, event: await event };`,
          { url: `${emulator.url}/graphql/${api.apiId}`, token: tokens['access_token'] },
        );
        expect(heard).toEqual({ me: { data: { me: 'ada' } }, event: { data: { said: { text: 'hello', by: 'ada' } } } });

        const devtools = await page.context().newCDPSession(page);
        await devtools.send('WebAuthn.enable');
        const options = {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
        } as const;
        await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
        await inPage(
          page,
          `const { CredentialCreationOptions } = await call(given.url, 'StartWebAuthnRegistration', { AccessToken: given.token });
          const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(CredentialCreationOptions);
          const credential = await navigator.credentials.create({ publicKey });
          await call(given.url, 'CompleteWebAuthnRegistration', { AccessToken: given.token, Credential: credential.toJSON() });`,
          { url: emulator.url, token: tokens['access_token'] },
        );
        await idp.adminSetUserMFAPreference({
          UserPoolId,
          Username: 'ada',
          EmailMfaSettings: { Enabled: true },
          WebAuthnMfaSettings: { Enabled: true },
        });
        const signedIn = (await inPage(
          page,
          `const USERNAME = 'ada';
          const begun = await call(given.url, 'InitiateAuth', { ClientId: given.ClientId, AuthFlow: 'USER_AUTH', AuthParameters: { USERNAME, PREFERRED_CHALLENGE: 'WEB_AUTHN' } });
          const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(begun.ChallengeParameters.CREDENTIAL_REQUEST_OPTIONS));
          const CREDENTIAL = JSON.stringify((await navigator.credentials.get({ publicKey })).toJSON());
          return call(given.url, 'RespondToAuthChallenge', { ClientId: given.ClientId, ChallengeName: 'WEB_AUTHN', Session: begun.Session, ChallengeResponses: { USERNAME, CREDENTIAL } });`,
          { url: emulator.url, ClientId },
        )) as { readonly AuthenticationResult: { readonly AccessToken: string } };
        expect(claimsOf(signedIn.AuthenticationResult.AccessToken)).toMatchObject({ username: 'ada' });
      } finally {
        await close();
        await emulator.stop();
      }
    },
    MAX_PAGE_MS,
  );
});
