// Recorded answers about deliveries of the topics service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';

const test = (name: string): string => localstack(`sns/test_sns.py::${name}`);
const TopicArn = 'arn:aws:sns:us-east-1:{account}:topic-1.fifo';
const MessageGroupId = 'complexMessageGroupId';
const Subject = 'Subject';
const DataType = 'Number';
const FifoQueue = 'true';

export const recorded: RecordedCases = {
  service: 'sns',
  cases: [
    {
      title: 'messages of a FIFO topic that fail go to the dead-letter queue (True)',
      source: test('TestSNSSubscriptionSQSFifo::test_publish_fifo_messages_to_dlq[True]'),
      recorded: '2023-08',
      steps: [
        call('sns.CreateTopic', { Name: 'topic-1.fifo', Attributes: { FifoTopic: 'true' } }),
        call(
          'sns.GetTopicAttributes',
          { TopicArn },
          {
            contains: {
              Attributes: {
                ContentBasedDeduplication: 'false',
                DisplayName: '',
                FifoTopic: 'true',
                TopicArn: 'arn:aws:sns:us-east-1:{account}:topic-1.fifo',
              },
            },
          },
        ),
        call('sqs.CreateQueue', { QueueName: 'queue-2.fifo', Attributes: { FifoQueue } }),
        call('sns.Subscribe', { TopicArn, Protocol: 'sqs', Endpoint: 'arn:aws:sqs:us-east-1:{account}:queue-2.fifo' }, { as: 'subscribe' }),
        call('sqs.SetQueueAttributes', {
          QueueUrl: '{endpoint}/{account}/queue-2.fifo',
          Attributes: {
            Policy:
              '{"Statement": [{"Effect": "Allow", "Principal": {"Service": "sns.amazonaws.com"}, "Action": "sqs:SendMessage", "Resource": "arn:aws:sqs:us-east-1:{account}:queue-2.fifo", "Condition": {"ArnEquals": {"aws:SourceArn": "arn:aws:sns:us-east-1:{account}:topic-1.fifo"}}}]}',
          },
        }),
        call('sns.SetSubscriptionAttributes', {
          SubscriptionArn: '{subscribe.SubscriptionArn}',
          AttributeName: 'RawMessageDelivery',
          AttributeValue: 'true',
        }),
        call('sqs.CreateQueue', { QueueName: 'dlq-3.fifo', Attributes: { FifoQueue } }),
        call('sns.SetSubscriptionAttributes', {
          SubscriptionArn: '{subscribe.SubscriptionArn}',
          AttributeName: 'RedrivePolicy',
          AttributeValue: '{"deadLetterTargetArn": "arn:aws:sqs:us-east-1:{account}:dlq-3.fifo"}',
        }),
        call('sqs.SetQueueAttributes', {
          QueueUrl: '{endpoint}/{account}/dlq-3.fifo',
          Attributes: {
            Policy:
              '{"Statement": [{"Effect": "Allow", "Principal": {"Service": "sns.amazonaws.com"}, "Action": "sqs:SendMessage", "Resource": "arn:aws:sqs:us-east-1:{account}:dlq-3.fifo", "Condition": {"ArnEquals": {"aws:SourceArn": "arn:aws:sns:us-east-1:{account}:topic-1.fifo"}}}]}',
          },
        }),
        call('sqs.DeleteQueue', { QueueUrl: '{endpoint}/{account}/queue-2.fifo' }),
        call(
          'sns.PublishBatch',
          {
            TopicArn,
            PublishBatchRequestEntries: [
              {
                Id: '1',
                MessageGroupId,
                Message: 'Test Message with two attributes',
                Subject,
                MessageAttributes: { attr1: { DataType, StringValue: '99.12' }, attr2: { DataType, StringValue: '109.12' } },
                MessageDeduplicationId: 'MessageDeduplicationId-1',
              },
              {
                Id: '2',
                MessageGroupId,
                Message: 'Test Message with one attribute',
                Subject,
                MessageAttributes: { attr1: { DataType, StringValue: '19.12' } },
                MessageDeduplicationId: 'MessageDeduplicationId-2',
              },
              {
                Id: '3',
                MessageGroupId,
                Message: 'Test Message without attribute',
                Subject,
                MessageDeduplicationId: 'MessageDeduplicationId-3',
              },
            ],
          },
          { contains: { Failed: [], Successful: [{ Id: '1' }, { Id: '2' }, { Id: '3' }] } },
        ),
      ],
    },
    {
      title: 'messages of a FIFO topic that fail go to the dead-letter queue (False)',
      source: test('TestSNSSubscriptionSQSFifo::test_publish_fifo_messages_to_dlq[False]'),
      recorded: '2023-08',
      steps: [
        call('sns.CreateTopic', { Name: 'topic-1.fifo', Attributes: { FifoTopic: 'true' } }),
        call(
          'sns.GetTopicAttributes',
          { TopicArn },
          {
            contains: {
              Attributes: {
                ContentBasedDeduplication: 'false',
                DisplayName: '',
                FifoTopic: 'true',
                TopicArn: 'arn:aws:sns:us-east-1:{account}:topic-1.fifo',
              },
            },
          },
        ),
        call('sqs.CreateQueue', { QueueName: 'queue-2.fifo', Attributes: { FifoQueue } }),
        call('sns.Subscribe', { TopicArn, Protocol: 'sqs', Endpoint: 'arn:aws:sqs:us-east-1:{account}:queue-2.fifo' }, { as: 'subscribe' }),
        call('sqs.SetQueueAttributes', {
          QueueUrl: '{endpoint}/{account}/queue-2.fifo',
          Attributes: {
            Policy:
              '{"Statement": [{"Effect": "Allow", "Principal": {"Service": "sns.amazonaws.com"}, "Action": "sqs:SendMessage", "Resource": "arn:aws:sqs:us-east-1:{account}:queue-2.fifo", "Condition": {"ArnEquals": {"aws:SourceArn": "arn:aws:sns:us-east-1:{account}:topic-1.fifo"}}}]}',
          },
        }),
        call('sqs.CreateQueue', { QueueName: 'dlq-3.fifo', Attributes: { FifoQueue } }),
        call('sns.SetSubscriptionAttributes', {
          SubscriptionArn: '{subscribe.SubscriptionArn}',
          AttributeName: 'RedrivePolicy',
          AttributeValue: '{"deadLetterTargetArn": "arn:aws:sqs:us-east-1:{account}:dlq-3.fifo"}',
        }),
        call('sqs.SetQueueAttributes', {
          QueueUrl: '{endpoint}/{account}/dlq-3.fifo',
          Attributes: {
            Policy:
              '{"Statement": [{"Effect": "Allow", "Principal": {"Service": "sns.amazonaws.com"}, "Action": "sqs:SendMessage", "Resource": "arn:aws:sqs:us-east-1:{account}:dlq-3.fifo", "Condition": {"ArnEquals": {"aws:SourceArn": "arn:aws:sns:us-east-1:{account}:topic-1.fifo"}}}]}',
          },
        }),
        call('sqs.DeleteQueue', { QueueUrl: '{endpoint}/{account}/queue-2.fifo' }),
        call(
          'sns.PublishBatch',
          {
            TopicArn,
            PublishBatchRequestEntries: [
              {
                Id: '1',
                MessageGroupId,
                Message: 'Test Message with two attributes',
                Subject,
                MessageAttributes: { attr1: { DataType, StringValue: '99.12' }, attr2: { DataType, StringValue: '109.12' } },
                MessageDeduplicationId: 'MessageDeduplicationId-1',
              },
              {
                Id: '2',
                MessageGroupId,
                Message: 'Test Message with one attribute',
                Subject,
                MessageAttributes: { attr1: { DataType, StringValue: '19.12' } },
                MessageDeduplicationId: 'MessageDeduplicationId-2',
              },
              {
                Id: '3',
                MessageGroupId,
                Message: 'Test Message without attribute',
                Subject,
                MessageDeduplicationId: 'MessageDeduplicationId-3',
              },
            ],
          },
          { contains: { Failed: [], Successful: [{ Id: '1' }, { Id: '2' }, { Id: '3' }] } },
        ),
      ],
    },
    {
      title: 'a permission is removed from a topic that is there',
      source: test('TestSNSTopicCrudV2::test_remove_permission_errors'),
      recorded: '2025-12',
      steps: [
        call('sns.CreateTopic', { Name: 'topic-1' }),
        call('sns.AddPermission', {
          TopicArn: 'arn:aws:sns:us-east-1:{account}:topic-1',
          Label: 'test',
          AWSAccountId: ['{account}'],
          ActionName: ['Publish'],
        }),
        refused(
          'sns.RemovePermission',
          { TopicArn: 'arn:aws:sns:us-east-1:{account}:topic-1-not-existing', Label: 'test' },
          'NotFoundException',
          'Topic does not exist',
          { status: 404 },
        ),
      ],
    },
  ],
};
