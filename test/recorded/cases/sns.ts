// Recorded answers of the topic service. Codes are those of the SDK's errors: on the wire they lack `Exception`.
import { localstack, type RecordedCase, type RecordedCases, type Step } from '../case.ts';

const test = (name: string): string => localstack(`sns/test_sns.py::${name}`);

const create = (Attributes: Record<string, string> = {}): Step => ({
  call: 'sns.CreateTopic',
  input: { Name: Attributes['FifoTopic'] ? '{id}.fifo' : '{id}', Attributes },
  as: 'topic',
});
const TopicArn = '{topic.TopicArn}';
/** A call that fails; the message follows `Invalid parameter: `. */
const refused = (operation: string, input: object, message: string): Step => ({
  call: `sns.${operation}`,
  input: input as Record<string, unknown>,
  error: { code: 'InvalidParameterException', message: `Invalid parameter: ${message}`, status: 400 },
});
const missing = (operation: string, input: object, message: string): Step => ({
  call: `sns.${operation}`,
  input: input as Record<string, unknown>,
  error: { code: 'NotFoundException', message, status: 404 },
});
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
const publish = (more: object) => ({ TopicArn, Message: 'hello', ...more });

const publishing: RecordedCase[] = [
  {
    title: 'an empty message is refused',
    source: test('TestSNSPublishCrud::test_empty_sns_message'),
    recorded: '2023-08',
    steps: [create(), refused('Publish', publish({ Message: '' }), 'Empty message')],
  },
  {
    title: 'an empty subject is refused',
    source: test('TestSNSPublishCrud::test_publish_with_empty_subject'),
    recorded: '2023-08',
    steps: [create(), refused('Publish', publish({ Subject: '' }), 'Subject')],
  },
  {
    title: 'a message by protocol is JSON, and has a default',
    source: test('TestSNSPublishCrud::test_message_structure_json_exc'),
    recorded: '2023-08',
    steps: [
      create(),
      refused(
        'Publish',
        publish({ Message: '{"message": "no default"}', MessageStructure: 'json' }),
        'Message Structure - No default entry in JSON message body',
      ),
      refused(
        'Publish',
        publish({ Message: '{"default": invalid}', MessageStructure: 'json' }),
        'Message Structure - JSON message body failed to parse',
      ),
    ],
  },
  {
    title: 'a message has at most 256 KB with its attributes',
    source: test('TestSNSPublishCrud::test_publish_too_long_message'),
    recorded: '2024-09',
    steps: [create(), refused('Publish', publish({ Message: 'A'.repeat(262_145) }), 'Message too long')],
  },
  {
    title: 'all messages of a batch together have at most 256 KB',
    source: test('TestSNSPublishCrud::test_publish_batch_too_long_message'),
    recorded: '2024-09',
    steps: [
      create(),
      {
        call: 'sns.PublishBatch',
        input: { TopicArn, PublishBatchRequestEntries: ['1', '2'].map((Id) => ({ Id, Message: 'A'.repeat(131_073) })) },
        error: {
          code: 'BatchRequestTooLongException',
          message: 'The length of all the messages put together is more than the limit.',
          status: 400,
        },
      },
    ],
  },
  {
    title: 'what is no ARN says how many parts it has',
    source: test('TestSNSPublishCrud::test_publish_wrong_arn_format'),
    recorded: '2024-03',
    steps: [
      refused('Publish', { Message: 'hello', TopicArn: 'randomstring:1' }, 'TopicArn Reason: An ARN must have at least 6 elements, not 2'),
    ],
  },
  {
    title: 'a target that is not there is a wrong parameter, and a topic is not found',
    source: test('TestSNSPublishCrud::test_publish_non_existent_target, …test_unknown_topic_publish'),
    recorded: '2023-08',
    steps: [
      refused(
        'Publish',
        { Message: 'hello', TargetArn: 'arn:aws:sns:us-east-1:{account}:gone' },
        'TargetArn Reason: No endpoint found for the target arn specified',
      ),
      missing('Publish', { Message: 'hello', TopicArn: 'arn:aws:sns:us-east-1:{account}:gone' }, 'Topic does not exist'),
    ],
  },
  {
    title: 'a topic of another region is a wrong parameter',
    source: test('TestSNSPublishCrud::test_topic_publish_another_region'),
    recorded: '2023-11',
    steps: [create(), { ...refused('Publish', publish({}), 'TopicArn'), region: 'us-east-2' } as Step],
  },
  {
    title: 'a phone number that cannot be one is named',
    source: test('TestSNSSMS::test_publish_wrong_phone_format'),
    recorded: '2023-08',
    steps: [
      refused('Publish', { Message: 'hello', PhoneNumber: '+1a234' }, 'PhoneNumber Reason: +1a234 is not valid to publish to'),
      refused(
        'Publish',
        { Message: 'hello', PhoneNumber: 'NAA+15551234567' },
        'PhoneNumber Reason: NAA+15551234567 is not valid to publish to',
      ),
    ],
  },
  {
    title: 'a batch for a FIFO topic needs groups and deduplication ids, few entries and distinct ids',
    source: test('TestSNSSubscriptionSQS::test_publish_batch_exceptions'),
    recorded: '2023-08',
    steps: [
      create({ FifoTopic: 'true', ContentBasedDeduplication: 'false' }),
      refused(
        'PublishBatch',
        { TopicArn, PublishBatchRequestEntries: [{ Id: '1', Message: 'hello' }] },
        'The MessageGroupId parameter is required for FIFO topics',
      ),
      {
        call: 'sns.PublishBatch',
        input: {
          TopicArn,
          PublishBatchRequestEntries: Array.from({ length: 11 }, (_, i) => ({ Id: `${i}`, Message: 'hello', MessageGroupId: 'g' })),
        },
        error: {
          code: 'TooManyEntriesInBatchRequestException',
          message: 'The batch request contains more entries than permissible.',
          status: 400,
        },
      },
      {
        call: 'sns.PublishBatch',
        input: { TopicArn, PublishBatchRequestEntries: ['1', '1'].map((Id) => ({ Id, Message: 'hello', MessageGroupId: 'g' })) },
        error: {
          code: 'BatchEntryIdsNotDistinctException',
          message: 'Two or more batch entries in the request have the same Id.',
          status: 400,
        },
      },
      refused(
        'PublishBatch',
        { TopicArn, PublishBatchRequestEntries: [{ Id: '1', Message: 'hello', MessageGroupId: 'g' }] },
        'The topic should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly',
      ),
    ],
  },
];

const subscribing: RecordedCase[] = [
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

export const recorded: RecordedCases = { service: 'sns', cases: [...publishing, ...subscribing] };
