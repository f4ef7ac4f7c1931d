// Tags of streams, by name (AddTagsToStream, …), and of streams and consumers, by ARN (TagResource, …).
import type { Ctx } from '#core/ctx';
import type { Tagged } from '#core/tag-rules';
import type { Tag } from '#core/tags';
import { operation } from '#model/kinesis';
import { findResource, putResource } from '#services/kinesis/policies/find-resource';
import { changeStream, findStream } from '#services/kinesis/streams/find-stream';
import { STREAM_TAGS } from '#services/kinesis/tag-rules';

/** Limit: tags of a page of ListTagsForStream. */
const MAX_LISTED = 50;

type TaggedResource = Tagged<readonly Tag[]>;

function taggedStream(input: Parameters<typeof findStream>[0], ctx: Ctx): TaggedResource {
  const located = findStream(input, ctx);
  return { tags: located.stream.tags, keep: (tags) => void changeStream(located, { tags }) };
}

function taggedResource(input: Parameters<typeof findResource>[0], ctx: Ctx): TaggedResource {
  const located = findResource(input, ctx);
  return { tags: located.tags, keep: (tags) => ctx.write((tx) => putResource(tx, located, { tags })) };
}

export const AddTagsToStream = operation('AddTagsToStream', (input, ctx) => STREAM_TAGS.add(taggedStream(input, ctx), input.Tags, ctx));

export const RemoveTagsFromStream = operation('RemoveTagsFromStream', (input, ctx) =>
  STREAM_TAGS.remove(taggedStream(input, ctx), input.TagKeys),
);

export const ListTagsForStream = operation('ListTagsForStream', (input, ctx) => {
  const { Limit: limit = MAX_LISTED, ExclusiveStartTagKey: after } = input;
  const tags = STREAM_TAGS.list(findStream(input, ctx).stream).filter(({ Key }) => after === undefined || Key > after);
  return { Tags: tags.slice(0, limit), HasMoreTags: tags.length > limit };
});

export const TagResource = operation('TagResource', (input, ctx) => STREAM_TAGS.add(taggedResource(input, ctx), input.Tags, ctx));

export const UntagResource = operation('UntagResource', (input, ctx) => STREAM_TAGS.remove(taggedResource(input, ctx), input.TagKeys));

export const ListTagsForResource = operation('ListTagsForResource', (input, ctx) => ({
  Tags: STREAM_TAGS.list(findResource(input, ctx)),
}));
