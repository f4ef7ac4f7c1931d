// Recorded answers about deliveries of the topics service.
import { ANY, call, json, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`sns/test_sns.py::TestSNSSubscriptionSQS::${name}`);
const TopicArn = 'arn:aws:sns:us-east-1:{account}:test-topic-1';

export const recorded: RecordedCases = {
  service: 'sns',
  cases: [
    {
      title: 'a message has a text of its own for queues',
      source: test('test_message_structure_json_to_sqs'),
      recorded: '2023-08',
      steps: [
        call('sns.CreateTopic', { Name: 'test-topic-1' }),
        call('sqs.CreateQueue', { QueueName: 'test-queue-2' }),
        call('sns.Subscribe', { TopicArn, Protocol: 'sqs', Endpoint: 'arn:aws:sqs:us-east-1:{account}:test-queue-2' }, { as: 'subscribe' }),
        call('sqs.SetQueueAttributes', {
          QueueUrl: '{endpoint}/{account}/test-queue-2',
          Attributes: {
            Policy:
              '{"Statement": [{"Effect": "Allow", "Principal": {"Service": "sns.amazonaws.com"}, "Action": "sqs:SendMessage", "Resource": "arn:aws:sqs:us-east-1:{account}:test-queue-2", "Condition": {"ArnEquals": {"aws:SourceArn": "arn:aws:sns:us-east-1:{account}:test-topic-1"}}}]}',
          },
        }),
        call(
          'sns.Publish',
          { TopicArn, Message: '{"default": "default field", "sqs": "{\\"field\\": \\"value\\"}"}', MessageStructure: 'json' },
          { as: 'publish' },
        ),
        { wait: '1s' },
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/test-queue-2', MaxNumberOfMessages: 1 },
          {
            as: 'message',
            contains: {
              Messages: [
                {
                  Body: json({
                    Type: 'Notification',
                    MessageId: '{publish.MessageId}',
                    TopicArn: 'arn:aws:sns:us-east-1:{account}:test-topic-1',
                    Message: '{"field": "value"}',
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
        call('sqs.DeleteMessage', { QueueUrl: '{endpoint}/{account}/test-queue-2', ReceiptHandle: '{message.Messages.0.ReceiptHandle}' }),
        call(
          'sns.Publish',
          { TopicArn, Message: '{"default": "default field", "sqs": {"field": "value"}}', MessageStructure: 'json' },
          { as: 'publish2' },
        ),
        { wait: '1s' },
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/test-queue-2', MaxNumberOfMessages: 1 },
          {
            contains: {
              Messages: [
                {
                  Body: json({
                    Type: 'Notification',
                    MessageId: '{publish2.MessageId}',
                    TopicArn: 'arn:aws:sns:us-east-1:{account}:test-topic-1',
                    Message: 'default field',
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
      title: 'a notification names the version of its signature (1)',
      source: test('test_publish_sqs_verify_signature[1]'),
      recorded: '2024-01',
      steps: [
        call('sns.CreateTopic', { Attributes: { DisplayName: 'TestTopicSignature', SignatureVersion: '1' }, Name: 'test-topic-1' }),
        call('sqs.CreateQueue', { QueueName: 'test-queue-2' }),
        call('sns.Subscribe', { TopicArn, Protocol: 'sqs', Endpoint: 'arn:aws:sqs:us-east-1:{account}:test-queue-2' }, { as: 'subscribe' }),
        call('sqs.SetQueueAttributes', {
          QueueUrl: '{endpoint}/{account}/test-queue-2',
          Attributes: {
            Policy:
              '{"Statement": [{"Effect": "Allow", "Principal": {"Service": "sns.amazonaws.com"}, "Action": "sqs:SendMessage", "Resource": "arn:aws:sqs:us-east-1:{account}:test-queue-2", "Condition": {"ArnEquals": {"aws:SourceArn": "arn:aws:sns:us-east-1:{account}:test-topic-1"}}}]}',
          },
        }),
        call('sns.GetSubscriptionAttributes', { SubscriptionArn: '{subscribe.SubscriptionArn}' }, { as: 'attributes3' }),
        call(
          'sns.Publish',
          {
            TopicArn,
            Message: 'test signature value with attributes',
            MessageAttributes: { attr1: { DataType: 'Number', StringValue: '1' } },
          },
          { as: 'publish' },
        ),
        { wait: '1s' },
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/test-queue-2', AttributeNames: ['All'], MessageAttributeNames: ['All'] },
          {
            contains: {
              Messages: [
                {
                  Attributes: { ApproximateReceiveCount: '1', SenderId: '{attributes3.Attributes.Owner}' },
                  Body: json({
                    Type: 'Notification',
                    MessageId: '{publish.MessageId}',
                    TopicArn: 'arn:aws:sns:us-east-1:{account}:test-topic-1',
                    Message: 'test signature value with attributes',
                    Timestamp: ANY,
                    SignatureVersion: '1',
                    Signature: ANY,
                    SigningCertURL: ANY,
                    UnsubscribeURL: '{endpoint}/?Action=Unsubscribe&SubscriptionArn={subscribe.SubscriptionArn}',
                    MessageAttributes: { attr1: { Type: 'Number', Value: '1' } },
                  }),
                },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'a notification names the version of its signature (2)',
      source: test('test_publish_sqs_verify_signature[2]'),
      recorded: '2024-01',
      steps: [
        call('sns.CreateTopic', { Attributes: { DisplayName: 'TestTopicSignature', SignatureVersion: '2' }, Name: 'test-topic-1' }),
        call('sqs.CreateQueue', { QueueName: 'test-queue-2' }),
        call('sns.Subscribe', { TopicArn, Protocol: 'sqs', Endpoint: 'arn:aws:sqs:us-east-1:{account}:test-queue-2' }, { as: 'subscribe' }),
        call('sqs.SetQueueAttributes', {
          QueueUrl: '{endpoint}/{account}/test-queue-2',
          Attributes: {
            Policy:
              '{"Statement": [{"Effect": "Allow", "Principal": {"Service": "sns.amazonaws.com"}, "Action": "sqs:SendMessage", "Resource": "arn:aws:sqs:us-east-1:{account}:test-queue-2", "Condition": {"ArnEquals": {"aws:SourceArn": "arn:aws:sns:us-east-1:{account}:test-topic-1"}}}]}',
          },
        }),
        call('sns.GetSubscriptionAttributes', { SubscriptionArn: '{subscribe.SubscriptionArn}' }, { as: 'attributes3' }),
        call(
          'sns.Publish',
          {
            TopicArn,
            Message: 'test signature value with attributes',
            MessageAttributes: { attr1: { DataType: 'Number', StringValue: '1' } },
          },
          { as: 'publish' },
        ),
        { wait: '1s' },
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/test-queue-2', AttributeNames: ['All'], MessageAttributeNames: ['All'] },
          {
            contains: {
              Messages: [
                {
                  Attributes: { ApproximateReceiveCount: '1', SenderId: '{attributes3.Attributes.Owner}' },
                  Body: json({
                    Type: 'Notification',
                    MessageId: '{publish.MessageId}',
                    TopicArn: 'arn:aws:sns:us-east-1:{account}:test-topic-1',
                    Message: 'test signature value with attributes',
                    Timestamp: ANY,
                    SignatureVersion: '2',
                    Signature: ANY,
                    SigningCertURL: ANY,
                    UnsubscribeURL: '{endpoint}/?Action=Unsubscribe&SubscriptionArn={subscribe.SubscriptionArn}',
                    MessageAttributes: { attr1: { Type: 'Number', Value: '1' } },
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
