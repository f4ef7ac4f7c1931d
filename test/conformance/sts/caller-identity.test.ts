// The caller's identity, by every kind of key.
import { IAM } from '@aws-sdk/client-iam';
import { STS } from '@aws-sdk/client-sts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startTestEmulator();
});
afterAll(() => emulator.stop());

const stsWith = (accessKeyId: string) =>
  emulator.client(STS, { credentials: { accessKeyId, secretAccessKey: 'secret', sessionToken: 'token' } });

describe('GetCallerIdentity', () => {
  test('a plain key is the account itself', async () => {
    const answer = await emulator.client(STS).getCallerIdentity();
    expect(answer).toMatchObject({ Account: '000000000000', UserId: '000000000000', Arn: 'arn:aws:iam::000000000000:root' });
  });

  test('twelve digits are the account', async () => {
    const answer = await stsWith('123456789012').getCallerIdentity();
    expect(answer.Arn).toBe('arn:aws:iam::123456789012:root');
  });

  test("a user's key is the user, until it is deleted", async () => {
    const iam = emulator.client(IAM, { credentials: { accessKeyId: '123456789012', secretAccessKey: 'secret' } });
    await iam.createUser({ UserName: 'ada', Path: '/team/' });
    const { AccessKey } = await iam.createAccessKey({ UserName: 'ada' });
    const id = AccessKey?.AccessKeyId ?? '';
    expect(id).toMatch(/^AKIA[A-Z0-9]{16}$/);
    const answer = await stsWith(id).getCallerIdentity();
    expect(answer).toMatchObject({ Account: '123456789012', Arn: 'arn:aws:iam::123456789012:user/team/ada' });
    expect(answer.UserId).toMatch(/^AIDA[A-Z0-9]{17}$/);
    const asAda = emulator.client(IAM, { credentials: { accessKeyId: id, secretAccessKey: 'secret' } });
    expect((await asAda.getUser()).User?.UserName).toBe('ada');
    expect(await stsWith('test').getAccessKeyInfo({ AccessKeyId: id })).toMatchObject({ Account: '123456789012' });
    await iam.deleteAccessKey({ UserName: 'ada', AccessKeyId: id });
    expect((await stsWith(id).getCallerIdentity()).Arn).toBe('arn:aws:iam::123456789012:root');
  });

  test('a role session is the session, in the account of the role', async () => {
    const { Credentials, AssumedRoleUser } = await emulator
      .client(STS)
      .assumeRole({ RoleArn: 'arn:aws:iam::210987654321:role/deep/path/Deployer', RoleSessionName: 'me@work' });
    expect(Credentials?.AccessKeyId).toMatch(/^ASIA[A-Z0-9]{16}$/);
    const answer = await stsWith(Credentials?.AccessKeyId ?? '').getCallerIdentity();
    expect(answer.Arn).toBe('arn:aws:sts::210987654321:assumed-role/Deployer/me@work');
    expect(answer).toMatchObject({ Account: '210987654321', Arn: AssumedRoleUser?.Arn, UserId: AssumedRoleUser?.AssumedRoleId });
  });
});

test('expired credentials are refused, and forgotten a day later', async () => {
  await using timed = await startTestEmulator({ clock: 'manual' });
  const { Credentials } = await timed.client(STS).getSessionToken({ DurationSeconds: 900 });
  const credentials = { accessKeyId: Credentials?.AccessKeyId ?? '', secretAccessKey: 'secret', sessionToken: 'token' };
  const client = timed.client(STS, { credentials });
  expect((await client.getCallerIdentity()).Arn).toBe('arn:aws:iam::000000000000:root');
  await timed.clock.advance('15m');
  await expect(client.getCallerIdentity()).rejects.toMatchObject({
    name: 'ExpiredToken',
    message: 'The security token included in the request is expired',
    $metadata: { httpStatusCode: 403 },
  });
  await timed.clock.advance('25h');
  expect((await client.getCallerIdentity()).Account).toBe('000000000000');
});
