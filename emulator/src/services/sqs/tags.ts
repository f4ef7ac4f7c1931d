// TagQueue, UntagQueue, ListQueueTags.
import { atMostTags, eachTag, taggedRecord, tagRules } from '#core/tag-rules';
import { PLAIN_TAGS, TAG_MAP } from '#core/tags';
import { operation } from '#model/sqs';
import { invalidParameter, missingParameter } from './faults.ts';
import { findQueue, type LocatedQueue } from './find-queue.ts';
import { queues } from './state.ts';

const KEY_LENGTH = 'Tag keys must be between 1 and 128 characters in length.';
const VALUE_LENGTH = 'Tag values must be between 0 and 256 characters in length.';

export const QUEUE_TAGS = tagRules({
  sent: TAG_MAP,
  kept: PLAIN_TAGS,
  isSorted: true,
  checks: [
    eachTag(({ key, value }) => {
      if (key.length < 1 || key.length > 128) return invalidParameter(KEY_LENGTH);
      return value.length > 256 ? invalidParameter(VALUE_LENGTH) : undefined;
    }),
    atMostTags(50, (_max, queueName) => invalidParameter(`Too many tags added for queue ${queueName}.`)),
  ],
});

const tagged = ({ there, queue }: LocatedQueue) => taggedRecord(there.records(queues), [queue.name], queue, there);

export const TagQueue = operation('TagQueue', (input, ctx) => {
  const located = findQueue(input.QueueUrl, ctx);
  if (Object.keys(input.Tags).length === 0) throw missingParameter('Tags');
  QUEUE_TAGS.add(tagged(located), input.Tags, ctx, located.queue.name);
});

export const UntagQueue = operation('UntagQueue', (input, ctx) => {
  const located = findQueue(input.QueueUrl, ctx);
  if (input.TagKeys.length === 0) throw invalidParameter(KEY_LENGTH);
  QUEUE_TAGS.remove(tagged(located), input.TagKeys);
});

export const ListQueueTags = operation('ListQueueTags', (input, ctx) => {
  const { queue } = findQueue(input.QueueUrl, ctx);
  return queue.tags.length > 0 ? { Tags: QUEUE_TAGS.list(queue) } : {};
});
