// Whether access control lists play a part in a bucket.
import { configOf } from './configs.ts';
import type { Found } from './find-bucket.ts';

/** True when the bucket's owner owns everything in it: the default of new buckets. */
export const aclsDisabled = (found: Found): boolean => configOf(found, 'ownership')?.rules[0]?.ObjectOwnership === 'BucketOwnerEnforced';
