// Triggers: what functions are told, what they may change, and how their failures are worded.
import { Lambda } from '@aws-sdk/client-lambda';
import { afterAll, expect, it } from 'vitest';
import { startTestEmulator } from '../../support/emulator.ts';
import { handler } from '../lambda/fixture.ts';
import { claimsOf, createPool, PASSWORD } from './use-pool.ts';

const emulator = await startTestEmulator();
afterAll(() => emulator.stop());

/** One function for all triggers: it answers by what it is told. */
const BODY = `
const { triggerSource: source, request, response, userName } = event;
if (request.clientMetadata?.fail) throw new Error('no ' + source);
if (request.clientMetadata?.shape) return 'nothing';
switch (source) {
  case 'PreSignUp_SignUp': Object.assign(response, { autoConfirmUser: true, autoVerifyEmail: request.validationData?.trusted === 'yes' }); break;
  case 'CustomMessage_ForgotPassword': Object.assign(response, { emailSubject: 'Reset', emailMessage: 'Use ' + request.codeParameter }); break;
  case 'DefineAuthChallenge_Authentication': {
    const last = request.session.at(-1);
    if (!last) response.challengeName = 'CUSTOM_CHALLENGE';
    else if (last.challengeResult) response.issueTokens = true;
    else if (request.session.length < 2) response.challengeName = 'CUSTOM_CHALLENGE';
    else response.failAuthentication = true;
    break;
  }
  case 'CreateAuthChallenge_Authentication':
    Object.assign(response, { publicChallengeParameters: { hint: 'sum' }, privateChallengeParameters: { answer: '42' }, challengeMetadata: 'SUM' });
    break;
  case 'VerifyAuthChallengeResponse_Authentication': response.answerCorrect = request.challengeAnswer === request.privateChallengeParameters.answer; break;
  case 'UserMigration_Authentication':
    if (request.password !== 'Migr4ted!ok') throw new Error('unknown');
    Object.assign(response, { userAttributes: { email: userName + '@old.example', email_verified: 'true' }, finalUserStatus: 'CONFIRMED' });
    break;
  case 'TokenGeneration_Authentication':
    response.claimsAndScopeOverrideDetails = {
      idTokenGeneration: { claimsToAddOrOverride: { plan: 'paid', sub: 'forged' }, claimsToSuppress: ['email'] },
      accessTokenGeneration: { claimsToAddOrOverride: { tenant: { id: 7 } }, scopesToAdd: ['orders/read'] },
      groupOverrideDetails: { groupsToOverride: ['late'] },
    };
}
return event;`;

const lambda = emulator.client(Lambda);
const made = await lambda.createFunction({
  FunctionName: 'trigger',
  Runtime: 'nodejs20.x',
  Handler: 'index.handler',
  Role: 'arn:aws:iam::000000000000:role/any',
  Code: { ZipFile: handler(BODY) },
});
await emulator.idle();
const arn = made.FunctionArn!;
const pool = await createPool(emulator, {
  LambdaConfig: {
    PreSignUp: arn,
    CustomMessage: arn,
    DefineAuthChallenge: arn,
    CreateAuthChallenge: arn,
    VerifyAuthChallengeResponse: arn,
    UserMigration: arn,
    PreTokenGenerationConfig: { LambdaArn: arn, LambdaVersion: 'V2_0' },
  },
});
const { idp, ClientId, UserPoolId } = pool;

it('asks the policy of the function first', async () => {
  await expect(idp.signUp({ ClientId, Username: 'early', Password: PASSWORD })).rejects.toMatchObject({
    name: 'UnexpectedLambdaException',
    message: 'PreSignUp invocation failed due to error AccessDeniedException.',
  });
  await lambda.addPermission({
    FunctionName: 'trigger',
    StatementId: 'pools',
    Action: 'lambda:InvokeFunction',
    Principal: 'cognito-idp.amazonaws.com',
  });
});

it('confirms sign-ups as the function says, and words its failures', async () => {
  const UserAttributes = [{ Name: 'email', Value: 'ada@example.com' }];
  const sign = { ClientId, Username: 'ada', Password: PASSWORD, UserAttributes };
  await expect(idp.signUp({ ...sign, ClientMetadata: { fail: '1' } })).rejects.toMatchObject({
    name: 'UserLambdaValidationException',
    message: 'PreSignUp failed with error no PreSignUp_SignUp.',
  });
  await expect(idp.signUp({ ...sign, ClientMetadata: { shape: '1' } })).rejects.toMatchObject({
    name: 'InvalidLambdaResponseException',
    message: 'Unrecognizable lambda output',
  });
  expect(await idp.signUp({ ...sign, ValidationData: [{ Name: 'trusted', Value: 'yes' }] })).toMatchObject({ UserConfirmed: true });
  expect(await idp.adminGetUser({ UserPoolId, Username: 'ada' })).toMatchObject({
    UserStatus: 'CONFIRMED',
    UserAttributes: expect.arrayContaining([{ Name: 'email_verified', Value: 'true' }]),
  });
});

it('changes tokens, but none of the claims that say whose they are', async () => {
  const { AuthenticationResult: tokens } = await pool.signIn('ada');
  const id = claimsOf(tokens!.IdToken);
  const { UserAttributes } = await idp.adminGetUser({ UserPoolId, Username: 'ada' });
  const sub = UserAttributes!.find(({ Name }) => Name === 'sub')!.Value;
  expect(id).toMatchObject({ sub, plan: 'paid', 'cognito:groups': ['late'] });
  expect(id).not.toHaveProperty('email');
  expect(claimsOf(tokens!.AccessToken)).toMatchObject({ tenant: { id: 7 }, scope: 'aws.cognito.signin.user.admin orders/read' });
});

it('writes messages', async () => {
  await idp.forgotPassword({ ClientId, Username: 'ada' });
  const [message] = await pool.messages('ada');
  expect(message).toMatchObject({ subject: 'Reset', text: `Use ${message!.code}` });
});

it('signs in by challenges of its own', async () => {
  const begin = () => idp.initiateAuth({ ClientId, AuthFlow: 'CUSTOM_AUTH', AuthParameters: { USERNAME: 'ada' } });
  const answer = (Session: string, ANSWER: string) =>
    idp.respondToAuthChallenge({ ClientId, ChallengeName: 'CUSTOM_CHALLENGE', Session, ChallengeResponses: { USERNAME: 'ada', ANSWER } });
  const first = await begin();
  expect(first).toMatchObject({ ChallengeName: 'CUSTOM_CHALLENGE', ChallengeParameters: { hint: 'sum', USERNAME: 'ada' } });
  expect(JSON.stringify(first.ChallengeParameters)).not.toContain('42');
  const second = await answer(first.Session!, '41');
  expect(second.ChallengeName).toBe('CUSTOM_CHALLENGE');
  expect((await answer(second.Session!, '42')).AuthenticationResult).toBeDefined();
  const third = await answer((await begin()).Session!, '1');
  await expect(answer(third.Session!, '2')).rejects.toMatchObject({ message: 'Incorrect username or password.' });
});

it('brings users in from elsewhere', async () => {
  await expect(pool.signIn('old')).rejects.toMatchObject({ name: 'UserNotFoundException' });
  await expect(pool.signIn('old', { PASSWORD: 'Migr4ted!ok' })).resolves.toHaveProperty('AuthenticationResult');
  expect(await idp.adminGetUser({ UserPoolId, Username: 'old' })).toMatchObject({
    UserStatus: 'CONFIRMED',
    UserAttributes: expect.arrayContaining([{ Name: 'email', Value: 'old@old.example' }]),
  });
});
