// Recorded answers about attributes of the queues service.
import { call, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`sqs/test_sqs.py::TestSqsProvider::${name}`);

export const recorded: RecordedCases = {
  service: 'sqs',
  cases: [
    {
      title: 'settings of a queue are made and changed (sqs)',
      source: test('test_create_and_update_queue_attributes[sqs]'),
      recorded: '2025-08',
      steps: [
        call('sqs.CreateQueue', {
          Attributes: { MessageRetentionPeriod: '604800', ReceiveMessageWaitTimeSeconds: '10', VisibilityTimeout: '20' },
          QueueName: 'test-queue-1',
        }),
        call(
          'sqs.GetQueueAttributes',
          { QueueUrl: '{endpoint}/{account}/test-queue-1', AttributeNames: ['All'] },
          {
            contains: {
              Attributes: {
                ApproximateNumberOfMessages: '0',
                DelaySeconds: '0',
                MaximumMessageSize: '1048576',
                MessageRetentionPeriod: '604800',
                QueueArn: 'arn:aws:sqs:us-east-1:{account}:test-queue-1',
                ReceiveMessageWaitTimeSeconds: '10',
                SqsManagedSseEnabled: 'true',
                VisibilityTimeout: '20',
              },
            },
          },
        ),
        call('sqs.SetQueueAttributes', {
          QueueUrl: '{endpoint}/{account}/test-queue-1',
          Attributes: { MaximumMessageSize: '2048', VisibilityTimeout: '69', DelaySeconds: '420' },
        }),
        call(
          'sqs.GetQueueAttributes',
          { QueueUrl: '{endpoint}/{account}/test-queue-1', AttributeNames: ['All'] },
          {
            contains: {
              Attributes: {
                ApproximateNumberOfMessages: '0',
                DelaySeconds: '420',
                MaximumMessageSize: '2048',
                MessageRetentionPeriod: '604800',
                QueueArn: 'arn:aws:sqs:us-east-1:{account}:test-queue-1',
                ReceiveMessageWaitTimeSeconds: '10',
                SqsManagedSseEnabled: 'true',
                VisibilityTimeout: '69',
              },
            },
          },
        ),
      ],
    },
    {
      title: 'attributes may be binary (sqs)',
      source: test('test_send_message_with_binary_attributes[sqs]'),
      recorded: '2024-04',
      steps: [
        call('sqs.CreateQueue', { QueueName: 'queue-1' }),
        call(
          'sqs.SendMessage',
          {
            QueueUrl: '{endpoint}/{account}/queue-1',
            MessageBody: 'test',
            MessageAttributes: {
              attr1: {
                BinaryValue: Buffer.from('traceparent\u001e00-774062d6c37081a5a0b9b5b88e30627c-2d2482211f6489da-01'),
                DataType: 'Binary',
              },
            },
          },
          { as: 'message' },
        ),
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/queue-1', MessageAttributeNames: ['All'] },
          {
            contains: {
              Messages: [
                {
                  Body: 'test',
                  MD5OfMessageAttributes: '8cbe4db156db8a94db8b801b7addb984',
                  MessageAttributes: { attr1: { DataType: 'Binary' } },
                  MessageId: '{message.MessageId}',
                },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'the encryption of a queue is managed or by a key (sqs)',
      source: test('test_sse_queue_attributes[sqs]'),
      recorded: '2024-04',
      steps: [
        call('sqs.CreateQueue', { QueueName: 'test-queue-1' }),
        call('sqs.SetQueueAttributes', {
          QueueUrl: '{endpoint}/{account}/test-queue-1',
          Attributes: { KmsMasterKeyId: 'testKeyId', KmsDataKeyReusePeriodSeconds: '6000', SqsManagedSseEnabled: 'false' },
        }),
        call(
          'sqs.GetQueueAttributes',
          {
            QueueUrl: '{endpoint}/{account}/test-queue-1',
            AttributeNames: ['KmsMasterKeyId', 'KmsDataKeyReusePeriodSeconds', 'SqsManagedSseEnabled'],
          },
          {
            contains: { Attributes: { KmsDataKeyReusePeriodSeconds: '6000', KmsMasterKeyId: 'testKeyId', SqsManagedSseEnabled: 'false' } },
          },
        ),
        call('sqs.CreateQueue', { QueueName: 'test-queue-2' }),
        call('sqs.SetQueueAttributes', { QueueUrl: '{endpoint}/{account}/test-queue-2', Attributes: { SqsManagedSseEnabled: 'true' } }),
        call(
          'sqs.GetQueueAttributes',
          {
            QueueUrl: '{endpoint}/{account}/test-queue-2',
            AttributeNames: ['KmsMasterKeyId', 'KmsDataKeyReusePeriodSeconds', 'SqsManagedSseEnabled'],
          },
          { contains: { Attributes: { SqsManagedSseEnabled: 'true' } } },
        ),
      ],
    },
    {
      title: 'a setting goes back to its default (sqs)',
      source: test('test_set_queue_attributes_default_values[sqs]'),
      recorded: '2025-12',
      steps: [
        call('sqs.CreateQueue', { QueueName: 'test-queue-1' }),
        call(
          'sqs.GetQueueAttributes',
          { QueueUrl: '{endpoint}/{account}/test-queue-1', AttributeNames: ['All'] },
          {
            contains: {
              Attributes: {
                ApproximateNumberOfMessages: '0',
                DelaySeconds: '0',
                MaximumMessageSize: '1048576',
                MessageRetentionPeriod: '345600',
                QueueArn: 'arn:aws:sqs:us-east-1:{account}:test-queue-1',
                ReceiveMessageWaitTimeSeconds: '0',
                SqsManagedSseEnabled: 'true',
                VisibilityTimeout: '30',
              },
            },
          },
        ),
        call('sqs.SetQueueAttributes', {
          QueueUrl: '{endpoint}/{account}/test-queue-1',
          Attributes: { KmsMasterKeyId: 'testKeyId', KmsDataKeyReusePeriodSeconds: '6000' },
        }),
        call(
          'sqs.GetQueueAttributes',
          { QueueUrl: '{endpoint}/{account}/test-queue-1', AttributeNames: ['All'] },
          {
            contains: {
              Attributes: {
                ApproximateNumberOfMessages: '0',
                DelaySeconds: '0',
                KmsDataKeyReusePeriodSeconds: '6000',
                KmsMasterKeyId: 'testKeyId',
                MaximumMessageSize: '1048576',
                MessageRetentionPeriod: '345600',
                QueueArn: 'arn:aws:sqs:us-east-1:{account}:test-queue-1',
                ReceiveMessageWaitTimeSeconds: '0',
                SqsManagedSseEnabled: 'false',
                VisibilityTimeout: '30',
              },
            },
          },
        ),
        call('sqs.SetQueueAttributes', {
          QueueUrl: '{endpoint}/{account}/test-queue-1',
          Attributes: { KmsMasterKeyId: '', KmsDataKeyReusePeriodSeconds: '300' },
        }),
        call(
          'sqs.GetQueueAttributes',
          { QueueUrl: '{endpoint}/{account}/test-queue-1', AttributeNames: ['All'] },
          {
            contains: {
              Attributes: {
                ApproximateNumberOfMessages: '0',
                DelaySeconds: '0',
                MaximumMessageSize: '1048576',
                MessageRetentionPeriod: '345600',
                QueueArn: 'arn:aws:sqs:us-east-1:{account}:test-queue-1',
                ReceiveMessageWaitTimeSeconds: '0',
                SqsManagedSseEnabled: 'false',
                VisibilityTimeout: '30',
              },
            },
          },
        ),
      ],
    },
  ],
};
