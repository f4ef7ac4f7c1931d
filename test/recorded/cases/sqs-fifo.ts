// Recorded answers about fifo of the queues service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';

const test = (name: string): string => localstack(`sqs/test_sqs.py::TestSqsProvider::${name}`);
const ReceiptHandle = '{message2.Messages.0.ReceiptHandle}';

export const recorded: RecordedCases = {
  service: 'sqs',
  cases: [
    {
      title: 'a message of a FIFO queue is not deleted by a receipt that has expired (sqs)',
      source: test('test_fifo_delete_after_visibility_timeout[sqs]'),
      recorded: '2025-03',
      steps: [
        call('sqs.CreateQueue', {
          QueueName: 'test-1.fifo',
          Attributes: { VisibilityTimeout: '1', FifoQueue: 'True', ContentBasedDeduplication: 'True' },
        }),
        call(
          'sqs.SendMessage',
          { QueueUrl: '{endpoint}/{account}/test-1.fifo', MessageBody: 'foobar', MessageGroupId: '1' },
          { as: 'message' },
        ),
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/test-1.fifo' },
          { as: 'message2', contains: { Messages: [{ Body: 'foobar', MessageId: '{message.MessageId}' }] } },
        ),
        { wait: '1s' },
        refused(
          'sqs.DeleteMessage',
          { QueueUrl: '{endpoint}/{account}/test-1.fifo', ReceiptHandle },
          'InvalidParameterValue',
          'Value {message2.Messages.0.ReceiptHandle} for parameter ReceiptHandle is invalid. Reason: The receipt handle has expired.',
        ),
      ],
    },
    {
      title: 'a message of a FIFO queue is deleted by a receipt that was extended (sqs)',
      source: test('test_fifo_delete_after_visibility_timeout_extended[sqs]'),
      recorded: '2025-10',
      steps: [
        call('sqs.CreateQueue', {
          QueueName: 'test-1.fifo',
          Attributes: { VisibilityTimeout: '1', FifoQueue: 'True', ContentBasedDeduplication: 'True' },
        }),
        call(
          'sqs.SendMessage',
          { QueueUrl: '{endpoint}/{account}/test-1.fifo', MessageBody: 'foobar', MessageGroupId: '1' },
          { as: 'message' },
        ),
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/test-1.fifo' },
          { as: 'message2', contains: { Messages: [{ Body: 'foobar', MessageId: '{message.MessageId}' }] } },
        ),
        call('sqs.ChangeMessageVisibility', { QueueUrl: '{endpoint}/{account}/test-1.fifo', ReceiptHandle, VisibilityTimeout: 5 }),
        { wait: '2s' },
        call('sqs.DeleteMessage', { QueueUrl: '{endpoint}/{account}/test-1.fifo', ReceiptHandle }),
        call('sqs.ReceiveMessage', { QueueUrl: '{endpoint}/{account}/test-1.fifo' }, { answer: {} }),
      ],
    },
    {
      title: 'a message group that was empty takes messages again (sqs)',
      source: test('test_fifo_empty_message_groups_added_back_to_queue[sqs]'),
      recorded: '2024-04',
      steps: [
        call('sqs.CreateQueue', { QueueName: 'queue-1.fifo', Attributes: { FifoQueue: 'True' } }),
        call(
          'sqs.SendMessage',
          { QueueUrl: '{endpoint}/{account}/queue-1.fifo', MessageDeduplicationId: '1', MessageGroupId: 'g1', MessageBody: 'Message 1' },
          { as: 'message' },
        ),
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/queue-1.fifo' },
          { as: 'message2', contains: { Messages: [{ Body: 'Message 1', MessageId: '{message.MessageId}' }] } },
        ),
        call('sqs.DeleteMessage', { QueueUrl: '{endpoint}/{account}/queue-1.fifo', ReceiptHandle }),
        call('sqs.ReceiveMessage', { QueueUrl: '{endpoint}/{account}/queue-1.fifo' }, { answer: {} }),
        call(
          'sqs.SendMessage',
          { QueueUrl: '{endpoint}/{account}/queue-1.fifo', MessageDeduplicationId: '2', MessageGroupId: 'g1', MessageBody: 'Message 2' },
          { as: 'message5' },
        ),
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/queue-1.fifo' },
          { contains: { Messages: [{ Body: 'Message 2', MessageId: '{message5.MessageId}' }] } },
        ),
      ],
    },
    {
      title: 'a message of a FIFO queue has the delay of its queue (sqs)',
      source: test('test_fifo_queue_send_message_with_zero_delay_defaults_to_queue_delay[sqs]'),
      recorded: '2025-07',
      steps: [
        call('sqs.CreateQueue', {
          QueueName: 'queue-1.fifo',
          Attributes: { FifoQueue: 'true', ContentBasedDeduplication: 'true', DelaySeconds: '2' },
        }),
        call(
          'sqs.SendMessage',
          { QueueUrl: '{endpoint}/{account}/queue-1.fifo', MessageBody: 'message-1', MessageGroupId: '1', DelaySeconds: 0 },
          { as: 'message', contains: { MD5OfMessageBody: '3d6b824fd8c1520e9a047d21fee6fb1f' } },
        ),
        call('sqs.ReceiveMessage', { QueueUrl: '{endpoint}/{account}/queue-1.fifo' }, { answer: {} }),
        { wait: '3s' },
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/queue-1.fifo', MaxNumberOfMessages: 1 },
          { contains: { Messages: [{ Body: 'message-1', MessageId: '{message.MessageId}' }] } },
        ),
      ],
    },
    {
      title: 'a message of a FIFO queue has attributes and a sequence number (sqs)',
      source: test('test_fifo_message_attributes[sqs]'),
      recorded: '2024-04',
      steps: [
        call('sqs.CreateQueue', {
          QueueName: 'queue-1.fifo',
          Attributes: {
            FifoQueue: 'true',
            ContentBasedDeduplication: 'true',
            VisibilityTimeout: '0',
            DeduplicationScope: 'messageGroup',
            FifoThroughputLimit: 'perMessageGroupId',
          },
        }),
        call(
          'sqs.SendMessage',
          {
            QueueUrl: '{endpoint}/{account}/queue-1.fifo',
            MessageBody: 'message-body-1',
            MessageGroupId: 'group-1',
            MessageDeduplicationId: 'dedup-1',
          },
          { as: 'message', contains: { MD5OfMessageBody: '19c9e282d65f9733bc6b35d50062c7ee' } },
        ),
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/queue-1.fifo', AttributeNames: ['All'] },
          {
            as: 'message2',
            contains: {
              Messages: [
                {
                  Attributes: {
                    ApproximateReceiveCount: '1',
                    MessageDeduplicationId: 'dedup-1',
                    MessageGroupId: 'group-1',
                    SenderId: '{account}',
                    SequenceNumber: '{message.SequenceNumber}',
                  },
                  Body: 'message-body-1',
                  MessageId: '{message.MessageId}',
                },
              ],
            },
          },
        ),
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/queue-1.fifo', AttributeNames: ['All'] },
          {
            contains: {
              Messages: [
                {
                  Attributes: {
                    ApproximateReceiveCount: '2',
                    MessageDeduplicationId: 'dedup-1',
                    MessageGroupId: 'group-1',
                    SenderId: '{message2.Messages.0.Attributes.SenderId}',
                    SequenceNumber: '{message2.Messages.0.Attributes.SequenceNumber}',
                  },
                  Body: 'message-body-1',
                  MessageId: '{message2.Messages.0.MessageId}',
                },
              ],
            },
          },
        ),
      ],
    },
  ],
};
