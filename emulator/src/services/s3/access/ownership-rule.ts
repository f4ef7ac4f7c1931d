// Whether access control lists play a part in a bucket.
import { configOf } from '#services/s3/buckets/configs';
import type { LocatedBucket } from '#services/s3/buckets/find-bucket';

/** True when the bucket's owner owns everything in it: the default of new buckets. */
export const aclsDisabled = (found: LocatedBucket): boolean =>
  configOf(found, 'ownership')?.rules[0]?.ObjectOwnership === 'BucketOwnerEnforced';
