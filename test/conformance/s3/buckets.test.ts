import { KMS } from '@aws-sdk/client-kms';
import { type InventoryConfiguration, type LifecycleRule, S3, type ServerSideEncryptionRule } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
let s3: S3;
const Bucket = 'configured';
beforeAll(async () => {
  emulator = await startTestEmulator();
  s3 = emulator.client(S3);
  await s3.createBucket({ Bucket });
});
afterAll(() => emulator.stop());

describe('buckets', () => {
  it('have names with rules', async () => {
    const error = s3.createBucket({ Bucket: 'Under_Score' });
    await expect(error).rejects.toMatchObject({ name: 'InvalidBucketName' });
  });
  it('have names that are nobody else’s', async () => {
    await s3.createBucket({ Bucket });
    const west = emulator.client(S3, { region: 'us-west-2' });
    const CreateBucketConfiguration = { LocationConstraint: 'us-west-2' } as const;
    await west.createBucket({ Bucket: 'western', CreateBucketConfiguration });
    await expect(west.createBucket({ Bucket: 'western', CreateBucketConfiguration })).rejects.toMatchObject({
      name: 'BucketAlreadyOwnedByYou',
    });
    const elsewhere = { LocationConstraint: 'eu-west-1' } as const;
    await expect(west.createBucket({ Bucket: 'nowhere', CreateBucketConfiguration: elsewhere })).rejects.toMatchObject({
      name: 'IllegalLocationConstraintException',
    });
    const other = emulator.client(S3, { credentials: { accessKeyId: '111111111111', secretAccessKey: 'x' } });
    await expect(other.createBucket({ Bucket })).rejects.toMatchObject({ name: 'BucketAlreadyExists' });
    await expect(other.listObjectsV2({ Bucket })).rejects.toMatchObject({ name: 'AccessDenied' });
    expect((await other.listBuckets()).Buckets ?? []).toEqual([]);
  });
  it('are found from every region', async () => {
    expect(await s3.headBucket({ Bucket: 'western' })).toMatchObject({ BucketRegion: 'us-west-2' });
    expect((await s3.getBucketLocation({ Bucket: 'western' })).LocationConstraint).toBe('us-west-2');
    expect((await s3.getBucketLocation({ Bucket })).LocationConstraint).toBeUndefined();
  });
  it('are listed in pages', async () => {
    const first = await s3.listBuckets({ MaxBuckets: 1 });
    expect(first.Buckets).toMatchObject([{ Name: 'configured', BucketRegion: 'us-east-1' }]);
    const rest = await s3.listBuckets({ MaxBuckets: 1, ContinuationToken: first.ContinuationToken });
    expect(rest.Buckets).toMatchObject([{ Name: 'western' }]);
    expect(rest.ContinuationToken).toBeUndefined();
  });
  it('of an expected owner', async () => {
    await expect(s3.headBucket({ Bucket, ExpectedBucketOwner: '111111111111' })).rejects.toMatchObject({
      $metadata: { httpStatusCode: 403 },
    });
  });
});

describe('a new bucket answers every read of its configuration', () => {
  it.each([
    ['getBucketPolicy', 'NoSuchBucketPolicy'],
    ['getBucketCors', 'NoSuchCORSConfiguration'],
    ['getBucketTagging', 'NoSuchTagSet'],
    ['getBucketLifecycleConfiguration', 'NoSuchLifecycleConfiguration'],
    ['getBucketWebsite', 'NoSuchWebsiteConfiguration'],
    ['getBucketReplication', 'ReplicationConfigurationNotFoundError'],
    ['getObjectLockConfiguration', 'ObjectLockConfigurationNotFoundError'],
    ['getBucketPolicyStatus', 'NoSuchBucketPolicy'],
  ] as const)('%s: %s', async (operation, code) => {
    await expect(s3[operation]({ Bucket })).rejects.toMatchObject({ name: code, $metadata: { httpStatusCode: 404 } });
  });
  it('and has defaults for the others', async () => {
    expect((await s3.getBucketEncryption({ Bucket })).ServerSideEncryptionConfiguration).toEqual({
      Rules: [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' }, BucketKeyEnabled: false }],
    });
    expect((await s3.getBucketAcl({ Bucket })).Grants).toMatchObject([{ Permission: 'FULL_CONTROL', Grantee: { Type: 'CanonicalUser' } }]);
    expect((await s3.getBucketRequestPayment({ Bucket })).Payer).toBe('BucketOwner');
    expect((await s3.getBucketLogging({ Bucket })).LoggingEnabled).toBeUndefined();
    expect((await s3.getBucketAccelerateConfiguration({ Bucket })).Status).toBeUndefined();
    expect((await s3.getBucketOwnershipControls({ Bucket })).OwnershipControls).toEqual({
      Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }],
    });
    expect((await s3.getPublicAccessBlock({ Bucket })).PublicAccessBlockConfiguration).toMatchObject({
      BlockPublicPolicy: true,
    });
    expect((await s3.getBucketNotificationConfiguration({ Bucket })).QueueConfigurations).toBeUndefined();
    expect((await s3.listBucketMetricsConfigurations({ Bucket })).IsTruncated).toBe(false);
  });
});

it('strangers read what the policy of another account opens', async () => {
  const other = emulator.client(S3, { credentials: { accessKeyId: '222222222222', secretAccessKey: 'x' } });
  const name = 'open-elsewhere';
  await other.createBucket({ Bucket: name });
  await other.putObject({ Bucket: name, Key: 'k', Body: 'x' });
  const read = async () => (await fetch(`${emulator.url}/${name}/k`)).status;
  expect(await read()).toBe(403);
  await other.deletePublicAccessBlock({ Bucket: name });
  const Statement = [{ Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: `arn:aws:s3:::${name}/*` }];
  await other.putBucketPolicy({ Bucket: name, Policy: JSON.stringify({ Version: '2012-10-17', Statement }) });
  expect(await read()).toBe(200);
  expect((await fetch(`${emulator.url}/${name}`)).status).toBe(403);
});

describe('configurations come back as they were put', () => {
  it('policy, word for word', async () => {
    const Policy = `{"Version":"2012-10-17",  "Statement":[{"Sid":"a","Effect":"Allow","Principal":{"AWS":"arn:aws:iam::111111111111:root"},"Action":["s3:ListBucket","s3:GetObject"],"Resource":["arn:aws:s3:::${Bucket}","arn:aws:s3:::${Bucket}/*"]}]}`;
    await s3.putBucketPolicy({ Bucket, Policy });
    expect((await s3.getBucketPolicy({ Bucket })).Policy).toBe(Policy);
    expect((await s3.getBucketPolicyStatus({ Bucket })).PolicyStatus).toEqual({ IsPublic: false });
    const other = emulator.client(S3, { credentials: { accessKeyId: '111111111111', secretAccessKey: 'x' } });
    await other.listObjectsV2({ Bucket });
    await expect(other.putObject({ Bucket, Key: 'k', Body: 'x' })).rejects.toMatchObject({ name: 'AccessDenied' });
    await expect(s3.putBucketPolicy({ Bucket, Policy: '{' })).rejects.toMatchObject({ name: 'MalformedPolicy' });
    await expect(s3.putBucketPolicy({ Bucket, Policy: Policy.replaceAll(Bucket, 'other') })).rejects.toMatchObject({
      message: 'Policy has invalid resource',
    });
    const open = Policy.replace('{"AWS":"arn:aws:iam::111111111111:root"}', '"*"');
    await expect(s3.putBucketPolicy({ Bucket, Policy: open })).rejects.toMatchObject({ name: 'AccessDenied' });
    await s3.deletePublicAccessBlock({ Bucket });
    await expect(s3.getPublicAccessBlock({ Bucket })).rejects.toMatchObject({
      name: 'NoSuchPublicAccessBlockConfiguration',
    });
    await s3.putBucketPolicy({ Bucket, Policy: open });
    await s3.deleteBucketPolicy({ Bucket });
  });
  it('CORS', async () => {
    const CORSRules = [
      {
        AllowedMethods: ['GET', 'PUT'],
        AllowedOrigins: ['https://a.example'],
        AllowedHeaders: ['*'],
        ExposeHeaders: ['ETag'],
        MaxAgeSeconds: 5,
        ID: 'r',
      },
    ];
    await s3.putBucketCors({ Bucket, CORSConfiguration: { CORSRules } });
    expect((await s3.getBucketCors({ Bucket })).CORSRules).toEqual(CORSRules);
    const preflight = await fetch(`${emulator.url}/${Bucket}/k`, {
      method: 'OPTIONS',
      headers: { origin: 'https://a.example', 'access-control-request-method': 'PUT', 'access-control-request-headers': 'x-amz-meta-a' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://a.example');
    await s3.deleteBucketCors({ Bucket });
  });
  it('lifecycle', async () => {
    const Rules: LifecycleRule[] = [
      {
        ID: 'a',
        Status: 'Enabled',
        Filter: { Prefix: 'logs/' },
        Expiration: { Days: 60 },
        Transitions: [{ Days: 30, StorageClass: 'STANDARD_IA' }],
      },
      {
        ID: 'b',
        Status: 'Enabled',
        Filter: { And: { Prefix: 'x', Tags: [{ Key: 'a', Value: 'b' }] } },
        Expiration: { Date: new Date('2030-01-01T00:00:00Z') },
      },
      {
        ID: 'c',
        Status: 'Disabled',
        Filter: {},
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: 7 },
        NoncurrentVersionExpiration: { NoncurrentDays: 3 },
      },
    ];
    await s3.putBucketLifecycleConfiguration({ Bucket, LifecycleConfiguration: { Rules } });
    const got = await s3.getBucketLifecycleConfiguration({ Bucket });
    expect(got.Rules?.slice(0, 2)).toEqual(Rules.slice(0, 2));
    expect(got.Rules?.[2]).toMatchObject({ ID: 'c', Status: 'Disabled', NoncurrentVersionExpiration: { NoncurrentDays: 3 } });
    const put = await s3.putObject({ Bucket, Key: 'logs/1', Body: 'x' });
    expect(put.Expiration).toMatch(/^expiry-date="[A-Z].* GMT", rule-id="a"$/);
    const young = { StorageClass: 'STANDARD_IA' } as const;
    for (const [rule, refusal] of [
      [{ Expiration: { Days: 0 } }, { name: 'InvalidArgument' }],
      [
        { Transitions: [{ Days: 29, ...young }] },
        { message: "'Days' in Transition action must be greater than or equal to 30 for storageClass 'STANDARD_IA'" },
      ],
      [{ NoncurrentVersionTransitions: [{ NoncurrentDays: 29, ...young }] }, { name: 'InvalidArgument' }],
      [{ NoncurrentVersionTransitions: [young] }, { name: 'MalformedXML' }],
      [{ Transitions: [{ Days: 30, StorageClass: 'STANDARD' as never }] }, { name: 'MalformedXML' }],
    ] satisfies [Partial<LifecycleRule>, object][]) {
      const LifecycleConfiguration = { Rules: [{ Status: 'Enabled' as const, Filter: {}, ...rule }] };
      await expect(s3.putBucketLifecycleConfiguration({ Bucket, LifecycleConfiguration })).rejects.toMatchObject(refusal);
    }
    await s3.deleteBucketLifecycle({ Bucket });
  });
  it('tags', async () => {
    const TagSet = [{ Key: 'a', Value: 'b' }];
    await s3.putBucketTagging({ Bucket, Tagging: { TagSet } });
    expect((await s3.getBucketTagging({ Bucket })).TagSet).toEqual(TagSet);
    await expect(s3.putBucketTagging({ Bucket, Tagging: { TagSet: [...TagSet, ...TagSet] } })).rejects.toMatchObject({
      name: 'InvalidTag',
    });
    await s3.deleteBucketTagging({ Bucket });
  });
  it('website, logging, acceleration, payer, ownership, encryption', async () => {
    const WebsiteConfiguration = {
      IndexDocument: { Suffix: 'index.html' },
      ErrorDocument: { Key: 'e.html' },
      RoutingRules: [{ Condition: { KeyPrefixEquals: 'a/' }, Redirect: { ReplaceKeyPrefixWith: 'b/' } }],
    };
    await s3.putBucketWebsite({ Bucket, WebsiteConfiguration });
    expect(await s3.getBucketWebsite({ Bucket })).toMatchObject(WebsiteConfiguration);
    await s3.deleteBucketWebsite({ Bucket });
    const LoggingEnabled = { TargetBucket: Bucket, TargetPrefix: 'log/' };
    await s3.putBucketLogging({ Bucket, BucketLoggingStatus: { LoggingEnabled } });
    expect((await s3.getBucketLogging({ Bucket })).LoggingEnabled).toEqual(LoggingEnabled);
    await s3.putBucketAccelerateConfiguration({ Bucket, AccelerateConfiguration: { Status: 'Enabled' } });
    expect((await s3.getBucketAccelerateConfiguration({ Bucket })).Status).toBe('Enabled');
    await s3.putBucketRequestPayment({ Bucket, RequestPaymentConfiguration: { Payer: 'Requester' } });
    expect((await s3.getBucketRequestPayment({ Bucket })).Payer).toBe('Requester');
    await s3.putBucketOwnershipControls({ Bucket, OwnershipControls: { Rules: [{ ObjectOwnership: 'ObjectWriter' }] } });
    await s3.putBucketAcl({ Bucket, ACL: 'public-read' });
    expect((await s3.getBucketAcl({ Bucket })).Grants).toHaveLength(2);
    const { KeyMetadata } = await emulator.client(KMS).createKey({});
    const Rules: ServerSideEncryptionRule[] = [
      {
        ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms', KMSMasterKeyID: KeyMetadata!.Arn },
        BucketKeyEnabled: true,
      },
    ];
    await s3.putBucketEncryption({ Bucket, ServerSideEncryptionConfiguration: { Rules } });
    expect((await s3.getBucketEncryption({ Bucket })).ServerSideEncryptionConfiguration).toEqual({ Rules });
    expect(await s3.putObject({ Bucket, Key: 'kms', Body: 'x' })).toMatchObject({
      ServerSideEncryption: 'aws:kms',
      BucketKeyEnabled: true,
    });
    const keysOnly = { Rules: [{ BucketKeyEnabled: true }] };
    await s3.putBucketEncryption({ Bucket, ServerSideEncryptionConfiguration: keysOnly });
    expect((await s3.getBucketEncryption({ Bucket })).ServerSideEncryptionConfiguration).toEqual(keysOnly);
    expect(await s3.putObject({ Bucket, Key: 'plain', Body: 'x' })).toMatchObject({ ServerSideEncryption: 'AES256' });
  });
  it('those by id', async () => {
    const MetricsConfiguration = { Id: 'all', Filter: { Prefix: 'a/' } };
    await s3.putBucketMetricsConfiguration({ Bucket, Id: 'all', MetricsConfiguration });
    expect((await s3.getBucketMetricsConfiguration({ Bucket, Id: 'all' })).MetricsConfiguration).toEqual(MetricsConfiguration);
    expect((await s3.listBucketMetricsConfigurations({ Bucket })).MetricsConfigurationList).toEqual([MetricsConfiguration]);
    const InventoryConfiguration: InventoryConfiguration = {
      Id: 'i',
      IsEnabled: true,
      IncludedObjectVersions: 'All',
      Schedule: { Frequency: 'Daily' },
      Destination: { S3BucketDestination: { Bucket: `arn:aws:s3:::${Bucket}`, Format: 'CSV' } },
    };
    await s3.putBucketInventoryConfiguration({ Bucket, Id: 'i', InventoryConfiguration });
    expect((await s3.listBucketInventoryConfigurations({ Bucket })).InventoryConfigurationList).toEqual([InventoryConfiguration]);
    await expect(s3.getBucketAnalyticsConfiguration({ Bucket, Id: 'none' })).rejects.toMatchObject({
      name: 'NoSuchConfiguration',
    });
  });
  it.each([
    ['ARCHIVE_ACCESS', 89, 'InvalidArgument'],
    ['DEEP_ARCHIVE_ACCESS', 179, 'InvalidArgument'],
    ['DEEP_ARCHIVE_ACCESS', 731, 'InvalidArgument'],
    ['NO_ACCESS', 90, 'MalformedXML'],
  ])('no tier %s after %i days', async (AccessTier, Days, name) => {
    const IntelligentTieringConfiguration = { Id: 't', Status: 'Enabled', Tierings: [{ AccessTier, Days }] } as never;
    await expect(s3.putBucketIntelligentTieringConfiguration({ Bucket, Id: 't', IntelligentTieringConfiguration })).rejects.toMatchObject({
      name,
    });
  });
});

it('names what it does not do', async () => {
  await expect(s3.restoreObject({ Bucket, Key: 'kms', RestoreRequest: { Days: 1 } })).rejects.toMatchObject({
    name: 'InvalidObjectState',
  });
  await expect(s3.getObjectTorrent({ Bucket, Key: 'kms' })).rejects.toMatchObject({
    $metadata: { httpStatusCode: 501 },
  });
});
