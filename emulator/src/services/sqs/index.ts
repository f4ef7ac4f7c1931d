// Manifest of the queue service (SQS).
import { operationsIn, service } from '#core/service';

export const sqs = service('sqs', {
  protects: () => import('./protects.ts'),
  resourceMembers: ['QueueUrl', 'QueueName', 'SourceArn'],
  replaying: { SendMessage: { input: ['MessageBody'], once: 'MessageDeduplicationId' } },
  traffic: {
    operations: [
      'SendMessage',
      'SendMessageBatch',
      'ReceiveMessage',
      'DeleteMessage',
      'DeleteMessageBatch',
      'ChangeMessageVisibility',
      'ChangeMessageVisibilityBatch',
    ],
    names: /(?<name>[^/]+)$/,
  },
  links: () => import('./links.ts'),
  operations: [
    operationsIn(() => import('./queues.ts'), 'CreateQueue', 'DeleteQueue', 'GetQueueUrl', 'ListQueues', 'PurgeQueue'),
    operationsIn(() => import('./attributes.ts'), 'GetQueueAttributes', 'SetQueueAttributes'),
    operationsIn(() => import('./permissions.ts'), 'AddPermission', 'RemovePermission'),
    operationsIn(() => import('./tags.ts'), 'TagQueue', 'UntagQueue', 'ListQueueTags'),
    operationsIn(() => import('./messages/send.ts'), 'SendMessage', 'SendMessageBatch'),
    operationsIn(() => import('./messages/receive.ts'), 'ReceiveMessage'),
    operationsIn(() => import('./messages/delete.ts'), 'DeleteMessage', 'DeleteMessageBatch'),
    operationsIn(() => import('./messages/visibility.ts'), 'ChangeMessageVisibility', 'ChangeMessageVisibilityBatch'),
    operationsIn(() => import('./dead-letter-queues.ts'), 'ListDeadLetterSourceQueues'),
    operationsIn(() => import('./move/tasks.ts'), 'StartMessageMoveTask', 'CancelMessageMoveTask', 'ListMessageMoveTasks'),
  ],
  // Consumers take messages in order to delete them.
  makesRoom: ['ReceiveMessage', 'ChangeMessageVisibility', 'ChangeMessageVisibilityBatch'],
  guard: () => import('./guard.ts'),
  targets: {
    queue: { arn: /^arn:aws[a-z-]*:sqs:[a-z0-9-]+:\d{12}:[A-Za-z0-9_-]+(?:\.fifo)?$/, load: () => import('./target.ts') },
  },
  sources: {
    queue: { arn: /^arn:aws[a-z-]*:sqs:[a-z0-9-]+:\d{12}:[A-Za-z0-9_-]+(?:\.fifo)?$/, load: () => import('./source.ts') },
  },
  resources: {
    'AWS::SQS::Queue': () => import('./resources/queue.ts'),
    'AWS::SQS::QueueInlinePolicy': () => import('./resources/queue-inline-policy.ts'),
    'AWS::SQS::QueuePolicy': () => import('./resources/queue-policy.ts'),
  },
  routes: { '/_cloud/queue/messages': { audience: 'clients', effect: 'reads', load: () => import('./peek/route.ts') } },
  gauges: { 'AWS/SQS': () => import('./gauges.ts') },
  work: {
    'sqs.expire': () => import('./work.ts'),
    'sqs.sweep': () => import('./work.ts'),
    'sqs.move': () => import('./work.ts'),
  },
});
