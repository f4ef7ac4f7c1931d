// A client that we did not write signs in by SRP, remembers its device, sets up a software token, and signs out.
import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserAttribute,
  CognitoUserPool,
  type CognitoUserSession,
  type ISignUpResult,
} from 'amazon-cognito-identity-js';
import { afterAll, expect, it } from 'vitest';
import { totpAt } from '#services/cognito-idp/sign-in/totp';
import { startTestEmulator } from '../../support/emulator.ts';
import { createPool, PASSWORD } from './use-pool.ts';

const emulator = await startTestEmulator();
afterAll(() => emulator.stop());

const pool = await createPool(emulator, {
  DeviceConfiguration: { ChallengeRequiredOnNewDevice: true, DeviceOnlyRememberedOnUserPrompt: false },
});
await pool.idp.setUserPoolMfaConfig({
  UserPoolId: pool.UserPoolId,
  MfaConfiguration: 'OPTIONAL',
  SoftwareTokenMfaConfiguration: { Enabled: true },
});
const Pool = new CognitoUserPool({ UserPoolId: pool.UserPoolId, ClientId: pool.ClientId, endpoint: emulator.url });

interface Outcome {
  readonly session?: CognitoUserSession;
  readonly asked?: string;
  readonly error?: Error;
}

const signIn = (user: CognitoUser, Password: string, code?: () => string): Promise<Outcome> =>
  new Promise((resolve) => {
    const callbacks = {
      onSuccess: (session: CognitoUserSession) => resolve({ session }),
      onFailure: (error: Error) => resolve({ error }),
      totpRequired: () => {
        if (code) user.sendMFACode(code(), callbacks, 'SOFTWARE_TOKEN_MFA');
        else resolve({ asked: 'totp' });
      },
    };
    user.authenticateUser(new AuthenticationDetails({ Username: user.getUsername(), Password }), callbacks);
  });

const userCalled = (Username: string) => new CognitoUser({ Username, Pool });

it('signs up and confirms', async () => {
  const email = new CognitoUserAttribute({ Name: 'email', Value: 'eve@example.com' });
  const made = await new Promise<ISignUpResult>((resolve, reject) => {
    Pool.signUp('eve', PASSWORD, [email], [], (error, result) => (error ? reject(error) : resolve(result!)));
  });
  expect(made.userConfirmed).toBe(false);
  const [message] = await pool.messages('eve');
  const text = await new Promise<string>((resolve, reject) => {
    userCalled('eve').confirmRegistration(message!.code!, false, (error, result) =>
      error ? reject(error as Error) : resolve(result as string),
    );
  });
  expect(text).toBe('SUCCESS');
});

it('signs in by SRP, and again with the device that it remembers', async () => {
  await pool.addUser('ada');
  expect((await signIn(userCalled('ada'), 'wrong')).error).toMatchObject({ name: 'NotAuthorizedException' });
  const user = userCalled('ada');
  const first = await signIn(user, PASSWORD);
  expect(first.session?.getIdToken().payload).toMatchObject({ 'cognito:username': 'ada', email_verified: true });
  const devices = await pool.idp.adminListDevices({ UserPoolId: pool.UserPoolId, Username: 'ada' });
  expect(devices.Devices).toHaveLength(1);
  const second = await signIn(userCalled('ada'), PASSWORD);
  expect(second.session?.getAccessToken().payload).toMatchObject({ device_key: devices.Devices![0]!.DeviceKey });
  const again = await pool.idp.adminListDevices({ UserPoolId: pool.UserPoolId, Username: 'ada' });
  expect(again.Devices).toHaveLength(1);
});

it('sets up a software token, and is asked for it', async () => {
  await pool.addUser('bob');
  const user = userCalled('bob');
  await signIn(user, PASSWORD);
  const secret = await new Promise<string>((resolve, reject) => {
    user.associateSoftwareToken({ associateSecretCode: resolve, onFailure: reject });
  });
  const step = Math.floor(emulator.clock.now() / 30_000);
  await new Promise((resolve, reject) => {
    user.verifySoftwareToken(totpAt(secret, step), 'phone', { onSuccess: resolve, onFailure: reject });
  });
  await new Promise((resolve, reject) => {
    user.setUserMfaPreference(null, { PreferredMfa: true, Enabled: true }, (error, result) => (error ? reject(error) : resolve(result)));
  });
  const { Devices } = await pool.idp.adminListDevices({ UserPoolId: pool.UserPoolId, Username: 'bob' });
  for (const { DeviceKey } of Devices!)
    await pool.idp.adminForgetDevice({ UserPoolId: pool.UserPoolId, Username: 'bob', DeviceKey: DeviceKey! });
  const fresh = userCalled('bob');
  expect(await signIn(fresh, PASSWORD)).toEqual({ asked: 'totp' });
  // The code that verified the token is taken no more.
  expect((await signIn(userCalled('bob'), PASSWORD, () => totpAt(secret, step))).error).toMatchObject({ name: 'CodeMismatchException' });
  expect((await signIn(userCalled('bob'), PASSWORD, () => totpAt(secret, step + 1))).session).toBeDefined();
});

it('changes the password and signs out everywhere', async () => {
  await pool.addUser('cleo');
  const user = userCalled('cleo');
  const { session } = await signIn(user, PASSWORD);
  await new Promise((resolve, reject) => {
    user.changePassword(PASSWORD, 'An0ther-one!', (error, result) => (error ? reject(error) : resolve(result)));
  });
  await new Promise((resolve, reject) => {
    user.globalSignOut({ onSuccess: resolve, onFailure: reject });
  });
  const AccessToken = session!.getAccessToken().getJwtToken();
  await expect(pool.idp.getUser({ AccessToken })).rejects.toMatchObject({ message: 'Access Token has been revoked' });
  expect((await signIn(userCalled('cleo'), 'An0ther-one!')).session).toBeDefined();
});
