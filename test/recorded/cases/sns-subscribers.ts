// Recorded answers of the topic service about subscriptions: their attributes, tokens, and the messages that they may carry.
import { ANY, localstack, type RecordedCase, type RecordedCases, type Step } from '../case.ts';
import { create, missing, refused, TopicArn, test } from '../topic-steps.ts';

const filterTest = (name: string): string => localstack(`sns/test_sns_filter_policy.py::${name}`);
const Endpoint = 'arn:aws:sqs:us-east-1:{account}:{id}';
const SubscriptionArn = '{sub.SubscriptionArn}';
const subscribe = (Attributes?: Record<string, string>): Step => ({
  call: 'sns.Subscribe',
  input: { TopicArn, Protocol: 'sqs', Endpoint, ReturnSubscriptionArn: true, ...(Attributes && { Attributes }) },
  as: 'sub',
});
const same = (Attributes?: Record<string, string>): Step => ({ ...subscribe(Attributes), answer: { SubscriptionArn } }) as Step;
const shows = (more: object = {}): Step => ({
  call: 'sns.GetSubscriptionAttributes',
  input: { SubscriptionArn },
  answer: {
    Attributes: {
      ConfirmationWasAuthenticated: 'true',
      Endpoint,
      Owner: '{account}',
      PendingConfirmation: 'false',
      Protocol: 'sqs',
      RawMessageDelivery: 'false',
      SubscriptionArn,
      // The recording names its user, the emulator the account.
      SubscriptionPrincipal: ANY,
      TopicArn,
      ...more,
    },
  },
});
const setAttribute = (AttributeName: string, AttributeValue: string): Step => ({
  call: 'sns.SetSubscriptionAttributes',
  input: { SubscriptionArn, AttributeName, AttributeValue },
});
const UNKNOWN_TOKEN = '51b2ff3edb475b7d91550e0ab6edf0c1'.repeat(9);

const cases: RecordedCase[] = [
  {
    title: 'letter case does not count in raw delivery, defaults are as good as nothing, and other attributes are refused',
    source: test('TestSNSSubscriptionCrud::test_subscribe_idempotency'),
    recorded: '2025-10',
    steps: [
      create(),
      subscribe({ RawMessageDelivery: 'True' }),
      shows({ RawMessageDelivery: 'true' }),
      same({ RawMessageDelivery: 'true' }),
      same({ RawMessageDelivery: 'true', FilterPolicyScope: 'MessageAttributes' }),
      same(),
      same({}),
      same({ FilterPolicyScope: 'MessageAttributes' }),
      refused(
        'Subscribe',
        { TopicArn, Protocol: 'sqs', Endpoint, Attributes: { RawMessageDelivery: 'false', FilterPolicyScope: 'MessageBody' } },
        'Attributes Reason: Subscription already exists with different attributes',
      ),
    ],
  },
  {
    title: 'the scope of a filter policy is shown beside a policy only, and kept before there is one',
    source: filterTest('TestSNSFilterPolicyCrud::test_set_subscription_filter_policy_scope'),
    recorded: '2024-05',
    steps: [
      create(),
      subscribe(),
      shows(),
      setAttribute('FilterPolicyScope', 'MessageBody'),
      shows(),
      setAttribute('FilterPolicy', '{"attr": ["match-this"]}'),
      shows({ FilterPolicy: '{"attr": ["match-this"]}', FilterPolicyScope: 'MessageBody' }),
    ],
  },
  {
    title: 'a mistake in a filter policy is shown in the policy without its spaces',
    source: filterTest('TestSNSFilterPolicyConditions::test_validate_policy'),
    recorded: '2024-05',
    steps: [
      create(),
      refused(
        'Subscribe',
        { TopicArn, Protocol: 'sqs', Endpoint, Attributes: { FilterPolicy: '{"key": [{"suffix": "value", "prefix": "value2"}]}' } },
        'Attributes Reason: FilterPolicy: Only one key allowed in match expression\n at [Source: (String)"{"key":[{"suffix":"value","prefix":"value2"}]}"; line: 1, column: 37]',
      ),
    ],
  },
  {
    title: 'a token that cannot be one is invalid, and one that is unknown a wrong parameter, whatever the topic',
    source: test('TestSNSSubscriptionCrud::test_sns_confirm_subscription_wrong_token'),
    recorded: '2025-10',
    steps: [
      create(),
      refused('ConfirmSubscription', { TopicArn: 'arn:aws:sns:us-east-1:{account}:{id}i', Token: UNKNOWN_TOKEN }, 'Token'),
      {
        call: 'sns.ConfirmSubscription',
        input: { TopicArn, Token: 'randomtoken' },
        error: { code: 'InvalidParameterException', message: 'Invalid token', status: 400 },
      },
      refused('ConfirmSubscription', { TopicArn, Token: UNKNOWN_TOKEN }, 'Token'),
    ],
  },
  {
    title: 'a subscription that was removed is not found, not listed, and may be removed once more',
    source: test(
      'TestSNSSubscriptionCrud::test_not_found_error_on_set_subscription_attributes, …test_unsubscribe_from_non_existing_subscription',
    ),
    recorded: '2025-10',
    steps: [
      create(),
      subscribe(),
      {
        call: 'sns.ListSubscriptionsByTopic',
        input: { TopicArn },
        contains: { Subscriptions: [{ Endpoint, Owner: '{account}', Protocol: 'sqs', SubscriptionArn, TopicArn }] },
      },
      { call: 'sns.Unsubscribe', input: { SubscriptionArn } },
      missing(
        'SetSubscriptionAttributes',
        { SubscriptionArn, AttributeName: 'RawMessageDelivery', AttributeValue: 'true' },
        'Subscription does not exist',
      ),
      { call: 'sns.ListSubscriptionsByTopic', input: { TopicArn }, contains: { Subscriptions: [] } },
      { call: 'sns.Unsubscribe', input: { SubscriptionArn }, answer: {} },
    ],
  },
  {
    title: 'lost messages of a standard queue behind a FIFO topic go to a standard queue',
    source: test('TestSNSSubscriptionSQSFifo::test_validations_for_fifo'),
    recorded: '2025-08',
    steps: [
      create({ FifoTopic: 'true' }),
      subscribe(),
      setAttribute('RedrivePolicy', '{"deadLetterTargetArn":"arn:aws:sqs:us-east-1:{account}:lost"}'),
    ],
  },
  {
    title: 'a label of a type of an attribute is not empty, and follows a dot',
    source: test('TestSNSSubscriptionSQS::test_message_attributes_prefixes'),
    recorded: '2023-08',
    steps: [
      create(),
      ...['String.', 'Stringprefixed'].map(
        (DataType): Step => ({
          call: 'sns.Publish',
          input: { TopicArn, Message: 'm', MessageAttributes: { attr1: { DataType, StringValue: 'prefixed-1' } } },
          error: {
            code: 'InvalidParameterValueException',
            message:
              "The message attribute 'attr1' has an invalid message attribute type, the set of supported type prefixes is Binary, Number, and String.",
            status: 400,
          },
        }),
      ),
      {
        call: 'sns.Publish',
        input: { TopicArn, Message: 'm', MessageAttributes: { attr1: { DataType: 'String.prefixed', StringValue: 'prefixed-1' } } },
        answer: { MessageId: ANY },
      },
    ],
  },
  {
    title: 'a batch with one wrong attribute fails whole',
    source: test('TestSNSSubscriptionSQS::test_empty_or_wrong_message_attributes'),
    recorded: '2024-11',
    steps: [
      create(),
      {
        call: 'sns.PublishBatch',
        input: {
          TopicArn,
          PublishBatchRequestEntries: [
            { Id: '1', Message: 'test-batch', MessageAttributes: { attr1: { DataType: 'String', StringValue: '' } } },
            { Id: '3', Message: 'valid-batch' },
          ],
        },
        error: {
          code: 'InvalidParameterValueException',
          message: "The message attribute 'attr1' must contain non-empty message attribute value for message attribute type 'String'.",
          status: 400,
        },
      },
    ],
  },
  {
    title: 'text messages have a limit of a dollar a month where nothing else is set',
    source: test('TestSNSSMS::test_set_get_sms_attributes, …test_get_sms_attributes_from_unmodified_region'),
    recorded: '2025-10',
    steps: [
      { call: 'sns.GetSMSAttributes', input: {}, answer: { attributes: { MonthlySpendLimit: '1' } } },
      {
        call: 'sns.SetSMSAttributes',
        input: { attributes: { DefaultSMSType: 'Promotional', DefaultSenderID: 'LSTest', DeliveryStatusSuccessSamplingRate: '100' } },
      },
      {
        call: 'sns.GetSMSAttributes',
        input: {},
        answer: {
          attributes: {
            ...{ DefaultSMSType: 'Promotional', DefaultSenderID: 'LSTest' },
            ...{ DeliveryStatusSuccessSamplingRate: '100', MonthlySpendLimit: '1' },
          },
        },
      },
    ],
  },
];

export const recorded: RecordedCases = { service: 'sns', cases };
