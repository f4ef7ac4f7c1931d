// Finds a bucket by its name, in whichever account and region it is, and says whether the caller may reach it.
import type { Ctx } from '#core/ctx';
import type { PolicyPrincipal } from '#core/policy/access-request';
import { decide } from '#core/policy/decide';
import { parsePolicy } from '#core/policy/parse-policy';
import type { Frozen, Records } from '#core/records';
import { accessDenied, noSuchBucket } from '#services/s3/faults';
import { type Bucket, bucketNames, buckets, configs } from '#services/s3/state';

/** A bucket and its owner's context: what belongs to the bucket is read and written there. */
export interface LocatedBucket {
  readonly bucket: Frozen<Bucket>;
  readonly home: Ctx;
}

interface BucketRef {
  readonly Bucket: string;
  readonly Key?: string | undefined;
  readonly ExpectedBucketOwner?: string | undefined;
}

/** Names are unique over all accounts: their index belongs to none. */
export const nameIndex = (ctx: Ctx): Records<[string], { account: string }> => ctx.in({ account: '' }).records(bucketNames);

export const bucketArn = (name: string): string => `arn:aws:s3:::${name}`;

/** The bucket as it is now, or undefined. */
export function lookUpBucket(name: string, ctx: Ctx): LocatedBucket | undefined {
  const account = nameIndex(ctx).get([name])?.account;
  if (account === undefined) return undefined;
  const bucket = ctx.in({ account }).records(buckets).get([name]);
  return bucket && { bucket, home: ctx.in({ account, region: bucket.region }) };
}

/** The bucket that a request names. Buckets are found from every region: no redirect is needed where one process holds them all. */
export function findBucket(input: BucketRef, ctx: Ctx, operation = ctx.operation): LocatedBucket {
  const found = lookUpBucket(input.Bucket, ctx);
  if (!found) throw noSuchBucket(input.Bucket);
  if (input.ExpectedBucketOwner !== undefined && input.ExpectedBucketOwner !== found.bucket.account) throw accessDenied();
  if (callerAccount(ctx) !== found.bucket.account && !letsIn(found, input.Key, operation, ctx)) throw accessDenied();
  return found;
}

const callerAccount = (ctx: Ctx): string => ctx.principal.account;

/** What an operation needs of a bucket's access control list; the others need everything. */
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

/** Callers of other accounts come in by the bucket's policy or by grants to everybody. */
function letsIn({ bucket, home }: LocatedBucket, key: string | undefined, operation: string, ctx: Ctx): boolean {
  const policy = home.records(configs).get([bucket.name, 'policy']) as { text: string } | undefined;
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

/** Identity policies are not evaluated: the caller's own account lets it do everything. */
const ALLOW_ALL = {
  sid: undefined,
  effect: 'Allow',
  principal: undefined,
  action: { negated: false, values: ['*'] },
  resource: { negated: false, values: ['*'] },
  conditions: [],
} as const;

/** Actions that policies name otherwise than the API does. */
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
