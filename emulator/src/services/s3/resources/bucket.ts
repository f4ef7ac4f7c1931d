// AWS::S3::Bucket
import { crudType } from '#core/resources/crud-type';
import { flag } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { applySettings } from './bucket-settings.ts';
import { readSettings } from './read-settings.ts';

const GONE = ['NoSuchBucket', 'NotFound'];
const TABLES = 'metadata tables are stored in table buckets, which are not emulated.';

/** Also by another account, whose buckets cannot be looked at. */
async function isTaken(Bucket: string, ctx: ResourceContext): Promise<boolean> {
  try {
    await ctx.call('s3', 'HeadBucket', { Bucket });
    return true;
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (code === 'AccessDenied') return true;
    if (GONE.includes(code)) return false;
    throw error;
  }
}

export const resource: ResourceType = crudType({
  id: 'BucketName',
  newName: (ctx) => ctx.physicalName(63).toLowerCase(),
  gone: GONE,
  refuse: {
    MetadataTableConfiguration: TABLES,
    MetadataConfiguration: TABLES,
    BucketNamespace: 'all buckets share one namespace.',
    BucketNamePrefix: 'all buckets share one namespace, so there are no prefixes of accounts.',
    'ObjectLockConfiguration.Rule.DefaultRetention.DefaultEventHold': 'event holds are not emulated; use a retention or a legal hold.',
  },
  properties: {},
  async create(Bucket, _given, properties, ctx) {
    if (properties.BucketName !== undefined && (await isTaken(Bucket, ctx))) throw new Error(`${Bucket} already exists`);
    await ctx.call('s3', 'CreateBucket', {
      Bucket,
      ObjectLockEnabledForBucket: flag(properties.ObjectLockEnabled),
      ...(properties.OwnershipControls === undefined && properties.AccessControl !== undefined ? { ObjectOwnership: 'ObjectWriter' } : {}),
      ...(ctx.region === 'us-east-1' ? {} : { CreateBucketConfiguration: { LocationConstraint: ctx.region } }),
    });
  },
  delete: (Bucket, _properties, ctx) => ctx.call('s3', 'DeleteBucket', { Bucket }),
  find: (Bucket, _properties, ctx) => ctx.call('s3', 'HeadBucket', { Bucket }),
  settings: [applySettings],
  attributes: (_found, name, { region }) => ({
    Arn: `arn:aws:s3:::${name}`,
    DomainName: `${name}.s3.amazonaws.com`,
    DualStackDomainName: `${name}.s3.dualstack.${region}.amazonaws.com`,
    RegionalDomainName: `${name}.s3.${region}.amazonaws.com`,
    WebsiteURL: `http://${name}.s3-website-${region}.amazonaws.com`,
  }),
  shown: (_found, given, name, ctx) => readSettings(name, given, ctx),
  list: (ContinuationToken, _filter, ctx) => ctx.call('s3', 'ListBuckets', { ContinuationToken }),
  listed: ({ Buckets }) => Buckets?.map(({ Name }) => Name),
});
