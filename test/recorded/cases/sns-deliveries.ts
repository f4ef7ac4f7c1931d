// Recorded answers about deliveries of the topics service.
import { ANY, call, json, localstack, type RecordedCases, refused } from '../case.ts';

const test = (name: string): string => localstack(`sns/test_sns.py::${name}`);
const TopicArn = 'arn:aws:sns:us-east-1:{account}:test-topic-1';
const Protocol = 'sqs';

export const recorded: RecordedCases = {
  service: 'sns',
  cases: [
    {
      title: 'a queue of another region is subscribed where the topic is',
      source: test('TestSNSMultiRegions::test_cross_region_delivery_sqs'),
      recorded: '2025-05',
      steps: [
        call('sns.CreateTopic', { Name: 'test-topic-1' }),
        call('sqs.CreateQueue', { QueueName: 'test-queue-2' }),
        call('sqs.CreateQueue', { QueueName: 'queue-3' }, { region: 'ap-southeast-1' }),
        call(
          'sqs.SetQueueAttributes',
          {
            QueueUrl: '{endpoint}/{account}/queue-3',
            Attributes: {
              Policy:
                '{"Statement": [{"Effect": "Allow", "Principal": {"Service": "sns.amazonaws.com"}, "Action": "sqs:SendMessage", "Resource": "arn:aws:sqs:ap-southeast-1:{account}:queue-3", "Condition": {"ArnEquals": {"aws:SourceArn": "arn:aws:sns:us-east-1:{account}:test-topic-1"}}}]}',
            },
          },
          { region: 'ap-southeast-1' },
        ),
        {
          ...refused(
            'sns.Subscribe',
            { TopicArn, Protocol, Endpoint: 'arn:aws:sqs:ap-southeast-1:{account}:queue-3' },
            'InvalidParameterException',
            'Invalid parameter: TopicArn',
          ),
          region: 'ap-southeast-1',
        },
        call('sns.Subscribe', { TopicArn, Protocol, Endpoint: 'arn:aws:sqs:ap-southeast-1:{account}:queue-3' }, { as: 'subscribe' }),
        call(
          'sns.Publish',
          { TopicArn, Message: 'This is a test message', MessageAttributes: { attr1: { DataType: 'Number', StringValue: '99.12' } } },
          { as: 'publish' },
        ),
        { wait: '1s' },
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/queue-3', VisibilityTimeout: 0, MessageAttributeNames: ['All'] },
          {
            region: 'ap-southeast-1',
            contains: {
              Messages: [
                {
                  Body: json({
                    Type: 'Notification',
                    MessageId: '{publish.MessageId}',
                    TopicArn: 'arn:aws:sns:us-east-1:{account}:test-topic-1',
                    Message: 'This is a test message',
                    Timestamp: ANY,
                    SignatureVersion: '1',
                    Signature: ANY,
                    SigningCertURL: ANY,
                    UnsubscribeURL: '{endpoint}/?Action=Unsubscribe&SubscriptionArn={subscribe.SubscriptionArn}',
                    MessageAttributes: { attr1: { Type: 'Number', Value: '99.12' } },
                  }),
                },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'endpoints go with their application',
      source: test('TestSNSPlatformEndpointCrud::test_delete_endpoints_of_deleted_app'),
      recorded: '2025-10',
      steps: [
        call('sns.CreatePlatformApplication', {
          Name: 'platform-application-1',
          Platform: 'ADM',
          Attributes: { PlatformPrincipal: 'dummy', PlatformCredential: 'dummy' },
        }),
        call('sns.CreatePlatformEndpoint', {
          PlatformApplicationArn: 'arn:aws:sns:us-east-1:{account}:app/ADM/platform-application-1',
          Token: 'token_1',
        }),
        call(
          'sns.DeletePlatformApplication',
          { PlatformApplicationArn: 'arn:aws:sns:us-east-1:{account}:app/ADM/platform-application-1' },
          { answer: {} },
        ),
        refused(
          'sns.ListEndpointsByPlatformApplication',
          { PlatformApplicationArn: 'arn:aws:sns:us-east-1:{account}:app/ADM/platform-application-1' },
          'NotFoundException',
          'PlatformApplication does not exist',
          { status: 404 },
        ),
      ],
    },
    {
      title: 'a message may name its topic as a target',
      source: test('TestSNSPublishCrud::test_publish_message_by_target_arn'),
      recorded: '2023-08',
      steps: [
        call('sns.CreateTopic', { Name: 'test-topic-1' }),
        call('sqs.CreateQueue', { QueueName: 'test-queue-2' }),
        call('sns.Subscribe', { TopicArn, Protocol, Endpoint: 'arn:aws:sqs:us-east-1:{account}:test-queue-2' }, { as: 'subscribe' }),
        call('sqs.SetQueueAttributes', {
          QueueUrl: '{endpoint}/{account}/test-queue-2',
          Attributes: {
            Policy:
              '{"Statement": [{"Effect": "Allow", "Principal": {"Service": "sns.amazonaws.com"}, "Action": "sqs:SendMessage", "Resource": "arn:aws:sqs:us-east-1:{account}:test-queue-2", "Condition": {"ArnEquals": {"aws:SourceArn": "arn:aws:sns:us-east-1:{account}:test-topic-1"}}}]}',
          },
        }),
        call('sns.Publish', { TopicArn, Message: 'test-msg-1' }, { as: 'publish' }),
        { wait: '1s' },
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/test-queue-2', MessageAttributeNames: ['All'], VisibilityTimeout: 0 },
          {
            as: 'message',
            contains: {
              Messages: [
                {
                  Body: json({
                    Type: 'Notification',
                    MessageId: '{publish.MessageId}',
                    TopicArn: 'arn:aws:sns:us-east-1:{account}:test-topic-1',
                    Message: 'test-msg-1',
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
        call('sns.Publish', { TargetArn: 'arn:aws:sns:us-east-1:{account}:test-topic-1', Message: 'test-msg-2' }, { as: 'publish2' }),
        { wait: '1s' },
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/test-queue-2', MessageAttributeNames: ['All'], VisibilityTimeout: 0 },
          {
            contains: {
              Messages: [
                {
                  Body: json({
                    Type: 'Notification',
                    MessageId: '{publish2.MessageId}',
                    TopicArn: 'arn:aws:sns:us-east-1:{account}:test-topic-1',
                    Message: 'test-msg-2',
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
      title: 'a number that never opted out opts in',
      source: test('TestSNSSMS::test_opt_in_non_existing_phone_number'),
      recorded: '2025-12',
      steps: [call('sns.OptInPhoneNumber', { phoneNumber: '+4411111111' }, { answer: {} })],
    },
    {
      title: 'an endpoint of a queue is an ARN',
      source: test('TestSNSSubscriptionCrudV2::test_subscribe_unknown_sqs_queue'),
      recorded: '2025-10',
      steps: [
        call('sns.CreateTopic', { Name: 'test-topic-1' }),
        call('sns.Subscribe', { TopicArn, Protocol, Endpoint: 'arn:aws:sqs:us-east-1:{account}:unknown-2' }),
        refused(
          'sns.Subscribe',
          { TopicArn, Protocol, Endpoint: 'unknown' },
          'InvalidParameterException',
          'Invalid parameter: SQS endpoint ARN',
        ),
      ],
    },
    {
      title: 'an endpoint of a queue is not its address',
      source: test('TestSNSSubscriptionCrudV2::test_subscribe_sqs_queue_url'),
      recorded: '2025-10',
      steps: [
        call('sns.CreateTopic', { Name: 'sqs-topic-1' }),
        call('sqs.CreateQueue', { QueueName: 'queue-2' }),
        refused(
          'sns.Subscribe',
          { TopicArn: 'arn:aws:sns:us-east-1:{account}:sqs-topic-1', Protocol, Endpoint: '{endpoint}/{account}/queue-2' },
          'InvalidParameterException',
          'Invalid parameter: SQS endpoint ARN',
        ),
      ],
    },
    {
      title: 'a subscription of a queue is confirmed at once',
      source: test('TestSNSSubscriptionCrudV2::test_creating_subscription'),
      recorded: '2025-10',
      steps: [
        call('sns.CreateTopic', { Name: 'create-sub-1' }),
        call(
          'sns.Subscribe',
          { TopicArn: 'arn:aws:sns:us-east-1:{account}:create-sub-1', Protocol: 'http', Endpoint: 'http://example.com/' },
          { contains: { SubscriptionArn: 'pending confirmation' } },
        ),
      ],
    },
    {
      title: 'a subscription that is not there tells nothing',
      source: test('TestSNSSubscriptionCrudV2::test_get_subscription_attributes_error_not_exists'),
      recorded: '2026-01',
      steps: [
        refused(
          'sns.GetSubscriptionAttributes',
          { SubscriptionArn: 'arn:aws:sns:us-east-1:{account}:nonexistent:edc68049-6f0c-4d1d-9d1c-421c95651e64' },
          'NotFoundException',
          'Subscription does not exist',
          { status: 404 },
        ),
      ],
    },
  ],
};
