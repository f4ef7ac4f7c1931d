// Tags of streams, by name (AddTagsToStream, …), and of streams and consumers, by ARN (TagResource, …).
import type { Ctx } from '#core/ctx';
import { sendTags, type Tag, withoutTags } from '#core/tags';
import { operation } from '#model/kinesis';
import { findResource, type LocatedResource, putResource } from '#services/kinesis/policies/find-resource';
import { changeStream, findStream } from '#services/kinesis/streams/find-stream';
import { checkTags } from '#services/kinesis/tag-rules';

const MAX_LISTED = 50;

export const AddTagsToStream = operation('AddTagsToStream', (input, ctx) => {
  const located = findStream(input, ctx);
  changeStream(located, { tags: checkTags(input.Tags, located.stream.tags) });
});

export const RemoveTagsFromStream = operation('RemoveTagsFromStream', (input, ctx) => {
  const located = findStream(input, ctx);
  changeStream(located, { tags: withoutTags(located.stream.tags, input.TagKeys) });
});

export const ListTagsForStream = operation('ListTagsForStream', (input, ctx) => {
  const { Limit: limit = MAX_LISTED, ExclusiveStartTagKey: after } = input;
  const tags = sorted(findStream(input, ctx).stream.tags).filter(({ key }) => after === undefined || key > after);
  return { Tags: sendTags(tags.slice(0, limit)), HasMoreTags: tags.length > limit };
});

const sorted = (tags: readonly Tag[]): Tag[] => [...tags].sort((a, b) => (a.key < b.key ? -1 : 1));

function setTags(located: LocatedResource, tags: readonly Tag[], ctx: Ctx): void {
  ctx.write((tx) => putResource(tx, located, { tags }));
}

export const TagResource = operation('TagResource', (input, ctx) => {
  const located = findResource(input, ctx);
  setTags(located, checkTags(input.Tags, located.tags), ctx);
});

export const UntagResource = operation('UntagResource', (input, ctx) => {
  const located = findResource(input, ctx);
  setTags(located, withoutTags(located.tags, input.TagKeys), ctx);
});

export const ListTagsForResource = operation('ListTagsForResource', (input, ctx) => ({
  Tags: sendTags(sorted(findResource(input, ctx).tags)),
}));
