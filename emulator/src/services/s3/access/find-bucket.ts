// Finds the bucket that a request names, in any account and region, and lets only those have it who may.
import type { Ctx } from '#core/ctx';
import { fault } from '#model/s3';
import { accessDenied, noSuchBucket } from '#services/s3/faults';
import { type LocatedBucket, lookUpBucket } from '#services/s3/located-bucket';
import { authorize } from './authorize.ts';

interface BucketRef {
  readonly Bucket: string;
  readonly Key?: string | undefined;
  readonly ExpectedBucketOwner?: string | undefined;
}

/**
 * The bucket that a request names. It is found from every region: one process holds them all, so no redirect is needed.
 * @throws Fault NoSuchBucket, AccessDenied, InvalidBucketOwnerAWSAccountID
 */
export function findBucket(input: BucketRef, ctx: Ctx, operation = ctx.operation): LocatedBucket {
  const found = locateBucket(input, ctx);
  authorize(found, operation, input, ctx);
  return found;
}

/** The same without a look at who asks: for operations that judge each key by itself. */
export function locateBucket(input: BucketRef, ctx: Ctx): LocatedBucket {
  const found = lookUpBucket(input.Bucket, ctx);
  if (!found) throw noSuchBucket(input.Bucket);
  checkExpectedOwner(input.ExpectedBucketOwner, found.bucket.account);
  return found;
}

function checkExpectedOwner(expected: string | undefined, owner: string): void {
  if (expected === undefined || expected === owner) return;
  if (/^\d{12}$/.test(expected)) throw accessDenied();
  throw fault(
    'InvalidBucketOwnerAWSAccountID',
    `The value of the expected bucket owner parameter must be an AWS Account ID... [${expected}]`,
  );
}
