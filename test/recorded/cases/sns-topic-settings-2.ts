// Recorded answers about topic settings of the topics service.
import { ANY, call, json, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`sns/test_sns.py::${name}`);
const TopicArn = 'arn:aws:sns:us-east-1:{account}:topic-1.fifo';
const Message = 'Test';

export const recorded: RecordedCases = {
  service: 'sns',
  cases: [
    {
      title: 'a message of a FIFO topic arrives in a standard queue (False)',
      source: test('TestSNSSubscriptionSQSFifo::test_fifo_topic_to_regular_sqs[False]'),
      recorded: '2025-08',
      steps: [
        call('sns.CreateTopic', { Name: 'topic-1.fifo', Attributes: { FifoTopic: 'true' } }),
        call('sqs.CreateQueue', { QueueName: 'queue-2' }),
        call('sns.Subscribe', { TopicArn, Protocol: 'sqs', Endpoint: 'arn:aws:sqs:us-east-1:{account}:queue-2' }, { as: 'subscribe' }),
        call('sqs.SetQueueAttributes', {
          QueueUrl: '{endpoint}/{account}/queue-2',
          Attributes: {
            Policy:
              '{"Statement": [{"Effect": "Allow", "Principal": {"Service": "sns.amazonaws.com"}, "Action": "sqs:SendMessage", "Resource": "arn:aws:sqs:us-east-1:{account}:queue-2", "Condition": {"ArnEquals": {"aws:SourceArn": "arn:aws:sns:us-east-1:{account}:topic-1.fifo"}}}]}',
          },
        }),
        call('sns.GetSubscriptionAttributes', { SubscriptionArn: '{subscribe.SubscriptionArn}' }, { as: 'attributes3' }),
        call(
          'sns.Publish',
          { TopicArn, Message, MessageGroupId: 'message-group-id-1', MessageDeduplicationId: 'message-deduplication-id-1' },
          { as: 'publish' },
        ),
        { wait: '1s' },
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/queue-2', AttributeNames: ['All'] },
          {
            as: 'message',
            contains: {
              Messages: [
                {
                  Attributes: { ApproximateReceiveCount: '1', SenderId: '{attributes3.Attributes.Owner}' },
                  Body: json({
                    Type: 'Notification',
                    MessageId: '{publish.MessageId}',
                    SequenceNumber: '{publish.SequenceNumber}',
                    TopicArn: 'arn:aws:sns:us-east-1:{account}:topic-1.fifo',
                    Message: 'Test',
                    Timestamp: ANY,
                    UnsubscribeURL: '{endpoint}/?Action=Unsubscribe&SubscriptionArn={subscribe.SubscriptionArn}',
                  }),
                },
              ],
            },
          },
        ),
        call('sqs.DeleteMessage', { QueueUrl: '{endpoint}/{account}/queue-2', ReceiptHandle: '{message.Messages.0.ReceiptHandle}' }),
        call('sns.Publish', {
          TopicArn,
          Message,
          MessageGroupId: 'message-group-id-1',
          MessageDeduplicationId: 'message-deduplication-id-1',
        }),
        { wait: '1s' },
        call('sqs.ReceiveMessage', { QueueUrl: '{endpoint}/{account}/queue-2', AttributeNames: ['All'] }, { answer: {} }),
      ],
    },
    {
      title: 'a duplicate is one of the whole topic',
      source: test('TestSNSSubscriptionSQSFifo::test_publish_to_fifo_topic_deduplication_on_topic_level'),
      recorded: '2023-12',
      steps: [
        call('sns.CreateTopic', { Name: 'topic-1.fifo', Attributes: { FifoTopic: 'true', ContentBasedDeduplication: 'true' } }),
        call('sqs.CreateQueue', { QueueName: 'queue-2.fifo', Attributes: { FifoQueue: 'true' } }),
        call('sns.Subscribe', { TopicArn, Protocol: 'sqs', Endpoint: 'arn:aws:sqs:us-east-1:{account}:queue-2.fifo' }, { as: 'subscribe' }),
        call('sqs.SetQueueAttributes', {
          QueueUrl: '{endpoint}/{account}/queue-2.fifo',
          Attributes: {
            Policy:
              '{"Statement": [{"Effect": "Allow", "Principal": {"Service": "sns.amazonaws.com"}, "Action": "sqs:SendMessage", "Resource": "arn:aws:sqs:us-east-1:{account}:queue-2.fifo", "Condition": {"ArnEquals": {"aws:SourceArn": "arn:aws:sns:us-east-1:{account}:topic-1.fifo"}}}]}',
          },
        }),
        call('sns.GetSubscriptionAttributes', { SubscriptionArn: '{subscribe.SubscriptionArn}' }, { as: 'attributes3' }),
        call('sns.Publish', { TopicArn, Message, MessageGroupId: 'message-group-id-1' }),
        { wait: '1s' },
        call('sns.Publish', { TopicArn, Message, MessageGroupId: 'message-group-id-2' }, { as: 'publish2' }),
        { wait: '1s' },
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/queue-2.fifo', VisibilityTimeout: 10, AttributeNames: ['All'] },
          {
            as: 'message',
            contains: {
              Messages: [
                {
                  Attributes: {
                    ApproximateReceiveCount: '1',
                    MessageDeduplicationId: '532eaabd9574880dbf76b9b8cc00832c20a6ec113d682299550d7a6e0f345e25',
                    MessageGroupId: 'message-group-id-1',
                    SenderId: '{attributes3.Attributes.Owner}',
                  },
                  Body: json({
                    Type: 'Notification',
                    MessageId: '{publish2.MessageId}',
                    SequenceNumber: '{publish2.SequenceNumber}',
                    TopicArn: 'arn:aws:sns:us-east-1:{account}:topic-1.fifo',
                    Message: 'Test',
                    Timestamp: ANY,
                    UnsubscribeURL: '{endpoint}/?Action=Unsubscribe&SubscriptionArn={subscribe.SubscriptionArn}',
                  }),
                },
              ],
            },
          },
        ),
        call('sqs.DeleteMessage', { QueueUrl: '{endpoint}/{account}/queue-2.fifo', ReceiptHandle: '{message.Messages.0.ReceiptHandle}' }),
        { wait: '1s' },
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/queue-2.fifo', VisibilityTimeout: 10, AttributeNames: ['All'] },
          { answer: {} },
        ),
      ],
    },
    {
      title: 'a topic that is made again may have other tags',
      source: test('TestSNSTopicCrud::test_create_topic_after_delete_with_new_tags'),
      recorded: '2025-10',
      steps: [
        call(
          'sns.CreateTopic',
          { Name: 'test-1', Tags: [{ Key: 'Name', Value: 'pqr' }] },
          { contains: { TopicArn: 'arn:aws:sns:us-east-1:{account}:test-1' } },
        ),
        call('sns.DeleteTopic', { TopicArn: 'arn:aws:sns:us-east-1:{account}:test-1' }),
        call(
          'sns.CreateTopic',
          { Name: 'test-1', Tags: [{ Key: 'Name', Value: 'abc' }] },
          { contains: { TopicArn: 'arn:aws:sns:us-east-1:{account}:test-1' } },
        ),
      ],
    },
    {
      title: 'a topic that is not there is deleted',
      source: test('TestSNSTopicCrudV2::test_delete_non_existent_topic'),
      recorded: '2025-09',
      steps: [call('sns.DeleteTopic', { TopicArn: 'arn:aws:sns:us-east-1:{account}:non-existent-1' }, { answer: {} })],
    },
    {
      title: 'a topic that is made again is the same one',
      source: test('TestSNSTopicCrudV2::test_create_topic_should_be_idempotent'),
      recorded: '2025-09',
      steps: [
        call('sns.CreateTopic', { Name: 'test-idempotent-1' }),
        call('sns.SetTopicAttributes', {
          TopicArn: 'arn:aws:sns:us-east-1:{account}:test-idempotent-1',
          AttributeName: 'DisplayName',
          AttributeValue: 'AlreadySet',
        }),
        call(
          'sns.GetTopicAttributes',
          { TopicArn: 'arn:aws:sns:us-east-1:{account}:test-idempotent-1' },
          {
            as: 'attributes2',
            contains: { Attributes: { DisplayName: 'AlreadySet', TopicArn: 'arn:aws:sns:us-east-1:{account}:test-idempotent-1' } },
          },
        ),
        call('sns.CreateTopic', { Name: 'test-idempotent-1' }),
        call(
          'sns.GetTopicAttributes',
          { TopicArn: 'arn:aws:sns:us-east-1:{account}:test-idempotent-1' },
          { contains: { Attributes: { DisplayName: 'AlreadySet', TopicArn: 'arn:aws:sns:us-east-1:{account}:test-idempotent-1' } } },
        ),
      ],
    },
    {
      title: 'topics of a name are of their regions',
      source: test('TestSNSTopicCrudV2::test_create_topic_in_multiple_regions'),
      recorded: '2025-10',
      steps: [
        call('sns.CreateTopic', { Name: 'multiregion-1' }),
        call('sns.CreateTopic', { Name: 'multiregion-1' }, { region: 'ap-southeast-1' }),
        call('sns.ListTopics', {}, { contains: { Topics: [{ TopicArn: 'arn:aws:sns:us-east-1:{account}:multiregion-1' }] } }),
        call(
          'sns.ListTopics',
          {},
          { region: 'ap-southeast-1', contains: { Topics: [{ TopicArn: 'arn:aws:sns:ap-southeast-1:{account}:multiregion-1' }] } },
        ),
        call(
          'sns.GetTopicAttributes',
          { TopicArn: 'arn:aws:sns:us-east-1:{account}:multiregion-1' },
          { as: 'attributes', contains: { Attributes: { DisplayName: '', TopicArn: 'arn:aws:sns:us-east-1:{account}:multiregion-1' } } },
        ),
        call(
          'sns.GetTopicAttributes',
          { TopicArn: 'arn:aws:sns:ap-southeast-1:{account}:multiregion-1' },
          {
            region: 'ap-southeast-1',
            contains: { Attributes: { DisplayName: '', TopicArn: 'arn:aws:sns:ap-southeast-1:{account}:multiregion-1' } },
          },
        ),
      ],
    },
  ],
};
