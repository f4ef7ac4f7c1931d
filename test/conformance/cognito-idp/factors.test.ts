// Second factors, choices of a first factor, and devices of one session each.
import { afterAll, expect, it } from 'vitest';
import { totpAt } from '#services/cognito-idp/sign-in/totp';
import { startTestEmulator } from '../../support/emulator.ts';
import { claimsOf, createPool, PASSWORD } from './use-pool.ts';

const emulator = await startTestEmulator();
afterAll(() => emulator.stop());

const SMS = { SnsCallerArn: 'arn:aws:iam::000000000000:role/sms' };

it('requires a second factor: sets up a software token in the midst of the first sign-in', async () => {
  const pool = await createPool(emulator, { SmsConfiguration: SMS });
  const { idp, UserPoolId, ClientId } = pool;
  await idp.setUserPoolMfaConfig({ UserPoolId, MfaConfiguration: 'ON', SoftwareTokenMfaConfiguration: { Enabled: true } });
  await pool.addUser('ada');
  const challenge = await pool.signIn('ada');
  expect(challenge.ChallengeName).toBe('MFA_SETUP');
  expect(JSON.parse(challenge.ChallengeParameters!['MFAS_CAN_SETUP']!)).toContain('SOFTWARE_TOKEN_MFA');
  const { SecretCode, Session } = await idp.associateSoftwareToken({ Session: challenge.Session! });
  const UserCode = totpAt(SecretCode!, Math.floor(emulator.clock.now() / 30_000));
  await expect(idp.verifySoftwareToken({ Session: Session!, UserCode: '000000' })).rejects.toMatchObject({
    name: 'EnableSoftwareTokenMFAException',
  });
  const verified = await idp.verifySoftwareToken({ Session: Session!, UserCode });
  expect(verified.Status).toBe('SUCCESS');
  const done = await idp.respondToAuthChallenge({
    ClientId,
    ChallengeName: 'MFA_SETUP',
    Session: verified.Session!,
    ChallengeResponses: { USERNAME: 'ada' },
  });
  expect(done.AuthenticationResult).toBeDefined();
  expect((await pool.signIn('ada')).ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
  expect(await idp.adminGetUser({ UserPoolId, Username: 'ada' })).toMatchObject({ UserMFASettingList: ['SOFTWARE_TOKEN_MFA'] });
});

it('sends codes by text message, lets the user choose, and gives up after five wrong answers', async () => {
  const pool = await createPool(emulator, { SmsConfiguration: SMS });
  const { idp, UserPoolId, ClientId } = pool;
  await idp.setUserPoolMfaConfig({
    UserPoolId,
    MfaConfiguration: 'OPTIONAL',
    SmsMfaConfiguration: { SmsConfiguration: SMS },
    EmailMfaConfiguration: { Message: 'Hi {####}', Subject: 'In' },
  });
  await pool.addUser('ada', [{ Name: 'phone_number', Value: '+15551234567' }]);
  await idp.adminSetUserMFAPreference({
    UserPoolId,
    Username: 'ada',
    SMSMfaSettings: { Enabled: true },
    EmailMfaSettings: { Enabled: true },
  });
  const choice = await pool.signIn('ada');
  expect(choice).toMatchObject({ ChallengeName: 'SELECT_MFA_TYPE' });
  const asked = await idp.respondToAuthChallenge({
    ClientId,
    ChallengeName: 'SELECT_MFA_TYPE',
    Session: choice.Session!,
    ChallengeResponses: { USERNAME: 'ada', ANSWER: 'SMS_MFA' },
  });
  expect(asked).toMatchObject({ ChallengeName: 'SMS_MFA', ChallengeParameters: { CODE_DELIVERY_DESTINATION: '+*******4567' } });
  const answer = (SMS_MFA_CODE: string) =>
    idp.respondToAuthChallenge({
      ClientId,
      ChallengeName: 'SMS_MFA',
      Session: asked.Session!,
      ChallengeResponses: { USERNAME: 'ada', SMS_MFA_CODE },
    });
  for (let round = 0; round < 4; round++) await expect(answer('x')).rejects.toMatchObject({ name: 'CodeMismatchException' });
  await expect(answer('x')).rejects.toMatchObject({ message: 'Invalid session for the user.' });
  const [sms] = await pool.messages('ada');
  await expect(answer(sms!.code!)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  await idp.adminSetUserMFAPreference({ UserPoolId, Username: 'ada', EmailMfaSettings: { Enabled: true, PreferredMfa: true } });
  const mail = await pool.signIn('ada');
  expect(mail.ChallengeName).toBe('EMAIL_OTP');
  const [sent] = await pool.messages('ada');
  expect(sent).toMatchObject({ subject: 'In', text: `Hi ${sent!.code}` });
  const done = await idp.respondToAuthChallenge({
    ClientId,
    ChallengeName: 'EMAIL_OTP',
    Session: mail.Session!,
    ChallengeResponses: { USERNAME: 'ada', EMAIL_OTP_CODE: sent!.code! },
  });
  expect(done.AuthenticationResult).toBeDefined();
});

it('lets the client choose the first factor', async () => {
  const pool = await createPool(emulator, { Policies: { SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD', 'EMAIL_OTP'] } } });
  const { idp, ClientId } = pool;
  await pool.addUser('ada');
  const begin = (more: Record<string, string> = {}) =>
    idp.initiateAuth({ ClientId, AuthFlow: 'USER_AUTH', AuthParameters: { USERNAME: 'ada', ...more } });
  const choice = await begin();
  expect(choice).toMatchObject({ ChallengeName: 'SELECT_CHALLENGE', AvailableChallenges: ['PASSWORD', 'PASSWORD_SRP', 'EMAIL_OTP'] });
  const byPassword = await idp.respondToAuthChallenge({
    ClientId,
    ChallengeName: 'SELECT_CHALLENGE',
    Session: choice.Session!,
    ChallengeResponses: { USERNAME: 'ada', ANSWER: 'PASSWORD', PASSWORD },
  });
  expect(byPassword.AuthenticationResult).toBeDefined();
  const otp = await begin({ PREFERRED_CHALLENGE: 'EMAIL_OTP' });
  expect(otp.ChallengeName).toBe('EMAIL_OTP');
  const [message] = await pool.messages('ada');
  const done = await idp.respondToAuthChallenge({
    ClientId,
    ChallengeName: 'EMAIL_OTP',
    Session: otp.Session!,
    ChallengeResponses: { USERNAME: 'ada', EMAIL_OTP_CODE: message!.code! },
  });
  expect(claimsOf(done.AuthenticationResult!.AccessToken)).toMatchObject({ username: 'ada' });
});

it('verifies a changed address before it takes its place, and resets a forgotten password', async () => {
  const pool = await createPool(emulator, { UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] } });
  const { idp, ClientId } = pool;
  await pool.addUser('ada');
  const { AccessToken } = (await pool.signIn('ada')).AuthenticationResult!;
  const email = async () => {
    const { UserAttributes } = await idp.getUser({ AccessToken: AccessToken! });
    return UserAttributes!.find(({ Name }) => Name === 'email')!.Value;
  };
  const UserAttributes = [{ Name: 'email', Value: 'new@example.com' }];
  const { CodeDeliveryDetailsList } = await idp.updateUserAttributes({ AccessToken: AccessToken!, UserAttributes });
  expect(CodeDeliveryDetailsList).toHaveLength(1);
  expect(await email()).toBe('ada@example.com');
  const [message] = await pool.messages('new@example.com');
  await idp.verifyUserAttribute({ AccessToken: AccessToken!, AttributeName: 'email', Code: message!.code! });
  expect(await email()).toBe('new@example.com');
  await idp.forgotPassword({ ClientId, Username: 'ada' });
  const [reset] = await pool.messages('new@example.com');
  expect(reset!.reason).toBe('ForgotPassword');
  await idp.confirmForgotPassword({ ClientId, Username: 'ada', ConfirmationCode: reset!.code!, Password: 'Forg0tten-1!' });
  await expect(pool.signIn('ada')).rejects.toMatchObject({ message: 'Incorrect username or password.' });
  await expect(pool.signIn('ada', { PASSWORD: 'Forg0tten-1!' })).resolves.toHaveProperty('AuthenticationResult');
});
