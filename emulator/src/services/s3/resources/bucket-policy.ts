// AWS::S3::BucketPolicy
import { crudType } from '#core/resources/crud-type';
import { documentAs, requiredText } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';

export const resource: ResourceType = crudType({
  id: 'Bucket',
  gone: ['NoSuchBucket', 'NoSuchBucketPolicy'],
  properties: { PolicyDocument: requiredText },
  create: (Bucket, { PolicyDocument: Policy }, _properties, ctx) => ctx.call('s3', 'PutBucketPolicy', { Bucket, Policy }),
  update: 'create',
  delete: (Bucket, _properties, ctx) => ctx.call('s3', 'DeleteBucketPolicy', { Bucket }),
  find: (Bucket, _properties, ctx) => ctx.call('s3', 'GetBucketPolicy', { Bucket }),
  shown: ({ Policy }, given) => ({ PolicyDocument: documentAs(Policy, given.PolicyDocument) }),
});
