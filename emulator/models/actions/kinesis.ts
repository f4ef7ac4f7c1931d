// Actions of data streams: an iterator and a token of the next page name their stream.
import type { ActionFacts } from '../build/action-facts.ts';

export const facts: ActionFacts = {
  types: {
    consumer: 'arn:$p:kinesis:$r:$a:${Consumer}',
    stream: 'arn:$p:kinesis:$r:$a:stream/${StreamName}',
    channel: 'arn:$p:kinesis:$r:$a:channel/${Unused}',
    kmsKey: 'arn:$p:kms:$r:$a:key/${KeyId}',
  },
  slots: {
    StreamName: ['StreamARN', 'StreamName', 'ShardIterator:kinesisIterator', 'NextToken:kinesisIterator', 'ResourceARN'],
    Consumer: ['ConsumerARN', 'StreamARN:withAnyConsumer', 'ResourceARN'],
  },
  operations: {
    ...Object.fromEntries(
      ['TagResource', 'UntagResource', 'ListTagsForResource', 'PutResourcePolicy', 'GetResourcePolicy', 'DeleteResourcePolicy'].map(
        (name) => [name, { types: ['stream'] }],
      ),
    ),
    StartStreamEncryption: { types: ['stream'] },
    StopStreamEncryption: { types: ['stream'] },
  },
};
