// Recorded answers of the topic service about topics and messages.
import type { RecordedCase, RecordedCases, Step } from '../case.ts';
import { create, missing, refused, TopicArn, test } from '../topic-steps.ts';

const publish = (more: object) => ({ TopicArn, Message: 'hello', ...more });

const cases: RecordedCase[] = [
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

export const recorded: RecordedCases = { service: 'sns', cases };
