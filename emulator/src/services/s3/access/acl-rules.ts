// The rules that a bucket sets for access control lists: whether these have an effect, and which are refused.
import { fault, type Grant } from '#model/s3';
import { configOf } from '#services/s3/bucket-configs';
import { accessDenied } from '#services/s3/faults';
import type { LocatedBucket } from '#services/s3/located-bucket';
import { isPublicAcl } from './acl.ts';

/** True if the bucket's owner owns every object in it: the default of new buckets. */
export const aclsDisabled = (found: LocatedBucket): boolean =>
  configOf(found, 'ownership')?.rules[0]?.ObjectOwnership === 'BucketOwnerEnforced';

export const aclsNotSupported = () => fault('AccessControlListNotSupported', 'The bucket does not allow ACLs');

/** @throws Fault AccessDenied for a list that opens something to everybody, where Block Public Access forbids it */
export function refusePublicAcl(found: LocatedBucket, grants: readonly Grant[]): void {
  if (isPublicAcl(grants) && configOf(found, 'public-access-block')?.BlockPublicAcls) throw accessDenied();
}

/** For operations that set a list and are given none. */
export const missingAcl = () =>
  fault('MissingSecurityHeader', 'Your request was missing a required header', { MissingHeaderName: 'x-amz-acl' });
