// The words in which the topic service was recorded to refuse attributes, names and ids.
import { localstack, type RecordedCase, type RecordedCases, type Step } from '../case.ts';

const test = (name: string): string => localstack(`sns/test_sns.py::${name}`);

const create: Step = { call: 'sns.CreateTopic', input: { Name: '{id}' }, as: 'topic' };
const TopicArn = '{topic.TopicArn}';
const QUEUE = 'arn:aws:sqs:us-east-1:{account}:{id}';
const failing = (operation: string, input: object, code: string, message: string): Step => ({
  call: `sns.${operation}`,
  input: input as Record<string, unknown>,
  error: { code, message, status: 400 },
});
/** A call that fails; the message follows `Invalid parameter: `. */
const refused = (operation: string, input: object, message: string): Step =>
  failing(operation, input, 'InvalidParameterException', `Invalid parameter: ${message}`);

const value = (DataType: string, more: object) => ({ attr1: { DataType, ...more } });
const TEXT = { DataType: 'String', StringValue: 'v' };
const attributes: readonly (readonly [attributes: object, message: string])[] = [
  [
    value('String', { StringValue: '' }),
    "The message attribute 'attr1' must contain non-empty message attribute value for message attribute type 'String'.",
  ],
  [
    value('Binary', { BinaryValue: new Uint8Array() }),
    "The message attribute 'attr1' must contain non-empty message attribute value for message attribute type 'Binary'.",
  ],
  [value('String', { BinaryValue: new Uint8Array([1]) }), "The message attribute 'attr1' with type 'String' must use field 'String'."],
  [value('Number', { BinaryValue: new Uint8Array([1]) }), "The message attribute 'attr1' with type 'Number' must use field 'String'."],
  [value('Binary', { StringValue: 'v' }), "The message attribute 'attr1' with type 'Binary' must use field 'Binary'."],
  [
    value('InvalidType', { StringValue: 'v' }),
    "The message attribute 'attr1' has an invalid message attribute type, the set of supported type prefixes is Binary, Number, and String.",
  ],
  [{ ['a'.repeat(257)]: TEXT }, 'Length of message attribute name must be less than 256 bytes.'],
  [
    { 'attr^1': TEXT },
    "Invalid non-alphanumeric character '#x5E' was found in the message attribute name. Can only include alphanumeric characters, hyphens, underscores, or dots.",
  ],
  [{ '.attr1': TEXT }, "Invalid message attribute name starting with character '.' was found."],
  [{ 'attr1.': TEXT }, "Invalid message attribute name ending with character '.' was found."],
  [{ 'attr..1': TEXT }, "Message attribute name can not have successive '.' character."],
];
const untyped = { attr1: { StringValue: 'v' } };

const publishing: RecordedCase[] = [
  {
    title: 'attributes of a message have names, types and values',
    source: test('TestSNSPublishCrud::test_empty_or_wrong_message_attributes'),
    recorded: '2023-08',
    steps: [
      create,
      ...attributes.map(([MessageAttributes, message]) =>
        failing('Publish', { TopicArn, Message: 'm', MessageAttributes }, 'InvalidParameterValueException', message),
      ),
    ],
  },
  {
    title: 'an attribute of a message without a type is refused before the message',
    source: test('TestSNSPublishCrud::test_empty_or_wrong_message_attributes'),
    recorded: '2023-08',
    steps: [
      create,
      failing(
        'Publish',
        { TopicArn, Message: 'm', MessageAttributes: untyped },
        'ValidationError',
        "1 validation error detected: Value null at 'messageAttributes.attr1.member.dataType' failed to satisfy constraint: Member must not be null",
      ),
      failing(
        'PublishBatch',
        { TopicArn, PublishBatchRequestEntries: [{ Id: '1', Message: 'm', MessageAttributes: untyped }] },
        'ValidationError',
        "1 validation error detected: Value null at 'publishBatchRequestEntries.1.member.messageAttributes.attr1.member.dataType' failed to satisfy constraint: Member must not be null",
      ),
    ],
  },
  {
    title: 'ids of the entries of a batch have few characters',
    source: test('TestSNSPublishCrud::test_publish_batch_invalid_entry_id'),
    recorded: '2026-01',
    steps: [
      create,
      ...(
        [
          ['message.id', 'contains an impermissible character: message.id'],
          ['msg@123#test', 'contains an impermissible character: msg@123#test'],
          ['a'.repeat(81), `is too long: ${'a'.repeat(81)}`],
          ['myreally'.padEnd(92, 'really'), `is too long: ${'myreally'.padEnd(92, 'really')}`],
        ] as const
      ).map(([Id, message]) =>
        failing(
          'PublishBatch',
          { TopicArn, PublishBatchRequestEntries: [{ Id, Message: 'm' }] },
          'InvalidBatchEntryIdException',
          `The Id of a batch entry in the batch request ${message}`,
        ),
      ),
    ],
  },
];

const subscribing: RecordedCase[] = [
  {
    title: 'lost messages of a FIFO subscription go to a FIFO queue',
    source: test('TestSNSSubscriptionSQSFifo::test_validations_for_fifo'),
    recorded: '2023-10',
    steps: [
      { call: 'sns.CreateTopic', input: { Name: '{id}.fifo', Attributes: { FifoTopic: 'true' } }, as: 'topic' },
      {
        call: 'sns.Subscribe',
        input: { TopicArn, Protocol: 'sqs', Endpoint: `${QUEUE}.fifo`, ReturnSubscriptionArn: true },
        as: 'subscription',
      },
      refused(
        'SetSubscriptionAttributes',
        {
          SubscriptionArn: '{subscription.SubscriptionArn}',
          AttributeName: 'RedrivePolicy',
          AttributeValue: JSON.stringify({ deadLetterTargetArn: QUEUE }),
        },
        'RedrivePolicy: must use a FIFO queue as DLQ for a FIFO Subscription to a FIFO Topic.',
      ),
    ],
  },
  {
    title: 'an empty ARN of a subscription is missing',
    source: test('TestSNSSubscriptionCrud::test_unsubscribe_wrong_arn_format'),
    recorded: '2025-10',
    steps: [refused('Unsubscribe', {}, 'SubscriptionArn Reason: no value for required parameter')],
  },
  {
    title: 'phone numbers that cannot be subscribed are named',
    source: test('TestSNSSubscriptionSMS::test_subscribe_invalid_sms'),
    recorded: '2023-08',
    steps: [
      create,
      ...['invalid-number', '+15551234567.', '/+15551234567'].map((Endpoint) =>
        failing('Subscribe', { TopicArn, Protocol: 'sms', Endpoint }, 'InvalidParameterException', `Invalid SMS endpoint: ${Endpoint}`),
      ),
    ],
  },
  {
    title: 'marks between the digits of a phone number do not count',
    source: test('TestSNSSubscriptionCrudV2::test_subscribe_sms_obscure_phone_number'),
    recorded: '2025-10',
    steps: [create, { call: 'sns.Subscribe', input: { TopicArn, Protocol: 'sms', Endpoint: '+12/34-567.890' } }],
  },
  {
    title: 'settings of text messages are known ones',
    source: test('TestSNSSMS::test_set_invalid_sms_attributes'),
    recorded: '2025-11',
    steps: (
      [
        [{ InvalidAttribute: 'any' }, 'InvalidAttribute is not a valid attribute'],
        [{ DefaultSendID: 'too-long-for-a-sender' }, 'DefaultSendID is not a valid attribute'],
        [{ DefaultSMSType: 'InvalidType' }, 'DefaultSMSType is invalid'],
      ] as const
    ).map(([given, message]) => failing('SetSMSAttributes', { attributes: given }, 'InvalidParameterException', message)),
  },
  {
    title: 'a phone number is opted in by its number',
    source: test('TestSNSSMS::test_opt_in_invalid_number'),
    recorded: '2025-11',
    steps: [refused('OptInPhoneNumber', { phoneNumber: 'number' }, 'PhoneNumber Reason: input incorrectly formatted')],
  },
];

const application = (more: object) => ({
  Name: '{id}',
  Platform: 'ADM',
  Attributes: { PlatformPrincipal: 'p', PlatformCredential: 'c' },
  ...more,
});
const makeApplication: Step = { call: 'sns.CreatePlatformApplication', input: application({}), as: 'application' };

const devices: RecordedCase[] = [
  {
    title: 'applications of devices have a name, a known platform and both credentials',
    source: test('TestSNSPlatformApplicationCrud::test_create_platform_application_invalid_attributes'),
    recorded: '2025-12',
    steps: [
      refused(
        'CreatePlatformApplication',
        application({ Attributes: { PlatformPrincipal: 'p' } }),
        'Attributes Reason: PlatformPrincipal attribute provided without PlatformCredential',
      ),
      refused(
        'CreatePlatformApplication',
        application({ Attributes: { PlatformCredential: 'c' } }),
        'Attributes Reason: PlatformCredential attribute provided without PlatformPrincipal',
      ),
      failing(
        'CreatePlatformApplication',
        application({ Attributes: undefined }),
        'ValidationError',
        "1 validation error detected: Value null at 'attributes' failed to satisfy constraint: Member must not be null",
      ),
      refused(
        'CreatePlatformApplication',
        application({ Name: 'a'.repeat(257) }),
        `${'a'.repeat(257)} Reason: must be at most 256 characters long`,
      ),
      refused('CreatePlatformApplication', application({ Name: '' }), ' Reason: cannot be empty'),
      refused(
        'CreatePlatformApplication',
        application({ Name: '@name' }),
        "@name Reason: must contain only characters 'a'-'z', 'A'-'Z', '0'-'9', '_', '-', and '.'",
      ),
      refused('CreatePlatformApplication', application({ Platform: 'AAA' }), 'Platform Reason: AAA is not supported'),
      refused(
        'GetPlatformApplicationAttributes',
        { PlatformApplicationArn: 'text' },
        'PlatformApplicationArn Reason: An ARN must have at least 6 elements, not 1',
      ),
      {
        call: 'sns.GetPlatformApplicationAttributes',
        input: { PlatformApplicationArn: 'arn:aws:sns:us-east-1:{account}:app/ADM/gone' },
        error: { code: 'NotFoundException', message: 'PlatformApplication does not exist', status: 404 },
      },
    ],
  },
  {
    title: 'attributes of devices are known ones, and short',
    source: test('TestSNSPlatformEndpointCrud::test_set_platform_endpoint_attributes_invalid_attributes'),
    recorded: '2025-12',
    steps: [
      makeApplication,
      {
        call: 'sns.CreatePlatformEndpoint',
        input: { PlatformApplicationArn: '{application.PlatformApplicationArn}', Token: 'token' },
        as: 'device',
      },
      ...(
        [
          [{ PlatformPrincipal: 'p' }, 'Attributes Reason: Invalid attribute name: PlatformPrincipal'],
          [{ PlatformCredential: 'c' }, 'Attributes Reason: Invalid attribute name: PlatformCredential'],
          [{ InvalidKey: 'v' }, 'Attributes Reason: Invalid attribute name: InvalidKey'],
          [
            { CustomUserData: 'x'.repeat(2049) },
            'Attributes Reason: Invalid value for attribute: CustomUserData: must be at most 2048 bytes long in UTF-8 encoding',
          ],
        ] as const
      ).map(([Attributes, message]) => refused('SetEndpointAttributes', { EndpointArn: '{device.EndpointArn}', Attributes }, message)),
      refused(
        'SetEndpointAttributes',
        { EndpointArn: 'arn:aws:sns:us-east-1:{account}:endpoint/ADM/app', Attributes: { Enabled: 'true' } },
        'EndpointArn Reason: Wrong number of slashes in relative portion of the ARN.',
      ),
    ],
  },
];

export const recorded: RecordedCases = { service: 'sns', cases: [...publishing, ...subscribing, ...devices] };
