// Recorded answers of the queue service.
import { ANY, localstack, moto, NONE, type RecordedCase, type RecordedCases, type Step } from '../case.ts';

const test = (name: string): string => localstack(`sqs/test_sqs.py::TestSqsProvider::${name}`);

const create = (Attributes: Record<string, string> = {}, name = 'q'): Step => ({
  call: 'sqs.CreateQueue',
  input: { QueueName: Attributes['FifoQueue'] ? `${name}.fifo` : name, Attributes },
  as: name,
});
const QueueUrl = '{q.QueueUrl}';
const FIFO = { FifoQueue: 'true', ContentBasedDeduplication: 'true' };
const send = (MessageBody: string, more: object = {}): Step => ({ call: 'sqs.SendMessage', input: { QueueUrl, MessageBody, ...more } });
const inGroup = (MessageBody: string): Step => send(MessageBody, { MessageGroupId: MessageBody.slice(0, 2) });
/** Receives up to five messages: those with these bodies, in this order. */
const receive = (bodies: readonly string[], as = 'received', MaxNumberOfMessages = 5): Step => ({
  call: 'sqs.ReceiveMessage',
  input: { QueueUrl, MaxNumberOfMessages },
  as,
  ...(bodies.length === 0 ? { answer: {} } : { contains: { Messages: bodies.map((Body) => ({ Body })) } }),
});
const received = (as: string, index = 0) => ({ QueueUrl, ReceiptHandle: `{${as}.Messages.${index}.ReceiptHandle}` });
const remove = (as: string): Step => ({ call: 'sqs.DeleteMessage', input: received(as) });
const change = (index: number, VisibilityTimeout: number, as = 'received'): Step => ({
  call: 'sqs.ChangeMessageVisibility',
  input: { ...received(as, index), VisibilityTimeout },
});

const fifo: RecordedCase[] = [
  ...[0, 1, 2].map((position) => ({
    title: `a FIFO group gives the messages before number ${position + 1}, whose visibility was extended`,
    source: test('test_fifo_group_visibility_extends_with_change_message_visibility'),
    recorded: '2025-11',
    steps: [
      create({ ...FIFO, VisibilityTimeout: '1' }),
      ...['g1-foo', 'g1-bar', 'g1-baz'].map(inGroup),
      receive(['g1-foo', 'g1-bar', 'g1-baz']),
      change(position, 4),
      { wait: '2s' },
      receive(['g1-foo', 'g1-bar', 'g1-baz'].slice(0, position)),
    ],
  })),
  {
    title: 'a FIFO group becomes visible with its first message',
    source: test('test_fifo_message_group_visibility_after_terminate_visibility_timeout'),
    recorded: '2025-11',
    steps: [
      create({ ...FIFO, VisibilityTimeout: '30' }),
      ...['g1-m1', 'g1-m2', 'g2-m1'].map(inGroup),
      receive(['g1-m1', 'g1-m2'], 'received', 2),
      { wait: '1s' },
      change(0, 0),
      receive(['g2-m1', 'g1-m1'], 'again', 3),
    ],
  },
  {
    title: 'a FIFO group becomes visible when the shortened timeout of its first message ends',
    source: test('test_fifo_message_group_visibility_after_change_message_visibility'),
    recorded: '2025-11',
    steps: [
      create({ ...FIFO, VisibilityTimeout: '30' }),
      ...['g1-m1', 'g1-m2', 'g2-m1'].map(inGroup),
      receive(['g1-m1', 'g1-m2'], 'received', 2),
      change(0, 1),
      { wait: '2s' },
      receive(['g2-m1', 'g1-m1'], 'again', 3),
    ],
  },
  {
    title: 'a purge clears the deduplication ids of a FIFO queue',
    source: test('test_purge_queue_clears_fifo_deduplication_cache'),
    recorded: 'before 2026-03',
    steps: [
      create({ FifoQueue: 'true' }),
      send('message-1', { MessageGroupId: 'g', MessageDeduplicationId: 'd' }),
      { call: 'sqs.PurgeQueue', input: { QueueUrl } },
      send('message-2', { MessageGroupId: 'g', MessageDeduplicationId: 'd' }),
      receive(['message-2']),
    ],
  },
];

const attributes: RecordedCase[] = [
  ...['True', 'False'].map((flag) => ({
    title: `flags may be written as ${flag}`,
    source: test('test_fifo_high_throughput_ordering, test_fifo_approximate_number_of_messages_not_visible'),
    recorded: '2024-04',
    steps: [
      create({ FifoQueue: 'True', ContentBasedDeduplication: flag, SqsManagedSseEnabled: flag }),
      {
        call: 'sqs.GetQueueAttributes',
        input: { QueueUrl, AttributeNames: ['FifoQueue', 'ContentBasedDeduplication', 'SqsManagedSseEnabled'] },
        answer: {
          Attributes: { FifoQueue: 'true', ContentBasedDeduplication: flag.toLowerCase(), SqsManagedSseEnabled: flag.toLowerCase() },
        },
      },
    ],
  })),
  ...(
    [
      ['DeduplicationScope', 'messageGroup', 'You can specify the DeduplicationScope only when FifoQueue is set to true.'],
      ['FifoThroughputLimit', 'perMessageGroupId', 'You can specify the FifoThroughputLimit only when FifoQueue is set to true.'],
      ['ContentBasedDeduplication', 'false', 'Unknown Attribute ContentBasedDeduplication.'],
      ['FifoQueue', 'false', 'Unknown Attribute FifoQueue.'],
    ] as const
  ).map(([name, value, message]) => ({
    title: `a standard queue refuses ${name}`,
    source: test('test_create_standard_queue_with_fifo_attribute_raises_error'),
    recorded: '2024-05',
    steps: [
      {
        call: 'sqs.CreateQueue',
        input: { QueueName: 'q', Attributes: { [name]: value } },
        error: { code: 'InvalidAttributeName', message, status: 400 },
      },
    ],
  })),
  {
    title: 'a redrive policy comes back compact, with a number',
    source: "the documentation of Terraform's aws_sqs_queue, which asks for the number because of that",
    recorded: 'before 2026-03',
    steps: [
      create({}, 'dead'),
      create({ RedrivePolicy: '{ "maxReceiveCount" : "5", "deadLetterTargetArn": "arn:aws:sqs:us-east-1:{account}:dead" }' }),
      {
        call: 'sqs.GetQueueAttributes',
        input: { QueueUrl, AttributeNames: ['RedrivePolicy'] },
        answer: {
          Attributes: { RedrivePolicy: '{"deadLetterTargetArn":"arn:aws:sqs:us-east-1:{account}:dead","maxReceiveCount":5}' },
        },
      },
    ],
  },
  {
    title: 'a queue without tags has no list of tags',
    source: test('test_tag_untag_queue'),
    recorded: '2024-04',
    steps: [create(), { call: 'sqs.ListQueueTags', input: { QueueUrl }, answer: {} }],
  },
  {
    title: 'the URL of another host that names no queue is no queue',
    source: moto('tests/test_sqs/test_sqs.py::test_get_queue_url_error_not_exists'),
    recorded: 'before 2026-03',
    steps: [
      {
        call: 'sqs.GetQueueAttributes',
        input: { QueueUrl: 'http://whatever-incorrect-queue-address', AttributeNames: ['All'] },
        error: { code: 'QueueDoesNotExist', status: 400 },
      },
    ],
  },
];

const ATTRIBUTES = {
  General: { DataType: 'String', StringValue: 'Kenobi' },
  Hello: { DataType: 'String', StringValue: 'There' },
  'Help.Me': { DataType: 'String', StringValue: 'Me' },
};
const messages: RecordedCase[] = [
  ...(
    [
      [['All'], ['General', 'Hello', 'Help.Me'], '4c360f3fdafd970e05fae2f149d997f5'],
      [['*'], ['General', 'Hello', 'Help.Me'], '4c360f3fdafd970e05fae2f149d997f5'],
      [['.*'], ['General', 'Hello', 'Help.Me'], '4c360f3fdafd970e05fae2f149d997f5'],
      [['Foo', 'Help'], [], NONE],
      [['General', 'Hello'], ['General', 'Hello'], 'fca026605781cb4126a1e9044df24232'],
      [['Foo', 'Hello'], ['Hello'], 'a311262e065454b75da111d535b8dacd'],
      [['Hel.*'], ['Hello', 'Help.Me'], '83fee93c1bcd8b9a5a923ffacdc636c7'],
    ] as const
  ).map(([names, found, md5]) => ({
    title: `MessageAttributeNames ${names} receives ${found.join(', ') || 'none'}`,
    source: test('test_receive_message_message_attribute_names_filters'),
    recorded: '2024-04',
    steps: [
      create(),
      send('msg', { MessageAttributes: ATTRIBUTES }),
      {
        call: 'sqs.ReceiveMessage',
        input: { QueueUrl, MessageAttributeNames: names },
        contains: {
          Messages: [
            {
              Body: 'msg',
              MD5OfBody: '6e2baaf3b97dbeef01c0043275f9a0e7',
              MD5OfMessageAttributes: md5,
              MessageAttributes: found.length === 0 ? NONE : Object.fromEntries(found.map((name) => [name, ATTRIBUTES[name]])),
            },
          ],
        },
      },
    ],
  })),
  {
    title: 'a batch without failures has no list of them',
    source: test('test_send_message_batch_with_empty_list'),
    recorded: '2024-04',
    steps: [
      create(),
      {
        call: 'sqs.SendMessageBatch',
        input: { QueueUrl, Entries: [{ Id: 'a', MessageBody: 'x' }] },
        answer: { Successful: [{ Id: 'a', MessageId: ANY, MD5OfMessageBody: '9dd4e461268c8034f5c8564e155c67a6' }] },
      },
    ],
  },
  {
    title: 'an entry of a batch that is longer than the queue allows fails alone',
    source: test('test_send_batch_message_size'),
    recorded: '2024-04',
    steps: [
      create({ MaximumMessageSize: '1024' }),
      {
        call: 'sqs.SendMessageBatch',
        input: {
          QueueUrl,
          Entries: [
            { Id: 'a', MessageBody: 'a'.repeat(1025) },
            { Id: 'b', MessageBody: 'a'.repeat(1024) },
          ],
        },
        answer: {
          Failed: [
            {
              Code: 'InvalidParameterValue',
              Id: 'a',
              Message: 'One or more parameters cannot be validated. Reason: Message must be shorter than 1024 bytes.',
              SenderFault: true,
            },
          ],
          Successful: [{ Id: 'b', MD5OfMessageBody: 'c9a34cfc85d982698c6ac89f76071abd', MessageId: ANY }],
        },
      },
    ],
  },
  {
    title: 'a batch of one entry that is too long is refused whole',
    source: test('test_send_message_batch_with_oversized_contents'),
    recorded: '2025-08',
    steps: [
      create(),
      {
        call: 'sqs.SendMessageBatch',
        input: { QueueUrl, Entries: [{ Id: '1', MessageBody: 'a'.repeat(1_048_577) }] },
        error: {
          code: 'BatchRequestTooLong',
          message: 'Batch requests cannot be longer than 1048576 bytes. You have sent 1048577 bytes.',
          status: 400,
        },
      },
    ],
  },
  {
    title: 'an earlier receipt handle changes the visibility of a message that was received again',
    source: moto('tests/test_sqs/test_sqs.py::test_change_message_visibility_on_old_message'),
    recorded: 'before 2026-03',
    steps: [
      create({ VisibilityTimeout: '1' }),
      send('x'),
      receive(['x'], 'first'),
      { wait: '2s' },
      receive(['x'], 'second'),
      change(0, 100, 'first'),
      { wait: '2s' },
      receive([]),
    ],
  },
  {
    title: 'an earlier receipt handle deletes a message that was received again, and every handle deletes it once more',
    source: moto('tests/test_sqs/test_sqs.py::test_delete_message_using_old_receipt_handle'),
    recorded: '2021-12',
    steps: [
      create({ VisibilityTimeout: '0' }),
      send('body'),
      receive(['body'], 'first'),
      receive(['body'], 'second'),
      remove('first'),
      receive([]),
      ...['first', 'second'].map(remove),
    ],
  },
  {
    title: 'a message that is visible again comes before a newer one',
    source: test('test_inflight_message_requeue'),
    recorded: 'before 2026-03',
    differs:
      'Messages of a standard queue come in the order in which they became visible. The service promises no order at all, and the older message ' +
      'first would let one that always fails delay all others.',
    steps: [
      create({ VisibilityTimeout: '3' }),
      send('test1'),
      receive(['test1']),
      { wait: '1s' },
      send('test2'),
      { wait: '3s' },
      receive(['test1'], 'again', 1),
    ],
  },
];

export const recorded: RecordedCases = { service: 'sqs', cases: [...fifo, ...attributes, ...messages] };
