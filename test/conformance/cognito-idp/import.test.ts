// Users from a file: the header, the upload, results by line in the log, and jobs that stop, fail and expire.
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { afterAll, expect, it } from 'vitest';
import { startTestEmulator } from '../../support/emulator.ts';
import { createPool } from './use-pool.ts';

const emulator = await startTestEmulator();
afterAll(() => emulator.stop());

const ROLE = 'arn:aws:iam::000000000000:role/service-role/Cognito-UserImport-Role';

async function importing(settings: Parameters<typeof createPool>[1] = {}) {
  const pool = await createPool(emulator, settings);
  const { idp, UserPoolId } = pool;
  const { CSVHeader = [] } = await idp.getCSVHeader({ UserPoolId });
  const row = (values: Record<string, string>) => CSVHeader.map((name) => values[name] ?? '').join(',');
  const create = async (JobName = 'people') =>
    (await idp.createUserImportJob({ UserPoolId, JobName, CloudWatchLogsRoleArn: ROLE })).UserImportJob!;
  const upload = (url: string | undefined, body: string) =>
    fetch(url!, { method: 'PUT', body, headers: { 'x-amz-server-side-encryption': 'aws:kms' } });
  const describe = async (JobId: string | undefined) => (await idp.describeUserImportJob({ UserPoolId, JobId })).UserImportJob!;
  const run = async (...lines: string[]) => {
    const { JobId, PreSignedUrl } = await create();
    expect((await upload(PreSignedUrl, [CSVHeader.join(','), ...lines].join('\r\n'))).status).toBe(200);
    await idp.startUserImportJob({ UserPoolId, JobId });
    await emulator.idle();
    return describe(JobId);
  };
  return { ...pool, CSVHeader, row, create, upload, describe, run };
}

it('imports users, who set a password before they sign in, and logs each line', async () => {
  const { idp, UserPoolId, ClientId, CSVHeader, row, run, messages } = await importing({
    Schema: [{ Name: 'plan', AttributeDataType: 'String', Mutable: true }],
  });
  expect(CSVHeader.slice(-2)).toEqual(['cognito:mfa_enabled', 'cognito:username']);
  expect(CSVHeader).toEqual(expect.arrayContaining(['email', 'email_verified', 'phone_number', 'custom:plan']));
  await idp.adminCreateUser({ UserPoolId, Username: 'here', MessageAction: 'SUPPRESS' });
  const verified = (name: string) => ({ 'cognito:username': name, email: `${name}@example.com`, email_verified: 'TRUE' });
  const job = await run(
    row({ ...verified('ada'), name: '"Lovelace, ""Ada"""', 'custom:plan': 'gold' }),
    row(verified('here')),
    row({ 'cognito:username': 'bob', email: 'bob@example.com', email_verified: 'false' }),
    row({ ...verified('cid'), email: 'nonsense' }),
    row({ ...verified('dan'), 'cognito:mfa_enabled': 'maybe' }),
    'too,few',
    `${row(verified('eve'))}"`,
    '',
  );
  expect(job).toMatchObject({
    Status: 'Succeeded',
    CompletionMessage: 'Import Job Completed Successfully.',
    ImportedUsers: 1,
    SkippedUsers: 1,
    FailedUsers: 5,
    CloudWatchLogsRoleArn: ROLE,
    StartDate: expect.any(Date),
    CompletionDate: expect.any(Date),
  });
  const { UserStatus, UserAttributes } = await idp.adminGetUser({ UserPoolId, Username: 'ada' });
  expect(UserStatus).toBe('RESET_REQUIRED');
  expect(UserAttributes).toEqual(
    expect.arrayContaining([
      { Name: 'name', Value: 'Lovelace, "Ada"' },
      { Name: 'email_verified', Value: 'true' },
      { Name: 'custom:plan', Value: 'gold' },
    ]),
  );
  const logs = emulator.client(CloudWatchLogs);
  const { events = [] } = await logs.getLogEvents({
    logGroupName: `/aws/cognito/userpools/${UserPoolId}/people`,
    logStreamName: `${job.JobId}/people`,
    startFromHead: true,
  });
  expect(events.map(({ message }) => message)).toEqual([
    '[SUCCEEDED] Line Number 2 - The import succeeded.',
    '[SKIPPED] Line Number 3 - The user already exists.',
    '[FAILED] Line Number 4 - The User Record does not set any of the auto verified attributes to true. (Example: email_verified to true).',
    '[FAILED] Line Number 5 - Invalid email address format.',
    '[FAILED] Line Number 6 - cognito:mfa_enabled must be true or false.',
    '[FAILED] Line Number 7 - The number of values is not that of the header.',
    expect.stringMatching(/^\[FAILED\] Line Number 8 - /),
  ]);
  await idp.forgotPassword({ ClientId, Username: 'ada' });
  const [sent] = await messages('ada');
  await idp.confirmForgotPassword({ ClientId, Username: 'ada', ConfirmationCode: sent!.code!, Password: 'Imported-1' });
  expect((await idp.adminGetUser({ UserPoolId, Username: 'ada' })).UserStatus).toBe('CONFIRMED');
});

it('imports thousands of users in pieces, and stops where it is told to', async () => {
  const { idp, UserPoolId, CSVHeader, row, create, upload, describe, run } = await importing({ UsernameAttributes: ['email'] });
  const line = (n: number) => row({ 'cognito:username': `u${n}@example.com`, email: `u${n}@example.com`, email_verified: 'true' });
  const many = Array.from({ length: 2500 }, (_, n) => line(n));
  expect(await run(...many)).toMatchObject({ Status: 'Succeeded', ImportedUsers: 2500 });
  expect(await idp.adminGetUser({ UserPoolId, Username: 'u2499@example.com' })).toMatchObject({ UserStatus: 'RESET_REQUIRED' });
  expect(await run(line(1), line(2))).toMatchObject({
    Status: 'Failed',
    SkippedUsers: 2,
    CompletionMessage: 'Too many users have failed or been skipped during the import.',
  });
  const { JobId, PreSignedUrl } = await create('stopped');
  await upload(PreSignedUrl, [CSVHeader.join(','), ...Array.from({ length: 5000 }, (_, n) => line(n + 10_000))].join('\n'));
  await idp.startUserImportJob({ UserPoolId, JobId });
  expect((await idp.stopUserImportJob({ UserPoolId, JobId })).UserImportJob).toMatchObject({ Status: 'Stopping' });
  await emulator.idle();
  expect(await describe(JobId)).toMatchObject({ Status: 'Stopped', CompletionMessage: 'The Import Job was stopped by the developer.' });
  const { UserImportJobs, PaginationToken } = await idp.listUserImportJobs({ UserPoolId, MaxResults: 1 });
  expect(UserImportJobs).toHaveLength(1);
  const rest = await idp.listUserImportJobs({ UserPoolId, MaxResults: 60, PaginationToken });
  expect(rest.UserImportJobs).toHaveLength(2);
});

it('refuses files, starts and stops that come at the wrong time', async () => {
  const { idp, UserPoolId, CSVHeader, create, upload, describe } = await importing();
  const { JobId, PreSignedUrl } = await create();
  const precondition = { name: 'PreconditionNotMetException' };
  await expect(idp.startUserImportJob({ UserPoolId, JobId })).rejects.toMatchObject(precondition);
  await expect(idp.stopUserImportJob({ UserPoolId, JobId })).rejects.toMatchObject(precondition);
  await expect(idp.describeUserImportJob({ UserPoolId, JobId: 'import-x' })).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  const wrong = new URL(PreSignedUrl!);
  wrong.searchParams.set('X-Amz-Signature', 'x'.repeat(64));
  expect((await upload(wrong.href, 'x')).status).toBe(403);
  expect((await fetch(PreSignedUrl!)).status).toBe(405);
  await upload(PreSignedUrl, `email,cognito:username\nada,ada@example.com`);
  await idp.startUserImportJob({ UserPoolId, JobId });
  await emulator.idle();
  expect(await describe(JobId)).toMatchObject({ Status: 'Failed' });
  await expect(idp.startUserImportJob({ UserPoolId, JobId })).rejects.toMatchObject(precondition);
  expect((await upload(PreSignedUrl, CSVHeader.join(','))).status).toBe(403);
  const late = await create('late');
  await emulator.clock.advance('16m');
  expect((await upload(late.PreSignedUrl, CSVHeader.join(','))).status).toBe(403);
  await emulator.clock.advance('24h');
  expect(await describe(late.JobId)).toMatchObject({ Status: 'Expired', CompletionMessage: 'The user import job has expired.' });
  await create('left');
  await idp.deleteUserPool({ UserPoolId });
});
