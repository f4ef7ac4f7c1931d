// Recorded answers about entries of the event buses service.
import { call, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`events/test_events.py::${name}`);
const DetailType = 'core.update-account-command';
const Source = 'core.update-account-command';

export const recorded: RecordedCases = {
  service: 'events',
  cases: [
    {
      title: 'the default bus may deliver to another one',
      source: test('TestEventBus::test_put_events_to_default_eventbus_for_custom_eventbus'),
      recorded: '2025-01',
      steps: [
        call('s3.CreateBucket', { Bucket: '{id}' }),
        call('s3.PutBucketNotificationConfiguration', { Bucket: '{id}', NotificationConfiguration: { EventBridgeConfiguration: {} } }),
        call('sqs.CreateQueue', { QueueName: 'test-queue-1' }),
        call(
          'events.CreateEventBus',
          { Name: 'test-eventbus-2' },
          { contains: { EventBusArn: 'arn:aws:events:us-east-1:{account}:event-bus/test-eventbus-2' } },
        ),
        call(
          'events.PutRule',
          { Name: 'test-default-bus-rule-3', EventPattern: '{"detail-type":["Object Created"],"source":["aws.s3"]}', State: 'ENABLED' },
          { contains: { RuleArn: 'arn:aws:events:us-east-1:{account}:rule/test-default-bus-rule-3' } },
        ),
        call(
          'events.PutRule',
          {
            Name: 'test-custom-bus-rule-4',
            EventBusName: 'test-eventbus-2',
            EventPattern:
              '{"detail": {"bucket": {"name": ["{id}"]}, "object": {"key": [{"prefix": "delivery/"}]}}, "detail-type": ["Object Created"], "source": ["aws.s3"]}',
            State: 'ENABLED',
          },
          { contains: { RuleArn: 'arn:aws:events:us-east-1:{account}:rule/test-eventbus-2/test-custom-bus-rule-4' } },
        ),
        call('sqs.SetQueueAttributes', {
          QueueUrl: '{endpoint}/{account}/test-queue-1',
          Attributes: {
            Policy:
              '{"Statement": [{"Sid": "AllowEventsToQueue", "Effect": "Allow", "Principal": {"Service": "events.amazonaws.com"}, "Action": "sqs:SendMessage", "Resource": "arn:aws:sqs:us-east-1:{account}:test-queue-1", "Condition": {"ArnEquals": {"aws:SourceArn": "arn:aws:events:us-east-1:{account}:rule/test-eventbus-2/test-custom-bus-rule-4"}}}]}',
          },
        }),
        call(
          'events.PutTargets',
          {
            Rule: 'test-default-bus-rule-3',
            Targets: [
              {
                Id: 'test-target-default-b-5',
                Arn: 'arn:aws:events:us-east-1:{account}:event-bus/test-eventbus-2',
                RoleArn: 'arn:aws:iam::{account}:role/any',
              },
            ],
          },
          { contains: { FailedEntries: [], FailedEntryCount: 0 } },
        ),
        call(
          'events.PutTargets',
          {
            Rule: 'test-custom-bus-rule-4',
            EventBusName: 'test-eventbus-2',
            Targets: [{ Id: 'test-target-custom-b-6', Arn: 'arn:aws:sqs:us-east-1:{account}:test-queue-1' }],
          },
          { contains: { FailedEntries: [], FailedEntryCount: 0 } },
        ),
      ],
    },
    {
      title: 'an event has a source',
      source: test('TestEvents::test_put_events_without_source'),
      recorded: '2025-01',
      steps: [
        call(
          'events.PutEvents',
          { Entries: [{ DetailType, Detail: '{"command": "update-account", "payload": {"acc_id": "1-4015", "sf_id": "baz"}}' }] },
          {
            contains: {
              Entries: [
                { ErrorCode: 'InvalidArgument', ErrorMessage: 'Parameter Source is not valid. Reason: Source is a required argument.' },
              ],
              FailedEntryCount: 1,
            },
          },
        ),
      ],
    },
    {
      title: 'an event has a detail',
      source: test('TestEvents::test_put_event_without_detail'),
      recorded: '2025-01',
      steps: [
        call(
          'events.PutEvents',
          { Entries: [{ Source, DetailType }] },
          {
            contains: {
              Entries: [
                { ErrorCode: 'InvalidArgument', ErrorMessage: 'Parameter Detail is not valid. Reason: Detail is a required argument.' },
              ],
              FailedEntryCount: 1,
            },
          },
        ),
      ],
    },
    {
      title: 'an event has a type',
      source: test('TestEvents::test_put_event_without_detail_type'),
      recorded: '2025-01',
      steps: [
        call(
          'events.PutEvents',
          {
            Entries: [
              {
                Source: 'some.source',
                Detail: '{"command": "update-account", "payload": {"acc_id": "1-4015", "sf_id": "baz"}}',
                DetailType: '',
              },
            ],
          },
          {
            contains: {
              Entries: [
                {
                  ErrorCode: 'InvalidArgument',
                  ErrorMessage: 'Parameter DetailType is not valid. Reason: DetailType is a required argument.',
                },
              ],
              FailedEntryCount: 1,
            },
          },
        ),
      ],
    },
    {
      title: 'the detail of an event is JSON (STRING)',
      source: test('TestEvents::test_put_event_malformed_detail[STRING]'),
      recorded: '2025-01',
      steps: [
        call(
          'events.PutEvents',
          { Entries: [{ Source, DetailType, Detail: 'NotJSON' }] },
          { contains: { Entries: [{ ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' }], FailedEntryCount: 1 } },
        ),
      ],
    },
    {
      title: 'the detail of an event is JSON (ARRAY)',
      source: test('TestEvents::test_put_event_malformed_detail[ARRAY]'),
      recorded: '2025-01',
      steps: [
        call(
          'events.PutEvents',
          { Entries: [{ Source, DetailType, Detail: '[]' }] },
          { contains: { Entries: [{ ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' }], FailedEntryCount: 1 } },
        ),
      ],
    },
    {
      title: 'the detail of an event is JSON (MALFORMED_JSON)',
      source: test('TestEvents::test_put_event_malformed_detail[MALFORMED_JSON]'),
      recorded: '2025-01',
      steps: [
        call(
          'events.PutEvents',
          { Entries: [{ Source, DetailType, Detail: '{{}' }] },
          { contains: { Entries: [{ ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' }], FailedEntryCount: 1 } },
        ),
      ],
    },
    {
      title: 'the detail of an event is JSON (SERIALIZED_STRING)',
      source: test('TestEvents::test_put_event_malformed_detail[SERIALIZED_STRING]'),
      recorded: '2025-01',
      steps: [
        call(
          'events.PutEvents',
          { Entries: [{ Source, DetailType, Detail: '"NotJSON"' }] },
          { contains: { Entries: [{ ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' }], FailedEntryCount: 1 } },
        ),
      ],
    },
    {
      title: 'the entries of an answer are in the order of the request',
      source: test('TestEvents::test_put_events_response_entries_order'),
      recorded: '2025-01',
      steps: [
        call('sqs.CreateQueue', { QueueName: 'tests-queue-1' }),
        call('sqs.SetQueueAttributes', {
          QueueUrl: '{endpoint}/{account}/tests-queue-1',
          Attributes: {
            Policy:
              '{"Version": "2012-10-17", "Id": "sqs-eventbridge-2", "Statement": [{"Sid": "SendMessage-3", "Effect": "Allow", "Principal": {"Service": "events.amazonaws.com"}, "Action": "sqs:SendMessage", "Resource": "arn:aws:sqs:us-east-1:{account}:tests-queue-1"}]}',
          },
        }),
        call('sqs.CreateQueue', { QueueName: 'tests-queue-4' }),
        call('sqs.SetQueueAttributes', {
          QueueUrl: '{endpoint}/{account}/tests-queue-4',
          Attributes: {
            Policy:
              '{"Version": "2012-10-17", "Id": "sqs-eventbridge-5", "Statement": [{"Sid": "SendMessage-6", "Effect": "Allow", "Principal": {"Service": "events.amazonaws.com"}, "Action": "sqs:SendMessage", "Resource": "arn:aws:sqs:us-east-1:{account}:tests-queue-4"}]}',
          },
        }),
        call('events.PutRule', {
          Name: 'test-rule-7',
          EventPattern: '{"source": ["core.update-account-command"], "detail-type": ["core.update-account-command"]}',
        }),
        call('events.PutTargets', {
          Rule: 'test-rule-7',
          Targets: [
            { Id: 'test-target-1-8', Arn: 'arn:aws:sqs:us-east-1:{account}:tests-queue-1' },
            { Id: 'test-target-2-9', Arn: 'arn:aws:sqs:us-east-1:{account}:tests-queue-4' },
          ],
        }),
        call(
          'events.PutEvents',
          { Entries: [{ Source, DetailType, Detail: '{"command": "update-account", "payload": {"acc_id": "10-4015", "sf_id": "baz"}}' }] },
          { contains: { Entries: [{}], FailedEntryCount: 0 } },
        ),
      ],
    },
  ],
};
