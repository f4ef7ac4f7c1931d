// Log groups: what infrastructure tools and consoles do with them.
import { CloudWatchLogs, paginateDescribeLogGroups } from '@aws-sdk/client-cloudwatch-logs';
import { KMS } from '@aws-sdk/client-kms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
let logs: CloudWatchLogs;
beforeAll(async () => {
  emulator = await startTestEmulator();
  logs = emulator.client(CloudWatchLogs);
});
afterAll(() => emulator.stop());

const create = (logGroupName: string) => logs.createLogGroup({ logGroupName });
const arnOf = (name: string) => `arn:aws:logs:us-east-1:000000000000:log-group:${name}`;

describe('a log group', () => {
  it('is made once, described and deleted', async () => {
    await logs.createLogGroup({ logGroupName: '/app/a', tags: { team: 'blue' }, logGroupClass: 'INFREQUENT_ACCESS' });
    await expect(create('/app/a')).rejects.toMatchObject({
      name: 'ResourceAlreadyExistsException',
      message: 'The specified log group already exists',
    });
    const { logGroups } = await logs.describeLogGroups({ logGroupNamePrefix: '/app/a' });
    expect(logGroups).toEqual([
      {
        logGroupName: '/app/a',
        creationTime: expect.any(Number),
        metricFilterCount: 0,
        arn: `${arnOf('/app/a')}:*`,
        logGroupArn: arnOf('/app/a'),
        storedBytes: 0,
        logGroupClass: 'INFREQUENT_ACCESS',
        deletionProtectionEnabled: false,
      },
    ]);
    await logs.deleteLogGroup({ logGroupName: '/app/a' });
    await expect(logs.deleteLogGroup({ logGroupName: '/app/a' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'The specified log group does not exist.',
    });
  });

  it('has a name of the right form', async () => {
    await expect(create('a b')).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: expect.stringContaining('logGroupName'),
    });
    await expect(create('aws/x')).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });

  it('keeps events for an allowed number of days', async () => {
    const logGroupName = '/app/retention';
    await create(logGroupName);
    await logs.putRetentionPolicy({ logGroupName, retentionInDays: 7 });
    const read = async () => (await logs.describeLogGroups({ logGroupNamePrefix: logGroupName })).logGroups?.[0];
    expect(await read()).toMatchObject({ retentionInDays: 7 });
    await expect(logs.putRetentionPolicy({ logGroupName, retentionInDays: 8 })).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: expect.stringContaining('Member must satisfy enum value set: [1, 3, 5, 7'),
    });
    await logs.deleteRetentionPolicy({ logGroupName });
    expect(await read()).not.toHaveProperty('retentionInDays');
  });

  it('is protected from deletion while it says so', async () => {
    const logGroupName = '/app/protected';
    await logs.createLogGroup({ logGroupName, deletionProtectionEnabled: true });
    await expect(logs.deleteLogGroup({ logGroupName })).rejects.toMatchObject({ name: 'ValidationException' });
    await logs.putLogGroupDeletionProtection({ logGroupIdentifier: arnOf(logGroupName), deletionProtectionEnabled: false });
    await logs.putBearerTokenAuthentication({ logGroupIdentifier: logGroupName, bearerTokenAuthenticationEnabled: true });
    const { logGroups } = await logs.describeLogGroups({ logGroupIdentifiers: [arnOf(logGroupName)] });
    expect(logGroups).toMatchObject([{ deletionProtectionEnabled: false, bearerTokenAuthenticationEnabled: true }]);
    await logs.deleteLogGroup({ logGroupName });
  });

  it('names no key that is not there', async () => {
    await create('/app/key');
    const kmsKeyId = 'arn:aws:kms:us-east-1:000000000000:key/00000000-0000-4000-8000-000000000000';
    await expect(logs.associateKmsKey({ logGroupName: '/app/key', kmsKeyId })).rejects.toMatchObject({
      name: 'InvalidParameterException',
    });
  });

  it('names a key of the key service', async () => {
    const kms = emulator.client(KMS);
    const kmsKeyId = (await kms.createKey()).KeyMetadata?.Arn;
    const logGroupName = '/app/encrypted';
    await logs.createLogGroup({ logGroupName, kmsKeyId });
    const read = async () => (await logs.describeLogGroups({ logGroupNamePrefix: logGroupName })).logGroups?.[0];
    expect(await read()).toMatchObject({ kmsKeyId });
    await logs.disassociateKmsKey({ logGroupName });
    expect(await read()).not.toHaveProperty('kmsKeyId');
    await logs.associateKmsKey({ resourceIdentifier: arnOf(logGroupName), kmsKeyId });
    expect(await read()).toMatchObject({ kmsKeyId });
  });
});

describe('lists of log groups', () => {
  beforeAll(async () => {
    for (let i = 0; i < 7; i++) await create(`/list/${i}/${i % 2 ? 'odd' : 'even'}`);
  });
  const names = (prefix: string, token?: string) => logs.describeLogGroups({ logGroupNamePrefix: prefix, limit: 3, nextToken: token });

  it('come in pages', async () => {
    const found: (string | undefined)[] = [];
    for await (const { logGroups } of paginateDescribeLogGroups({ client: logs, pageSize: 3 }, { logGroupNamePrefix: '/list/' }))
      found.push(...(logGroups ?? []).map(({ logGroupName }) => logGroupName));
    expect(found).toHaveLength(7);
    expect(found).toEqual([...found].sort());
    await expect(names('/list/', 'nonsense')).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: 'The specified nextToken is invalid.',
    });
  });
  it('are narrowed by part of the name, and by tags', async () => {
    const odd = await logs.describeLogGroups({ logGroupNamePattern: 'odd' });
    expect(odd.logGroups).toHaveLength(3);
    await expect(logs.describeLogGroups({ logGroupNamePattern: 'odd', logGroupNamePrefix: '/list' })).rejects.toMatchObject({
      name: 'InvalidParameterException',
    });
    await logs.tagResource({ resourceArn: arnOf('/list/1/odd'), tags: { stage: 'test' } });
    const tagged = await logs.listLogGroups({ logGroupTags: [{ key: 'stage', values: ['prod', 'test'] }] });
    expect(tagged.logGroups).toEqual([{ logGroupName: '/list/1/odd', logGroupArn: arnOf('/list/1/odd'), logGroupClass: 'STANDARD' }]);
    expect((await logs.listLogGroups({ logGroupNamePattern: '^/list/1|even' })).logGroups).toHaveLength(5);
  });
  it('belong to their account and region', async () => {
    const elsewhere = emulator.client(CloudWatchLogs, { region: 'eu-west-1' });
    expect((await elsewhere.describeLogGroups()).logGroups).toEqual([]);
  });
});

describe('tags', () => {
  it('are set and removed by ARN and by name', async () => {
    await logs.createLogGroup({ logGroupName: '/tags', tags: { a: '1' } });
    const resourceArn = arnOf('/tags');
    await logs.tagResource({ resourceArn, tags: { b: '2' } });
    await logs.tagLogGroup({ logGroupName: '/tags', tags: { c: '3' } });
    await logs.untagResource({ resourceArn, tagKeys: ['a'] });
    expect((await logs.listTagsForResource({ resourceArn })).tags).toEqual({ b: '2', c: '3' });
    await logs.untagLogGroup({ logGroupName: '/tags', tags: ['b'] });
    expect((await logs.listTagsLogGroup({ logGroupName: '/tags' })).tags).toEqual({ c: '3' });
    await expect(logs.listTagsForResource({ resourceArn: arnOf('/none') })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`k${i}`, 'v']));
    await expect(logs.tagResource({ resourceArn, tags: many })).rejects.toMatchObject({ name: 'TooManyTagsException' });
  });
});
