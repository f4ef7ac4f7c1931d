// Recorded answers of the topic service about subscriptions.
import type { RecordedCase, RecordedCases, Step } from '../case.ts';
import { create, missing, refused, TopicArn, test } from '../topic-steps.ts';

const QUEUE = 'arn:aws:sqs:us-east-1:{account}:{id}';

const subscribe = (Attributes: Record<string, string> = {}, as = 'subscription'): Step => ({
  call: 'sns.Subscribe',
  input: { TopicArn, Protocol: 'sqs', Endpoint: QUEUE, Attributes, ReturnSubscriptionArn: true },
  as,
});

const attribute = (AttributeName: string, AttributeValue: string) => ({
  SubscriptionArn: '{subscription.SubscriptionArn}',
  AttributeName,
  AttributeValue,
});

const cases: RecordedCase[] = [
  {
    title: 'the same subscription is answered again, another one for the same endpoint is refused',
    source: test('TestSNSSubscriptionCrud::test_subscribe_idempotency'),
    recorded: '2025-10',
    steps: [
      create(),
      subscribe({ RawMessageDelivery: 'true' }),
      {
        call: 'sns.Subscribe',
        input: { TopicArn, Protocol: 'sqs', Endpoint: QUEUE, Attributes: { RawMessageDelivery: 'true' } },
        answer: { SubscriptionArn: '{subscription.SubscriptionArn}' },
      },
      {
        call: 'sns.Subscribe',
        input: { TopicArn, Protocol: 'sqs', Endpoint: QUEUE },
        answer: { SubscriptionArn: '{subscription.SubscriptionArn}' },
      },
      refused(
        'Subscribe',
        { TopicArn, Protocol: 'sqs', Endpoint: QUEUE, Attributes: { RawMessageDelivery: 'false' } },
        'Attributes Reason: Subscription already exists with different attributes',
      ),
    ],
  },
  {
    title: 'a protocol that there is not is named',
    source: test('TestSNSSubscriptionCrud::test_subscribe_with_invalid_protocol'),
    recorded: '2025-10',
    steps: [
      create(),
      refused(
        'Subscribe',
        { TopicArn, Protocol: 'test-protocol', Endpoint: 'test@example.com' },
        'Amazon SNS does not support this protocol string: test-protocol',
      ),
    ],
  },
  {
    title: 'a queue is subscribed by its ARN, not by its URL',
    source: test('TestSNSSubscriptionSQS::test_subscribe_to_sqs_with_queue_url'),
    recorded: '2023-08',
    steps: [
      create(),
      refused(
        'Subscribe',
        { TopicArn, Protocol: 'sqs', Endpoint: 'https://sqs.us-east-1.amazonaws.com/{account}/queue' },
        'SQS endpoint ARN',
      ),
    ],
  },
  {
    title: 'attributes of subscriptions are checked one by one',
    source: test('TestSNSSubscriptionCrud::test_validate_set_sub_attributes'),
    recorded: '2025-10',
    steps: [
      create(),
      subscribe(),
      refused('SetSubscriptionAttributes', attribute('FakeAttribute', 'test-value'), 'AttributeName'),
      refused(
        'SetSubscriptionAttributes',
        attribute('RawMessageDelivery', 'test-ValUe'),
        'RawMessageDelivery: Invalid value [test-ValUe]. Must be true or false.',
      ),
      refused(
        'SetSubscriptionAttributes',
        attribute('RawMessageDelivery', ''),
        'RawMessageDelivery: Invalid value []. Must be true or false.',
      ),
      refused(
        'SetSubscriptionAttributes',
        attribute('RedrivePolicy', '{"deadLetterTargetArn": "fake-arn"}'),
        'RedrivePolicy: deadLetterTargetArn is an invalid arn',
      ),
    ],
  },
  {
    title: 'a wrong attribute keeps a subscription from being made, and one that is gone is not found',
    source: test('TestSNSSubscriptionCrud::test_create_subscriptions_with_attributes'),
    recorded: '2025-10',
    steps: [
      create(),
      refused(
        'Subscribe',
        { TopicArn, Protocol: 'sqs', Endpoint: QUEUE, Attributes: { RawMessageDelivery: 'wrongvalue' } },
        'Attributes Reason: RawMessageDelivery: Invalid value [wrongvalue]. Must be true or false.',
      ),
      missing(
        'GetSubscriptionAttributes',
        { SubscriptionArn: `${TopicArn}:00000000-0000-0000-0000-000000000000` },
        'Subscription does not exist',
      ),
    ],
  },
  {
    title: 'what is no ARN of a subscription is refused, each form in its own words',
    source: test('TestSNSSubscriptionCrud::test_unsubscribe_wrong_arn_format'),
    recorded: '2025-10',
    steps: [
      refused('Unsubscribe', { SubscriptionArn: 'randomstring' }, 'SubscriptionArn Reason: An ARN must have at least 6 elements, not 1'),
      refused(
        'Unsubscribe',
        { SubscriptionArn: 'arn:aws:sns:us-east-1:random' },
        'SubscriptionArn Reason: An ARN must have at least 6 elements, not 5',
      ),
      refused('Unsubscribe', { SubscriptionArn: 'arn:aws:sns:us-east-1:111111111111:random' }, 'SubscriptionId'),
    ],
  },
  {
    title: 'unsubscribing twice is no mistake',
    source: test('TestSNSSubscriptionCrud::test_unsubscribe_idempotency'),
    recorded: '2025-10',
    steps: [
      create(),
      subscribe(),
      { call: 'sns.Unsubscribe', input: { SubscriptionArn: '{subscription.SubscriptionArn}' } },
      { call: 'sns.Unsubscribe', input: { SubscriptionArn: '{subscription.SubscriptionArn}' } },
    ],
  },
  {
    title: 'a filter policy that is no JSON says where, without showing the text',
    source: test('TestSNSSubscriptionCrudV2::test_subscribe_invalid_filter_policy'),
    recorded: '2025-10',
    steps: [
      create(),
      refused(
        'Subscribe',
        { TopicArn, Protocol: 'sqs', Endpoint: QUEUE, Attributes: { FilterPolicy: 'invalid' } },
        "Attributes Reason: FilterPolicy: failed to parse JSON. Unrecognized token 'invalid': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')\n at [Source: REDACTED (`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION` disabled); line: 1, column: 8]",
      ),
    ],
  },
];

export const recorded: RecordedCases = { service: 'sns', cases };
