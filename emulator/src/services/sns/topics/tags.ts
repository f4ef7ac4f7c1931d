// TagResource, UntagResource, ListTagsForResource: tags of topics.
import type { Ctx } from '#core/ctx';
import { atMostTags, noRepeatedKeys, type Tagged, taggedRecord, tagRules } from '#core/tag-rules';
import { KEY_VALUE_TAGS, PLAIN_TAGS, type Tag } from '#core/tags';
import { fault, operation } from '#model/sns';
import { parseTopicArn } from '#services/sns/arns';
import { checkArnShape, invalidParameter } from '#services/sns/faults';
import { topics } from '#services/sns/state';

export const TOPIC_TAGS = tagRules({
  sent: KEY_VALUE_TAGS,
  kept: PLAIN_TAGS,
  checks: [
    noRepeatedKeys(() => invalidParameter('Duplicated keys are not allowed.')),
    atMostTags(50, () => fault('TagLimitExceededException', 'Could not complete request: tag quota of per resource exceeded')),
  ],
});

function taggedTopic(arn: string, ctx: Ctx): Tagged<readonly Tag[]> {
  checkArnShape(arn, 'ResourceArn');
  const address = parseTopicArn(arn);
  if (!address || address.region !== ctx.region) throw invalidParameter('ResourceArn');
  const there = ctx.in({ account: address.account });
  const topic = there.records(topics).get([address.name]);
  if (!topic) throw fault('ResourceNotFoundException', 'Resource does not exist');
  return taggedRecord(there.records(topics), [topic.name], topic, there);
}

export const TagResource = operation('TagResource', ({ ResourceArn, Tags }, ctx) =>
  TOPIC_TAGS.add(taggedTopic(ResourceArn, ctx), Tags, ctx),
);

export const UntagResource = operation('UntagResource', ({ ResourceArn, TagKeys }, ctx) =>
  TOPIC_TAGS.remove(taggedTopic(ResourceArn, ctx), TagKeys),
);

export const ListTagsForResource = operation('ListTagsForResource', ({ ResourceArn }, ctx) => ({
  Tags: TOPIC_TAGS.list(taggedTopic(ResourceArn, ctx)),
}));
