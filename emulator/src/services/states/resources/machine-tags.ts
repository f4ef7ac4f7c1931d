// Tags of state machines and activities, whose members have small letters in the operations.
import type { CrudTags } from '#core/resources/crud-kind';
import { uncapitalized } from '#core/resources/uncapitalized';

export const machineTags: CrudTags<object> = {
  told: async (_found, resourceArn, ctx) => (await ctx.call('states', 'ListTagsForResource', { resourceArn })).tags,
  put: (resourceArn, tags, _found, ctx) => ctx.call('states', 'TagResource', { resourceArn, tags: tags.map(uncapitalized) }),
  remove: (resourceArn, tagKeys, _found, ctx) => ctx.call('states', 'UntagResource', { resourceArn, tagKeys }),
};
