// TagDeliveryStream, UntagDeliveryStream, ListTagsForDeliveryStream.
import { isReservedTagKey, mergeTags, type Tag, withoutTags } from '#core/tags';
import { fault, operation, type Tag as SentTag } from '#model/firehose';
import { invalid } from '#services/firehose/faults';
import { findStream, putStream } from '#services/firehose/find-stream';

const MAX_TAGS = 50;
const PAGE = 50;

/** The last value counts for a key that is there twice. @throws InvalidArgument for a reserved key */
export function readTags(sent: readonly SentTag[]): Tag[] {
  const tags = mergeTags(
    [],
    sent.map(({ Key, Value = '' }) => ({ key: Key, value: Value })),
  );
  const reserved = tags.find(({ key }) => isReservedTagKey(key));
  if (reserved) throw invalid(`Tag key ${reserved.key} is not allowed: aws: prefixed tag key names are not allowed for external use.`);
  return tags;
}

export const TagDeliveryStream = operation('TagDeliveryStream', ({ DeliveryStreamName, Tags }, ctx) => {
  const stream = findStream(DeliveryStreamName, ctx);
  const tags = mergeTags(stream.tags, readTags(Tags));
  if (tags.length > MAX_TAGS) throw fault('LimitExceededException', `A delivery stream can have at most ${MAX_TAGS} tags.`);
  putStream({ ...stream, tags }, ctx);
});

export const UntagDeliveryStream = operation('UntagDeliveryStream', ({ DeliveryStreamName, TagKeys }, ctx) => {
  const stream = findStream(DeliveryStreamName, ctx);
  putStream({ ...stream, tags: withoutTags(stream.tags, TagKeys) }, ctx);
});

export const ListTagsForDeliveryStream = operation('ListTagsForDeliveryStream', (input, ctx) => {
  const { DeliveryStreamName, ExclusiveStartTagKey: after, Limit = PAGE } = input;
  const { tags } = findStream(DeliveryStreamName, ctx);
  const start = after === undefined ? 0 : tags.findIndex(({ key }) => key === after) + 1;
  if (after !== undefined && start === 0) throw invalid(`Tag key ${after} not found`);
  const page = tags.slice(start, start + Limit);
  return { Tags: page.map(({ key, value }) => ({ Key: key, Value: value })), HasMoreTags: start + page.length < tags.length };
});
