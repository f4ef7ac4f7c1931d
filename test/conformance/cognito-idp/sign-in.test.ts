// Signing in: passwords, refresh tokens, revocation, and what is refused.
import { createHmac } from 'node:crypto';
import { CognitoJwtVerifier } from 'aws-jwt-verify';
import { afterAll, expect, it } from 'vitest';
import { startTestEmulator } from '../../support/emulator.ts';
import { claimsOf, createPool, PASSWORD } from './use-pool.ts';

const emulator = await startTestEmulator();
afterAll(() => emulator.stop());

it('signs up, confirms with the code of the message, and signs in', async () => {
  const pool = await createPool(emulator);
  const { idp, ClientId } = pool;
  const UserAttributes = [{ Name: 'email', Value: 'ada@example.com' }];
  const made = await idp.signUp({ ClientId, Username: 'ada', Password: PASSWORD, UserAttributes });
  expect(made).toMatchObject({
    UserConfirmed: false,
    CodeDeliveryDetails: { Destination: 'a***@e***', DeliveryMedium: 'EMAIL', AttributeName: 'email' },
  });
  await expect(pool.signIn('ada')).rejects.toMatchObject({ name: 'UserNotConfirmedException', message: 'User is not confirmed.' });
  await expect(idp.confirmSignUp({ ClientId, Username: 'ada', ConfirmationCode: '000000x' })).rejects.toMatchObject({
    name: 'CodeMismatchException',
    message: 'Invalid verification code provided, please try again.',
  });
  const [message] = await pool.messages('ada');
  expect(message).toMatchObject({ to: 'ada@example.com', reason: 'SignUp', text: `Your confirmation code is ${message!.code}` });
  await idp.confirmSignUp({ ClientId, Username: 'ada', ConfirmationCode: message!.code! });
  const { AuthenticationResult } = await pool.signIn('ada');
  const user = await idp.getUser({ AccessToken: AuthenticationResult!.AccessToken! });
  expect(user.UserAttributes).toEqual(
    expect.arrayContaining([
      { Name: 'sub', Value: made.UserSub },
      { Name: 'email_verified', Value: 'true' },
    ]),
  );
});

it('issues tokens that the verifier of the cloud accepts', async () => {
  const pool = await createPool(emulator);
  const { idp, UserPoolId, ClientId } = pool;
  await pool.addUser('ada');
  await idp.createGroup({ UserPoolId, GroupName: 'admins', Precedence: 1, RoleArn: 'arn:aws:iam::000000000000:role/admin' });
  await idp.adminAddUserToGroup({ UserPoolId, Username: 'ada', GroupName: 'admins' });
  const { AuthenticationResult: tokens } = await pool.signIn('ada');
  const jwks = (await (await fetch(`${emulator.url}/${UserPoolId}/.well-known/jwks.json`)).json()) as never;
  const verifier = CognitoJwtVerifier.create({ userPoolId: UserPoolId, clientId: ClientId, tokenUse: 'id' });
  verifier.cacheJwks(jwks);
  const id = await verifier.verify(tokens!.IdToken!);
  expect(id).toMatchObject({
    'cognito:username': 'ada',
    'cognito:groups': ['admins'],
    'cognito:roles': ['arn:aws:iam::000000000000:role/admin'],
    'cognito:preferred_role': 'arn:aws:iam::000000000000:role/admin',
    email: 'ada@example.com',
    email_verified: true,
    token_use: 'id',
  });
  expect(claimsOf(tokens!.AccessToken)).toMatchObject({
    sub: id.sub,
    iss: `https://cognito-idp.us-east-1.amazonaws.com/${UserPoolId}`,
    client_id: ClientId,
    token_use: 'access',
    scope: 'aws.cognito.signin.user.admin',
    username: 'ada',
    origin_jti: id.origin_jti,
  });
  const access = CognitoJwtVerifier.create({ userPoolId: UserPoolId, clientId: ClientId, tokenUse: 'access', groups: 'admins' });
  access.cacheJwks(jwks);
  await expect(access.verify(tokens!.AccessToken!)).resolves.toMatchObject({ username: 'ada' });
  const document = await (await fetch(`${emulator.url}/${UserPoolId}/.well-known/openid-configuration`)).json();
  expect(document).toMatchObject({
    issuer: `https://cognito-idp.us-east-1.amazonaws.com/${UserPoolId}`,
    jwks_uri: `${emulator.url}/${UserPoolId}/.well-known/jwks.json`,
  });
});

it('tells apart wrong passwords, unknown users and disabled ones, as the client allows', async () => {
  const pool = await createPool(emulator);
  const { idp, UserPoolId, ClientId } = pool;
  await pool.addUser('ada');
  const wrong = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' };
  await expect(pool.signIn('ada', { PASSWORD: 'wrong' })).rejects.toMatchObject(wrong);
  await expect(pool.signIn('nobody')).rejects.toMatchObject({ name: 'UserNotFoundException', message: 'User does not exist.' });
  await idp.updateUserPoolClient({
    UserPoolId,
    ClientId,
    ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_USER_SRP_AUTH'],
    PreventUserExistenceErrors: 'ENABLED',
  });
  await expect(pool.signIn('nobody')).rejects.toMatchObject(wrong);
  const srp = (USERNAME: string) =>
    idp.initiateAuth({ ClientId, AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME, SRP_A: 'abcdef' } });
  const [first, second] = [await srp('nobody'), await srp('nobody')];
  expect(first.ChallengeName).toBe('PASSWORD_VERIFIER');
  expect(first.ChallengeParameters!['SALT']).toBe(second.ChallengeParameters!['SALT']);
  await expect(idp.forgotPassword({ ClientId, Username: 'nobody' })).resolves.toHaveProperty('CodeDeliveryDetails');
  await idp.adminDisableUser({ UserPoolId, Username: 'ada' });
  await expect(pool.signIn('ada')).rejects.toMatchObject({ name: 'NotAuthorizedException', message: 'User is disabled.' });
});

it('pauses after five wrong passwords, for longer each time', async () => {
  await using own = await startTestEmulator({ clock: 'manual' });
  const pool = await createPool(own);
  await pool.addUser('ada');
  for (let round = 0; round < 5; round++) await expect(pool.signIn('ada', { PASSWORD: 'wrong' })).rejects.toThrow('Incorrect');
  await expect(pool.signIn('ada')).rejects.toMatchObject({ message: 'Password attempts exceeded' });
  await own.clock.advance('2s');
  await expect(pool.signIn('ada')).resolves.toHaveProperty('AuthenticationResult');
});

it('refreshes, and ends sign-ins by revocation and global sign-out', async () => {
  const pool = await createPool(emulator);
  const { idp, ClientId, UserPoolId } = pool;
  await pool.addUser('ada');
  const refresh = (token: string) =>
    idp.initiateAuth({ ClientId, AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN: token } });
  const first = (await pool.signIn('ada')).AuthenticationResult!;
  const second = (await refresh(first.RefreshToken!)).AuthenticationResult!;
  expect(second.RefreshToken).toBeUndefined();
  expect(claimsOf(second.AccessToken)['origin_jti']).toBe(claimsOf(first.AccessToken)['origin_jti']);
  await idp.revokeToken({ ClientId, Token: first.RefreshToken! });
  await expect(refresh(first.RefreshToken!)).rejects.toMatchObject({ message: 'Refresh Token has been revoked' });
  await expect(idp.getUser({ AccessToken: second.AccessToken! })).rejects.toMatchObject({ message: 'Access Token has been revoked' });
  const third = (await pool.signIn('ada')).AuthenticationResult!;
  await idp.adminUserGlobalSignOut({ UserPoolId, Username: 'ada' });
  await expect(idp.getUser({ AccessToken: third.AccessToken! })).rejects.toMatchObject({ message: 'Access Token has been revoked' });
  await expect(refresh('none')).rejects.toMatchObject({ message: 'Invalid Refresh Token' });
  await expect(idp.getUser({ AccessToken: 'none' })).rejects.toMatchObject({ message: 'Invalid Access Token' });
});

it('rotates refresh tokens, with a time of grace', async () => {
  await using own = await startTestEmulator({ clock: 'manual' });
  const pool = await createPool(own, {}, { RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 10 } });
  const { idp, ClientId } = pool;
  await pool.addUser('ada');
  const { RefreshToken: first } = (await pool.signIn('ada')).AuthenticationResult!;
  const next = await idp.getTokensFromRefreshToken({ ClientId, RefreshToken: first! });
  expect(next.AuthenticationResult!.RefreshToken).not.toBe(first);
  await expect(idp.getTokensFromRefreshToken({ ClientId, RefreshToken: first! })).resolves.toHaveProperty('AuthenticationResult');
  await own.clock.advance('11s');
  await expect(idp.getTokensFromRefreshToken({ ClientId, RefreshToken: first! })).rejects.toMatchObject({
    name: 'RefreshTokenReuseException',
  });
  await expect(idp.getTokensFromRefreshToken({ ClientId, RefreshToken: next.AuthenticationResult!.RefreshToken! })).resolves.toHaveProperty(
    'AuthenticationResult',
  );
});

it('asks clients with a secret for its hash', async () => {
  const pool = await createPool(emulator, {}, { GenerateSecret: true });
  await pool.addUser('ada');
  await expect(pool.signIn('ada')).rejects.toMatchObject({
    message: `Client ${pool.ClientId} is configured with secret but SECRET_HASH was not received`,
  });
  await expect(pool.signIn('ada', { SECRET_HASH: 'x' })).rejects.toMatchObject({
    message: `Unable to verify secret hash for client ${pool.ClientId}`,
  });
  const hash = createHmac('sha256', pool.ClientSecret!).update(`ada${pool.ClientId}`).digest('base64');
  await expect(pool.signIn('ada', { SECRET_HASH: hash })).resolves.toHaveProperty('AuthenticationResult');
});

it('asks for a new password, and takes it', async () => {
  const pool = await createPool(emulator, {
    Schema: [
      { Name: 'name', Required: true, Mutable: true },
      { Name: 'plan', AttributeDataType: 'String', Mutable: true },
    ],
  });
  const { idp, UserPoolId, ClientId } = pool;
  const UserAttributes = [
    { Name: 'email', Value: 'bob@example.com' },
    { Name: 'name', Value: 'Bob' },
    { Name: 'custom:plan', Value: 'free' },
  ];
  await idp.adminCreateUser({
    UserPoolId,
    Username: 'bob',
    UserAttributes,
    TemporaryPassword: PASSWORD,
    DesiredDeliveryMediums: ['EMAIL'],
  });
  expect((await pool.messages('bob'))[0]!.text).toBe(`Your username is bob and temporary password is ${PASSWORD}.`);
  expect(emulator.lines.join('\n')).not.toContain(PASSWORD);
  const challenge = await pool.signIn('bob');
  expect(challenge).toMatchObject({ ChallengeName: 'NEW_PASSWORD_REQUIRED', ChallengeParameters: { requiredAttributes: '[]' } });
  const respond = (NEW_PASSWORD: string) =>
    idp.respondToAuthChallenge({
      ClientId,
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session: challenge.Session!,
      ChallengeResponses: { USERNAME: 'bob', NEW_PASSWORD, 'userAttributes.custom:plan': 'paid' },
    });
  await expect(respond('short')).rejects.toMatchObject({ message: 'Password did not conform with policy: Password not long enough' });
  const { AuthenticationResult } = await respond('N3w-Passw0rd!');
  expect(claimsOf(AuthenticationResult!.IdToken)).toMatchObject({ name: 'Bob', 'custom:plan': 'paid' });
  await expect(respond('An0ther-one!')).rejects.toMatchObject({ message: 'Invalid session for the user, session is expired.' });
});
