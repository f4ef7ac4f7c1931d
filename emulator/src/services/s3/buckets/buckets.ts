// Buckets: create, head, list, delete.
import type { Ctx } from '#core/ctx';
import type { Tx } from '#core/records';
import { isReservedTagKey } from '#core/tags';
import { isRegion } from '#lib/regions';
import { type CreateBucketRequest, fault, operation, type Tag } from '#model/s3';
import { aclOf, isPublicAcl, mentionsAcl, ownerOf } from '#services/s3/access/acl';
import { refuseAnonymous } from '#services/s3/access/authorize';
import { findBucket } from '#services/s3/access/find-bucket';
import type { ConfigValues } from '#services/s3/bucket-configs';
import { accessDenied, invalidArgument, malformedXml, notImplemented, refuseMembers } from '#services/s3/faults';
import { bucketArn, type LocatedBucket, lookUpBucket, nameIndex } from '#services/s3/located-bucket';
import { dropUpload } from '#services/s3/multipart/find-upload';
import { type Bucket, buckets, configs, lifecycleDue, listedConfigs, objects, olderVersions, uploads } from '#services/s3/state';
import { checkTags, MAX_BUCKET_TAGS } from '#services/s3/tag-rules';
import { isDirectoryBucket, validBucketName } from './bucket-name.ts';

/** Limit: buckets of a page of ListBuckets. */
const MAX_BUCKETS = 10_000;
const REGION = /^[a-z]{2}(?:-[a-z]+)+-\d$/;

export const CreateBucket = operation('CreateBucket', (input, ctx) => {
  const { Bucket: name } = input;
  refuseAnonymous(ctx);
  if (isDirectoryBucket(name)) throw notImplemented('directory buckets');
  if (!validBucketName(name)) throw fault('InvalidBucketName', 'The specified bucket is not valid.', { BucketName: name });
  refuseMembers(input.CreateBucketConfiguration ?? {}, 'Location', 'Bucket');
  if (input.BucketNamespace !== undefined && input.BucketNamespace !== 'global') throw notImplemented('x-amz-bucket-namespace');
  const region = regionFor(input, ctx.region);
  const answer = {
    Location: region === 'us-east-1' ? `/${name}` : `http://${name}.s3.amazonaws.com/`,
    BucketArn: bucketArn(name),
  };
  const existing = lookUpBucket(name, ctx);
  if (existing) {
    refuseTaken(existing, region, (input.CreateBucketConfiguration?.Tags ?? []).length > 0, ctx);
    return answer;
  }
  createBucket(input, region, ctx);
  return answer;
});

/** Throws, except in us-east-1, where creating a bucket that one already owns succeeds, unless with tags. */
function refuseTaken({ bucket }: LocatedBucket, region: string, hasTags: boolean, ctx: Ctx): void {
  const members = { BucketName: bucket.name };
  if (bucket.account !== ctx.account)
    throw fault(
      'BucketAlreadyExists',
      'The requested bucket name is not available. The bucket namespace is shared by all users of the system. Please select a different name and try again.',
      members,
    );
  if (region !== 'us-east-1' || bucket.region !== 'us-east-1' || hasTags)
    throw fault('BucketAlreadyOwnedByYou', 'Your previous request to create the named bucket succeeded and you already own it.', members);
}

function createBucket(input: CreateBucketRequest, region: string, ctx: Ctx): void {
  const name = input.Bucket;
  const ownership = input.ObjectOwnership ?? 'BucketOwnerEnforced';
  if (!['BucketOwnerEnforced', 'BucketOwnerPreferred', 'ObjectWriter'].includes(ownership))
    throw fault('InvalidArgument', `Invalid x-amz-object-ownership header: ${ownership}`, { ArgumentName: 'x-amz-object-ownership' });
  const grants = aclOf(input, ctx.account, ctx.account);
  if (ownership === 'BucketOwnerEnforced' && mentionsAcl(input) && input.ACL !== 'private')
    throw fault('InvalidBucketAclWithObjectOwnership', "Bucket cannot have ACLs set with ObjectOwnership's BucketOwnerEnforced setting");
  if (isPublicAcl(grants))
    throw fault('InvalidBucketAclWithBlockPublicAccessError', 'Bucket cannot have public ACLs set with BlockPublicAccess enabled');
  const tags = input.CreateBucketConfiguration?.Tags ?? [];
  checkNewTags(tags);
  const bucket: Bucket = {
    name,
    account: ctx.account,
    region,
    ...(input.CreateBucketConfiguration?.LocationConstraint === 'EU' ? { constraint: 'EU' } : {}),
    createdMs: ctx.now(),
    objectLock: input.ObjectLockEnabledForBucket === true,
    ...(input.ObjectLockEnabledForBucket ? { versioning: 'Enabled' as const } : {}),
    grants,
    tags,
  };
  const there = ctx.in({ region });
  there.write((tx) => {
    tx.put(nameIndex(ctx), [name], { account: ctx.account });
    tx.put(there.records(buckets), [name], bucket);
    for (const [kind, value] of Object.entries(initialConfigs(ownership)))
      tx.put(there.records(configs), [name, kind as keyof ConfigValues], value);
    if (bucket.objectLock) tx.put(there.records(configs), [name, 'object-lock'], { ObjectLockEnabled: 'Enabled' });
  });
}

/** Reserved keys are refused in words that PutBucketTagging does not have. */
function checkNewTags(tags: readonly Tag[]): void {
  if (tags.some(({ Key, Value }) => Key === undefined || Value === undefined)) throw malformedXml();
  if (tags.some(({ Key }) => isReservedTagKey(Key)))
    throw fault(
      'InvalidTag',
      'User-defined tag keys can\'t start with "aws:". This prefix is reserved for system tags. Remove "aws:" from your tag keys and try again.',
    );
  checkTags(tags, MAX_BUCKET_TAGS);
}

/** The configurations of every new bucket. */
const initialConfigs = (ObjectOwnership: string): Partial<ConfigValues> => ({
  ownership: { rules: [{ ObjectOwnership }] },
  encryption: { rules: [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' }, BucketKeyEnabled: false }] },
  'public-access-block': { BlockPublicAcls: true, IgnorePublicAcls: true, BlockPublicPolicy: true, RestrictPublicBuckets: true },
});

function regionFor({ CreateBucketConfiguration }: CreateBucketRequest, endpoint: string): string {
  const wanted = CreateBucketConfiguration?.LocationConstraint || undefined;
  if (wanted === undefined && endpoint === 'us-east-1') return endpoint;
  if (wanted === undefined)
    throw fault(
      'IllegalLocationConstraintException',
      'The unspecified location constraint is incompatible for the region specific endpoint this request was sent to.',
    );
  const region = wanted === 'EU' ? 'eu-west-1' : wanted;
  if (endpoint !== 'us-east-1' && endpoint !== region)
    throw fault(
      'IllegalLocationConstraintException',
      `The ${wanted} location constraint is incompatible for the region specific endpoint this request was sent to.`,
    );
  if (region === 'us-east-1' || !REGION.test(region))
    throw fault('InvalidLocationConstraint', 'The specified location-constraint is not valid', { LocationConstraint: wanted });
  return region;
}

export const HeadBucket = operation('HeadBucket', (input, ctx) => {
  const found = lookUpBucket(input.Bucket, ctx);
  if (!found) throw fault('NotFound', 'Not Found');
  const { bucket } = findBucket(input, ctx);
  return { BucketArn: bucketArn(bucket.name), BucketRegion: bucket.region, AccessPointAlias: false, ContentType: 'application/xml' };
});

export const GetBucketLocation = operation('GetBucketLocation', (input, ctx) => {
  const { region, constraint = region } = findBucket(input, ctx).bucket;
  return region === 'us-east-1' ? {} : { LocationConstraint: constraint };
});

export const ListBuckets = operation('ListBuckets', (input, ctx) => {
  refuseAnonymous(ctx);
  const { MaxBuckets = MAX_BUCKETS, ContinuationToken, Prefix, BucketRegion } = input;
  if (MaxBuckets < 1 || MaxBuckets > MAX_BUCKETS)
    throw invalidArgument(`Argument max-buckets must be an integer between 1 and ${MAX_BUCKETS}`, 'max-buckets', String(MaxBuckets));
  if (
    BucketRegion !== undefined &&
    !isRegion(BucketRegion) &&
    !ctx
      .records(buckets)
      .range([])
      .some(({ region }) => region === BucketRegion)
  )
    throw invalidArgument(`Argument value ${BucketRegion} is not a valid AWS Region`, 'bucket-region');
  // An empty token is none (recorded)
  const after = ContinuationToken ? Buffer.from(ContinuationToken, 'base64url').toString() : undefined;
  if (after !== undefined && !validBucketName(after))
    throw invalidArgument('The continuation token provided is incorrect', 'continuation-token');
  const matching = ctx
    .records(buckets)
    .range([], {
      ...(after ? { after: [after] } : {}),
      startsWith: Prefix,
      ...(BucketRegion === undefined ? { limit: MaxBuckets + 1 } : {}),
    })
    .filter(({ region }) => BucketRegion === undefined || region === BucketRegion);
  const page = matching.slice(0, MaxBuckets);
  const detailed = [input.MaxBuckets, ContinuationToken, Prefix, BucketRegion].some((member) => member !== undefined);
  return {
    Buckets: page.map(({ name, createdMs, region }) => ({
      Name: name,
      CreationDate: new Date(createdMs),
      BucketArn: bucketArn(name),
      ...(detailed ? { BucketRegion: region } : {}),
    })),
    Owner: ownerOf(ctx.account),
    Prefix,
    ...(matching.length > page.length ? { ContinuationToken: Buffer.from(page.at(-1)!.name).toString('base64url') } : {}),
  };
});

export const DeleteBucket = operation('DeleteBucket', (input, ctx) => {
  const found = findBucket(input, ctx);
  const { bucket, there } = found;
  if (bucket.account !== ctx.principal.account) throw accessDenied();
  const live = there.records(objects).range([bucket.name], { limit: 1 }).length > 0;
  const older = there.records(olderVersions).range([bucket.name], { limit: 1 }).length > 0;
  if (live || older)
    throw fault(
      'BucketNotEmpty',
      bucket.versioning
        ? 'The bucket you tried to delete is not empty. You must delete all versions in the bucket.'
        : 'The bucket you tried to delete is not empty',
      { BucketName: bucket.name },
    );
  there.write((tx) => forgetBucket(found, tx));
});

function forgetBucket({ bucket: { name }, there }: LocatedBucket, tx: Tx): void {
  for (const upload of there.records(uploads).range([name])) dropUpload(tx, name, upload, there);
  for (const [key] of there.records(configs).entries([name])) tx.delete(there.records(configs), key);
  for (const [key] of there.records(listedConfigs).entries([name])) tx.delete(there.records(listedConfigs), key);
  if (there.records(lifecycleDue).has([name])) {
    there.unschedule(tx, 's3.lifecycle', [name]);
    tx.delete(there.records(lifecycleDue), [name]);
  }
  tx.delete(there.records(buckets), [name]);
  tx.delete(nameIndex(there), [name]);
}
