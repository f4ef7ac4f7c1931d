// TagDeliveryStream, UntagDeliveryStream, ListTagsForDeliveryStream.
import type { Ctx } from '#core/ctx';
import { atMostTags, noReservedKeys, type Tagged, tagRules } from '#core/tag-rules';
import { KEY_VALUE_TAGS, PLAIN_TAGS, type Tag } from '#core/tags';
import { fault, operation } from '#model/firehose';
import { invalid } from '#services/firehose/faults';
import { findStream, putStream } from '#services/firehose/find-stream';

const PAGE = 50;

export const STREAM_TAGS = tagRules({
  sent: KEY_VALUE_TAGS,
  kept: PLAIN_TAGS,
  checks: [
    noReservedKeys((key) => invalid(`Tag key ${key} is not allowed: aws: prefixed tag key names are not allowed for external use.`)),
    atMostTags(50, (max) => fault('LimitExceededException', `A delivery stream can have at most ${max} tags.`)),
  ],
});

function tagged(name: string, ctx: Ctx): Tagged<readonly Tag[]> {
  const stream = findStream(name, ctx);
  return { tags: stream.tags, keep: (tags) => putStream({ ...stream, tags }, ctx) };
}

export const TagDeliveryStream = operation('TagDeliveryStream', ({ DeliveryStreamName, Tags }, ctx) =>
  STREAM_TAGS.add(tagged(DeliveryStreamName, ctx), Tags, ctx),
);

export const UntagDeliveryStream = operation('UntagDeliveryStream', ({ DeliveryStreamName, TagKeys }, ctx) =>
  STREAM_TAGS.remove(tagged(DeliveryStreamName, ctx), TagKeys),
);

export const ListTagsForDeliveryStream = operation('ListTagsForDeliveryStream', (input, ctx) => {
  const { DeliveryStreamName, ExclusiveStartTagKey: after, Limit = PAGE } = input;
  const tags = STREAM_TAGS.list(findStream(DeliveryStreamName, ctx));
  const start = after === undefined ? 0 : tags.findIndex(({ Key }) => Key === after) + 1;
  if (after !== undefined && start === 0) throw invalid(`Tag key ${after} not found`);
  const page = tags.slice(start, start + Limit);
  return { Tags: page, HasMoreTags: start + page.length < tags.length };
});
