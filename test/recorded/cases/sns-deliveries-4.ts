// Recorded answers about deliveries of the topics service.
import { ANY, call, json, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`sns/test_sns.py::${name}`);
const TopicArn = 'arn:aws:sns:us-east-1:{account}:topic-1.fifo';
const Message = 'Test';
const MessageGroupId = 'message-group-id-1';

export const recorded: RecordedCases = {
  service: 'sns',
  cases: [
    {
      title: 'a message of a standard topic has a group for its queues',
      source: test('TestSNSSubscriptionSQS::test_publish_message_group_id'),
      recorded: '2025-08',
      steps: [
        call('sns.CreateTopic', { Name: 'test-topic-1' }),
        call('sqs.CreateQueue', { QueueName: 'test-queue-2' }),
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
        call('sns.GetSubscriptionAttributes', { SubscriptionArn: '{subscribe.SubscriptionArn}' }, { as: 'attributes4' }),
        call(
          'sns.Publish',
          {
            TopicArn: 'arn:aws:sns:us-east-1:{account}:test-topic-1',
            Message: 'test signature value with attributes',
            MessageGroupId: 'my-group-id-1',
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
                  Attributes: { ApproximateReceiveCount: '1', MessageGroupId: 'my-group-id-1', SenderId: '{attributes4.Attributes.Owner}' },
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
      title: 'a message of a FIFO topic arrives in a FIFO queue (True)',
      source: test('TestSNSSubscriptionSQSFifo::test_message_to_fifo_sqs[True]'),
      recorded: '2025-08',
      steps: [
        call('sns.CreateTopic', { Name: 'topic-1.fifo', Attributes: { FifoTopic: 'true', ContentBasedDeduplication: 'true' } }),
        call('sqs.CreateQueue', { QueueName: 'queue-2.fifo', Attributes: { FifoQueue: 'true', ContentBasedDeduplication: 'true' } }),
        call('sns.Subscribe', { TopicArn, Protocol: 'sqs', Endpoint: 'arn:aws:sqs:us-east-1:{account}:queue-2.fifo' }, { as: 'subscribe' }),
        call('sqs.SetQueueAttributes', {
          QueueUrl: '{endpoint}/{account}/queue-2.fifo',
          Attributes: {
            Policy:
              '{"Statement": [{"Effect": "Allow", "Principal": {"Service": "sns.amazonaws.com"}, "Action": "sqs:SendMessage", "Resource": "arn:aws:sqs:us-east-1:{account}:queue-2.fifo", "Condition": {"ArnEquals": {"aws:SourceArn": "arn:aws:sns:us-east-1:{account}:topic-1.fifo"}}}]}',
          },
        }),
        call('sns.GetSubscriptionAttributes', { SubscriptionArn: '{subscribe.SubscriptionArn}' }, { as: 'attributes3' }),
        call('sns.Publish', { TopicArn, Message, MessageGroupId }, { as: 'publish' }),
        { wait: '1s' },
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/queue-2.fifo', AttributeNames: ['All'] },
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
        call('sqs.DeleteMessage', { QueueUrl: '{endpoint}/{account}/queue-2.fifo', ReceiptHandle: '{message.Messages.0.ReceiptHandle}' }),
        call('sns.Publish', { TopicArn, Message, MessageGroupId }),
        { wait: '1s' },
        call('sqs.ReceiveMessage', { QueueUrl: '{endpoint}/{account}/queue-2.fifo', AttributeNames: ['All'] }, { answer: {} }),
      ],
    },
    {
      title: 'a message of a FIFO topic arrives in a FIFO queue (False)',
      source: test('TestSNSSubscriptionSQSFifo::test_message_to_fifo_sqs[False]'),
      recorded: '2025-08',
      steps: [
        call('sns.CreateTopic', { Name: 'topic-1.fifo', Attributes: { FifoTopic: 'true' } }),
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
        call('sns.Publish', { TopicArn, Message, MessageGroupId, MessageDeduplicationId: 'message-deduplication-id-1' }, { as: 'publish' }),
        { wait: '1s' },
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/queue-2.fifo', AttributeNames: ['All'] },
          {
            as: 'message',
            contains: {
              Messages: [
                {
                  Attributes: {
                    ApproximateReceiveCount: '1',
                    MessageDeduplicationId: 'message-deduplication-id-1',
                    MessageGroupId: 'message-group-id-1',
                    SenderId: '{attributes3.Attributes.Owner}',
                  },
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
        call('sqs.DeleteMessage', { QueueUrl: '{endpoint}/{account}/queue-2.fifo', ReceiptHandle: '{message.Messages.0.ReceiptHandle}' }),
        call('sns.Publish', { TopicArn, Message, MessageGroupId, MessageDeduplicationId: 'message-deduplication-id-1' }),
        { wait: '1s' },
        call('sqs.ReceiveMessage', { QueueUrl: '{endpoint}/{account}/queue-2.fifo', AttributeNames: ['All'] }, { answer: {} }),
      ],
    },
  ],
};
