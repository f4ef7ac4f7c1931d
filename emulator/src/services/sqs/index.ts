// The queue service.
import { nouns, service } from '#core/service';

export const sqs = service('sqs', {
  operations: [
    nouns(() => import('./queues.ts'), 'CreateQueue', 'DeleteQueue', 'GetQueueUrl', 'ListQueues', 'PurgeQueue'),
    nouns(() => import('./attributes.ts'), 'GetQueueAttributes', 'SetQueueAttributes'),
    nouns(() => import('./permissions.ts'), 'AddPermission', 'RemovePermission'),
    nouns(() => import('./tags.ts'), 'TagQueue', 'UntagQueue', 'ListQueueTags'),
    nouns(() => import('./send.ts'), 'SendMessage', 'SendMessageBatch'),
    nouns(() => import('./receive.ts'), 'ReceiveMessage'),
    nouns(() => import('./delete.ts'), 'DeleteMessage', 'DeleteMessageBatch'),
    nouns(() => import('./visibility.ts'), 'ChangeMessageVisibility', 'ChangeMessageVisibilityBatch'),
    nouns(() => import('./dead-letter-queues.ts'), 'ListDeadLetterSourceQueues'),
    nouns(() => import('./move-tasks.ts'), 'StartMessageMoveTask', 'CancelMessageMoveTask', 'ListMessageMoveTasks'),
  ],
  guard: () => import('./guard.ts'),
  targets: {
    queue: { arn: /^arn:aws[a-z-]*:sqs:[a-z0-9-]+:\d{12}:[A-Za-z0-9_-]+(?:\.fifo)?$/, load: () => import('./target.ts') },
  },
  sources: {
    queue: { arn: /^arn:aws[a-z-]*:sqs:[a-z0-9-]+:\d{12}:[A-Za-z0-9_-]+(?:\.fifo)?$/, load: () => import('./source.ts') },
  },
  resources: {
    'AWS::SQS::Queue': () => import('./resources/queue.ts'),
    'AWS::SQS::QueuePolicy': () => import('./resources/queue-policy.ts'),
  },
  work: {
    'sqs.expire': () => import('./work.ts'),
    'sqs.sweep': () => import('./work.ts'),
    'sqs.move': () => import('./work.ts'),
  },
});
