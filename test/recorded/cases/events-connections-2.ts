// Recorded answers about connections of the event buses service.
import { call, json, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`events/test_api_destinations_and_connection.py::TestEventBridgeConnections::${name}`);

export const recorded: RecordedCases = {
  service: 'events',
  cases: [
    {
      title: 'a connection keeps what is secret in a secret (api-key)',
      source: test('test_connection_secrets[api-key]'),
      recorded: '2024-12',
      steps: [
        call(
          'events.CreateConnection',
          {
            Name: 'test-connection-1',
            AuthorizationType: 'API_KEY',
            AuthParameters: { ApiKeyAuthParameters: { ApiKeyName: 'ApiKey', ApiKeyValue: 'secret' } },
          },
          { as: 'connection', contains: { ConnectionState: 'AUTHORIZED' } },
        ),
        call(
          'events.DescribeConnection',
          { Name: 'test-connection-1' },
          {
            as: 'connection2',
            contains: {
              AuthParameters: { ApiKeyAuthParameters: { ApiKeyName: 'ApiKey' } },
              AuthorizationType: 'API_KEY',
              ConnectionArn: '{connection.ConnectionArn}',
              ConnectionState: 'AUTHORIZED',
            },
          },
        ),
        call(
          'secretsmanager.GetSecretValue',
          { SecretId: '{connection2.SecretArn}' },
          { contains: { SecretString: json({ api_key_name: 'ApiKey', api_key_value: 'secret' }), VersionStages: ['AWSCURRENT'] } },
        ),
      ],
    },
  ],
};
