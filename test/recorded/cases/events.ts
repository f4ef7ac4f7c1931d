// Recorded answers of event buses, connections and API destinations.
import { ANY, localstack, type RecordedCases } from '../case.ts';

const CONNECTION_ARN = 'arn:aws:events:us-east-1:{account}:connection/c/00000000-0000-0000-0000-000000000000';
const BUS_ARN = 'arn:aws:events:us-east-1:{account}:event-bus/default';
const ENTRY = { Source: 'core', DetailType: 'made', Detail: '{}' };

const invalid = (message: string | RegExp) => ({ code: 'ValidationException', message, status: 400 });

export const recorded: RecordedCases = {
  service: 'events',
  cases: [
    {
      title: 'The default bus has times once it has a policy, and keeps them without one',
      source: localstack('events/test_events.py::TestEventBus::test_remove_permission[default]'),
      recorded: '2025-01',
      steps: [
        { call: 'events.PutPermission', input: { Action: 'events:PutEvents', Principal: '{account}', StatementId: 's' }, answer: {} },
        {
          call: 'events.DescribeEventBus',
          answer: {
            Arn: BUS_ARN,
            CreationTime: ANY,
            LastModifiedTime: ANY,
            Name: 'default',
            Policy: ANY,
          },
        },
        { call: 'events.RemovePermission', input: { RemoveAllPermissions: true }, answer: {} },
        {
          call: 'events.DescribeEventBus',
          answer: { Arn: BUS_ARN, CreationTime: ANY, LastModifiedTime: ANY, Name: 'default' },
        },
      ],
    },
    {
      title: 'Kinds of authorization are told in an order of their own',
      source: localstack('events/test_api_destinations_and_connection.py::test_create_connection_invalid_parameters'),
      recorded: '2024-12',
      steps: [
        {
          call: 'events.CreateConnection',
          input: { Name: 'c', AuthorizationType: 'INVALID_AUTH_TYPE', AuthParameters: {} },
          error: invalid(
            "1 validation error detected: Value 'INVALID_AUTH_TYPE' at 'authorizationType' failed to satisfy constraint: Member must satisfy enum value set: [BASIC, OAUTH_CLIENT_CREDENTIALS, API_KEY]",
          ),
        },
      ],
    },
    {
      title: 'Methods of API destinations are told in an order of their own',
      source: localstack('events/test_api_destinations_and_connection.py::test_create_api_destination_invalid_parameters'),
      recorded: '2024-12',
      steps: [
        {
          call: 'events.CreateApiDestination',
          input: { Name: 'd', ConnectionArn: CONNECTION_ARN, HttpMethod: 'INVALID_METHOD', InvocationEndpoint: 'https://example.com' },
          error: invalid(
            "1 validation error detected: Value 'INVALID_METHOD' at 'httpMethod' failed to satisfy constraint: Member must satisfy enum value set: [HEAD, POST, PATCH, DELETE, PUT, GET, OPTIONS]",
          ),
        },
      ],
    },
    {
      title: 'OAuth connections take a method in lower case',
      source: localstack('events/test_api_destinations_and_connection.py::test_api_destinations[auth2]'),
      recorded: '2024-11',
      steps: [
        {
          call: 'events.CreateConnection',
          input: {
            Name: 'c',
            AuthorizationType: 'OAUTH_CLIENT_CREDENTIALS',
            AuthParameters: {
              OAuthParameters: {
                AuthorizationEndpoint: 'http://127.0.0.1:9/token',
                ClientParameters: { ClientID: 'id', ClientSecret: 'password' },
                HttpMethod: 'put',
              },
            },
          },
          contains: { ConnectionState: 'AUTHORIZING' },
        },
      ],
    },
    {
      title: 'Entries in an error have all members, also those that they lack',
      source: localstack('events/test_events.py::TestEvents::test_put_events_exceed_limit_ten_entries[default]'),
      recorded: '2025-01',
      steps: [
        {
          call: 'events.PutEvents',
          input: { Entries: Array(11).fill(ENTRY) },
          error: invalid(/^1 validation error detected: Value '\[PutEventsRequestEntry\(time=null, source=core, resources=null, /),
        },
      ],
    },
    {
      title: 'The pattern of a name is told before its length',
      source: localstack('events/test_events.py::TestEvents::test_create_connection_validations'),
      recorded: '2025-01',
      differs: 'All services here tell the length first, as most were recorded to do.',
      steps: [
        {
          call: 'events.CreateConnection',
          input: { Name: `${'!'.repeat(65)}`, AuthorizationType: 'INVALID', AuthParameters: {} },
          error: invalid(/^3 validation errors detected: .*regular expression pattern: .*; .*less than or equal to 64; /),
        },
      ],
    },
  ],
};
