// CopyObject. Bodies are shared where possible, and read again only if another checksum is requested.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type CopyObjectRequest, operation } from '#model/s3';
import { findBucket } from '#services/s3/access/find-bucket';
import { MAX_PUT_BYTES, type Received, receive } from '#services/s3/bodies/receive';
import { keep, keepAgain, open } from '#services/s3/bodies/segments';
import { configOf } from '#services/s3/bucket-configs';
import { checksumMembers, knownAlgorithm } from '#services/s3/checksum/claim';
import { invalidArgument, invalidRequest } from '#services/s3/faults';
import { expirationOf, planExpiry } from '#services/s3/lifecycle/plan-expiry';
import type { LocatedBucket } from '#services/s3/located-bucket';
import { announce } from '#services/s3/notification/announce';
import { replicate } from '#services/s3/replication/replicate';
import type { ChecksumAlgorithm, Facts, LiveVersion, StoredObject } from '#services/s3/state';
import { readable } from '#services/s3/versions/readable';
import { addVersion, findVersion, liveObject, shownVersionId } from '#services/s3/versions/versions';
import { checkRestored } from './archive.ts';
import { checkCopySource, checkWrite } from './conditions.ts';
import { parseCopySource } from './copy-source.ts';
import { checkCustomerKey, encryptionMembers } from './encryption.ts';
import { checkKey, factsOf } from './facts.ts';
import { checkDecryption, withKmsKey } from './kms-key.ts';
import { comparable } from './put.ts';

interface Source {
  readonly found: LocatedBucket;
  readonly key: string;
  readonly version: Frozen<LiveVersion>;
}

export const CopyObject = operation('CopyObject', async (input, ctx) => {
  const found = findBucket(input, ctx);
  checkKey(input.Key);
  const source = copySourceOf(input, ctx);
  const facts = await withKmsKey(copiedFacts(input, source, found, ctx), found);
  await checkDecryption(source.version.object.encryption, source.found);
  const { object } = source.version;
  if (object.sizeBytes > MAX_PUT_BYTES)
    throw invalidRequest(`The specified copy source is larger than the maximum allowable size for a copy source: ${MAX_PUT_BYTES}`);
  const algorithm = input.ChecksumAlgorithm === undefined ? object.checksum.algorithm : knownAlgorithm(input.ChecksumAlgorithm);
  const shared = object.partsCount === undefined && algorithm === object.checksum.algorithm;
  const received = shared ? undefined : await receive(open(object.body, source.found.there), [algorithm], ctx);
  const version = storeCopy(input, { source, facts, received, algorithm }, ctx);
  return copyAnswer(findBucket(input, ctx), input.Key, source, version);
});

type SourceInput = Pick<
  CopyObjectRequest,
  | 'CopySource'
  | 'ExpectedSourceBucketOwner'
  | 'CopySourceIfMatch'
  | 'CopySourceIfNoneMatch'
  | 'CopySourceIfModifiedSince'
  | 'CopySourceIfUnmodifiedSince'
  | 'CopySourceSSECustomerAlgorithm'
  | 'CopySourceSSECustomerKey'
  | 'CopySourceSSECustomerKeyMD5'
>;

/** The object to copy; throws if a condition on it fails. */
export function copySourceOf(input: SourceInput, ctx: Ctx): Source {
  const { Bucket, Key, VersionId } = parseCopySource(input.CopySource);
  const found = findBucket({ Bucket, Key, ExpectedBucketOwner: input.ExpectedSourceBucketOwner }, ctx, 'GetObject');
  if (VersionId !== undefined && findVersion(found, Key, VersionId)?.object === undefined && findVersion(found, Key, VersionId))
    throw invalidRequest('The source of a copy request may not specifically refer to a delete marker by version id.');
  const version = readable(found, Key, VersionId);
  checkRestored(version.object, ctx.now());
  checkCustomerKey(version.object.encryption, {
    SSECustomerAlgorithm: input.CopySourceSSECustomerAlgorithm,
    SSECustomerKey: input.CopySourceSSECustomerKey,
    SSECustomerKeyMD5: input.CopySourceSSECustomerKeyMD5,
  });
  checkCopySource(
    { etag: version.object.etag, modifiedMs: version.modifiedMs },
    {
      ifMatch: input.CopySourceIfMatch,
      ifNoneMatch: input.CopySourceIfNoneMatch,
      ifModifiedSince: input.CopySourceIfModifiedSince,
      ifUnmodifiedSince: input.CopySourceIfUnmodifiedSince,
    },
    ctx.now(),
  );
  return { found, key: Key, version };
}

/** Metadata and tags are copied unless the request replaces them; class, access, encryption and locks never are. */
function copiedFacts(input: CopyObjectRequest, source: Source, found: LocatedBucket, ctx: Ctx): Facts {
  const replacesMetadata = directive(input.MetadataDirective, 'metadata');
  const replacesTags = directive(input.TaggingDirective, 'tagging');
  const asked = factsOf({ ...input, ...(replacesTags ? {} : { Tagging: undefined }) }, found, ctx.principal.account, ctx.now());
  if (!replacesMetadata) refuseIdentical(input, source);
  const { object } = source.version;
  const kept = replacesMetadata
    ? {}
    : {
        contentType: object.contentType,
        cacheControl: object.cacheControl,
        contentDisposition: object.contentDisposition,
        contentEncoding: object.contentEncoding,
        contentLanguage: object.contentLanguage,
        expiresMs: object.expiresMs,
        metadata: object.metadata,
      };
  return { ...asked, ...kept, ...(replacesTags ? {} : { tags: object.tags }) };
}

function directive(value: string | undefined, what: 'metadata' | 'tagging'): boolean {
  if (value === undefined || value === 'COPY') return false;
  if (value === 'REPLACE') return true;
  throw invalidArgument(`Unknown ${what} directive.`, `x-amz-${what}-directive`, value);
}

/**
 * Refuses a copy onto itself that changes nothing. Naming a storage class, an encryption or a condition counts as a change, as do a bucket with an
 * encryption configuration of its own, and a source under a KMS key (recorded in February 2026).
 */
function refuseIdentical(input: CopyObjectRequest, { found, key, version }: Source): void {
  const itself = found.bucket.name === input.Bucket && key === input.Key && parseCopySource(input.CopySource).VersionId === undefined;
  const changes = [
    input.StorageClass,
    input.ServerSideEncryption,
    input.SSECustomerAlgorithm,
    input.WebsiteRedirectLocation,
    input.ChecksumAlgorithm,
    input.IfMatch,
    input.IfNoneMatch,
  ];
  const reencrypts = version.object.encryption.algorithm !== 'AES256' || configOf(found, 'encryption')?.isConfigured === true;
  if (itself && !reencrypts && changes.every((change) => change === undefined))
    throw invalidRequest(
      "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.",
    );
}

interface Copy {
  readonly source: Source;
  readonly facts: Facts;
  /** Set if the bytes had to be read again. */
  readonly received: Received | undefined;
  readonly algorithm: ChecksumAlgorithm;
}

function storeCopy(input: CopyObjectRequest, { source, facts, received, algorithm }: Copy, ctx: Ctx): LiveVersion {
  const found = findBucket(input, ctx);
  const { there } = found;
  const { object } = source.version;
  return there.write((tx) => {
    checkWrite(input.Key, comparable(liveObject(found, input.Key)), { ifMatch: input.IfMatch, ifNoneMatch: input.IfNoneMatch });
    const body = received
      ? received.sizeBytes > 0
        ? [keep(tx, received, there)]
        : []
      : object.body.map((segment) => keepAgain(tx, segment, source.found.there, there));
    const copy: StoredObject = {
      ...facts,
      etag: received?.md5 ?? object.etag,
      sizeBytes: object.sizeBytes,
      body,
      checksum: received ? { algorithm, type: 'FULL_OBJECT', value: received.checksums[algorithm]! } : object.checksum,
    };
    const added = addVersion(found, tx, input.Key, { object: copy, owner: ctx.principal.account, modifiedMs: ctx.now() }) as LiveVersion;
    const version = replicate({ found, key: input.Key, version: added }, tx, ctx);
    planExpiry(found, tx, input.Key, version);
    announce(found, tx, { name: 'ObjectCreated:Copy', key: input.Key, version }, ctx);
    return version;
  });
}

/** A `null` version is not named. */
export const copySourceVersionId = ({ version: { versionId } }: Source): { CopySourceVersionId?: string } =>
  versionId === 'null' ? {} : { CopySourceVersionId: versionId };

function copyAnswer(found: LocatedBucket, key: string, source: Source, version: LiveVersion) {
  const { etag, checksum, encryption } = version.object;
  return {
    CopyObjectResult: {
      ETag: `"${etag}"`,
      LastModified: new Date(version.modifiedMs),
      ...checksumMembers(checksum.algorithm, checksum.value),
      ChecksumType: checksum.type,
    },
    ...shownVersionId(found, version),
    ...copySourceVersionId(source),
    ...encryptionMembers(encryption),
    ...expirationOf(found, key, version),
  };
}
