// The tags of delivery sources, delivery destinations and deliveries, which tell their ARN.
import type { CrudTags } from '#core/resources/crud-kind';
import { tagsByKey } from '#core/resources/resource-properties';

interface Tagged {
  readonly arn?: string | undefined;
  readonly tags?: Readonly<Record<string, string>> | undefined;
}

export const deliveryTags: CrudTags<Tagged> = {
  told: ({ tags }) => tags,
  put: (_id, tags, { arn = '' }, ctx) => ctx.call('logs', 'TagResource', { resourceArn: arn, tags: tagsByKey(tags) }),
  remove: (_id, tagKeys, { arn = '' }, ctx) => ctx.call('logs', 'UntagResource', { resourceArn: arn, tagKeys: [...tagKeys] }),
};
