// Recorded answers about fifo of the queues service.
import { call, json, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`sqs/test_sqs.py::TestSqsProvider::${name}`);
const MessageGroupId = 'group-1';
const FifoQueue = 'true';
const QueueName = 'test-queue-1.fifo';
const MessageDeduplicationId = 'dedup1';

export const recorded: RecordedCases = {
  service: 'sqs',
  cases: [
    {
      title: 'deduplication by content is switched on later (sqs)',
      source: test('test_fifo_set_content_based_deduplication_strategy[sqs]'),
      recorded: '2025-08',
      steps: [
        call('sqs.CreateQueue', {
          QueueName: 'queue-1.fifo',
          Attributes: { FifoQueue, SqsManagedSseEnabled: 'true', ContentBasedDeduplication: 'true' },
        }),
        call(
          'sqs.GetQueueAttributes',
          { QueueUrl: '{endpoint}/{account}/queue-1.fifo', AttributeNames: ['All'] },
          {
            contains: {
              Attributes: {
                ContentBasedDeduplication: 'true',
                DeduplicationScope: 'queue',
                DelaySeconds: '0',
                FifoQueue: 'true',
                FifoThroughputLimit: 'perQueue',
                MaximumMessageSize: '1048576',
                MessageRetentionPeriod: '345600',
                QueueArn: 'arn:aws:sqs:us-east-1:{account}:queue-1.fifo',
                ReceiveMessageWaitTimeSeconds: '0',
                SqsManagedSseEnabled: 'true',
                VisibilityTimeout: '30',
              },
            },
          },
        ),
        call('sqs.SetQueueAttributes', {
          QueueUrl: '{endpoint}/{account}/queue-1.fifo',
          Attributes: { ContentBasedDeduplication: 'false' },
        }),
        call(
          'sqs.GetQueueAttributes',
          { QueueUrl: '{endpoint}/{account}/queue-1.fifo', AttributeNames: ['All'] },
          {
            contains: {
              Attributes: {
                ContentBasedDeduplication: 'false',
                DeduplicationScope: 'queue',
                DelaySeconds: '0',
                FifoQueue: 'true',
                FifoThroughputLimit: 'perQueue',
                MaximumMessageSize: '1048576',
                MessageRetentionPeriod: '345600',
                QueueArn: 'arn:aws:sqs:us-east-1:{account}:queue-1.fifo',
                ReceiveMessageWaitTimeSeconds: '0',
                SqsManagedSseEnabled: 'true',
                VisibilityTimeout: '30',
              },
            },
          },
        ),
      ],
    },
    {
      title: 'a duplicate does not arrive after its message was deleted (sqs-True)',
      source: test('test_fifo_deduplication_arrives_once_after_delete[sqs-True]'),
      recorded: '2024-04',
      steps: [
        call('sqs.CreateQueue', { QueueName, Attributes: { FifoQueue, ContentBasedDeduplication: 'true' } }),
        call(
          'sqs.SendMessage',
          { QueueUrl: '{endpoint}/{account}/test-queue-1.fifo', MessageBody: '{"foo": "bar"}', MessageGroupId },
          { as: 'message' },
        ),
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/test-queue-1.fifo' },
          { as: 'message2', contains: { Messages: [{ Body: json({ foo: 'bar' }), MessageId: '{message.MessageId}' }] } },
        ),
        call('sqs.DeleteMessage', {
          QueueUrl: '{endpoint}/{account}/test-queue-1.fifo',
          ReceiptHandle: '{message2.Messages.0.ReceiptHandle}',
        }),
        call('sqs.SendMessage', { QueueUrl: '{endpoint}/{account}/test-queue-1.fifo', MessageBody: '{"foo": "bar"}', MessageGroupId }),
        call('sqs.ReceiveMessage', { QueueUrl: '{endpoint}/{account}/test-queue-1.fifo' }, { answer: {} }),
      ],
    },
    {
      title: 'a duplicate does not arrive after its message was deleted (sqs-False)',
      source: test('test_fifo_deduplication_arrives_once_after_delete[sqs-False]'),
      recorded: '2024-04',
      steps: [
        call('sqs.CreateQueue', { QueueName, Attributes: { FifoQueue } }),
        call(
          'sqs.SendMessage',
          { QueueUrl: '{endpoint}/{account}/test-queue-1.fifo', MessageBody: '{"foo": "bar"}', MessageGroupId, MessageDeduplicationId },
          { as: 'message' },
        ),
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/test-queue-1.fifo' },
          { as: 'message2', contains: { Messages: [{ Body: json({ foo: 'bar' }), MessageId: '{message.MessageId}' }] } },
        ),
        call('sqs.DeleteMessage', {
          QueueUrl: '{endpoint}/{account}/test-queue-1.fifo',
          ReceiptHandle: '{message2.Messages.0.ReceiptHandle}',
        }),
        call('sqs.SendMessage', {
          QueueUrl: '{endpoint}/{account}/test-queue-1.fifo',
          MessageBody: '{"foo": "bar"}',
          MessageGroupId,
          MessageDeduplicationId,
        }),
        call('sqs.ReceiveMessage', { QueueUrl: '{endpoint}/{account}/test-queue-1.fifo' }, { answer: {} }),
      ],
    },
    {
      title: 'a group is no reason for a duplicate (sqs-True)',
      source: test('test_fifo_deduplication_not_on_message_group_id[sqs-True]'),
      recorded: '2024-04',
      steps: [
        call('sqs.CreateQueue', { QueueName, Attributes: { FifoQueue, ContentBasedDeduplication: 'true' } }),
        call('sqs.SendMessage', { QueueUrl: '{endpoint}/{account}/test-queue-1.fifo', MessageBody: '{"foo": "bar"}', MessageGroupId }),
        call(
          'sqs.SendMessage',
          { QueueUrl: '{endpoint}/{account}/test-queue-1.fifo', MessageBody: '{"foo": "bar"}', MessageGroupId: 'group-2' },
          { as: 'message2' },
        ),
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/test-queue-1.fifo', MaxNumberOfMessages: 1 },
          { contains: { Messages: [{ Body: json({ foo: 'bar' }), MessageId: '{message2.MessageId}' }] } },
        ),
        call('sqs.ReceiveMessage', { QueueUrl: '{endpoint}/{account}/test-queue-1.fifo', MaxNumberOfMessages: 1 }, { answer: {} }),
      ],
    },
    {
      title: 'a group is no reason for a duplicate (sqs-False)',
      source: test('test_fifo_deduplication_not_on_message_group_id[sqs-False]'),
      recorded: '2024-04',
      steps: [
        call('sqs.CreateQueue', { QueueName, Attributes: { FifoQueue } }),
        call('sqs.SendMessage', {
          QueueUrl: '{endpoint}/{account}/test-queue-1.fifo',
          MessageBody: '{"foo": "bar"}',
          MessageGroupId,
          MessageDeduplicationId,
        }),
        call(
          'sqs.SendMessage',
          {
            QueueUrl: '{endpoint}/{account}/test-queue-1.fifo',
            MessageBody: '{"foo": "bar"}',
            MessageGroupId: 'group-2',
            MessageDeduplicationId,
          },
          { as: 'message2' },
        ),
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/test-queue-1.fifo', MaxNumberOfMessages: 1 },
          { contains: { Messages: [{ Body: json({ foo: 'bar' }), MessageId: '{message2.MessageId}' }] } },
        ),
        call('sqs.ReceiveMessage', { QueueUrl: '{endpoint}/{account}/test-queue-1.fifo', MaxNumberOfMessages: 1 }, { answer: {} }),
      ],
    },
  ],
};
