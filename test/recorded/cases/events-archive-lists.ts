// Recorded answers about archive lists of the event buses service.
import { call, json, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`events/test_archive_and_replay.py::TestArchive::${name}`);
const ArchiveName = 'test-archive-1';
const Description = 'description of the archive';

export const recorded: RecordedCases = {
  service: 'events',
  cases: [
    {
      title: 'an archive is made, listed, changed and gone (default)',
      source: test('test_create_list_describe_update_delete_archive[default]'),
      recorded: '2024-05',
      steps: [
        call(
          'events.CreateArchive',
          {
            ArchiveName,
            EventSourceArn: 'arn:aws:events:us-east-1:{account}:event-bus/default',
            Description,
            EventPattern:
              '{"source": ["core.update-account-command"], "detail-type": ["core.update-account-command"], "detail": {"command": ["update-account"]}}',
            RetentionDays: 1,
          },
          { contains: { ArchiveArn: 'arn:aws:events:us-east-1:{account}:archive/test-archive-1', State: 'ENABLED' } },
        ),
        call(
          'events.ListArchives',
          { NamePrefix: 'test-archive-1' },
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
        call(
          'events.DescribeArchive',
          { ArchiveName },
          {
            contains: {
              ArchiveArn: 'arn:aws:events:us-east-1:{account}:archive/test-archive-1',
              ArchiveName: 'test-archive-1',
              Description: 'description of the archive',
              EventCount: 0,
              EventPattern: json({
                source: ['core.update-account-command'],
                'detail-type': ['core.update-account-command'],
                detail: { command: ['update-account'] },
              }),
              EventSourceArn: 'arn:aws:events:us-east-1:{account}:event-bus/default',
              RetentionDays: 1,
              SizeBytes: 0,
              State: 'ENABLED',
            },
          },
        ),
        call(
          'events.UpdateArchive',
          {
            ArchiveName,
            Description: 'updated description of the archive',
            EventPattern: '{"source": ["core.update-account-command"], "detail-type": ["core.update-account-command"]}',
            RetentionDays: 2,
          },
          { contains: { ArchiveArn: 'arn:aws:events:us-east-1:{account}:archive/test-archive-1', State: 'ENABLED' } },
        ),
        call('events.DeleteArchive', { ArchiveName }, { answer: {} }),
      ],
    },
    {
      title: 'an archive is made, listed, changed and gone (custom)',
      source: test('test_create_list_describe_update_delete_archive[custom]'),
      recorded: '2024-05',
      steps: [
        call('events.CreateEventBus', { Name: 'test-bus-1' }),
        call(
          'events.CreateArchive',
          {
            ArchiveName: 'test-archive-2',
            EventSourceArn: 'arn:aws:events:us-east-1:{account}:event-bus/test-bus-1',
            Description,
            EventPattern:
              '{"source": ["core.update-account-command"], "detail-type": ["core.update-account-command"], "detail": {"command": ["update-account"]}}',
            RetentionDays: 1,
          },
          { contains: { ArchiveArn: 'arn:aws:events:us-east-1:{account}:archive/test-archive-2', State: 'ENABLED' } },
        ),
        call(
          'events.ListArchives',
          { NamePrefix: 'test-archive-2' },
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
        call(
          'events.DescribeArchive',
          { ArchiveName: 'test-archive-2' },
          {
            contains: {
              ArchiveArn: 'arn:aws:events:us-east-1:{account}:archive/test-archive-2',
              ArchiveName: 'test-archive-2',
              Description: 'description of the archive',
              EventCount: 0,
              EventPattern: json({
                source: ['core.update-account-command'],
                'detail-type': ['core.update-account-command'],
                detail: { command: ['update-account'] },
              }),
              EventSourceArn: 'arn:aws:events:us-east-1:{account}:event-bus/test-bus-1',
              RetentionDays: 1,
              SizeBytes: 0,
              State: 'ENABLED',
            },
          },
        ),
        call(
          'events.UpdateArchive',
          {
            ArchiveName: 'test-archive-2',
            Description: 'updated description of the archive',
            EventPattern: '{"source": ["core.update-account-command"], "detail-type": ["core.update-account-command"]}',
            RetentionDays: 2,
          },
          { contains: { ArchiveArn: 'arn:aws:events:us-east-1:{account}:archive/test-archive-2', State: 'ENABLED' } },
        ),
        call('events.DeleteArchive', { ArchiveName: 'test-archive-2' }, { answer: {} }),
      ],
    },
    {
      title: 'archives are listed by the beginning of their names (default)',
      source: test('test_list_archive_with_name_prefix[default]'),
      recorded: '2024-05',
      steps: [
        call('events.CreateArchive', {
          ArchiveName,
          EventSourceArn: 'arn:aws:events:us-east-1:{account}:event-bus/default',
          Description,
          EventPattern:
            '{"source": ["core.update-account-command"], "detail-type": ["core.update-account-command"], "detail": {"command": ["update-account"]}}',
          RetentionDays: 1,
        }),
        call(
          'events.ListArchives',
          { NamePrefix: 'test-archive' },
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
        call(
          'events.ListArchives',
          { NamePrefix: 'test-archive-1' },
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
        call('events.ListArchives', { NamePrefix: 'doesnotexist' }, { contains: { Archives: [] } }),
      ],
    },
    {
      title: 'archives are listed by the beginning of their names (custom)',
      source: test('test_list_archive_with_name_prefix[custom]'),
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
          { NamePrefix: 'test-archive' },
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
        call(
          'events.ListArchives',
          { NamePrefix: 'test-archive-2' },
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
        call('events.ListArchives', { NamePrefix: 'doesnotexist' }, { contains: { Archives: [] } }),
      ],
    },
  ],
};
