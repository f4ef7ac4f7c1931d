// The actions of objects and buckets differ from the operations' names in many places (user guide: "Required permissions for Amazon S3 API operations").
import type { Need } from '#core/authorization/action-table';
import type { ActionFacts } from '../build/action-facts.ts';

const BUCKET = 'arn:$p:s3:::{Bucket}';
const OBJECT = `${BUCKET}/{Key}`;
const bucket = (action: string): Need[] => [{ action, on: [BUCKET] }];
const object = (action: string): Need[] => [{ action, on: [OBJECT] }];
/** Another action where the request names a version. */
const versioned = (action: string, ofVersion: string): Need[] => [
  { action, on: [OBJECT], when: '!VersionId' },
  { action: ofVersion, on: [OBJECT], when: 'VersionId' },
];
const writing = (...more: Need[]): Need[] => [
  { action: 'PutObject', on: [OBJECT] },
  { action: 'PutObjectAcl', on: [OBJECT], when: 'ACL' },
  { action: 'PutObjectTagging', on: [OBJECT], when: 'Tagging' },
  { action: 'PutObjectRetention', on: [OBJECT], when: 'ObjectLockMode' },
  { action: 'PutObjectLegalHold', on: [OBJECT], when: 'ObjectLockLegalHoldStatus' },
  ...more,
];
const COPIED: Need[] = [
  { action: 'GetObject', on: ['arn:$p:s3:::{CopySource:copySource}'], when: 'CopySource:unversioned' },
  { action: 'GetObjectVersion', on: ['arn:$p:s3:::{CopySource:copySource}'], when: 'CopySource:versioned' },
];
const BYPASS: Need = { action: 'BypassGovernanceRetention', on: [OBJECT], when: 'BypassGovernanceRetention' };
const bucketActions = (actions: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(actions).map(([operation, action]) => [operation, bucket(action)]));
const configuration = (kind: string, action: string) => ({
  [`Get${kind}`]: `Get${action}`,
  [`Put${kind}`]: `Put${action}`,
  [`Delete${kind}`]: `Put${action}`,
});

export const facts: ActionFacts = {
  resourceControl: {},
  // Public documents of 2024 to 2026 quote its refusals with the resource in quotes
  refusal: { hasQuotes: true },
  slots: { BucketName: ['Bucket'], ObjectName: ['Key'] },
  operations: {
    ListBuckets: [{ action: 'ListAllMyBuckets', on: ['*'] }],
    ListDirectoryBuckets: [{ action: 's3express:ListAllMyDirectoryBuckets', on: ['*'] }],
    HeadObject: versioned('GetObject', 'GetObjectVersion'),
    GetObject: versioned('GetObject', 'GetObjectVersion'),
    GetObjectAttributes: versioned('GetObjectAttributes', 'GetObjectVersionAttributes'),
    GetObjectAcl: versioned('GetObjectAcl', 'GetObjectVersionAcl'),
    PutObjectAcl: versioned('PutObjectAcl', 'PutObjectVersionAcl'),
    GetObjectTagging: versioned('GetObjectTagging', 'GetObjectVersionTagging'),
    PutObjectTagging: versioned('PutObjectTagging', 'PutObjectVersionTagging'),
    DeleteObjectTagging: versioned('DeleteObjectTagging', 'DeleteObjectVersionTagging'),
    GetObjectTorrent: versioned('GetObjectTorrent', 'GetObjectVersionTorrent'),
    DeleteObject: [...versioned('DeleteObject', 'DeleteObjectVersion'), BYPASS],
    // Each key is judged by itself: the answer tells which were not deleted
    DeleteObjects: [],
    SelectObjectContent: object('GetObject'),
    RestoreObject: object('RestoreObject'),
    AbortMultipartUpload: object('AbortMultipartUpload'),
    GetObjectRetention: object('GetObjectRetention'),
    PutObjectRetention: [...object('PutObjectRetention'), BYPASS],
    GetObjectLegalHold: object('GetObjectLegalHold'),
    PutObjectLegalHold: object('PutObjectLegalHold'),
    PutObject: writing(),
    PostObject: [{ action: 'PutObject', on: [`${BUCKET}/*`] }],
    CopyObject: writing(...COPIED),
    CreateMultipartUpload: writing(),
    CompleteMultipartUpload: object('PutObject'),
    UploadPart: object('PutObject'),
    UploadPartCopy: [...object('PutObject'), ...COPIED],
    ListParts: object('ListMultipartUploadParts'),
    WriteGetObjectResponse: [{ action: 's3-object-lambda:WriteGetObjectResponse', on: ['*'] }],
    RenameObject: [{ action: 's3express:CreateSession', on: [BUCKET] }],
    CreateSession: [{ action: 's3express:CreateSession', on: [BUCKET] }],
    UpdateObjectEncryption: object('UpdateObjectEncryption'),
    ...bucketActions({
      CreateBucket: 'CreateBucket',
      DeleteBucket: 'DeleteBucket',
      HeadBucket: 'ListBucket',
      ListObjects: 'ListBucket',
      ListObjectsV2: 'ListBucket',
      ListObjectVersions: 'ListBucketVersions',
      ListMultipartUploads: 'ListBucketMultipartUploads',
      GetBucketLocation: 'GetBucketLocation',
      GetBucketAcl: 'GetBucketAcl',
      GetBucketPolicy: 'GetBucketPolicy',
      ...configuration('BucketEncryption', 'EncryptionConfiguration'),
      ...configuration('BucketLifecycleConfiguration', 'LifecycleConfiguration'),
      ...configuration('BucketLifecycle', 'LifecycleConfiguration'),
      GetBucketNotificationConfiguration: 'GetBucketNotification',
      PutBucketNotificationConfiguration: 'PutBucketNotification',
      ...configuration('BucketReplication', 'ReplicationConfiguration'),
      ...configuration('PublicAccessBlock', 'BucketPublicAccessBlock'),
      ...configuration('BucketCors', 'BucketCORS'),
      DeleteBucketTagging: 'PutBucketTagging',
      DeleteBucketOwnershipControls: 'PutBucketOwnershipControls',
      GetObjectLockConfiguration: 'GetBucketObjectLockConfiguration',
      PutObjectLockConfiguration: 'PutBucketObjectLockConfiguration',
      GetBucketAccelerateConfiguration: 'GetAccelerateConfiguration',
      PutBucketAccelerateConfiguration: 'PutAccelerateConfiguration',
      ...configuration('BucketAnalyticsConfiguration', 'AnalyticsConfiguration'),
      ListBucketAnalyticsConfigurations: 'GetAnalyticsConfiguration',
      ...configuration('BucketInventoryConfiguration', 'InventoryConfiguration'),
      ListBucketInventoryConfigurations: 'GetInventoryConfiguration',
      ...configuration('BucketMetricsConfiguration', 'MetricsConfiguration'),
      ListBucketMetricsConfigurations: 'GetMetricsConfiguration',
      ...configuration('BucketIntelligentTieringConfiguration', 'IntelligentTieringConfiguration'),
      ListBucketIntelligentTieringConfigurations: 'GetIntelligentTieringConfiguration',
    }),
  },
  keys: {
    's3:prefix': 'Prefix',
    's3:delimiter': 'Delimiter',
    's3:max-keys': 'MaxKeys',
    's3:VersionId': 'VersionId',
    's3:x-amz-acl': 'ACL',
    's3:x-amz-copy-source': 'CopySource',
    's3:x-amz-metadata-directive': 'MetadataDirective',
    's3:x-amz-server-side-encryption': 'ServerSideEncryption',
    's3:x-amz-server-side-encryption-aws-kms-key-id': 'SSEKMSKeyId',
    's3:x-amz-storage-class': 'StorageClass',
    's3:x-amz-grant-full-control': 'GrantFullControl',
    's3:x-amz-grant-read': 'GrantRead',
    's3:x-amz-object-ownership': 'ObjectOwnership',
    's3:object-lock-mode': 'ObjectLockMode',
    's3:object-lock-legal-hold': 'ObjectLockLegalHoldStatus',
    's3:locationconstraint': 'CreateBucketConfiguration.LocationConstraint',
    's3:RequestObjectTagKeys': 'Tagging:queryKeys',
    's3:RequestObjectTag/*': 'Tagging',
  },
  passes: { PutBucketReplication: ['ReplicationConfiguration.Role'] },
};
