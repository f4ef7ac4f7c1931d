// TagQueue, UntagQueue, ListQueueTags.
import type { Frozen } from '#core/records';
import { mergeTags, tagRecord, tagsOf, withoutTags } from '#core/tags';
import { operation } from '#model/sqs';
import { invalidParameter, missingParameter } from './faults.ts';
import { findQueue, type LocatedQueue } from './find-queue.ts';
import { type Queue, queues } from './state.ts';

const MAX_TAGS = 50;

type Tags = Queue['tags'];

/** Adds tags. The result is sorted by key. */
export function addTags(before: Frozen<Tags>, added: Readonly<Record<string, string>>, queueName: string): Tags {
  for (const [key, value] of Object.entries(added)) {
    if (key.length < 1 || key.length > 128) throw invalidParameter('Tag keys must be between 1 and 128 characters in length.');
    if (value.length > 256) throw invalidParameter('Tag values must be between 0 and 256 characters in length.');
  }
  const tags = mergeTags(before, tagsOf(added));
  if (tags.length > MAX_TAGS) throw invalidParameter(`Too many tags added for queue ${queueName}.`);
  return tags.sort((a, b) => (a.key < b.key ? -1 : 1));
}

export const TagQueue = operation('TagQueue', (input, ctx) => {
  const place = findQueue(input.QueueUrl, ctx);
  if (Object.keys(input.Tags).length === 0) throw missingParameter('Tags');
  setTags(place, addTags(place.queue.tags, input.Tags, place.queue.name));
});

export const UntagQueue = operation('UntagQueue', (input, ctx) => {
  const place = findQueue(input.QueueUrl, ctx);
  if (input.TagKeys.length === 0) throw invalidParameter('Tag keys must be between 1 and 128 characters in length.');
  setTags(place, withoutTags(place.queue.tags, input.TagKeys));
});

const setTags = ({ there, queue }: LocatedQueue, tags: Frozen<Tags>): void =>
  there.write((tx) => tx.put(there.records(queues), [queue.name], { ...queue, tags }));

export const ListQueueTags = operation('ListQueueTags', (input, ctx) => {
  const { tags } = findQueue(input.QueueUrl, ctx).queue;
  return tags.length > 0 ? { Tags: tagRecord(tags) } : {};
});
