// Passkeys: registered by an authenticator of the test's own, used as a first factor, and as two where the pool says so.
import { afterAll, expect, it } from 'vitest';
import { startTestEmulator } from '../../support/emulator.ts';
import { Authenticator, type Ceremony } from './use-authenticator.ts';
import { createPool } from './use-pool.ts';

const emulator = await startTestEmulator();
afterAll(() => emulator.stop());

const RP = 'app.example.com';
interface Options {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string; readonly name: string };
}

async function withPasskeys(configuration: Record<string, string> = { RelyingPartyId: RP }, factors = ['PASSWORD', 'WEB_AUTHN']) {
  const pool = await createPool(emulator, { Policies: { SignInPolicy: { AllowedFirstAuthFactors: factors as 'PASSWORD'[] } } });
  const { idp, UserPoolId, ClientId } = pool;
  const set = (more: object) => idp.setUserPoolMfaConfig({ UserPoolId, WebAuthnConfiguration: configuration as never, ...more });
  await set({ MfaConfiguration: 'OFF' });
  await pool.addUser('ada');
  const AccessToken = (await pool.signIn('ada')).AuthenticationResult!.AccessToken!;
  const start = async () => (await idp.startWebAuthnRegistration({ AccessToken })).CredentialCreationOptions as unknown as Options;
  const complete = (Credential: unknown) => idp.completeWebAuthnRegistration({ AccessToken, Credential: Credential as never });
  const register = async (authenticator: Authenticator, ceremony: Partial<Ceremony> = {}) => {
    const { challenge, rp } = await start();
    return complete(authenticator.create({ challenge, rpId: rp.id, ...ceremony }));
  };
  const begin = (more: Record<string, string> = {}) =>
    idp.initiateAuth({ ClientId, AuthFlow: 'USER_AUTH', AuthParameters: { USERNAME: 'ada', ...more } });
  const answer = (Session: string | undefined, CREDENTIAL: string) =>
    idp.respondToAuthChallenge({
      ClientId,
      ChallengeName: 'WEB_AUTHN',
      Session: Session!,
      ChallengeResponses: { USERNAME: 'ada', CREDENTIAL },
    });
  /** Asks for a passkey: the options, and the session that waits for it. */
  const ask = async () => {
    const { Session, ChallengeName, ChallengeParameters } = await begin({ PREFERRED_CHALLENGE: 'WEB_AUTHN' });
    expect(ChallengeName).toBe('WEB_AUTHN');
    return { Session, options: JSON.parse(ChallengeParameters!['CREDENTIAL_REQUEST_OPTIONS']!) as { challenge: string; rpId: string } };
  };
  return { ...pool, AccessToken, set, start, complete, register, begin, answer, ask };
}

it('registers a passkey, signs in by it, lists and deletes it', async () => {
  const { idp, AccessToken, start, complete, begin, answer, ask, UserPoolId, ClientId } = await withPasskeys();
  const options = await start();
  expect(options).toMatchObject({
    rp: { id: RP, name: RP },
    user: { name: 'ada', displayName: 'ada' },
    pubKeyCredParams: [
      { type: 'public-key', alg: -7 },
      { type: 'public-key', alg: -257 },
    ],
    excludeCredentials: [],
    authenticatorSelection: { requireResidentKey: true, residentKey: 'required', userVerification: 'preferred' },
  });
  const authenticator = new Authenticator();
  const id = authenticator.id.toString('base64url');
  await complete(authenticator.create({ challenge: options.challenge, rpId: RP }));
  const { Credentials } = await idp.listWebAuthnCredentials({ AccessToken });
  expect(Credentials).toEqual([
    {
      CredentialId: id,
      FriendlyCredentialName: 'Platform passkey',
      RelyingPartyId: RP,
      AuthenticatorAttachment: 'platform',
      AuthenticatorTransports: ['internal', 'hybrid'],
      CreatedAt: expect.any(Date),
    },
  ]);
  expect((await idp.getUserAuthFactors({ AccessToken })).ConfiguredUserAuthFactors).toEqual(['PASSWORD', 'WEB_AUTHN']);
  expect(await start()).toMatchObject({ excludeCredentials: [{ type: 'public-key', id }] });

  const { Session, options: request } = await ask();
  expect(request).toMatchObject({
    challenge: expect.any(String),
    rpId: RP,
    allowCredentials: [{ type: 'public-key', id, transports: ['internal', 'hybrid'] }],
    userVerification: 'preferred',
  });
  const handle = options.user.id;
  const done = await answer(Session, authenticator.get({ challenge: request.challenge, rpId: RP }, handle));
  expect(done.AuthenticationResult?.IdToken).toBeDefined();
  // A session is answered once.
  await expect(answer(Session, authenticator.get({ challenge: request.challenge, rpId: RP }))).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
  // The choice brings the challenge along, and its answer the passkey.
  const choice = await begin();
  expect(choice.AvailableChallenges).toEqual(['PASSWORD', 'PASSWORD_SRP', 'WEB_AUTHN']);
  const { challenge } = JSON.parse(choice.ChallengeParameters!['CREDENTIAL_REQUEST_OPTIONS']!) as { challenge: string };
  const CREDENTIAL = authenticator.get({ challenge, rpId: RP });
  const chosen = await idp.respondToAuthChallenge({
    ClientId,
    ChallengeName: 'SELECT_CHALLENGE',
    Session: choice.Session!,
    ChallengeResponses: { USERNAME: 'ada', ANSWER: 'WEB_AUTHN', CREDENTIAL },
  });
  expect(chosen.AuthenticationResult).toBeDefined();

  await expect(idp.deleteWebAuthnCredential({ AccessToken, CredentialId: 'x' })).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  });
  await idp.deleteWebAuthnCredential({ AccessToken, CredentialId: id });
  expect((await begin()).AvailableChallenges).toEqual(['PASSWORD', 'PASSWORD_SRP']);
  await complete(new Authenticator('RS256').create({ challenge: (await start()).challenge, rpId: RP }));
  await idp.adminDeleteUser({ UserPoolId, Username: 'ada' });
});

it('refuses registrations that are not meant for the pool', async () => {
  const { register, start, complete, idp, AccessToken, pool2 } = { ...(await withPasskeys()), pool2: await createPool(emulator) };
  const authenticator = new Authenticator();
  const name = (of: string) => ({ name: of });
  await expect(register(authenticator, { challenge: 'AAAA' })).rejects.toMatchObject(name('WebAuthnChallengeNotFoundException'));
  await expect(register(authenticator, { origin: 'https://evil.example' })).rejects.toMatchObject(
    name('WebAuthnOriginNotAllowedException'),
  );
  for (const origin of [`http://${RP}`, `https://${RP}.evil.example`, `https://evil${RP}`, 'null', 'https://'])
    await expect(register(authenticator, { origin })).rejects.toMatchObject(name('WebAuthnOriginNotAllowedException'));
  await expect(register(authenticator, { rpId: 'other.example', origin: `https://${RP}` })).rejects.toMatchObject(
    name('WebAuthnRelyingPartyMismatchException'),
  );
  await expect(register(authenticator, { flags: 0x04 })).rejects.toMatchObject(name('WebAuthnCredentialNotSupportedException'));
  await expect(register(authenticator, { type: 'webauthn.get' })).rejects.toMatchObject(name('InvalidParameterException'));
  const { challenge } = await start();
  const good = authenticator.create({ challenge, rpId: RP });
  const bad = (attestationObject: string) => complete({ ...good, response: { ...good.response, attestationObject } });
  const bomb = Buffer.concat([Buffer.alloc(100_000, 0x81), Buffer.from([0])]).toString('base64url');
  for (const bytes of ['', 'AA', bomb, Buffer.from([0xbb, 255, 255, 255, 255, 255, 255, 255, 255]).toString('base64url')])
    await expect(bad(bytes)).rejects.toMatchObject(name('WebAuthnCredentialNotSupportedException'));
  const whole = Buffer.from(good.response.attestationObject, 'base64url');
  for (const length of [1, 10, 30, 60, 90, 120, whole.length - 1])
    await expect(bad(whole.subarray(0, length).toString('base64url'))).rejects.toMatchObject(
      name('WebAuthnCredentialNotSupportedException'),
    );
  for (const sent of [{}, [], 'x', 7, null, { ...good, response: 3 }, { ...good, id: 5 }])
    await expect(complete(sent)).rejects.toMatchObject({ $metadata: { httpStatusCode: 400 } });
  await emulator.clock.advance('6m');
  await expect(complete(good)).rejects.toMatchObject(name('WebAuthnChallengeNotFoundException'));
  await register(authenticator);
  await expect(register(authenticator)).rejects.toMatchObject(name('InvalidParameterException'));
  expect((await idp.listWebAuthnCredentials({ AccessToken })).Credentials).toHaveLength(1);
  await pool2.addUser('ada');
  const other = (await pool2.signIn('ada')).AuthenticationResult!.AccessToken!;
  await expect(idp.startWebAuthnRegistration({ AccessToken: other })).rejects.toMatchObject(name('WebAuthnNotEnabledException'));
  const bare = await withPasskeys({ UserVerification: 'preferred' });
  await expect(bare.start()).rejects.toMatchObject(name('WebAuthnConfigurationMissingException'));
  await bare.idp.createUserPoolDomain({ UserPoolId: bare.UserPoolId, Domain: 'with-passkeys' });
  expect((await bare.start()).rp.id).toMatch(/^with-passkeys\.auth\./);
});

it('refuses signatures that are not of the passkey, the page or the moment', async () => {
  const { register, ask, answer } = await withPasskeys();
  const authenticator = new Authenticator();
  await register(authenticator);
  const refused = async (change: Partial<Ceremony>, by = authenticator, handle?: string) => {
    const { Session, options } = await ask();
    await expect(answer(Session, by.get({ ...options, ...change }, handle))).rejects.toMatchObject({
      message: 'Invalid passkey credential.',
    });
  };
  await refused({ challenge: 'AAAA' });
  await refused({ origin: 'https://evil.example' });
  await refused({ rpId: 'evil.example', origin: `https://${RP}` });
  await refused({ type: 'webauthn.create' });
  await refused({ flags: 0x04 });
  await refused({ counter: 1 });
  await refused({}, new Authenticator());
  await refused({}, authenticator, Buffer.from('someone else').toString('base64url'));
  const { Session, options } = await ask();
  const forged = JSON.parse(authenticator.get(options)) as { response: { signature: string } };
  await expect(answer(Session, JSON.stringify({ ...forged, response: { ...forged.response, signature: 'AAAA' } }))).rejects.toMatchObject({
    message: 'Invalid passkey credential.',
  });
  for (const text of ['', '{', '[]', '{"id":1}'])
    await expect(answer((await ask()).Session, text)).rejects.toMatchObject({ name: 'InvalidParameterException' });
});

it('takes a passkey for two factors only where pool and user say so', async () => {
  const two = { RelyingPartyId: RP, FactorConfiguration: 'MULTI_FACTOR_WITH_USER_VERIFICATION', UserVerification: 'required' };
  const { idp, UserPoolId, register, begin, ask, answer, set } = await withPasskeys(two);
  const authenticator = new Authenticator();
  await expect(register(authenticator, { flags: 0x01 })).rejects.toMatchObject({ name: 'WebAuthnCredentialNotSupportedException' });
  await register(authenticator);
  const on = { MfaConfiguration: 'ON', EmailMfaConfiguration: { Message: '{####}', Subject: 'Code' } };
  await set(on);
  expect((await begin()).AvailableChallenges).not.toContain('WEB_AUTHN');
  const prefer = (more: object) => idp.adminSetUserMFAPreference({ UserPoolId, Username: 'ada', ...more });
  await expect(prefer({ WebAuthnMfaSettings: { Enabled: true } })).rejects.toMatchObject({ name: 'InvalidParameterException' });
  await prefer({ EmailMfaSettings: { Enabled: true }, WebAuthnMfaSettings: { Enabled: true } });
  const { Session, options } = await ask();
  expect(options).toMatchObject({ userVerification: 'required' });
  const done = await answer(Session, authenticator.get(options));
  expect(done.AuthenticationResult).toBeDefined();
  const again = await ask();
  await expect(answer(again.Session, authenticator.get({ ...again.options, flags: 0x01 }))).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
  // Without user verification in the pool, a passkey is one factor.
  await idp.setUserPoolMfaConfig({ UserPoolId, WebAuthnConfiguration: { RelyingPartyId: RP }, ...(on as object) });
  expect((await begin()).AvailableChallenges).not.toContain('WEB_AUTHN');
  await expect(prefer({ WebAuthnMfaSettings: { Enabled: true } })).rejects.toMatchObject({ name: 'InvalidParameterException' });
});
