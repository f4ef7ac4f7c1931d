// Recorded answers about archive lists of the event buses service.
import { call, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`events/test_archive_and_replay.py::TestArchive::${name}`);
const Description = 'description of the archive';

export const recorded: RecordedCases = {
  service: 'events',
  cases: [
    {
      title: 'archives are listed by their bus (default)',
      source: test('test_list_archive_with_source_arn[default]'),
      recorded: '2024-05',
      steps: [
        call('events.CreateArchive', {
          ArchiveName: 'test-archive-1',
          EventSourceArn: 'arn:aws:events:us-east-1:{account}:event-bus/default',
          Description,
          EventPattern:
            '{"source": ["core.update-account-command"], "detail-type": ["core.update-account-command"], "detail": {"command": ["update-account"]}}',
          RetentionDays: 1,
        }),
        call(
          'events.ListArchives',
          { EventSourceArn: 'arn:aws:events:us-east-1:{account}:event-bus/default' },
          {
            contains: {
              Archives: [
                {
                  ArchiveName: 'test-archive-1',
                  EventCount: 0,
                  EventSourceArn: 'arn:aws:events:us-east-1:{account}:event-bus/default',
                  RetentionDays: 1,
                  SizeBytes: 0,
                  State: 'ENABLED',
                },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'archives are listed by their bus (custom)',
      source: test('test_list_archive_with_source_arn[custom]'),
      recorded: '2024-05',
      steps: [
        call('events.CreateEventBus', { Name: 'test-bus-1' }),
        call('events.CreateArchive', {
          ArchiveName: 'test-archive-2',
          EventSourceArn: 'arn:aws:events:us-east-1:{account}:event-bus/test-bus-1',
          Description,
          EventPattern:
            '{"source": ["core.update-account-command"], "detail-type": ["core.update-account-command"], "detail": {"command": ["update-account"]}}',
          RetentionDays: 1,
        }),
        call(
          'events.ListArchives',
          { EventSourceArn: 'arn:aws:events:us-east-1:{account}:event-bus/test-bus-1' },
          {
            contains: {
              Archives: [
                {
                  ArchiveName: 'test-archive-2',
                  EventCount: 0,
                  EventSourceArn: 'arn:aws:events:us-east-1:{account}:event-bus/test-bus-1',
                  RetentionDays: 1,
                  SizeBytes: 0,
                  State: 'ENABLED',
                },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'archives are listed by their state (default)',
      source: test('test_list_archive_state_enabled[default]'),
      recorded: '2024-05',
      steps: [
        call('events.CreateArchive', {
          ArchiveName: 'test-archive-1',
          EventSourceArn: 'arn:aws:events:us-east-1:{account}:event-bus/default',
          Description,
          EventPattern:
            '{"source": ["core.update-account-command"], "detail-type": ["core.update-account-command"], "detail": {"command": ["update-account"]}}',
          RetentionDays: 1,
        }),
        call(
          'events.ListArchives',
          { State: 'ENABLED' },
          {
            contains: {
              Archives: [
                {
                  ArchiveName: 'test-archive-1',
                  EventCount: 0,
                  EventSourceArn: 'arn:aws:events:us-east-1:{account}:event-bus/default',
                  RetentionDays: 1,
                  SizeBytes: 0,
                  State: 'ENABLED',
                },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'archives are listed by their state (custom)',
      source: test('test_list_archive_state_enabled[custom]'),
      recorded: '2024-05',
      steps: [
        call('events.CreateEventBus', { Name: 'test-bus-1' }),
        call('events.CreateArchive', {
          ArchiveName: 'test-archive-2',
          EventSourceArn: 'arn:aws:events:us-east-1:{account}:event-bus/test-bus-1',
          Description,
          EventPattern:
            '{"source": ["core.update-account-command"], "detail-type": ["core.update-account-command"], "detail": {"command": ["update-account"]}}',
          RetentionDays: 1,
        }),
        call(
          'events.ListArchives',
          { State: 'ENABLED' },
          {
            contains: {
              Archives: [
                {
                  ArchiveName: 'test-archive-2',
                  EventCount: 0,
                  EventSourceArn: 'arn:aws:events:us-east-1:{account}:event-bus/test-bus-1',
                  RetentionDays: 1,
                  SizeBytes: 0,
                  State: 'ENABLED',
                },
              ],
            },
          },
        ),
      ],
    },
  ],
};
