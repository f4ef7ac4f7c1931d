// Recorded answers of EventBridge about archives, replays, connections and destinations.
import { ANY, localstack, NONE, type RecordedCase, type RecordedCases, refused, type Step } from '../case.ts';

const MISSING = 'ResourceNotFoundException';
const INVALID = 'ValidationException';
const EXISTS = 'ResourceAlreadyExistsException';
const ARN = 'arn:aws:events:us-east-1:{account}:';
const bus: Step = { call: 'events.CreateEventBus', input: { Name: 'bus' }, answer: { EventBusArn: `${ARN}event-bus/bus` } };
const archived = (name: string): string => localstack(`events/test_archive_and_replay.py::${name}`);
const archive: Step = {
  call: 'events.CreateArchive',
  input: { ArchiveName: 'archive', EventSourceArn: `${ARN}event-bus/default` },
  as: 'archive',
};
const replay = (more: object): Readonly<Record<string, unknown>> => ({
  ReplayName: 'replay',
  EventSourceArn: `${ARN}archive/archive`,
  Destination: { Arn: `${ARN}event-bus/default` },
  EventStartTime: new Date(Date.UTC(2026, 0, 1)),
  EventEndTime: new Date(Date.UTC(2026, 0, 1, 1)),
  ...more,
});
const archives: RecordedCase[] = [
  {
    title: 'an archive is made once, of a bus that is there',
    source: archived('TestArchive::test_create_archive_error_duplicate[default], test_create_archive_error_unknown_event_bus'),
    recorded: '2025-03',
    steps: [
      archive,
      refused(
        'events.CreateArchive',
        { ArchiveName: 'archive', EventSourceArn: `${ARN}event-bus/default` },
        EXISTS,
        'Archive archive already exists.',
      ),
      refused(
        'events.CreateArchive',
        { ArchiveName: 'other', EventSourceArn: `${ARN}event-bus/none` },
        MISSING,
        'Event bus none does not exist.',
      ),
    ],
  },
  {
    title: 'an archive that is not there is neither described nor deleted, and an update says what changes',
    source: archived(
      'TestArchive::test_describe_archive_error_unknown_archive, test_delete_archive_error_unknown_archive, test_update_archive_error_unknown_archive, test_list_archive_error_unknown_source_arn',
    ),
    recorded: '2025-03',
    steps: [
      refused('events.DescribeArchive', { ArchiveName: 'none' }, MISSING, 'Archive none does not exist.'),
      refused('events.DeleteArchive', { ArchiveName: 'none' }, MISSING, 'Archive none does not exist.'),
      refused(
        'events.UpdateArchive',
        { ArchiveName: 'none' },
        INVALID,
        'At least one of EventPattern, RetentionDays or Description must be provided.',
      ),
      refused('events.ListArchives', { EventSourceArn: `${ARN}event-bus/none` }, MISSING, 'Event bus none does not exist.'),
    ],
  },
  {
    title: 'a replay is one of an archive that is there, to its own bus, for a span of time',
    source: archived(
      'TestReplay::test_start_replay_error_unknown_event_bus, test_start_replay_error_unknown_archive, test_start_replay_error_invalid_end_time, test_describe_replay_error_unknown_replay',
    ),
    recorded: '2025-03',
    steps: [
      bus,
      archive,
      refused('events.StartReplay', replay({ Destination: { Arn: `${ARN}event-bus/none` } }), MISSING, 'Event bus none does not exist.'),
      refused(
        'events.StartReplay',
        replay({ Destination: { Arn: `${ARN}event-bus/bus` } }),
        INVALID,
        'Parameter Destination.Arn is not valid. Reason: Cross event bus replay is not permitted.',
      ),
      refused(
        'events.StartReplay',
        replay({ EventSourceArn: `${ARN}archive/none` }),
        INVALID,
        'Parameter EventSourceArn is not valid. Reason: Archive none does not exist.',
      ),
      refused(
        'events.StartReplay',
        replay({ EventEndTime: new Date(Date.UTC(2026, 0, 1)) }),
        INVALID,
        'Parameter EventEndTime is not valid. Reason: EventStartTime must be before EventEndTime.',
      ),
      refused('events.DescribeReplay', { ReplayName: 'none' }, MISSING, 'Replay none does not exist.'),
    ],
  },
];

const connections: RecordedCase[] = [
  {
    title: 'names of connections and destinations have no spaces',
    source: localstack(
      'events/test_api_destinations_and_connection.py::TestEventBridgeConnections::test_create_connection_name_validation, TestEventBridgeApiDestinations::test_create_api_destination_name_validation',
    ),
    recorded: '2024-12',
    steps: [
      refused(
        'events.CreateConnection',
        {
          Name: 'Invalid Name With Spaces!',
          AuthorizationType: 'API_KEY',
          AuthParameters: { ApiKeyAuthParameters: { ApiKeyName: 'ApiKey', ApiKeyValue: 'secret' } },
        },
        INVALID,
        "1 validation error detected: Value 'Invalid Name With Spaces!' at 'name' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\.\\-_A-Za-z0-9]+",
      ),
    ],
  },
  {
    title: 'a connection with a key is authorized, described without it, and deleted',
    source: localstack(
      'events/test_api_destinations_and_connection.py::TestEventBridgeConnections::test_create_connection, test_delete_connection',
    ),
    recorded: '2024-12',
    steps: [
      {
        call: 'events.CreateConnection',
        input: {
          Name: 'c',
          AuthorizationType: 'API_KEY',
          AuthParameters: { ApiKeyAuthParameters: { ApiKeyName: 'ApiKey', ApiKeyValue: 'secret' }, InvocationHttpParameters: {} },
        },
        answer: { ConnectionArn: ANY, ConnectionState: 'AUTHORIZED', CreationTime: ANY, LastModifiedTime: ANY },
      },
      {
        call: 'events.DescribeConnection',
        input: { Name: 'c' },
        contains: {
          AuthParameters: { ApiKeyAuthParameters: { ApiKeyName: 'ApiKey', ApiKeyValue: NONE }, InvocationHttpParameters: {} },
          AuthorizationType: 'API_KEY',
          LastAuthorizedTime: ANY,
          SecretArn: ANY,
        },
      },
      {
        call: 'events.DeleteConnection',
        input: { Name: 'c' },
        answer: { ConnectionArn: ANY, ConnectionState: 'DELETING', CreationTime: ANY, LastAuthorizedTime: ANY, LastModifiedTime: ANY },
      },
      { wait: '10s' },
      refused('events.DescribeConnection', { Name: 'c' }, MISSING, "Failed to describe the connection(s). Connection 'c' does not exist."),
    ],
  },
  {
    title: 'a destination that is not there is not described',
    source: localstack('events/test_api_destinations_and_connection.py::TestEventBridgeApiDestinations::test_api_destinations[auth0]'),
    recorded: '2024-12',
    steps: [
      refused(
        'events.DescribeApiDestination',
        { Name: 'd' },
        MISSING,
        "Failed to describe the api-destination(s). An api-destination 'd' does not exist.",
      ),
    ],
  },
];

export const recorded: RecordedCases = { service: 'events', cases: [...archives, ...connections] };
