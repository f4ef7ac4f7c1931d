// Parts of templates and readers that the cases of buckets share.
import * as s3 from '@aws-sdk/client-s3';
import type { TestEmulator } from '../../../support/emulator.ts';
import type { TypeCase } from './type-case.ts';

/** The answer of each Get operation about the bucket; undefined where it refuses. */
export async function readBucket(emulator: TestEmulator, Bucket: string) {
  const client = emulator.client(s3.S3);
  await client.headBucket({ Bucket });
  const ask = <T>(asked: Promise<T>): Promise<T | undefined> => asked.catch(() => undefined);
  const acl = await client.getBucketAcl({ Bucket });
  return {
    accelerate: (await ask(client.getBucketAccelerateConfiguration({ Bucket })))?.Status,
    grants: acl.Grants!.length,
    encryption: (await ask(client.getBucketEncryption({ Bucket })))?.ServerSideEncryptionConfiguration?.Rules,
    cors: (await ask(client.getBucketCors({ Bucket })))?.CORSRules,
    lifecycle: await ask(client.getBucketLifecycleConfiguration({ Bucket })),
    logging: (await ask(client.getBucketLogging({ Bucket })))?.LoggingEnabled,
    notification: await ask(client.getBucketNotificationConfiguration({ Bucket })),
    lock: (await ask(client.getObjectLockConfiguration({ Bucket })))?.ObjectLockConfiguration,
    ownership: (await ask(client.getBucketOwnershipControls({ Bucket })))?.OwnershipControls?.Rules,
    open: (await ask(client.getPublicAccessBlock({ Bucket })))?.PublicAccessBlockConfiguration,
    tags: (await ask(client.getBucketTagging({ Bucket })))?.TagSet,
    versioning: (await ask(client.getBucketVersioning({ Bucket })))?.Status,
    website: await ask(client.getBucketWebsite({ Bucket })),
    replication: (await ask(client.getBucketReplication({ Bucket })))?.ReplicationConfiguration,
    analytics: (await client.listBucketAnalyticsConfigurations({ Bucket })).AnalyticsConfigurationList,
    inventory: (await client.listBucketInventoryConfigurations({ Bucket })).InventoryConfigurationList,
    metrics: (await client.listBucketMetricsConfigurations({ Bucket })).MetricsConfigurationList,
    tiering: (await client.listBucketIntelligentTieringConfigurations({ Bucket })).IntelligentTieringConfigurationList,
    abac: (await ask(client.getBucketAbac({ Bucket })))?.AbacStatus?.Status,
  };
}

export const readBack: TypeCase['readBack'] = (emulator, { ref: { It } }) => readBucket(emulator, It!);

export const absent = Object.fromEntries(
  [
    'MetadataTableConfiguration.S3TablesDestination.TableNamespace',
    'MetadataTableConfiguration.S3TablesDestination.TableArn',
    'MetadataConfiguration.Destination',
    'MetadataConfiguration.JournalTableConfiguration.TableName',
    'MetadataConfiguration.JournalTableConfiguration.TableArn',
    'MetadataConfiguration.InventoryTableConfiguration.TableName',
    'MetadataConfiguration.InventoryTableConfiguration.TableArn',
    'MetadataConfiguration.AnnotationTableConfiguration.TableName',
    'MetadataConfiguration.AnnotationTableConfiguration.TableArn',
  ].map((name) => [name, 'metadata tables are refused']),
);
