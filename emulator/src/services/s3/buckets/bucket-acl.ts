// GetBucketAcl, PutBucketAcl.
import { operation } from '#model/s3';
import { aclOf, mentionsAcl, ownerOf } from '#services/s3/access/acl';
import { aclsDisabled, aclsNotSupported, missingAcl, refusePublicAcl } from '#services/s3/access/acl-rules';
import { findBucket } from '#services/s3/access/find-bucket';
import { buckets } from '#services/s3/state';

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
  if (aclsDisabled(found)) throw aclsNotSupported();
  refusePublicAcl(found, grants);
  there.write((tx) => tx.put(there.records(buckets), [bucket.name], { ...bucket, grants }));
});
