// Recorded answers about attributes of the queues service.
import { call, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`sqs/test_sqs.py::TestSqsProvider::${name}`);

export const recorded: RecordedCases = {
  service: 'sqs',
  cases: [
    {
      title: 'attributes of messages are told by their names (sqs)',
      source: test('test_receive_message_attribute_names_filters[sqs]'),
      recorded: '2024-06',
      steps: [
        call('sqs.CreateQueue', { Attributes: { VisibilityTimeout: '0' }, QueueName: 'test-queue-1' }),
        call(
          'sqs.SendMessage',
          {
            QueueUrl: '{endpoint}/{account}/test-queue-1',
            MessageBody: 'msg',
            MessageAttributes: { Foo: { DataType: 'String', StringValue: 'Bar' } },
          },
          { as: 'message' },
        ),
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/test-queue-1', AttributeNames: ['All'], MessageAttributeNames: [] },
          {
            as: 'message2',
            contains: {
              Messages: [
                { Attributes: { ApproximateReceiveCount: '1', SenderId: '{account}' }, Body: 'msg', MessageId: '{message.MessageId}' },
              ],
            },
          },
        ),
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/test-queue-1', AttributeNames: ['All'], MessageAttributeNames: ['All'] },
          {
            as: 'message3',
            contains: {
              Messages: [
                {
                  Attributes: { ApproximateReceiveCount: '2', SenderId: '{message2.Messages.0.Attributes.SenderId}' },
                  Body: 'msg',
                  MessageAttributes: { Foo: { DataType: 'String', StringValue: 'Bar' } },
                  MessageId: '{message2.Messages.0.MessageId}',
                },
              ],
            },
          },
        ),
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/test-queue-1', AttributeNames: ['SenderId'], MessageAttributeNames: [] },
          {
            as: 'message4',
            contains: {
              Messages: [
                {
                  Attributes: { SenderId: '{message3.Messages.0.Attributes.SenderId}' },
                  Body: 'msg',
                  MessageId: '{message3.Messages.0.MessageId}',
                },
              ],
            },
          },
        ),
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/test-queue-1', AttributeNames: ['SenderId', 'SequenceNumber'], MessageAttributeNames: [] },
          {
            contains: {
              Messages: [
                {
                  Attributes: { SenderId: '{message4.Messages.0.Attributes.SenderId}' },
                  Body: 'msg',
                  MessageId: '{message4.Messages.0.MessageId}',
                },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'system attributes are told by their names (sqs)',
      source: test('test_receive_message_message_system_attribute_names_filters[sqs]'),
      recorded: '2024-06',
      steps: [
        call('sqs.CreateQueue', { Attributes: { VisibilityTimeout: '0' }, QueueName: 'test-queue-1' }),
        call(
          'sqs.SendMessage',
          {
            QueueUrl: '{endpoint}/{account}/test-queue-1',
            MessageBody: 'msg',
            MessageAttributes: { Foo: { DataType: 'String', StringValue: 'Bar' } },
          },
          { as: 'message' },
        ),
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/test-queue-1', MessageSystemAttributeNames: ['All'], MessageAttributeNames: [] },
          {
            as: 'message2',
            contains: {
              Messages: [
                { Attributes: { ApproximateReceiveCount: '1', SenderId: '{account}' }, Body: 'msg', MessageId: '{message.MessageId}' },
              ],
            },
          },
        ),
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/test-queue-1', MessageSystemAttributeNames: ['All'], MessageAttributeNames: ['All'] },
          {
            as: 'message3',
            contains: {
              Messages: [
                {
                  Attributes: { ApproximateReceiveCount: '2', SenderId: '{message2.Messages.0.Attributes.SenderId}' },
                  Body: 'msg',
                  MessageAttributes: { Foo: { DataType: 'String', StringValue: 'Bar' } },
                  MessageId: '{message2.Messages.0.MessageId}',
                },
              ],
            },
          },
        ),
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/test-queue-1', MessageSystemAttributeNames: ['SenderId'], MessageAttributeNames: [] },
          {
            as: 'message4',
            contains: {
              Messages: [
                {
                  Attributes: { SenderId: '{message3.Messages.0.Attributes.SenderId}' },
                  Body: 'msg',
                  MessageId: '{message3.Messages.0.MessageId}',
                },
              ],
            },
          },
        ),
        call(
          'sqs.ReceiveMessage',
          {
            QueueUrl: '{endpoint}/{account}/test-queue-1',
            MessageSystemAttributeNames: ['SenderId', 'SequenceNumber'],
            MessageAttributeNames: [],
          },
          {
            contains: {
              Messages: [
                {
                  Attributes: { SenderId: '{message4.Messages.0.Attributes.SenderId}' },
                  Body: 'msg',
                  MessageId: '{message4.Messages.0.MessageId}',
                },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'both members that name system attributes count (sqs)',
      source: test('test_message_system_attribute_names_with_attribute_names[sqs]'),
      recorded: '2024-06',
      steps: [
        call('sqs.CreateQueue', { Attributes: { VisibilityTimeout: '0' }, QueueName: 'test-queue-1' }),
        call(
          'sqs.SendMessage',
          {
            QueueUrl: '{endpoint}/{account}/test-queue-1',
            MessageBody: 'msg',
            MessageAttributes: { Foo: { DataType: 'String', StringValue: 'Bar' } },
          },
          { as: 'message' },
        ),
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/test-queue-1', MessageSystemAttributeNames: ['All'], AttributeNames: ['All'] },
          {
            as: 'message2',
            contains: {
              Messages: [
                { Attributes: { ApproximateReceiveCount: '1', SenderId: '{account}' }, Body: 'msg', MessageId: '{message.MessageId}' },
              ],
            },
          },
        ),
        call(
          'sqs.ReceiveMessage',
          { QueueUrl: '{endpoint}/{account}/test-queue-1', MessageSystemAttributeNames: ['All'], AttributeNames: ['SenderId'] },
          {
            contains: {
              Messages: [
                {
                  Attributes: { ApproximateReceiveCount: '2', SenderId: '{message2.Messages.0.Attributes.SenderId}' },
                  Body: 'msg',
                  MessageId: '{message2.Messages.0.MessageId}',
                },
              ],
            },
          },
        ),
      ],
    },
  ],
};
