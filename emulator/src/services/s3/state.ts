// The collections of S3. A bucket belongs to one account, its name is unique in all accounts; objects are stored in the bucket's account.
import { type BlobRef, collection } from '#core/records';
import type { Grant, Tag } from '#model/s3';

export interface Bucket {
  readonly name: string;
  readonly account: string;
  readonly region: string;
  /** The location constraint as it was given, where it is not the region: `EU`, an old name of eu-west-1. */
  readonly constraint?: string;
  readonly createdMs: number;
  /** Absent until the first PutBucketVersioning. */
  readonly versioning?: 'Enabled' | 'Suspended' | undefined;
  readonly mfaDelete?: 'Enabled' | 'Disabled' | undefined;
  /** Once on, it stays on. */
  readonly objectLock: boolean;
  readonly grants: readonly Grant[];
  readonly tags: readonly Tag[];
}

/** Configurations of which a bucket has one each, stored as given. */
export type ConfigKind =
  | 'abac'
  | 'accelerate'
  | 'cors'
  | 'encryption'
  | 'lifecycle'
  | 'logging'
  | 'notification'
  | 'object-lock'
  | 'ownership'
  | 'policy'
  | 'public-access-block'
  | 'replication'
  | 'request-payment'
  | 'website';

/** Configurations of which a bucket may have many, by id. */
export type ListedKind = 'analytics' | 'intelligent-tiering' | 'inventory' | 'metrics';

export type ChecksumAlgorithm = 'CRC32' | 'CRC32C' | 'CRC64NVME' | 'SHA1' | 'SHA256' | 'SHA512' | 'MD5';
export type ChecksumType = 'COMPOSITE' | 'FULL_OBJECT';

export interface StoredChecksum {
  readonly algorithm: ChecksumAlgorithm;
  readonly type: ChecksumType;
  /** Base64; composite checksums end in `-<parts>`. */
  readonly value: string;
}

/** A stretch of bytes. Up to 64 KB are stored under an id of their own, so that lists stay light; more become a blob. */
export interface Segment {
  readonly sizeBytes: number;
  readonly small?: string | undefined;
  readonly blob?: BlobRef | undefined;
  /** Checksum of this part of a multipart upload, in base64. */
  readonly checksum?: string | undefined;
  readonly partNumber?: number | undefined;
}

export interface Encryption {
  readonly algorithm: 'AES256' | 'aws:kms' | 'aws:kms:dsse' | 'customer';
  readonly kmsKeyId?: string | undefined;
  readonly kmsContext?: string | undefined;
  readonly bucketKey?: boolean | undefined;
  /** MD5 of the customer's key; the key itself is not stored. */
  readonly customerKeyMd5?: string | undefined;
}

/** The properties of an object that clients set. */
export interface Facts {
  readonly contentType?: string | undefined;
  readonly cacheControl?: string | undefined;
  readonly contentDisposition?: string | undefined;
  readonly contentEncoding?: string | undefined;
  readonly contentLanguage?: string | undefined;
  readonly expiresMs?: number | undefined;
  readonly metadata: Readonly<Record<string, string>>;
  readonly websiteRedirect?: string | undefined;
  readonly storageClass: string;
  readonly tags: readonly Tag[];
  readonly grants: readonly Grant[];
  readonly encryption: Encryption;
  readonly retention?: Retention | undefined;
  readonly legalHold?: 'ON' | 'OFF' | undefined;
}

export interface Retention {
  readonly mode: 'COMPLIANCE' | 'GOVERNANCE';
  readonly untilMs: number;
}

/** A version of an object, or a delete marker. */
export interface Version {
  /** `null` for versions written while the bucket was not versioned. */
  readonly versionId: string;
  /** Sorts the versions of a key, newest first. Equal to the version id unless that is `null`. */
  readonly order: string;
  readonly modifiedMs: number;
  /** The account that wrote the version. */
  readonly owner: string;
  /** `REPLICA` in a destination; the outcome in a bucket whose replication rules concern it. */
  readonly replication?: 'COMPLETED' | 'FAILED' | 'REPLICA' | undefined;
  /** Absent in a delete marker. */
  readonly object?: StoredObject | undefined;
}

export interface StoredObject extends Facts {
  /** Without quotes. */
  readonly etag: string;
  readonly sizeBytes: number;
  readonly body: readonly Segment[];
  /** Set for multipart uploads. */
  readonly partsCount?: number | undefined;
  readonly checksum: StoredChecksum;
  /** The upload that created the object: completing it once more succeeds. */
  readonly uploadId?: string | undefined;
  /** Archive classes: when the restored copy expires. */
  readonly restoredUntilMs?: number | undefined;
}

/** A version that is not a delete marker. */
export type LiveVersion = Version & { readonly object: StoredObject };

export interface Upload {
  readonly uploadId: string;
  readonly key: string;
  readonly startedMs: number;
  readonly initiator: string;
  readonly facts: Facts;
  readonly checksumAlgorithm?: ChecksumAlgorithm | undefined;
  readonly checksumType?: ChecksumType | undefined;
  /** Order of the object that had the key at the start, '' if there was none. Absent in uploads of older versions. */
  readonly replaces?: string | undefined;
}

export interface Part {
  readonly partNumber: number;
  /** MD5 in hexadecimal. */
  readonly etag: string;
  readonly modifiedMs: number;
  readonly segment: Segment;
}

/** The owner of each bucket name; stored in the account '' for all accounts. */
export const bucketNames = collection<[name: string], { account: string }>('s3.bucket-names', { global: true });
export const buckets = collection<[name: string], Bucket>('s3.buckets', { global: true });
export const configs = collection<[bucket: string, kind: ConfigKind], object>('s3.configs', { global: true });
export const listedConfigs = collection<[bucket: string, kind: ListedKind, id: string], object>('s3.listed-configs', { global: true });
/** The newest version of each key, unless that is a delete marker: lists and reads need nothing else. */
export const objects = collection<[bucket: string, key: string], LiveVersion>('s3.objects', { bulk: true, global: true });
/** All other versions and delete markers, newest first. */
export const olderVersions = collection<[bucket: string, key: string, order: string], Version>('s3.older-versions', {
  bulk: true,
  global: true,
});
/** The position of a key's `null` version, if that is among the older ones. */
export const nullVersions = collection<[bucket: string, key: string], { order: string }>('s3.null-versions', { bulk: true, global: true });
export const smallBodies = collection<[id: string], { bytes: Uint8Array }>('s3.small-bodies', { bulk: true, global: true });
export const uploads = collection<[bucket: string, key: string, uploadId: string], Upload>('s3.uploads', { global: true });
export const parts = collection<[uploadId: string, partNumber: number], Part>('s3.parts', { bulk: true, global: true });
/** When the bucket's next lifecycle sweep is due. */
export const lifecycleDue = collection<[bucket: string], { atMs: number }>('s3.lifecycle-due', { global: true });
