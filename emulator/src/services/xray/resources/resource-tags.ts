// The tags of groups and sampling rules as resources: both are identified by their ARNs.
import type { KeyValue } from '#core/resources/resource-properties';
import type { ResourceContext } from '#core/resources/resource-type';

export const resourceTags = {
  told: async (_found: object, ResourceARN: string, ctx: ResourceContext) =>
    (await ctx.call('xray', 'ListTagsForResource', { ResourceARN })).Tags,
  put: (ResourceARN: string, Tags: readonly KeyValue[], _found: object, ctx: ResourceContext) =>
    ctx.call('xray', 'TagResource', { ResourceARN, Tags }),
  remove: (ResourceARN: string, TagKeys: readonly string[], _found: object, ctx: ResourceContext) =>
    ctx.call('xray', 'UntagResource', { ResourceARN, TagKeys }),
};
