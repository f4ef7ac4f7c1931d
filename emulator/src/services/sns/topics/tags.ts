// TagResource, UntagResource, ListTagsForResource: tags of topics.

import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { mergeTags, readTags, sendTags, type Tag, withoutTags } from '#core/tags';
import { fault, operation } from '#model/sns';
import { parseTopicArn } from '#services/sns/arns';
import { checkArnShape, invalidParameter } from '#services/sns/faults';
import { type Topic, topics } from '#services/sns/state';

const MAX_TAGS = 50;

/** @throws InvalidParameter for keys that are there twice, TagLimitExceeded */
export function checkTags(tags: readonly Tag[]): readonly Tag[] {
  if (new Set(tags.map(({ key }) => key)).size < tags.length) throw invalidParameter('Duplicated keys are not allowed.');
  return withinLimit(tags);
}

function withinLimit(tags: readonly Tag[]): readonly Tag[] {
  if (tags.length > MAX_TAGS) throw fault('TagLimitExceededException', 'Could not complete request: tag quota of per resource exceeded');
  return tags;
}

function taggedTopic(arn: string, ctx: Ctx): { topic: Frozen<Topic>; there: Ctx } {
  checkArnShape(arn, 'ResourceArn');
  const address = parseTopicArn(arn);
  if (!address || address.region !== ctx.region) throw invalidParameter('ResourceArn');
  const there = address.account === ctx.account ? ctx : ctx.in({ account: address.account });
  const topic = there.records(topics).get([address.name]);
  if (!topic) throw fault('ResourceNotFoundException', 'Resource does not exist');
  return { topic, there };
}

function setTags(arn: string, change: (tags: readonly Tag[]) => readonly Tag[], ctx: Ctx): void {
  const { topic, there } = taggedTopic(arn, ctx);
  there.write((tx) => tx.put(there.records(topics), [topic.name], { ...topic, tags: change(topic.tags) }));
}

export const TagResource = operation('TagResource', ({ ResourceArn, Tags }, ctx) => {
  const added = checkTags(readTags(Tags));
  setTags(ResourceArn, (tags) => withinLimit(mergeTags(tags, added)), ctx);
});

export const UntagResource = operation('UntagResource', ({ ResourceArn, TagKeys }, ctx) =>
  setTags(ResourceArn, (tags) => withoutTags(tags, TagKeys), ctx),
);

export const ListTagsForResource = operation('ListTagsForResource', ({ ResourceArn }, ctx) => ({
  Tags: sendTags(taggedTopic(ResourceArn, ctx).topic.tags),
}));
