// Recorded answers about entries of the event buses service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';

const EventBusName = 'test-bus-4';

export const recorded: RecordedCases = {
  service: 'events',
  cases: [
    {
      title: 'an event is accepted although its target is not there',
      source: localstack('events/test_events.py::TestEvents::test_put_events_with_target_delivery_failure'),
      recorded: '2025-01',
      steps: [
        call('sqs.CreateQueue', { QueueName: 'test-queue-1' }),
        call('sqs.DeleteQueue', { QueueUrl: '{endpoint}/{account}/test-queue-1' }),
        call('events.PutRule', {
          Name: 'test-rule-2',
          EventPattern: '{"source": ["core.update-account-command"], "detail-type": ["core.update-account-command"]}',
        }),
        call('events.PutTargets', {
          Rule: 'test-rule-2',
          Targets: [{ Id: 'test-target-3', Arn: 'arn:aws:sqs:us-east-1:{account}:test-queue-1' }],
        }),
        call(
          'events.PutEvents',
          {
            Entries: [
              {
                Source: 'core.update-account-command',
                DetailType: 'core.update-account-command',
                Detail: '{"command": "update-account", "payload": {"acc_id": "4-4015", "sf_id": "baz"}}',
              },
            ],
          },
          { contains: { Entries: [{}], FailedEntryCount: 0 } },
        ),
      ],
    },
    {
      title: 'a target has one kind of input',
      source: localstack('events/test_events_inputs.py::test_put_event_input_path_and_input_transformer'),
      recorded: '2025-03',
      steps: [
        call('sqs.CreateQueue', { QueueName: 'tests-queue-1' }),
        call('sqs.SetQueueAttributes', {
          QueueUrl: '{endpoint}/{account}/tests-queue-1',
          Attributes: {
            Policy:
              '{"Version": "2012-10-17", "Id": "sqs-eventbridge-2", "Statement": [{"Sid": "SendMessage-3", "Effect": "Allow", "Principal": {"Service": "events.amazonaws.com"}, "Action": "sqs:SendMessage", "Resource": "arn:aws:sqs:us-east-1:{account}:tests-queue-1"}]}',
          },
        }),
        call('events.CreateEventBus', { Name: 'test-bus-4' }),
        call('events.PutRule', {
          Name: 'test-rule-5',
          EventBusName,
          EventPattern:
            '{"source": ["core.update-account-command"], "detail-type": ["core.update-account-command"], "detail": {"command": ["update-account"]}}',
        }),
        refused(
          'events.PutTargets',
          {
            Rule: 'test-rule-5',
            EventBusName,
            Targets: [
              {
                Id: 'target-6',
                Arn: 'arn:aws:sqs:us-east-1:{account}:tests-queue-1',
                InputTransformer: {
                  InputPathsMap: { 'detail-type': '$.detail-type', timestamp: '$.time', command: '$.detail.command' },
                  InputTemplate: '{"detailType": <detail-type>,  "time": <timestamp>, "command": <command>}',
                },
                InputPath: '$.detail',
              },
            ],
          },
          'ValidationException',
          'Only one of Input, InputPath, or InputTransformer must be provided for target target-6.',
        ),
      ],
    },
    {
      title: 'a transformer has its keys',
      source: localstack('events/test_events_inputs.py::TestInputTransformer::test_put_events_with_input_transformer_missing_keys'),
      recorded: '2025-03',
      steps: [
        call('sqs.CreateQueue', { QueueName: 'tests-queue-1' }),
        call('sqs.SetQueueAttributes', {
          QueueUrl: '{endpoint}/{account}/tests-queue-1',
          Attributes: {
            Policy:
              '{"Version": "2012-10-17", "Id": "sqs-eventbridge-2", "Statement": [{"Sid": "SendMessage-3", "Effect": "Allow", "Principal": {"Service": "events.amazonaws.com"}, "Action": "sqs:SendMessage", "Resource": "arn:aws:sqs:us-east-1:{account}:tests-queue-1"}]}',
          },
        }),
        call('events.CreateEventBus', { Name: 'test-bus-4' }),
        call('events.PutRule', {
          Name: 'test-rule-5',
          EventBusName,
          EventPattern:
            '{"source": ["core.update-account-command"], "detail-type": ["core.update-account-command"], "detail": {"command": ["update-account"]}}',
        }),
        refused(
          'events.PutTargets',
          {
            Rule: 'test-rule-5',
            EventBusName,
            Targets: [
              {
                Id: 'target-6',
                Arn: 'arn:aws:sqs:us-east-1:{account}:tests-queue-1',
                InputTransformer: {
                  InputPathsMap: { 'detail-type': '$.detail-type', timestamp: '$.time', command: '$.detail.command' },
                  InputTemplate: '"Event of <detail-type> type, with not defined key <notdefinedkey>"',
                },
              },
            ],
          },
          'ValidationException',
          'InputTemplate for target target-6 contains invalid placeholder notdefinedkey.',
        ),
      ],
    },
  ],
};
