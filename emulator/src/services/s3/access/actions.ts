// The action of each operation as policies name it, and the permission that it needs of an access control list.
import { table } from '#lib/table';

export interface ActionInput {
  readonly VersionId?: string | undefined;
  readonly BypassGovernanceRetention?: boolean | undefined;
}

/** Operations whose action has another name in policies. */
const ACTIONS: Readonly<Record<string, string>> = table({
  HeadObject: 'GetObject',
  HeadBucket: 'ListBucket',
  ListObjects: 'ListBucket',
  ListObjectsV2: 'ListBucket',
  ListObjectVersions: 'ListBucketVersions',
  ListMultipartUploads: 'ListBucketMultipartUploads',
  ListParts: 'ListMultipartUploadParts',
  CopyObject: 'PutObject',
  CreateMultipartUpload: 'PutObject',
  UploadPart: 'PutObject',
  UploadPartCopy: 'PutObject',
  CompleteMultipartUpload: 'PutObject',
  PostObject: 'PutObject',
  GetBucketEncryption: 'GetEncryptionConfiguration',
  PutBucketEncryption: 'PutEncryptionConfiguration',
  DeleteBucketEncryption: 'PutEncryptionConfiguration',
  GetBucketLifecycleConfiguration: 'GetLifecycleConfiguration',
  PutBucketLifecycleConfiguration: 'PutLifecycleConfiguration',
  DeleteBucketLifecycle: 'PutLifecycleConfiguration',
  GetBucketNotificationConfiguration: 'GetBucketNotification',
  PutBucketNotificationConfiguration: 'PutBucketNotification',
  GetBucketReplication: 'GetReplicationConfiguration',
  PutBucketReplication: 'PutReplicationConfiguration',
  DeleteBucketReplication: 'PutReplicationConfiguration',
  GetPublicAccessBlock: 'GetBucketPublicAccessBlock',
  PutPublicAccessBlock: 'PutBucketPublicAccessBlock',
  DeletePublicAccessBlock: 'PutBucketPublicAccessBlock',
  DeleteBucketCors: 'PutBucketCORS',
  GetBucketCors: 'GetBucketCORS',
  PutBucketCors: 'PutBucketCORS',
  DeleteBucketTagging: 'PutBucketTagging',
  DeleteBucketOwnershipControls: 'PutBucketOwnershipControls',
  GetObjectLockConfiguration: 'GetBucketObjectLockConfiguration',
  PutObjectLockConfiguration: 'PutBucketObjectLockConfiguration',
  GetBucketAccelerateConfiguration: 'GetAccelerateConfiguration',
  PutBucketAccelerateConfiguration: 'PutAccelerateConfiguration',
});

/** Actions that have another name where the request names a version: `GetObject` → `GetObjectVersion`. */
const OF_VERSIONS: Readonly<Record<string, string>> = table({
  GetObject: 'GetObjectVersion',
  DeleteObject: 'DeleteObjectVersion',
  GetObjectAcl: 'GetObjectVersionAcl',
  PutObjectAcl: 'PutObjectVersionAcl',
  GetObjectAttributes: 'GetObjectVersionAttributes',
  GetObjectTagging: 'GetObjectVersionTagging',
  PutObjectTagging: 'PutObjectVersionTagging',
  DeleteObjectTagging: 'DeleteObjectVersionTagging',
});

/** All actions that must be allowed, the operation's own first: `['s3:DeleteObject', 's3:BypassGovernanceRetention']`. */
export function actionsOf(operation: string, { VersionId, BypassGovernanceRetention }: ActionInput): readonly string[] {
  const name = ACTIONS[operation] ?? operation;
  const own = `s3:${VersionId === undefined ? name : (OF_VERSIONS[name] ?? name)}`;
  return BypassGovernanceRetention ? [own, 's3:BypassGovernanceRetention'] : [own];
}

interface Need {
  readonly permission: 'READ' | 'WRITE' | 'READ_ACP' | 'WRITE_ACP';
  readonly of: 'bucket' | 'object';
}
const need = (permission: Need['permission'], of: Need['of']): Need => ({ permission, of });

/** The grants that operations need. READ of a bucket lists it; the object's own grants decide whether an object may be read. */
const NEEDS: Readonly<Record<string, Need>> = table({
  GetObject: need('READ', 'object'),
  HeadObject: need('READ', 'object'),
  GetObjectAcl: need('READ_ACP', 'object'),
  PutObjectAcl: need('WRITE_ACP', 'object'),
  HeadBucket: need('READ', 'bucket'),
  ListObjects: need('READ', 'bucket'),
  ListObjectsV2: need('READ', 'bucket'),
  ListObjectVersions: need('READ', 'bucket'),
  ListMultipartUploads: need('READ', 'bucket'),
  GetBucketAcl: need('READ_ACP', 'bucket'),
  PutBucketAcl: need('WRITE_ACP', 'bucket'),
  PutObject: need('WRITE', 'bucket'),
  PostObject: need('WRITE', 'bucket'),
  CopyObject: need('WRITE', 'bucket'),
  DeleteObject: need('WRITE', 'bucket'),
  CreateMultipartUpload: need('WRITE', 'bucket'),
  UploadPart: need('WRITE', 'bucket'),
  UploadPartCopy: need('WRITE', 'bucket'),
  CompleteMultipartUpload: need('WRITE', 'bucket'),
});

/** The permission that allows an operation by grant; undefined for operations that only a policy can open. */
export const neededPermission = (operation: string): Need | undefined => NEEDS[operation];
