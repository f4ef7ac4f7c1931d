// Delivery streams (Firehose): records in buffers, processed and delivered to buckets and HTTP endpoints.
import { operationsIn, service } from '#core/service';

export const firehose = service('firehose', {
  protects: () => import('./protects.ts'),
  resourceMembers: ['DeliveryStreamName', 'ExclusiveStartDeliveryStreamName'],
  traffic: {
    operations: ['PutRecord', 'PutRecordBatch'],
    arns: [/^deliverystream\/(?<name>.+)$/],
  },
  links: () => import('./links.ts'),
  operations: [
    operationsIn(() => import('./streams/streams.ts'), 'CreateDeliveryStream', 'DeleteDeliveryStream', 'ListDeliveryStreams'),
    operationsIn(() => import('./streams/describe-stream.ts'), 'DescribeDeliveryStream', 'UpdateDestination'),
    operationsIn(() => import('./streams/encryption.ts'), 'StartDeliveryStreamEncryption', 'StopDeliveryStreamEncryption'),
    operationsIn(() => import('./streams/tags.ts'), 'TagDeliveryStream', 'UntagDeliveryStream', 'ListTagsForDeliveryStream'),
    operationsIn(() => import('./records/put-records.ts'), 'PutRecord', 'PutRecordBatch'),
  ],
  resources: {
    'AWS::KinesisFirehose::DeliveryStream': () => import('./resources/delivery-stream.ts'),
  },
  targets: {
    'delivery-stream': {
      arn: /^arn:aws[a-z-]*:firehose:[a-z0-9-]+:\d{12}:deliverystream\/[a-zA-Z0-9_.-]{1,64}$/,
      load: () => import('./target.ts'),
    },
  },
  work: {
    'firehose.flush': () => import('./work.ts'),
    'firehose.send': () => import('./work.ts'),
    'firehose.sweep': () => import('./work.ts'),
    'firehose.read': () => import('./work.ts'),
  },
});
