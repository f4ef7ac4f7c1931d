// Finds a bucket by name, in any account and region, and checks whether the caller may access it.
import type { Ctx } from '#core/ctx';
import type { PolicyPrincipal } from '#core/policy/access-request';
import { decide } from '#core/policy/decide';
import { parsePolicy } from '#core/policy/parse-policy';
import type { Frozen, Records } from '#core/records';
import { fault } from '#model/s3';
import { accessDenied, noSuchBucket } from '#services/s3/faults';
import { type Bucket, bucketNames, buckets, configs } from '#services/s3/state';

/** A bucket and its owner's context (`there`), in which everything of the bucket is read and written. */
export interface LocatedBucket {
  readonly bucket: Frozen<Bucket>;
  readonly there: Ctx;
}

interface BucketRef {
  readonly Bucket: string;
  readonly Key?: string | undefined;
  readonly ExpectedBucketOwner?: string | undefined;
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

/** The bucket that a request names. It is found from every region: one process holds them all, so no redirect is needed. */
export function findBucket(input: BucketRef, ctx: Ctx, operation = ctx.operation): LocatedBucket {
  const found = lookUpBucket(input.Bucket, ctx);
  if (!found) throw noSuchBucket(input.Bucket);
  checkExpectedOwner(input.ExpectedBucketOwner, found.bucket.account);
  if (callerAccount(ctx) !== found.bucket.account && !letsIn(found, input.Key, operation, ctx)) throw accessDenied();
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

const callerAccount = (ctx: Ctx): string => ctx.principal.account;

/** The ACL permission that an operation needs; operations that are not listed need full control. */
const NEEDS: Readonly<Record<string, string>> = {
  GetObject: 'READ',
  HeadObject: 'READ',
  ListObjects: 'READ',
  ListObjectsV2: 'READ',
  HeadBucket: 'READ',
  PutObject: 'WRITE',
  PostObject: 'WRITE',
  CopyObject: 'WRITE',
  DeleteObject: 'WRITE',
  CreateMultipartUpload: 'WRITE',
  UploadPart: 'WRITE',
  CompleteMultipartUpload: 'WRITE',
};
const ALL_USERS = 'http://acs.amazonaws.com/groups/global/AllUsers';

/** Whether the bucket's policy, or a grant to everybody, allows a caller of another account. */
function letsIn({ bucket, there }: LocatedBucket, key: string | undefined, operation: string, ctx: Ctx): boolean {
  const policy = there.records(configs).get([bucket.name, 'policy']) as { text: string } | undefined;
  if (policy && policyAllows(policy.text, bucket, key, operation, ctx)) return true;
  return bucket.grants.some(
    ({ Grantee, Permission }) => Grantee?.URI === ALL_USERS && (Permission === 'FULL_CONTROL' || Permission === NEEDS[operation]),
  );
}

function policyAllows(text: string, bucket: Frozen<Bucket>, key: string | undefined, operation: string, ctx: Ctx): boolean {
  const account = callerAccount(ctx);
  const request = {
    principal: policyPrincipal(ctx),
    action: `s3:${ACTIONS[operation] ?? operation}`,
    resource: key === undefined ? bucketArn(bucket.name) : `${bucketArn(bucket.name)}/${key}`,
    resourceAccount: bucket.account,
    context: { 'aws:PrincipalAccount': account, 'aws:SourceAccount': account },
  };
  const everything = { version: '2012-10-17', id: undefined, statements: [ALLOW_ALL] } as const;
  return decide(request, { identity: [everything], resource: parsePolicy(text) }).allowed;
}

function policyPrincipal({ principal }: Ctx): PolicyPrincipal {
  if (principal.kind === 'service') return { kind: 'service', service: principal.service };
  if (principal.kind === 'anonymous') return { kind: 'anonymous' };
  return { kind: 'account', arn: `arn:aws:iam::${principal.account}:root`, account: principal.account };
}

/** Identity policies are not evaluated: as far as its own account is concerned, the caller may do everything. */
const ALLOW_ALL = {
  sid: undefined,
  effect: 'Allow',
  principal: undefined,
  action: { negated: false, values: ['*'] },
  resource: { negated: false, values: ['*'] },
  conditions: [],
} as const;

/** Operations whose action has another name in policies. */
const ACTIONS: Readonly<Record<string, string>> = {
  HeadObject: 'GetObject',
  HeadBucket: 'ListBucket',
  ListObjects: 'ListBucket',
  ListObjectsV2: 'ListBucket',
  ListObjectVersions: 'ListBucketVersions',
  ListMultipartUploads: 'ListBucketMultipartUploads',
  ListParts: 'ListMultipartUploadParts',
  CopyObject: 'PutObject',
  CreateMultipartUpload: 'PutObject',
  UploadPart: 'PutObject',
  UploadPartCopy: 'PutObject',
  CompleteMultipartUpload: 'PutObject',
  PostObject: 'PutObject',
  DeleteObjects: 'DeleteObject',
  GetBucketEncryption: 'GetEncryptionConfiguration',
  PutBucketEncryption: 'PutEncryptionConfiguration',
  GetBucketLifecycleConfiguration: 'GetLifecycleConfiguration',
  PutBucketLifecycleConfiguration: 'PutLifecycleConfiguration',
  GetBucketNotificationConfiguration: 'GetBucketNotification',
  PutBucketNotificationConfiguration: 'PutBucketNotification',
};
