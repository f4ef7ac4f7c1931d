// Whether access control lists have an effect in a bucket.
import { configOf } from '#services/s3/buckets/configs';
import type { LocatedBucket } from '#services/s3/buckets/located-bucket';

/** True if the bucket's owner owns every object in it: the default of new buckets. */
export const aclsDisabled = (found: LocatedBucket): boolean =>
  configOf(found, 'ownership')?.rules[0]?.ObjectOwnership === 'BucketOwnerEnforced';
