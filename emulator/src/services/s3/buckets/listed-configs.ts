// Configurations by id, many per bucket: analytics, inventory, metrics and intelligent tiering. Stored and returned; no report is made.
import type { Ctx } from '#core/ctx';
import type { Fault } from '#core/fault';
import { unmodelled } from '#core/operation';
import { table } from '#lib/table';
import {
  type AnalyticsConfiguration,
  fault,
  type IntelligentTieringConfiguration,
  type InventoryConfiguration,
  type MetricsConfiguration,
  operation,
} from '#model/s3';
import { findBucket } from '#services/s3/access/find-bucket';
import { invalidArgument, malformedXml } from '#services/s3/faults';
import type { LocatedBucket } from '#services/s3/located-bucket';
import { type ListedKind, listedConfigs } from '#services/s3/state';

const PAGE = 100;
/** Limit: configurations of one kind (analytics, inventory, metrics, tiering) of a bucket. */
const MAX_CONFIGURATIONS = 1000;
const ID = /^[A-Za-z0-9_.-]{1,64}$/;

interface ConfigRef {
  readonly Bucket: string;
  readonly Id: string;
  readonly ExpectedBucketOwner?: string | undefined;
}

function put<T extends { readonly Id?: string }>(
  kind: ListedKind,
  input: ConfigRef,
  value: T | undefined,
  ctx: Ctx,
  check?: (value: T) => void,
  mismatch: () => Fault = malformedXml,
): void {
  const { bucket, there } = findBucket(input, ctx);
  if (!value || value.Id === undefined) throw malformedXml();
  if (value.Id !== input.Id) throw mismatch();
  if (!ID.test(input.Id)) throw invalidArgument('The configuration ID is invalid.', 'id', input.Id);
  check?.(value);
  const records = there.records(listedConfigs);
  if (!records.has([bucket.name, kind, input.Id]) && records.count([bucket.name, kind]) >= MAX_CONFIGURATIONS)
    throw fault(
      'TooManyConfigurations',
      'You are attempting to create a new configuration but have already reached the 1,000-configuration limit.',
    );
  there.write((tx) => tx.put(records, [bucket.name, kind, input.Id], value));
}

const noSuchConfiguration = () => fault('NoSuchConfiguration', 'The specified configuration does not exist.');

function get<T>(kind: ListedKind, input: ConfigRef, ctx: Ctx): T {
  const { bucket, there } = findBucket(input, ctx);
  const value = there.records(listedConfigs).get([bucket.name, kind, input.Id]);
  if (!value) throw noSuchConfiguration();
  return value as T;
}

function remove(kind: ListedKind, input: ConfigRef, ctx: Ctx): void {
  const { bucket, there } = findBucket(input, ctx);
  if (!there.records(listedConfigs).has([bucket.name, kind, input.Id])) throw noSuchConfiguration();
  there.write((tx) => tx.delete(there.records(listedConfigs), [bucket.name, kind, input.Id]));
}

interface ConfigListRequest {
  readonly Bucket: string;
  readonly ContinuationToken?: string | undefined;
  readonly ExpectedBucketOwner?: string | undefined;
}

function list<T extends { readonly Id: string }>(kind: ListedKind, input: ConfigListRequest, ctx: Ctx) {
  const { bucket, there }: LocatedBucket = findBucket(input, ctx);
  const token = input.ContinuationToken;
  const after = token === undefined ? undefined : Buffer.from(token, 'base64url').toString();
  if (after !== undefined && !ID.test(after)) throw invalidArgument('The continuation token provided is incorrect', 'continuation-token');
  const from = after === undefined ? {} : { after: [bucket.name, kind, after] as [string, ListedKind, string] };
  const values = there
    .records(listedConfigs)
    .range([bucket.name, kind], { ...from, limit: PAGE + 1 }) as readonly unknown[] as readonly T[];
  const page = values.slice(0, PAGE);
  const truncated = values.length > PAGE;
  return {
    page: page.length > 0 ? page : undefined,
    answer: {
      IsTruncated: truncated,
      ContinuationToken: token,
      ...(truncated ? { NextContinuationToken: Buffer.from(page.at(-1)!.Id).toString('base64url') } : {}),
    },
  };
}

export const PutBucketAnalyticsConfiguration = operation('PutBucketAnalyticsConfiguration', (input, ctx) =>
  put('analytics', input, input.AnalyticsConfiguration, ctx),
);
export const GetBucketAnalyticsConfiguration = operation('GetBucketAnalyticsConfiguration', (input, ctx) => ({
  AnalyticsConfiguration: get<AnalyticsConfiguration>('analytics', input, ctx),
}));
export const DeleteBucketAnalyticsConfiguration = operation('DeleteBucketAnalyticsConfiguration', (input, ctx) =>
  remove('analytics', input, ctx),
);
export const ListBucketAnalyticsConfigurations = operation('ListBucketAnalyticsConfigurations', (input, ctx) => {
  const { page, answer } = list<AnalyticsConfiguration>('analytics', input, ctx);
  return { ...answer, AnalyticsConfigurationList: page };
});

const idMismatch = (): Fault => unmodelled('IdMismatch', 'Document ID does not match the specified configuration ID.');

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_InventoryConfiguration.html */
const INVENTORY = {
  formats: ['CSV', 'ORC', 'Parquet'],
  frequencies: ['Daily', 'Weekly'],
  versions: ['All', 'Current'],
  fields: [
    ...['Size', 'LastModifiedDate', 'StorageClass', 'ETag', 'IsMultipartUploaded', 'ReplicationStatus', 'EncryptionStatus'],
    ...[
      'ObjectLockRetainUntilDate',
      'ObjectLockMode',
      'ObjectLockLegalHoldStatus',
      'IntelligentTieringAccessTier',
      'IntelligentTieringReferenceDate',
    ],
    ...['BucketKeyStatus', 'ObjectLockEventHoldStatus', 'ObjectLockEventHoldDuration'],
    ...['ChecksumAlgorithm', 'ObjectAccessControlList', 'ObjectOwner', 'LifecycleExpirationDate'],
  ] as readonly string[],
};

function checkInventory({ Destination, Schedule, IncludedObjectVersions, OptionalFields = [] }: InventoryConfiguration): void {
  const { Bucket = '', Format = '' } = Destination?.S3BucketDestination ?? {};
  if (!INVENTORY.formats.includes(Format) || !INVENTORY.frequencies.includes(Schedule?.Frequency ?? '')) throw malformedXml();
  if (!INVENTORY.versions.includes(IncludedObjectVersions) || !OptionalFields.every((field) => INVENTORY.fields.includes(field)))
    throw malformedXml();
  if (!/^arn:[^:]+:s3:::/.test(Bucket)) throw unmodelled('InvalidS3DestinationBucket', 'Invalid bucket ARN.');
}

export const PutBucketInventoryConfiguration = operation('PutBucketInventoryConfiguration', (input, ctx) =>
  put('inventory', input, input.InventoryConfiguration, ctx, checkInventory, idMismatch),
);
export const GetBucketInventoryConfiguration = operation('GetBucketInventoryConfiguration', (input, ctx) => ({
  InventoryConfiguration: get<InventoryConfiguration>('inventory', input, ctx),
}));
export const DeleteBucketInventoryConfiguration = operation('DeleteBucketInventoryConfiguration', (input, ctx) =>
  remove('inventory', input, ctx),
);
export const ListBucketInventoryConfigurations = operation('ListBucketInventoryConfigurations', (input, ctx) => {
  const { page, answer } = list<InventoryConfiguration>('inventory', input, ctx);
  return { ...answer, InventoryConfigurationList: page };
});

export const PutBucketMetricsConfiguration = operation('PutBucketMetricsConfiguration', (input, ctx) =>
  put('metrics', input, input.MetricsConfiguration, ctx),
);
export const GetBucketMetricsConfiguration = operation('GetBucketMetricsConfiguration', (input, ctx) => ({
  MetricsConfiguration: get<MetricsConfiguration>('metrics', input, ctx),
}));
export const DeleteBucketMetricsConfiguration = operation('DeleteBucketMetricsConfiguration', (input, ctx) =>
  remove('metrics', input, ctx),
);
export const ListBucketMetricsConfigurations = operation('ListBucketMetricsConfigurations', (input, ctx) => {
  const { page, answer } = list<MetricsConfiguration>('metrics', input, ctx);
  return { ...answer, MetricsConfigurationList: page };
});

/** Limit: days without access before archiving, for each tier. https://docs.aws.amazon.com/AmazonS3/latest/API/API_Tiering.html */
const MIN_TIERING_DAYS: Readonly<Record<string, number>> = table({ ARCHIVE_ACCESS: 90, DEEP_ARCHIVE_ACCESS: 180 });
/** Limit: days without access before archiving. */
const MAX_TIERING_DAYS = 730;

function checkTierings({ Tierings = [] }: IntelligentTieringConfiguration): void {
  for (const { AccessTier, Days } of Tierings) {
    const least = MIN_TIERING_DAYS[AccessTier];
    if (least === undefined || Days === undefined) throw malformedXml();
    if (Days < least || Days > MAX_TIERING_DAYS)
      throw invalidArgument(`'Days' must be from ${least} to ${MAX_TIERING_DAYS} for ${AccessTier}`, 'Days', String(Days));
  }
}

export const PutBucketIntelligentTieringConfiguration = operation('PutBucketIntelligentTieringConfiguration', (input, ctx) =>
  put('intelligent-tiering', input, input.IntelligentTieringConfiguration, ctx, checkTierings),
);
export const GetBucketIntelligentTieringConfiguration = operation('GetBucketIntelligentTieringConfiguration', (input, ctx) => ({
  IntelligentTieringConfiguration: get<IntelligentTieringConfiguration>('intelligent-tiering', input, ctx),
}));
export const DeleteBucketIntelligentTieringConfiguration = operation('DeleteBucketIntelligentTieringConfiguration', (input, ctx) =>
  remove('intelligent-tiering', input, ctx),
);
export const ListBucketIntelligentTieringConfigurations = operation('ListBucketIntelligentTieringConfigurations', (input, ctx) => {
  const { page, answer } = list<IntelligentTieringConfiguration>('intelligent-tiering', input, ctx);
  return { ...answer, IntelligentTieringConfigurationList: page };
});
