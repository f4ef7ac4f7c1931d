// Recorded answers about messages of the queues service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';

const QueueName = 'test-queue-1';

export const recorded: RecordedCases = {
  service: 'sqs',
  cases: [
    {
      title: 'an empty queue gives nothing (sqs)',
      source: localstack('sqs/test_sqs.py::TestSqsProvider::test_receive_empty_queue[sqs]'),
      recorded: '2025-02',
      steps: [
        call('sqs.CreateQueue', { QueueName }),
        call('sqs.ReceiveMessage', { QueueUrl: '{endpoint}/{account}/test-queue-1', MaxNumberOfMessages: 1 }, { answer: {} }),
        call('sqs.ReceiveMessage', { QueueUrl: '{endpoint}/{account}/test-queue-1', MaxNumberOfMessages: 1 }, { answer: {} }),
      ],
    },
    {
      title: 'a message of a batch that is larger than the queue allows fails alone (sqs)',
      source: localstack(
        'sqs/test_sqs.py::TestSqsProvider::test_send_message_batch_with_oversized_contents_with_updated_maximum_message_size[sqs]',
      ),
      recorded: '2024-04',
      steps: [
        call('sqs.CreateQueue', { QueueName }),
        call('sqs.SetQueueAttributes', { QueueUrl: '{endpoint}/{account}/test-queue-1', Attributes: { MaximumMessageSize: '2048' } }),
        call(
          'sqs.SendMessageBatch',
          {
            QueueUrl: '{endpoint}/{account}/test-queue-1',
            Entries: [
              {
                Id: '1',
                MessageBody:
                  'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
                MessageAttributes: { k: { DataType: 'String', StringValue: 'x' } },
              },
              { Id: '2', MessageBody: 'a' },
            ],
          },
          { contains: { Successful: [{ Id: '1' }, { Id: '2' }] } },
        ),
      ],
    },
    {
      title: 'a message of a standard queue is deleted by a receipt that has expired (sqs)',
      source: localstack('sqs/test_sqs.py::TestSqsProvider::test_delete_after_visibility_timeout[sqs]'),
      recorded: '2025-03',
      steps: [
        call('sqs.CreateQueue', { QueueName: 'test-1', Attributes: { VisibilityTimeout: '1' } }),
        call('sqs.SendMessage', { QueueUrl: '{endpoint}/{account}/test-1', MessageBody: 'foobar' }),
        call('sqs.ReceiveMessage', { QueueUrl: '{endpoint}/{account}/test-1' }, { as: 'message2' }),
        { wait: '1s' },
        call('sqs.DeleteMessage', { QueueUrl: '{endpoint}/{account}/test-1', ReceiptHandle: '{message2.Messages.0.ReceiptHandle}' }),
        call('sqs.ReceiveMessage', { QueueUrl: '{endpoint}/{account}/test-1' }, { answer: {} }),
      ],
    },
    {
      title: 'the visibility of a message is changed after its timeout (sqs)',
      source: localstack('sqs/test_sqs.py::TestSqsProvider::test_change_message_visibility_after_visibility_timeout_expiration[sqs]'),
      recorded: '2024-04',
      steps: [
        call('sqs.CreateQueue', { Attributes: { VisibilityTimeout: '1' }, QueueName }),
        call('sqs.SendMessage', { QueueUrl: '{endpoint}/{account}/test-queue-1', MessageBody: 'test' }),
        call('sqs.ReceiveMessage', { QueueUrl: '{endpoint}/{account}/test-queue-1' }, { as: 'message2' }),
        { wait: '2s' },
        call(
          'sqs.ChangeMessageVisibility',
          { QueueUrl: '{endpoint}/{account}/test-queue-1', ReceiptHandle: '{message2.Messages.0.ReceiptHandle}', VisibilityTimeout: 2 },
          { answer: {} },
        ),
      ],
    },
    {
      title: 'a standard queue takes message groups (sqs)',
      source: localstack('sqs/test_sqs.py::TestSqsProvider::test_fair_queue_with_message_group_id[sqs]'),
      recorded: '2025-08',
      steps: [
        call('sqs.CreateQueue', { QueueName }),
        call(
          'sqs.SendMessage',
          { QueueUrl: '{endpoint}/{account}/test-queue-1', MessageBody: 'message', MessageGroupId: 'test' },
          { as: 'message', contains: { MD5OfMessageBody: '78e731027d8fd50ed642340b7c9a63b3' } },
        ),
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/test-queue-1', AttributeNames: ['All'] },
          {
            contains: {
              Messages: [
                {
                  Attributes: { ApproximateReceiveCount: '1', MessageGroupId: 'test', SenderId: '{account}' },
                  Body: 'message',
                  MessageId: '{message.MessageId}',
                },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'a message that was sent is received',
      source: localstack('sqs/test_sqs.py::TestSqsQueryApi::test_send_message_via_queue_url_with_json_protocol'),
      recorded: '2024-04',
      steps: [
        call('sqs.CreateQueue', { QueueName }),
        call('sqs.ReceiveMessage', { QueueUrl: '{endpoint}/{account}/test-queue-1' }, { answer: {} }),
      ],
    },
    {
      title: 'a handle of a move of messages is well formed',
      source: localstack('sqs/test_sqs_move_task.py::test_cancel_with_invalid_task_handle'),
      recorded: '2024-04',
      steps: [
        refused(
          'sqs.CancelMessageMoveTask',
          { TaskHandle: 'foobared' },
          'InvalidParameterValue',
          'Value for parameter TaskHandle is invalid.',
        ),
      ],
    },
    {
      title: 'a handle of a move of messages names a queue that is there',
      source: localstack('sqs/test_sqs_move_task.py::test_cancel_with_invalid_source_arn_in_task_handle'),
      recorded: '2024-04',
      steps: [
        refused(
          'sqs.CancelMessageMoveTask',
          {
            TaskHandle:
              'eyJ0YXNrSWQiOiIxMGY1NzE1Ny1mYzM4LTRkYTktYTExMy00ZGU3ZTEyZDA1ZGQiLCJzb3VyY2VBcm4iOiJhcm46YXdzOnNxczp1cy1lYXN0LTE6ODc4OTY2MDY1Nzg1OnRlc3QtcXVldWUtZG9lc250LWV4aXN0LTEyMzQ1NiJ9',
          },
          'ResourceNotFoundException',
          "The resource that you specified for the SourceArn parameter doesn't exist.",
          { status: 404 },
        ),
      ],
    },
    {
      title: 'messages are moved to a queue that is there',
      source: localstack('sqs/test_sqs_move_task.py::test_destination_needs_to_exist'),
      recorded: '2024-04',
      steps: [
        call('sqs.CreateQueue', { QueueName }),
        call('sqs.CreateQueue', {
          Attributes: { RedrivePolicy: '{"deadLetterTargetArn": "arn:aws:sqs:us-east-1:{account}:test-queue-1", "maxReceiveCount": 1}' },
          QueueName: 'test-queue-2',
        }),
        call('sqs.CreateQueue', { QueueName: 'test-queue-3' }),
        refused(
          'sqs.StartMessageMoveTask',
          {
            SourceArn: 'arn:aws:sqs:us-east-1:{account}:test-queue-1',
            DestinationArn: 'arn:aws:sqs:us-east-1:{account}:test-queue-c3d573c2doesntexist',
          },
          'ResourceNotFoundException',
          "The resource that you specified for the DestinationArn parameter doesn't exist.",
          { status: 404 },
        ),
      ],
    },
  ],
};
