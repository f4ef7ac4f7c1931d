// A bucket and its owner's context, found by name in any account and region. `find-bucket.ts` judges who may have it.
import type { Ctx } from '#core/ctx';
import type { Frozen, Records } from '#core/records';
import { type Bucket, bucketNames, buckets } from './state.ts';

/** A bucket and its owner's context (`there`), in which everything of the bucket is read and written. */
export interface LocatedBucket {
  readonly bucket: Frozen<Bucket>;
  readonly there: Ctx;
}

/** The index of names. Names are unique over all accounts, so the index belongs to none. */
export const nameIndex = (ctx: Ctx): Records<[string], { account: string }> => ctx.in({ account: '' }).records(bucketNames);

export const bucketArn = (name: string): string => `arn:aws:s3:::${name}`;

/** The bucket as it is now; undefined if it does not exist. */
export function lookUpBucket(name: string, ctx: Ctx): LocatedBucket | undefined {
  const account = nameIndex(ctx).get([name])?.account;
  if (account === undefined) return undefined;
  const bucket = ctx.in({ account }).records(buckets).get([name]);
  return bucket && { bucket, there: ctx.in({ account, region: bucket.region }) };
}
