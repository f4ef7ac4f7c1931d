// Recorded answers about filters of the topics service.
import { ANY, call, json, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`sns/test_sns_filter_policy.py::TestSNSFilterPolicyBody::${name}`);
const TopicArn = 'arn:aws:sns:us-east-1:{account}:test-topic-1';
const SubscriptionArn = '{subscribe.SubscriptionArn}';

export const recorded: RecordedCases = {
  service: 'sns',
  cases: [
    {
      title: 'a policy filters by the body of a message (True)',
      source: test('test_filter_policy_on_message_body[True]'),
      recorded: '2024-12',
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
        call('sns.SetSubscriptionAttributes', { SubscriptionArn, AttributeName: 'FilterPolicyScope', AttributeValue: 'MessageBody' }),
        call('sns.SetSubscriptionAttributes', {
          SubscriptionArn,
          AttributeName: 'FilterPolicy',
          AttributeValue:
            '{"object": {"key": [{"prefix": "auto-"}, "hardcodedvalue"], "nested_key": [{"exists": false}]}, "test": [{"exists": false}]}',
        }),
        call('sns.SetSubscriptionAttributes', { SubscriptionArn, AttributeName: 'RawMessageDelivery', AttributeValue: 'true' }),
        { wait: '1s' },
        call('sqs.ReceiveMessage', { QueueUrl: '{endpoint}/{account}/test-queue-2', VisibilityTimeout: 0 }, { answer: {} }),
        call('sns.Publish', { TopicArn, Message: '{"object": {"key": "auto-test"}}' }),
        { wait: '1s' },
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/test-queue-2', VisibilityTimeout: 0 },
          { as: 'message2', contains: { Messages: [{ Body: json({ object: { key: 'auto-test' } }) }] } },
        ),
        call('sqs.DeleteMessage', { QueueUrl: '{endpoint}/{account}/test-queue-2', ReceiptHandle: '{message2.Messages.0.ReceiptHandle}' }),
        call('sns.Publish', { TopicArn, Message: '{"object": {"key": "hardcodedvalue"}}' }),
        { wait: '1s' },
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/test-queue-2', VisibilityTimeout: 0 },
          { contains: { Messages: [{ Body: json({ object: { key: 'hardcodedvalue' } }) }] } },
        ),
      ],
    },
    {
      title: 'a policy filters by the body of a message (False)',
      source: test('test_filter_policy_on_message_body[False]'),
      recorded: '2024-12',
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
        call('sns.SetSubscriptionAttributes', { SubscriptionArn, AttributeName: 'FilterPolicyScope', AttributeValue: 'MessageBody' }),
        call('sns.SetSubscriptionAttributes', {
          SubscriptionArn,
          AttributeName: 'FilterPolicy',
          AttributeValue:
            '{"object": {"key": [{"prefix": "auto-"}, "hardcodedvalue"], "nested_key": [{"exists": false}]}, "test": [{"exists": false}]}',
        }),
        { wait: '1s' },
        call('sqs.ReceiveMessage', { QueueUrl: '{endpoint}/{account}/test-queue-2', VisibilityTimeout: 0 }, { answer: {} }),
        call('sns.Publish', { TopicArn, Message: '{"object": {"key": "auto-test"}}' }, { as: 'publish' }),
        { wait: '1s' },
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/test-queue-2', VisibilityTimeout: 0 },
          {
            as: 'message2',
            contains: {
              Messages: [
                {
                  Body: json({
                    Type: 'Notification',
                    MessageId: '{publish.MessageId}',
                    TopicArn: 'arn:aws:sns:us-east-1:{account}:test-topic-1',
                    Message: '{"object": {"key": "auto-test"}}',
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
        call('sqs.DeleteMessage', { QueueUrl: '{endpoint}/{account}/test-queue-2', ReceiptHandle: '{message2.Messages.0.ReceiptHandle}' }),
        call('sns.Publish', { TopicArn, Message: '{"object": {"key": "hardcodedvalue"}}' }, { as: 'publish2' }),
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
                    Message: '{"object": {"key": "hardcodedvalue"}}',
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
  ],
};
