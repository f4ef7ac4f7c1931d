import * as sdk from '@aws-sdk/client-s3';
import { S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
let s3: S3Client;
const Bucket = 'configured';
beforeAll(async () => {
  emulator = await startTestEmulator();
  s3 = emulator.client(S3Client);
  await s3.send(new sdk.CreateBucketCommand({ Bucket }));
});
afterAll(() => emulator.stop());

describe('buckets', () => {
  it('have names with rules', async () => {
    const error = s3.send(new sdk.CreateBucketCommand({ Bucket: 'Under_Score' }));
    await expect(error).rejects.toMatchObject({ name: 'InvalidBucketName' });
  });
  it('have names that are nobody else’s', async () => {
    await s3.send(new sdk.CreateBucketCommand({ Bucket }));
    const west = emulator.client(S3Client, { region: 'us-west-2' });
    const CreateBucketConfiguration = { LocationConstraint: 'us-west-2' } as const;
    await west.send(new sdk.CreateBucketCommand({ Bucket: 'western', CreateBucketConfiguration }));
    await expect(west.send(new sdk.CreateBucketCommand({ Bucket: 'western', CreateBucketConfiguration }))).rejects.toMatchObject({
      name: 'BucketAlreadyOwnedByYou',
    });
    const elsewhere = { LocationConstraint: 'eu-west-1' } as const;
    await expect(west.send(new sdk.CreateBucketCommand({ Bucket: 'nowhere', CreateBucketConfiguration: elsewhere }))).rejects.toMatchObject(
      { name: 'IllegalLocationConstraintException' },
    );
    const other = emulator.client(S3Client, { credentials: { accessKeyId: '111111111111', secretAccessKey: 'x' } });
    await expect(other.send(new sdk.CreateBucketCommand({ Bucket }))).rejects.toMatchObject({ name: 'BucketAlreadyExists' });
    await expect(other.send(new sdk.ListObjectsV2Command({ Bucket }))).rejects.toMatchObject({ name: 'AccessDenied' });
    expect((await other.send(new sdk.ListBucketsCommand({}))).Buckets ?? []).toEqual([]);
  });
  it('are found from every region', async () => {
    expect(await s3.send(new sdk.HeadBucketCommand({ Bucket: 'western' }))).toMatchObject({ BucketRegion: 'us-west-2' });
    expect((await s3.send(new sdk.GetBucketLocationCommand({ Bucket: 'western' }))).LocationConstraint).toBe('us-west-2');
    expect((await s3.send(new sdk.GetBucketLocationCommand({ Bucket }))).LocationConstraint).toBeUndefined();
  });
  it('are listed in pages', async () => {
    const first = await s3.send(new sdk.ListBucketsCommand({ MaxBuckets: 1 }));
    expect(first.Buckets).toMatchObject([{ Name: 'configured', BucketRegion: 'us-east-1' }]);
    const rest = await s3.send(new sdk.ListBucketsCommand({ MaxBuckets: 1, ContinuationToken: first.ContinuationToken }));
    expect(rest.Buckets).toMatchObject([{ Name: 'western' }]);
    expect(rest.ContinuationToken).toBeUndefined();
  });
  it('of an expected owner', async () => {
    await expect(s3.send(new sdk.HeadBucketCommand({ Bucket, ExpectedBucketOwner: '111111111111' }))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 403 },
    });
  });
});

describe('a new bucket answers every read of its configuration', () => {
  it.each([
    [sdk.GetBucketPolicyCommand, 'NoSuchBucketPolicy'],
    [sdk.GetBucketCorsCommand, 'NoSuchCORSConfiguration'],
    [sdk.GetBucketTaggingCommand, 'NoSuchTagSet'],
    [sdk.GetBucketLifecycleConfigurationCommand, 'NoSuchLifecycleConfiguration'],
    [sdk.GetBucketWebsiteCommand, 'NoSuchWebsiteConfiguration'],
    [sdk.GetBucketReplicationCommand, 'ReplicationConfigurationNotFoundError'],
    [sdk.GetObjectLockConfigurationCommand, 'ObjectLockConfigurationNotFoundError'],
    [sdk.GetBucketPolicyStatusCommand, 'NoSuchBucketPolicy'],
  ] as const)('%o: %s', async (Command, code) => {
    const command = new Command({ Bucket }) as sdk.GetBucketCorsCommand;
    await expect(s3.send(command)).rejects.toMatchObject({ name: code, $metadata: { httpStatusCode: 404 } });
  });
  it('and has defaults for the others', async () => {
    expect((await s3.send(new sdk.GetBucketEncryptionCommand({ Bucket }))).ServerSideEncryptionConfiguration).toEqual({
      Rules: [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' }, BucketKeyEnabled: false }],
    });
    expect((await s3.send(new sdk.GetBucketAclCommand({ Bucket }))).Grants).toMatchObject([
      { Permission: 'FULL_CONTROL', Grantee: { Type: 'CanonicalUser' } },
    ]);
    expect((await s3.send(new sdk.GetBucketRequestPaymentCommand({ Bucket }))).Payer).toBe('BucketOwner');
    expect((await s3.send(new sdk.GetBucketLoggingCommand({ Bucket }))).LoggingEnabled).toBeUndefined();
    expect((await s3.send(new sdk.GetBucketAccelerateConfigurationCommand({ Bucket }))).Status).toBeUndefined();
    expect((await s3.send(new sdk.GetBucketOwnershipControlsCommand({ Bucket }))).OwnershipControls).toEqual({
      Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }],
    });
    expect((await s3.send(new sdk.GetPublicAccessBlockCommand({ Bucket }))).PublicAccessBlockConfiguration).toMatchObject({
      BlockPublicPolicy: true,
    });
    expect((await s3.send(new sdk.GetBucketNotificationConfigurationCommand({ Bucket }))).QueueConfigurations).toBeUndefined();
    expect((await s3.send(new sdk.ListBucketMetricsConfigurationsCommand({ Bucket }))).IsTruncated).toBe(false);
  });
});

it('strangers read what the policy of another account opens', async () => {
  const other = emulator.client(S3Client, { credentials: { accessKeyId: '222222222222', secretAccessKey: 'x' } });
  const name = 'open-elsewhere';
  await other.send(new sdk.CreateBucketCommand({ Bucket: name }));
  await other.send(new sdk.PutObjectCommand({ Bucket: name, Key: 'k', Body: 'x' }));
  const read = async () => (await fetch(`${emulator.url}/${name}/k`)).status;
  expect(await read()).toBe(403);
  await other.send(new sdk.DeletePublicAccessBlockCommand({ Bucket: name }));
  const Statement = [{ Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: `arn:aws:s3:::${name}/*` }];
  await other.send(new sdk.PutBucketPolicyCommand({ Bucket: name, Policy: JSON.stringify({ Version: '2012-10-17', Statement }) }));
  expect(await read()).toBe(200);
  expect((await fetch(`${emulator.url}/${name}`)).status).toBe(403);
});

describe('configurations come back as they were put', () => {
  it('policy, word for word', async () => {
    const Policy = `{"Version":"2012-10-17",  "Statement":[{"Sid":"a","Effect":"Allow","Principal":{"AWS":"arn:aws:iam::111111111111:root"},"Action":["s3:ListBucket","s3:GetObject"],"Resource":["arn:aws:s3:::${Bucket}","arn:aws:s3:::${Bucket}/*"]}]}`;
    await s3.send(new sdk.PutBucketPolicyCommand({ Bucket, Policy }));
    expect((await s3.send(new sdk.GetBucketPolicyCommand({ Bucket }))).Policy).toBe(Policy);
    expect((await s3.send(new sdk.GetBucketPolicyStatusCommand({ Bucket }))).PolicyStatus).toEqual({ IsPublic: false });
    const other = emulator.client(S3Client, { credentials: { accessKeyId: '111111111111', secretAccessKey: 'x' } });
    await other.send(new sdk.ListObjectsV2Command({ Bucket }));
    await expect(other.send(new sdk.PutObjectCommand({ Bucket, Key: 'k', Body: 'x' }))).rejects.toMatchObject({ name: 'AccessDenied' });
    await expect(s3.send(new sdk.PutBucketPolicyCommand({ Bucket, Policy: '{' }))).rejects.toMatchObject({ name: 'MalformedPolicy' });
    await expect(s3.send(new sdk.PutBucketPolicyCommand({ Bucket, Policy: Policy.replaceAll(Bucket, 'other') }))).rejects.toMatchObject({
      message: 'Policy has invalid resource',
    });
    const open = Policy.replace('{"AWS":"arn:aws:iam::111111111111:root"}', '"*"');
    await expect(s3.send(new sdk.PutBucketPolicyCommand({ Bucket, Policy: open }))).rejects.toMatchObject({ name: 'AccessDenied' });
    await s3.send(new sdk.DeletePublicAccessBlockCommand({ Bucket }));
    await expect(s3.send(new sdk.GetPublicAccessBlockCommand({ Bucket }))).rejects.toMatchObject({
      name: 'NoSuchPublicAccessBlockConfiguration',
    });
    await s3.send(new sdk.PutBucketPolicyCommand({ Bucket, Policy: open }));
    await s3.send(new sdk.DeleteBucketPolicyCommand({ Bucket }));
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
    await s3.send(new sdk.PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } }));
    expect((await s3.send(new sdk.GetBucketCorsCommand({ Bucket }))).CORSRules).toEqual(CORSRules);
    const preflight = await fetch(`${emulator.url}/${Bucket}/k`, {
      method: 'OPTIONS',
      headers: { origin: 'https://a.example', 'access-control-request-method': 'PUT', 'access-control-request-headers': 'x-amz-meta-a' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://a.example');
    await s3.send(new sdk.DeleteBucketCorsCommand({ Bucket }));
  });
  it('lifecycle', async () => {
    const Rules: sdk.LifecycleRule[] = [
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
    await s3.send(new sdk.PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } }));
    const got = await s3.send(new sdk.GetBucketLifecycleConfigurationCommand({ Bucket }));
    expect(got.Rules?.slice(0, 2)).toEqual(Rules.slice(0, 2));
    expect(got.Rules?.[2]).toMatchObject({ ID: 'c', Status: 'Disabled', NoncurrentVersionExpiration: { NoncurrentDays: 3 } });
    const put = await s3.send(new sdk.PutObjectCommand({ Bucket, Key: 'logs/1', Body: 'x' }));
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
    ] satisfies [Partial<sdk.LifecycleRule>, object][]) {
      const LifecycleConfiguration = { Rules: [{ Status: 'Enabled' as const, Filter: {}, ...rule }] };
      const asked = new sdk.PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration });
      await expect(s3.send(asked)).rejects.toMatchObject(refusal);
    }
    await s3.send(new sdk.DeleteBucketLifecycleCommand({ Bucket }));
  });
  it('tags', async () => {
    const TagSet = [{ Key: 'a', Value: 'b' }];
    await s3.send(new sdk.PutBucketTaggingCommand({ Bucket, Tagging: { TagSet } }));
    expect((await s3.send(new sdk.GetBucketTaggingCommand({ Bucket }))).TagSet).toEqual(TagSet);
    await expect(s3.send(new sdk.PutBucketTaggingCommand({ Bucket, Tagging: { TagSet: [...TagSet, ...TagSet] } }))).rejects.toMatchObject({
      name: 'InvalidTag',
    });
    await s3.send(new sdk.DeleteBucketTaggingCommand({ Bucket }));
  });
  it('website, logging, acceleration, payer, ownership, encryption', async () => {
    const WebsiteConfiguration = {
      IndexDocument: { Suffix: 'index.html' },
      ErrorDocument: { Key: 'e.html' },
      RoutingRules: [{ Condition: { KeyPrefixEquals: 'a/' }, Redirect: { ReplaceKeyPrefixWith: 'b/' } }],
    };
    await s3.send(new sdk.PutBucketWebsiteCommand({ Bucket, WebsiteConfiguration }));
    expect(await s3.send(new sdk.GetBucketWebsiteCommand({ Bucket }))).toMatchObject(WebsiteConfiguration);
    await s3.send(new sdk.DeleteBucketWebsiteCommand({ Bucket }));
    const LoggingEnabled = { TargetBucket: Bucket, TargetPrefix: 'log/' };
    await s3.send(new sdk.PutBucketLoggingCommand({ Bucket, BucketLoggingStatus: { LoggingEnabled } }));
    expect((await s3.send(new sdk.GetBucketLoggingCommand({ Bucket }))).LoggingEnabled).toEqual(LoggingEnabled);
    await s3.send(new sdk.PutBucketAccelerateConfigurationCommand({ Bucket, AccelerateConfiguration: { Status: 'Enabled' } }));
    expect((await s3.send(new sdk.GetBucketAccelerateConfigurationCommand({ Bucket }))).Status).toBe('Enabled');
    await s3.send(new sdk.PutBucketRequestPaymentCommand({ Bucket, RequestPaymentConfiguration: { Payer: 'Requester' } }));
    expect((await s3.send(new sdk.GetBucketRequestPaymentCommand({ Bucket }))).Payer).toBe('Requester');
    await s3.send(
      new sdk.PutBucketOwnershipControlsCommand({ Bucket, OwnershipControls: { Rules: [{ ObjectOwnership: 'ObjectWriter' }] } }),
    );
    await s3.send(new sdk.PutBucketAclCommand({ Bucket, ACL: 'public-read' }));
    expect((await s3.send(new sdk.GetBucketAclCommand({ Bucket }))).Grants).toHaveLength(2);
    const Rules: sdk.ServerSideEncryptionRule[] = [
      {
        ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms', KMSMasterKeyID: 'arn:aws:kms:us-east-1:000000000000:key/k' },
        BucketKeyEnabled: true,
      },
    ];
    await s3.send(new sdk.PutBucketEncryptionCommand({ Bucket, ServerSideEncryptionConfiguration: { Rules } }));
    expect((await s3.send(new sdk.GetBucketEncryptionCommand({ Bucket }))).ServerSideEncryptionConfiguration).toEqual({ Rules });
    expect(await s3.send(new sdk.PutObjectCommand({ Bucket, Key: 'kms', Body: 'x' }))).toMatchObject({
      ServerSideEncryption: 'aws:kms',
      BucketKeyEnabled: true,
    });
  });
  it('those by id', async () => {
    const MetricsConfiguration = { Id: 'all', Filter: { Prefix: 'a/' } };
    await s3.send(new sdk.PutBucketMetricsConfigurationCommand({ Bucket, Id: 'all', MetricsConfiguration }));
    expect((await s3.send(new sdk.GetBucketMetricsConfigurationCommand({ Bucket, Id: 'all' }))).MetricsConfiguration).toEqual(
      MetricsConfiguration,
    );
    expect((await s3.send(new sdk.ListBucketMetricsConfigurationsCommand({ Bucket }))).MetricsConfigurationList).toEqual([
      MetricsConfiguration,
    ]);
    const InventoryConfiguration: sdk.InventoryConfiguration = {
      Id: 'i',
      IsEnabled: true,
      IncludedObjectVersions: 'All',
      Schedule: { Frequency: 'Daily' },
      Destination: { S3BucketDestination: { Bucket: `arn:aws:s3:::${Bucket}`, Format: 'CSV' } },
    };
    await s3.send(new sdk.PutBucketInventoryConfigurationCommand({ Bucket, Id: 'i', InventoryConfiguration }));
    expect((await s3.send(new sdk.ListBucketInventoryConfigurationsCommand({ Bucket }))).InventoryConfigurationList).toEqual([
      InventoryConfiguration,
    ]);
    await expect(s3.send(new sdk.GetBucketAnalyticsConfigurationCommand({ Bucket, Id: 'none' }))).rejects.toMatchObject({
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
    await expect(
      s3.send(new sdk.PutBucketIntelligentTieringConfigurationCommand({ Bucket, Id: 't', IntelligentTieringConfiguration })),
    ).rejects.toMatchObject({ name });
  });
});

it('names what it does not do', async () => {
  await expect(s3.send(new sdk.RestoreObjectCommand({ Bucket, Key: 'kms', RestoreRequest: { Days: 1 } }))).rejects.toMatchObject({
    name: 'InvalidObjectState',
  });
  await expect(s3.send(new sdk.GetObjectTorrentCommand({ Bucket, Key: 'kms' }))).rejects.toMatchObject({
    $metadata: { httpStatusCode: 501 },
  });
});
