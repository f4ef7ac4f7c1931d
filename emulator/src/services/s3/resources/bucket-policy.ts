// AWS::S3::BucketPolicy

import type { Properties } from '#core/resources/resource-handlers';
import { document, ignoring, text } from '#core/resources/resource-properties';
import { documentAs } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';

const GONE = ['NoSuchBucket', 'NoSuchBucketPolicy'];
const put = (properties: Properties, ctx: ResourceContext) =>
  ctx.call('s3', 'PutBucketPolicy', { Bucket: text(properties.Bucket)!, Policy: document(properties.PolicyDocument)! });

export const resource: ResourceType = {
  async create(properties, ctx) {
    await put(properties, ctx);
    return { physicalId: text(properties.Bucket)!, attributes: {} };
  },
  async update(physicalId, properties, _previous, ctx) {
    await put(properties, ctx);
    return { physicalId, attributes: {} };
  },
  async delete(Bucket, _properties, ctx) {
    await ignoring(GONE, ctx.call('s3', 'DeleteBucketPolicy', { Bucket }));
  },
  async read(Bucket, properties, ctx) {
    const found = await ignoring(GONE, ctx.call('s3', 'GetBucketPolicy', { Bucket }));
    if (!found?.Policy) return undefined;
    return { Bucket, PolicyDocument: documentAs(found.Policy, properties.PolicyDocument)! };
  },
};
