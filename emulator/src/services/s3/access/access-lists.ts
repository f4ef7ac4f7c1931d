// The operations on access control lists of buckets and objects.
import { fault, operation } from '#model/s3';
import { configOf } from '#services/s3/buckets/configs';
import { findBucket } from '#services/s3/buckets/find-bucket';
import type { LocatedBucket } from '#services/s3/buckets/located-bucket';
import { accessDenied } from '#services/s3/faults';
import { announce } from '#services/s3/notification/announce';
import { readable } from '#services/s3/objects/readable';
import { buckets, type LiveVersion } from '#services/s3/state';
import { replaceVersion } from '#services/s3/versions/versions';
import { aclOf, isPublicAcl, mentionsAcl, ownerOf } from './acl.ts';
import { aclsDisabled } from './ownership-rule.ts';

export const GetBucketAcl = operation('GetBucketAcl', (input, ctx) => {
  const { bucket } = findBucket(input, ctx);
  return { Owner: ownerOf(bucket.account), Grants: bucket.grants };
});

export const PutBucketAcl = operation('PutBucketAcl', (input, ctx) => {
  const found = findBucket(input, ctx);
  const { bucket, there } = found;
  if (!mentionsAcl(input)) throw missingAcl();
  // A list that is none is told before a bucket that takes none (recorded)
  const grants = aclOf(input, bucket.account, bucket.account);
  refuseDisabled(found);
  refuseBlocked(found, grants);
  there.write((tx) => tx.put(there.records(buckets), [bucket.name], { ...bucket, grants }));
});

export const GetObjectAcl = operation('GetObjectAcl', (input, ctx) => {
  const found = findBucket(input, ctx);
  const version = readable(found, input.Key, input.VersionId);
  const owner = aclsDisabled(found) ? found.bucket.account : version.owner;
  return { Owner: ownerOf(owner), Grants: version.object.grants };
});

export const PutObjectAcl = operation('PutObjectAcl', (input, ctx) => {
  const found = findBucket(input, ctx);
  const version = readable(found, input.Key, input.VersionId, { method: 'PUT', namesMarker: true });
  if (!mentionsAcl(input)) throw missingAcl();
  const grants = aclOf(input, version.owner, found.bucket.account);
  if (input.ACL !== 'bucket-owner-full-control') refuseDisabled(found);
  refuseBlocked(found, grants);
  const changed = { ...version, object: { ...version.object, grants } } as LiveVersion;
  found.there.write((tx) => {
    replaceVersion(found, tx, input.Key, changed);
    announce(found, tx, { name: 'ObjectAcl:Put', key: input.Key, version: changed }, ctx);
  });
  return {};
});

const missingAcl = () => fault('MissingSecurityHeader', 'Your request was missing a required header', { MissingHeaderName: 'x-amz-acl' });

function refuseDisabled(found: LocatedBucket): void {
  if (aclsDisabled(found)) throw fault('AccessControlListNotSupported', 'The bucket does not allow ACLs');
}

function refuseBlocked(found: LocatedBucket, grants: ReturnType<typeof aclOf>): void {
  if (isPublicAcl(grants) && configOf(found, 'public-access-block')?.BlockPublicAcls) throw accessDenied();
}
