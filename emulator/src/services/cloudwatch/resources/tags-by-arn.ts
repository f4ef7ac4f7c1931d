// The tags of resources whose physical id is their ARN.
import type { CrudTags } from '#core/resources/crud-kind';

export const TAGS_BY_ARN: CrudTags<object> = {
  told: async (_found, ResourceARN, ctx) => (await ctx.call('cloudwatch', 'ListTagsForResource', { ResourceARN })).Tags,
  put: (ResourceARN, Tags, _found, ctx) => ctx.call('cloudwatch', 'TagResource', { ResourceARN, Tags }),
  remove: (ResourceARN, TagKeys, _found, ctx) => ctx.call('cloudwatch', 'UntagResource', { ResourceARN, TagKeys }),
};
