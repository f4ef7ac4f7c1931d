// Recorded answers about fifo of the queues service.
import { call, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`sqs/test_sqs.py::TestSqsProvider::${name}`);
const MessageBody = 'Test';

export const recorded: RecordedCases = {
  service: 'sqs',
  cases: [
    {
      title: 'a duplicate is one of the whole queue, whatever its group (sqs)',
      source: test('test_sqs_fifo_same_dedup_id_different_message_groups[sqs]'),
      recorded: '2024-04',
      steps: [
        call('sqs.CreateQueue', { QueueName: 'queue-1.fifo', Attributes: { FifoQueue: 'True', ContentBasedDeduplication: 'False' } }),
        call(
          'sqs.SendMessage',
          { QueueUrl: '{endpoint}/{account}/queue-1.fifo', MessageBody, MessageGroupId: 'group1', MessageDeduplicationId: 'same-dedup' },
          { as: 'message' },
        ),
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/queue-1.fifo' },
          { as: 'message2', contains: { Messages: [{ Body: 'Test', MessageId: '{message.MessageId}' }] } },
        ),
        call('sqs.DeleteMessage', { QueueUrl: '{endpoint}/{account}/queue-1.fifo', ReceiptHandle: '{message2.Messages.0.ReceiptHandle}' }),
        call('sqs.SendMessage', {
          QueueUrl: '{endpoint}/{account}/queue-1.fifo',
          MessageBody,
          MessageGroupId: 'group2',
          MessageDeduplicationId: 'same-dedup',
        }),
        call('sqs.ReceiveMessage', { QueueUrl: '{endpoint}/{account}/queue-1.fifo' }, { answer: {} }),
      ],
    },
    {
      title: 'the scope of duplicates may be the group without high throughput (sqs)',
      source: test('test_sqs_fifo_message_group_scope_no_throughput_setting[sqs]'),
      recorded: '2024-05',
      steps: [
        call('sqs.CreateQueue', {
          QueueName: 'queue-1.fifo',
          Attributes: { FifoQueue: 'True', ContentBasedDeduplication: 'True', DeduplicationScope: 'messageGroup' },
        }),
        call(
          'sqs.SendMessage',
          { QueueUrl: '{endpoint}/{account}/queue-1.fifo', MessageBody, MessageGroupId: 'group1' },
          { as: 'message' },
        ),
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/queue-1.fifo' },
          { as: 'message2', contains: { Messages: [{ Body: 'Test', MessageId: '{message.MessageId}' }] } },
        ),
        call('sqs.DeleteMessage', { QueueUrl: '{endpoint}/{account}/queue-1.fifo', ReceiptHandle: '{message2.Messages.0.ReceiptHandle}' }),
        call(
          'sqs.SendMessage',
          { QueueUrl: '{endpoint}/{account}/queue-1.fifo', MessageBody, MessageGroupId: 'group2' },
          { as: 'message4' },
        ),
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/queue-1.fifo' },
          { contains: { Messages: [{ Body: 'Test', MessageId: '{message4.MessageId}' }] } },
        ),
      ],
    },
  ],
};
