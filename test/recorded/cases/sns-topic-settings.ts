// Recorded answers about topic settings of the topics service.
import { ANY, call, json, localstack, type RecordedCases, refused } from '../case.ts';

const test = (name: string): string => localstack(`sns/test_sns.py::${name}`);

export const recorded: RecordedCases = {
  service: 'sns',
  cases: [
    {
      title: 'a subscriber gets what is published after it subscribed',
      source: test('TestSNSPublishCrud::test_publish_message_before_subscribe_topic'),
      recorded: '2023-08',
      steps: [
        call('sns.CreateTopic', { Name: 'test-topic-1' }),
        call('sqs.CreateQueue', { QueueName: 'test-queue-2' }),
        call('sns.Publish', {
          TopicArn: 'arn:aws:sns:us-east-1:{account}:test-topic-1',
          Subject: 'test-subject-before-sub',
          Message: 'test_message_before',
        }),
        call(
          'sns.Subscribe',
          {
            TopicArn: 'arn:aws:sns:us-east-1:{account}:test-topic-1',
            Protocol: 'sqs',
            Endpoint: 'arn:aws:sqs:us-east-1:{account}:test-queue-2',
          },
          { as: 'subscribe' },
        ),
        call('sqs.SetQueueAttributes', {
          QueueUrl: '{endpoint}/{account}/test-queue-2',
          Attributes: {
            Policy:
              '{"Statement": [{"Effect": "Allow", "Principal": {"Service": "sns.amazonaws.com"}, "Action": "sqs:SendMessage", "Resource": "arn:aws:sqs:us-east-1:{account}:test-queue-2", "Condition": {"ArnEquals": {"aws:SourceArn": "arn:aws:sns:us-east-1:{account}:test-topic-1"}}}]}',
          },
        }),
        call(
          'sns.Publish',
          { TopicArn: 'arn:aws:sns:us-east-1:{account}:test-topic-1', Subject: 'test-subject-after-sub', Message: 'test_message_after' },
          { as: 'publish2' },
        ),
        { wait: '1s' },
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/test-queue-2', VisibilityTimeout: 0 },
          {
            contains: {
              Messages: [
                {
                  Body: json({
                    Type: 'Notification',
                    MessageId: '{publish2.MessageId}',
                    TopicArn: 'arn:aws:sns:us-east-1:{account}:test-topic-1',
                    Subject: 'test-subject-after-sub',
                    Message: 'test_message_after',
                    Timestamp: ANY,
                    SignatureVersion: '1',
                    Signature: ANY,
                    SigningCertURL: ANY,
                    UnsubscribeURL: '{endpoint}/?Action=Unsubscribe&SubscriptionArn={subscribe.SubscriptionArn}',
                  }),
                },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'a topic is subscribed by its ARN',
      source: test('TestSNSSubscriptionCrud::test_subscribe_with_invalid_topic'),
      recorded: '2025-10',
      steps: [
        refused(
          'sns.Subscribe',
          { TopicArn: 'randomstring', Protocol: 'email', Endpoint: 'localstack@yopmail.com', ReturnSubscriptionArn: true },
          'InvalidParameterException',
          'Invalid parameter: TopicArn Reason: An ARN must have at least 6 elements, not 1',
        ),
        refused(
          'sns.Subscribe',
          { TopicArn: 'arn:aws:sns:us-east-1:random', Protocol: 'email', Endpoint: 'localstack@yopmail.com', ReturnSubscriptionArn: true },
          'InvalidParameterException',
          'Invalid parameter: TopicArn Reason: An ARN must have at least 6 elements, not 5',
        ),
        call('sns.CreateTopic', { Name: 'test-topic-1' }),
        refused(
          'sns.Subscribe',
          {
            TopicArn: 'arn:aws:sns:us-east-1:{account}:test-topic-cd0c8671aaa',
            Protocol: 'email',
            Endpoint: 'localstack@yopmail.com',
            ReturnSubscriptionArn: true,
          },
          'NotFoundException',
          'Topic does not exist',
          { status: 404 },
        ),
      ],
    },
    {
      title: 'a topic that is not there is not subscribed',
      source: test('TestSNSSubscriptionCrudV2::test_subscribe_unknown_topic'),
      recorded: '2025-10',
      steps: [
        refused(
          'sns.Subscribe',
          { TopicArn: 'arn:aws:sns:us-east-1:{account}:unknown-1', Protocol: 'sms', Endpoint: '+1234567890' },
          'NotFoundException',
          'Topic does not exist',
          { status: 404 },
        ),
      ],
    },
    {
      title: 'a subscription has the form of an ARN',
      source: test('TestSNSSubscriptionCrudV2::test_unsubscribe_from_deleted_topic'),
      recorded: '2025-10',
      steps: [
        call('sns.CreateTopic', { Name: 'del-topic-sub-1' }),
        call(
          'sns.Subscribe',
          { TopicArn: 'arn:aws:sns:us-east-1:{account}:del-topic-sub-1', Protocol: 'http', Endpoint: 'http://example.com/' },
          { as: 'subscribe' },
        ),
        call('sns.DeleteTopic', { TopicArn: 'arn:aws:sns:us-east-1:{account}:del-topic-sub-1' }),
        refused(
          'sns.Unsubscribe',
          { SubscriptionArn: '{subscribe.SubscriptionArn}' },
          'InvalidParameterException',
          'Invalid parameter: SubscriptionArn Reason: An ARN must have at least 6 elements, not 1',
        ),
      ],
    },
    {
      title: 'subscriptions are listed by their topic',
      source: test('TestSNSSubscriptionCrudV2::test_getting_subscriptions_by_topic'),
      recorded: '2025-10',
      steps: [
        call('sns.CreateTopic', { Name: 'get-subs-1' }),
        call('sqs.CreateQueue', { QueueName: 'queue-2' }),
        call(
          'sns.Subscribe',
          { TopicArn: 'arn:aws:sns:us-east-1:{account}:get-subs-1', Protocol: 'sqs', Endpoint: 'arn:aws:sqs:us-east-1:{account}:queue-2' },
          { as: 'subscribe' },
        ),
        call(
          'sns.ListSubscriptionsByTopic',
          { TopicArn: 'arn:aws:sns:us-east-1:{account}:get-subs-1' },
          {
            contains: {
              Subscriptions: [
                {
                  Endpoint: 'arn:aws:sqs:us-east-1:{account}:queue-2',
                  Protocol: 'sqs',
                  SubscriptionArn: '{subscribe.SubscriptionArn}',
                  TopicArn: 'arn:aws:sns:us-east-1:{account}:get-subs-1',
                },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'a batch is published to a topic that is there',
      source: test('TestSNSSubscriptionSQS::test_publish_batch_messages_without_topic'),
      recorded: '2023-08',
      steps: [
        call('sns.CreateTopic', { Name: 'test-topic-1' }),
        refused(
          'sns.PublishBatch',
          {
            TopicArn: 'arn:aws:sns:us-east-1:{account}:test-topic-646e4af0fake-topic',
            PublishBatchRequestEntries: [{ Id: '1', Message: 'Test Message with two attributes', Subject: 'Subject' }],
          },
          'NotFoundException',
          'Topic does not exist',
          { status: 404 },
        ),
      ],
    },
    {
      title: 'a message of a FIFO topic arrives in a standard queue (True)',
      source: test('TestSNSSubscriptionSQSFifo::test_fifo_topic_to_regular_sqs[True]'),
      recorded: '2025-08',
      steps: [
        call('sns.CreateTopic', { Name: 'topic-1.fifo', Attributes: { FifoTopic: 'true', ContentBasedDeduplication: 'true' } }),
        call('sqs.CreateQueue', { QueueName: 'queue-2' }),
        call(
          'sns.Subscribe',
          {
            TopicArn: 'arn:aws:sns:us-east-1:{account}:topic-1.fifo',
            Protocol: 'sqs',
            Endpoint: 'arn:aws:sqs:us-east-1:{account}:queue-2',
          },
          { as: 'subscribe' },
        ),
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
          { TopicArn: 'arn:aws:sns:us-east-1:{account}:topic-1.fifo', Message: 'Test', MessageGroupId: 'message-group-id-1' },
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
          TopicArn: 'arn:aws:sns:us-east-1:{account}:topic-1.fifo',
          Message: 'Test',
          MessageGroupId: 'message-group-id-1',
        }),
        { wait: '1s' },
        call('sqs.ReceiveMessage', { QueueUrl: '{endpoint}/{account}/queue-2', AttributeNames: ['All'] }, { answer: {} }),
      ],
    },
  ],
};
