// AWS::StepFunctions::Activity
import type { Created } from '#core/resources/resource-handlers';
import { ignoring, number, object, tagChanges, tagList, text } from '#core/resources/resource-properties';
import { readAs } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';

const GONE = ['ActivityDoesNotExist'];

async function made(activityArn: string, ctx: ResourceContext): Promise<Created> {
  const { name } = await ctx.call('states', 'DescribeActivity', { activityArn });
  return { physicalId: activityArn, attributes: { Arn: activityArn, Name: name } };
}

export const resource: ResourceType = {
  async create(properties, ctx) {
    const { Type, KmsKeyId, KmsDataKeyReusePeriodSeconds } = object(properties.EncryptionConfiguration);
    const encryption = { type: text(Type)!, kmsKeyId: text(KmsKeyId), kmsDataKeyReusePeriodSeconds: number(KmsDataKeyReusePeriodSeconds) };
    const { activityArn } = await ctx.call('states', 'CreateActivity', {
      name: text(properties.Name)!,
      tags: tagList(properties.Tags).map(({ Key, Value }) => ({ key: Key, value: Value })),
      encryptionConfiguration: properties.EncryptionConfiguration === undefined ? undefined : encryption,
    });
    ctx.created(activityArn);
    return made(activityArn, ctx);
  },
  async update(activityArn, properties, previous, ctx) {
    const { put, remove } = tagChanges(previous.Tags, properties.Tags);
    if (remove.length > 0) await ctx.call('states', 'UntagResource', { resourceArn: activityArn, tagKeys: remove });
    if (put.length > 0)
      await ctx.call('states', 'TagResource', {
        resourceArn: activityArn,
        tags: put.map(({ Key, Value }) => ({ key: Key, value: Value })),
      });
    return made(activityArn, ctx);
  },
  async delete(activityArn, _properties, ctx) {
    await ctx.call('states', 'DeleteActivity', { activityArn });
  },
  async read(activityArn, _properties, ctx) {
    const found = await ignoring(GONE, ctx.call('states', 'DescribeActivity', { activityArn }));
    if (!found) return undefined;
    const { tags: Tags = [] } = await ctx.call('states', 'ListTagsForResource', { resourceArn: activityArn });
    const { type, kmsKeyId, kmsDataKeyReusePeriodSeconds } = found.encryptionConfiguration ?? {};
    return readAs({
      Name: found.name,
      EncryptionConfiguration: { Type: type, KmsKeyId: kmsKeyId, KmsDataKeyReusePeriodSeconds: kmsDataKeyReusePeriodSeconds },
      Tags: Tags.length > 0 ? Tags.map(({ key, value }) => ({ Key: key, Value: value })) : undefined,
    });
  },
  async list(_filter, nextToken, ctx) {
    const found = await ctx.call('states', 'ListActivities', { nextToken });
    return { items: found.activities.map(({ activityArn }) => ({ Arn: activityArn })), next: found.nextToken };
  },
  adopt: (identifier, _properties, ctx) => made(text(identifier.Arn) ?? '', ctx),
};
