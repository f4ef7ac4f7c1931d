// Recorded answers about deliveries of the topics service.
import { ANY, call, json, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`sns/test_sns.py::${name}`);
const TopicArn = 'arn:aws:sns:us-east-1:{account}:test-topic-1';
const SubscriptionArn = '{subscribe.SubscriptionArn}';
const Name = 'test-topic-1';

export const recorded: RecordedCases = {
  service: 'sns',
  cases: [
    {
      title: 'a subscription over HTTP waits for its confirmation',
      source: test('TestSNSSubscriptionHttp::test_http_subscription_response'),
      recorded: '2024-05',
      steps: [
        call('sns.CreateTopic', { Name }),
        call(
          'sns.Subscribe',
          { TopicArn, Protocol: 'http', Endpoint: 'http://example.com', ReturnSubscriptionArn: false },
          { contains: { SubscriptionArn: 'pending confirmation' } },
        ),
      ],
    },
    {
      title: 'a message may have characters beyond ASCII',
      source: test('TestSNSSubscriptionSQS::test_publish_unicode_chars'),
      recorded: '2023-08',
      steps: [
        call('sns.CreateTopic', { Name }),
        call('sqs.CreateQueue', { QueueName: 'test-queue-2' }),
        call('sns.Subscribe', { TopicArn, Protocol: 'sqs', Endpoint: 'arn:aws:sqs:us-east-1:{account}:test-queue-2' }, { as: 'subscribe' }),
        call('sqs.SetQueueAttributes', {
          QueueUrl: '{endpoint}/{account}/test-queue-2',
          Attributes: {
            Policy:
              '{"Statement": [{"Effect": "Allow", "Principal": {"Service": "sns.amazonaws.com"}, "Action": "sqs:SendMessage", "Resource": "arn:aws:sqs:us-east-1:{account}:test-queue-2", "Condition": {"ArnEquals": {"aws:SourceArn": "arn:aws:sns:us-east-1:{account}:test-topic-1"}}}]}',
          },
        }),
        call('sns.Publish', { TopicArn, Message: 'ö§a1"_!?,. £$-' }, { as: 'publish' }),
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
                    MessageId: '{publish.MessageId}',
                    TopicArn: 'arn:aws:sns:us-east-1:{account}:test-topic-1',
                    Message: 'ö§a1"_!?,. £$-',
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
      title: 'what a queue does not take goes to the dead-letter queue (True)',
      source: test('TestSNSSubscriptionSQS::test_redrive_policy_sqs_queue_subscription[True]'),
      recorded: '2023-08',
      steps: [
        call('sns.CreateTopic', { Name }),
        call('sqs.CreateQueue', { QueueName: 'test-queue-2' }),
        call('sns.Subscribe', { TopicArn, Protocol: 'sqs', Endpoint: 'arn:aws:sqs:us-east-1:{account}:test-queue-2' }, { as: 'subscribe' }),
        call('sqs.SetQueueAttributes', {
          QueueUrl: '{endpoint}/{account}/test-queue-2',
          Attributes: {
            Policy:
              '{"Statement": [{"Effect": "Allow", "Principal": {"Service": "sns.amazonaws.com"}, "Action": "sqs:SendMessage", "Resource": "arn:aws:sqs:us-east-1:{account}:test-queue-2", "Condition": {"ArnEquals": {"aws:SourceArn": "arn:aws:sns:us-east-1:{account}:test-topic-1"}}}]}',
          },
        }),
        call('sns.GetSubscriptionAttributes', { SubscriptionArn }, { as: 'attributes3' }),
        call('sqs.CreateQueue', { QueueName: 'test-queue-3' }),
        call('sns.SetSubscriptionAttributes', {
          SubscriptionArn,
          AttributeName: 'RedrivePolicy',
          AttributeValue: '{"deadLetterTargetArn": "arn:aws:sqs:us-east-1:{account}:test-queue-3"}',
        }),
        call('sns.SetSubscriptionAttributes', { SubscriptionArn, AttributeName: 'RawMessageDelivery', AttributeValue: 'true' }),
        call('sqs.SetQueueAttributes', {
          QueueUrl: '{endpoint}/{account}/test-queue-3',
          Attributes: {
            Policy:
              '{"Statement": [{"Effect": "Allow", "Principal": {"Service": "sns.amazonaws.com"}, "Action": "sqs:SendMessage", "Resource": "arn:aws:sqs:us-east-1:{account}:test-queue-3", "Condition": {"ArnEquals": {"aws:SourceArn": "arn:aws:sns:us-east-1:{account}:test-topic-1"}}}]}',
          },
        }),
        call('sqs.DeleteQueue', { QueueUrl: '{endpoint}/{account}/test-queue-2' }),
        call('sns.Publish', {
          TopicArn,
          Message: 'test_dlq_after_sqs_endpoint_deleted',
          MessageAttributes: {
            attr1: { DataType: 'Number', StringValue: '111' },
            attr2: { DataType: 'Binary', BinaryValue: Buffer.from('\u0002\u0003\u0004') },
          },
        }),
        { wait: '1s' },
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/test-queue-3', AttributeNames: ['All'], MessageAttributeNames: ['All'] },
          {
            contains: {
              Messages: [
                {
                  Attributes: { ApproximateReceiveCount: '1', SenderId: '{attributes3.Attributes.Owner}' },
                  Body: 'test_dlq_after_sqs_endpoint_deleted',
                  MessageAttributes: { attr1: { DataType: 'Number', StringValue: '111' }, attr2: { DataType: 'Binary' } },
                },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'what a queue does not take goes to the dead-letter queue (False)',
      source: test('TestSNSSubscriptionSQS::test_redrive_policy_sqs_queue_subscription[False]'),
      recorded: '2023-08',
      steps: [
        call('sns.CreateTopic', { Name }),
        call('sqs.CreateQueue', { QueueName: 'test-queue-2' }),
        call('sns.Subscribe', { TopicArn, Protocol: 'sqs', Endpoint: 'arn:aws:sqs:us-east-1:{account}:test-queue-2' }, { as: 'subscribe' }),
        call('sqs.SetQueueAttributes', {
          QueueUrl: '{endpoint}/{account}/test-queue-2',
          Attributes: {
            Policy:
              '{"Statement": [{"Effect": "Allow", "Principal": {"Service": "sns.amazonaws.com"}, "Action": "sqs:SendMessage", "Resource": "arn:aws:sqs:us-east-1:{account}:test-queue-2", "Condition": {"ArnEquals": {"aws:SourceArn": "arn:aws:sns:us-east-1:{account}:test-topic-1"}}}]}',
          },
        }),
        call('sns.GetSubscriptionAttributes', { SubscriptionArn }, { as: 'attributes3' }),
        call('sqs.CreateQueue', { QueueName: 'test-queue-3' }),
        call('sns.SetSubscriptionAttributes', {
          SubscriptionArn,
          AttributeName: 'RedrivePolicy',
          AttributeValue: '{"deadLetterTargetArn": "arn:aws:sqs:us-east-1:{account}:test-queue-3"}',
        }),
        call('sqs.SetQueueAttributes', {
          QueueUrl: '{endpoint}/{account}/test-queue-3',
          Attributes: {
            Policy:
              '{"Statement": [{"Effect": "Allow", "Principal": {"Service": "sns.amazonaws.com"}, "Action": "sqs:SendMessage", "Resource": "arn:aws:sqs:us-east-1:{account}:test-queue-3", "Condition": {"ArnEquals": {"aws:SourceArn": "arn:aws:sns:us-east-1:{account}:test-topic-1"}}}]}',
          },
        }),
        call('sqs.DeleteQueue', { QueueUrl: '{endpoint}/{account}/test-queue-2' }),
        call(
          'sns.Publish',
          {
            TopicArn,
            Message: 'test_dlq_after_sqs_endpoint_deleted',
            MessageAttributes: {
              attr1: { DataType: 'Number', StringValue: '111' },
              attr2: { DataType: 'Binary', BinaryValue: Buffer.from('\u0002\u0003\u0004') },
            },
          },
          { as: 'publish' },
        ),
        { wait: '1s' },
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/test-queue-3', AttributeNames: ['All'], MessageAttributeNames: ['All'] },
          {
            contains: {
              Messages: [
                {
                  Attributes: { ApproximateReceiveCount: '1', SenderId: '{attributes3.Attributes.Owner}' },
                  Body: json({
                    Type: 'Notification',
                    MessageId: '{publish.MessageId}',
                    TopicArn: 'arn:aws:sns:us-east-1:{account}:test-topic-1',
                    Message: 'test_dlq_after_sqs_endpoint_deleted',
                    Timestamp: ANY,
                    SignatureVersion: '1',
                    Signature: ANY,
                    SigningCertURL: ANY,
                    UnsubscribeURL: '{endpoint}/?Action=Unsubscribe&SubscriptionArn={subscribe.SubscriptionArn}',
                    MessageAttributes: { attr1: { Type: 'Number', Value: '111' }, attr2: { Type: 'Binary', Value: 'AgME' } },
                  }),
                },
              ],
            },
          },
        ),
      ],
    },
  ],
};
