// AWS::S3::Bucket

import type { Created } from '#core/resources/resource-handlers';
import { flag, ignoring, text } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { applySettings } from './bucket-settings.ts';
import { readSettings } from './read-settings.ts';

const GONE = ['NoSuchBucket', 'NotFound'];
const TABLES = 'metadata tables are stored in table buckets, which are not emulated.';

function made(name: string, { region }: ResourceContext): Created {
  return {
    physicalId: name,
    attributes: {
      Arn: `arn:aws:s3:::${name}`,
      DomainName: `${name}.s3.amazonaws.com`,
      DualStackDomainName: `${name}.s3.dualstack.${region}.amazonaws.com`,
      RegionalDomainName: `${name}.s3.${region}.amazonaws.com`,
      WebsiteURL: `http://${name}.s3-website-${region}.amazonaws.com`,
    },
  };
}

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

export const resource: ResourceType = {
  refuse: {
    MetadataTableConfiguration: TABLES,
    MetadataConfiguration: TABLES,
    BucketNamespace: 'all buckets share one namespace.',
    BucketNamePrefix: 'all buckets share one namespace, so there are no prefixes of accounts.',
    'ObjectLockConfiguration.Rule.DefaultRetention.DefaultEventHold': 'event holds are not emulated; use a retention or a legal hold.',
  },
  async create(properties, ctx) {
    const Bucket = text(properties.BucketName) ?? ctx.physicalName(63).toLowerCase();
    if (properties.BucketName !== undefined && (await isTaken(Bucket, ctx))) throw new Error(`${Bucket} already exists`);
    await ctx.call('s3', 'CreateBucket', {
      Bucket,
      ObjectLockEnabledForBucket: flag(properties.ObjectLockEnabled),
      ...(properties.OwnershipControls === undefined && properties.AccessControl !== undefined ? { ObjectOwnership: 'ObjectWriter' } : {}),
      ...(ctx.region === 'us-east-1' ? {} : { CreateBucketConfiguration: { LocationConstraint: ctx.region } }),
    });
    ctx.created(Bucket);
    await applySettings(Bucket, properties, {}, ctx);
    return made(Bucket, ctx);
  },
  async update(Bucket, properties, previous, ctx) {
    await applySettings(Bucket, properties, previous, ctx);
    return made(Bucket, ctx);
  },
  async delete(Bucket, _properties, ctx) {
    await ignoring(GONE, ctx.call('s3', 'DeleteBucket', { Bucket }));
  },
  async read(Bucket, properties, ctx) {
    const found = await ignoring(GONE, ctx.call('s3', 'HeadBucket', { Bucket }));
    return found && readSettings(Bucket, properties, ctx);
  },
  async list(_filter, ContinuationToken, ctx) {
    const { Buckets = [], ContinuationToken: next } = await ctx.call('s3', 'ListBuckets', { ContinuationToken });
    return { items: Buckets.map(({ Name }) => ({ BucketName: Name! })), next };
  },
  adopt: async (identifier, _properties, ctx) => made(text(identifier.BucketName) ?? '', ctx),
};
