// Recorded refusals of queues: values out of range, batches, groups and ids, permissions.
import { localstack, type RecordedCase, type RecordedCases, type Step } from '../case.ts';

const test = (name: string): string => localstack(`sqs/test_sqs.py::TestSqsProvider::${name}`);
const QueueUrl = '{queue.QueueUrl}';
const create = (Attributes: object = {}, QueueName = 'q'): Step => ({
  call: 'sqs.CreateQueue',
  input: { QueueName, Attributes },
  as: 'queue',
});
const fifo = (more: object = {}): Step => create({ FifoQueue: 'true', ...more }, 'q.fifo');
const call = (operation: string, input: object, outcome: object = {}): Step => ({
  call: `sqs.${operation}`,
  input: { QueueUrl, ...input },
  ...outcome,
});
const refused = (code: string, message: string, status = 400) => ({ error: { code, message, status } });
const invalid = (message: string) => refused('InvalidParameterValue', message);
const missing = (name: string) => refused('MissingParameter', `The request must contain the parameter ${name}.`);
const CHARACTERS = 'can only include alphanumeric and punctuation characters. 1 to 128 in length.';
const DEDUPLICATION = 'The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly';
const BATCH_ID = refused(
  'InvalidBatchEntryId',
  'A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.',
);

const messages: RecordedCase[] = [
  {
    title: 'a receive takes from 1 to 10 messages',
    source: test('test_send_receive_max_number_of_messages'),
    recorded: '2024-04',
    steps: [
      create(),
      call(
        'ReceiveMessage',
        { MaxNumberOfMessages: 11 },
        invalid('Value 11 for parameter MaxNumberOfMessages is invalid. Reason: Must be between 1 and 10, if provided.'),
      ),
    ],
  },
  ...[21, -1].map((WaitTimeSeconds) => ({
    title: `a receive does not wait ${WaitTimeSeconds} seconds`,
    source: test('test_send_receive_wait_time_seconds'),
    recorded: '2025-02',
    steps: [
      create(),
      call(
        'ReceiveMessage',
        { WaitTimeSeconds },
        invalid(`Value ${WaitTimeSeconds} for parameter WaitTimeSeconds is invalid. Reason: Must be >= 0 and <= 20, if provided.`),
      ),
    ],
  })),
  {
    title: 'a message has a body, no longer than 1 MiB or than the queue says',
    source: test('test_send_empty_message, test_send_oversized_message, test_send_message_with_updated_maximum_message_size'),
    recorded: '2025-09',
    steps: [
      create(),
      call('SendMessage', { MessageBody: '' }, missing('MessageBody')),
      call(
        'SendMessage',
        { MessageBody: 'a'.repeat(1_048_577) },
        invalid('One or more parameters are invalid. Reason: Message must be shorter than 1048576 bytes.'),
      ),
      call('SetQueueAttributes', { Attributes: { MaximumMessageSize: '1024' } }),
      call(
        'SendMessage',
        { MessageBody: 'a'.repeat(1025) },
        invalid('One or more parameters are invalid. Reason: Message must be shorter than 1024 bytes.'),
      ),
    ],
  },
  {
    title: 'an attribute of a message that is a text is not empty',
    source: test('test_send_message_with_empty_string_attribute'),
    recorded: '2024-04',
    steps: [
      create(),
      call(
        'SendMessage',
        { MessageBody: 'x', MessageAttributes: { ErrorDetails: { StringValue: '', DataType: 'String' } } },
        invalid("Message (user) attribute 'ErrorDetails' must contain a non-empty value of type 'String'."),
      ),
    ],
  },
  {
    title: 'a FIFO queue delays no single message, and needs a group and a deduplication',
    source: test('test_fifo_queue_send_message_with_delay_seconds_fails, test_posting_to_fifo_requires_deduplicationid_group_id'),
    recorded: '2024-04',
    steps: [
      fifo(),
      call('SendMessage', { MessageBody: 'x', MessageGroupId: 'g' }, invalid(DEDUPLICATION)),
      call('SendMessage', { MessageBody: 'x', MessageDeduplicationId: 'd' }, missing('MessageGroupId')),
      call(
        'SendMessage',
        { MessageBody: 'x', MessageGroupId: 'g', MessageDeduplicationId: 'd', DelaySeconds: 2 },
        invalid(
          'Value 2 for parameter DelaySeconds is invalid. Reason: The request include parameter that is not valid for this queue type.',
        ),
      ),
    ],
  },
  ...(
    [
      ['empty', ''],
      ['too long', 'a'.repeat(129)],
      ['with a space', 'group 123'],
    ] as const
  ).flatMap(([which, id]) => [
    {
      title: `a group in a standard queue is not ${which}`,
      source: test('test_send_message_to_standard_queue_with_invalid_message_group_id'),
      recorded: '2025-07',
      steps: [
        create(),
        call(
          'SendMessage',
          { MessageBody: 'x', MessageGroupId: id },
          invalid(`Value ${id} for parameter MessageGroupId is invalid. Reason: MessageGroupId ${CHARACTERS}`),
        ),
      ],
    },
    {
      title: `a deduplication id is not ${which}`,
      source: test('test_message_deduplication_id_invalid'),
      recorded: '2025-07',
      steps: [
        fifo(),
        call(
          'SendMessage',
          { MessageBody: 'x', MessageGroupId: 'test', MessageDeduplicationId: id },
          invalid(`Value ${id} for parameter MessageDeduplicationId is invalid. Reason: MessageDeduplicationId ${CHARACTERS}`),
        ),
      ],
    },
  ]),
];

const twenty = (entry: (id: string) => object): object[] => Array.from({ length: 20 }, (_, n) => ({ Id: `id-${n}`, ...entry(`id-${n}`) }));

const batches: RecordedCase[] = [
  ...(
    [
      ['SendMessageBatch', () => ({ MessageBody: 'x' })],
      ['DeleteMessageBatch', (id: string) => ({ ReceiptHandle: id })],
      ['ChangeMessageVisibilityBatch', (id: string) => ({ ReceiptHandle: id, VisibilityTimeout: 123 })],
    ] as const
  ).map(([operation, entry]) => ({
    title: `${operation} takes 10 entries`,
    source: test(
      'test_too_many_entries_in_batch_request, test_delete_message_batch_with_too_large_batch, test_change_message_visibility_batch_with_too_large_batch',
    ),
    recorded: '2024-04',
    steps: [
      create(),
      call(
        operation,
        { Entries: twenty(entry) },
        refused('TooManyEntriesInBatchRequest', 'Maximum number of entries per request are 10. You have sent 20.'),
      ),
    ],
  })),
  ...['', 'testLongId'.repeat(10), 'invalid:id'].map((Id) => ({
    title: `an entry of a batch has not the id "${Id.slice(0, 12)}"`,
    source: test('test_invalid_batch_id, test_delete_message_batch_invalid_msg_id'),
    recorded: '2024-04',
    steps: [
      create(),
      call('SendMessageBatch', { Entries: [{ Id, MessageBody: 'x' }] }, BATCH_ID),
      call('DeleteMessageBatch', { Entries: [{ Id, ReceiptHandle: 'x' }] }, BATCH_ID),
    ],
  })),
  {
    title: 'one entry of a batch without group or deduplication refuses all, in a FIFO queue',
    source: test('test_send_batch_missing_deduplication_id_for_fifo_queue, test_send_batch_missing_message_group_id_for_fifo_queue'),
    recorded: '2024-04',
    steps: [
      fifo(),
      call(
        'SendMessageBatch',
        {
          Entries: [
            { Id: '1', MessageBody: 'x', MessageGroupId: 'g', MessageDeduplicationId: 'd' },
            { Id: '2', MessageBody: 'x', MessageGroupId: 'g' },
          ],
        },
        invalid(DEDUPLICATION),
      ),
      call(
        'SendMessageBatch',
        { Entries: [{ Id: '1', MessageBody: 'x', MessageDeduplicationId: 'd' }] },
        refused('InvalidParameterValue', 'The request must contain the parameter MessageGroupId.'),
      ),
    ],
  },
];

const MISMATCH = (name: string) =>
  refused('QueueNameExists', `A queue already exists with the same name and a different value for attribute ${name}`);
const createAgain = (Attributes: object, outcome: object = {}, QueueName = 'q'): Step => ({
  call: 'sqs.CreateQueue',
  input: { QueueName, Attributes },
  ...outcome,
});

const queues: RecordedCase[] = [
  {
    title: 'a queue is created again only with what it has',
    source: test('test_create_queue_with_different_attributes_raises_exception'),
    recorded: '2024-04',
    steps: [
      create({ ReceiveMessageWaitTimeSeconds: '1', DelaySeconds: '1' }),
      createAgain({}, { answer: { QueueUrl } }),
      createAgain({ DelaySeconds: '1' }, { answer: { QueueUrl } }),
      createAgain({ ReceiveMessageWaitTimeSeconds: '1', DelaySeconds: '2' }, MISMATCH('DelaySeconds')),
      call('SetQueueAttributes', { Attributes: { DelaySeconds: '2' } }),
      createAgain({ ReceiveMessageWaitTimeSeconds: '1', DelaySeconds: '2' }, { answer: { QueueUrl } }),
      createAgain({ ReceiveMessageWaitTimeSeconds: '1', DelaySeconds: '1' }, MISMATCH('DelaySeconds')),
    ],
  },
  {
    title: 'a FIFO queue is not created again with another deduplication',
    source: test('test_create_fifo_queue_with_different_attributes_raises_error'),
    recorded: '2024-04',
    steps: [
      fifo({ ContentBasedDeduplication: 'true' }),
      createAgain({ FifoQueue: 'true', ContentBasedDeduplication: 'false' }, MISMATCH('ContentBasedDeduplication'), 'q.fifo'),
    ],
  },
  {
    title: 'the type of a queue is not changed',
    source: test('test_set_unsupported_attribute_fifo, test_set_unsupported_attribute_standard'),
    recorded: '2024-05',
    steps: [
      create(),
      ...['true', 'false'].map((FifoQueue) =>
        call('SetQueueAttributes', { Attributes: { FifoQueue } }, refused('InvalidAttributeName', 'Unknown Attribute FifoQueue.')),
      ),
      fifo(),
      call('SetQueueAttributes', { Attributes: { FifoQueue: 'true' } }),
      call(
        'SetQueueAttributes',
        { Attributes: { FifoQueue: 'false' } },
        refused('InvalidAttributeValue', 'Invalid value for the parameter FifoQueue. Reason: Modifying queue type is not supported.'),
      ),
    ],
  },
  {
    title: 'a queue is purged once in a minute',
    source: test('test_successive_purge_calls_fail'),
    recorded: '2024-04',
    steps: [
      create(),
      call('PurgeQueue', {}),
      call('PurgeQueue', {}, refused('PurgeQueueInProgress', 'Only one PurgeQueue operation on q is allowed every 60 seconds.', 403)),
      { wait: '61s' },
      call('PurgeQueue', {}),
    ],
  },
  {
    title: 'a permission has a label of its own, and one that is there may be removed',
    source: test('test_sqs_permission_lifecycle'),
    recorded: '2024-04',
    steps: [
      create(),
      call('AddPermission', { AWSAccountIds: ['{account}'], Actions: ['ReceiveMessage'], Label: 'one' }),
      call(
        'GetQueueAttributes',
        { AttributeNames: ['Policy'] },
        {
          answer: {
            Attributes: {
              Policy:
                '{"Version":"2008-10-17","Id":"arn:aws:sqs:us-east-1:{account}:q/SQSDefaultPolicy","Statement":[{"Sid":"one","Effect":"Allow","Principal":{"AWS":"arn:aws:iam::{account}:root"},"Action":"SQS:ReceiveMessage","Resource":"arn:aws:sqs:us-east-1:{account}:q"}]}',
            },
          },
        },
      ),
      call(
        'AddPermission',
        { AWSAccountIds: ['668614515564'], Actions: ['ReceiveMessage'], Label: 'one' },
        invalid('Value one for parameter Label is invalid. Reason: Already exists.'),
      ),
      call('RemovePermission', { Label: 'one' }),
      call('GetQueueAttributes', { AttributeNames: ['Policy'] }, { answer: {} }),
      call('RemovePermission', { Label: 'two' }, invalid("Value two for parameter Label is invalid. Reason: can't find label.")),
    ],
  },
];

export const recorded: RecordedCases = { service: 'sqs', cases: [...messages, ...batches, ...queues] };
