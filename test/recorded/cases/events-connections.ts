// Recorded answers about connections of the event buses service.
import { call, json, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`events/test_api_destinations_and_connection.py::TestEventBridgeConnections::${name}`);
const Name = 'test-connection-1';
const AuthorizationType = 'BASIC';
const Username = 'user';
const Password = 'pass';

export const recorded: RecordedCases = {
  service: 'events',
  cases: [
    {
      title: 'a connection has one kind of authorization (auth_params0)',
      source: test('test_create_connection_with_auth'),
      recorded: '2024-12',
      steps: [
        call(
          'events.CreateConnection',
          { Name, AuthorizationType, AuthParameters: { BasicAuthParameters: { Username, Password } } },
          { as: 'connection', contains: { ConnectionState: 'AUTHORIZED' } },
        ),
        call(
          'events.DescribeConnection',
          { Name },
          {
            contains: {
              AuthParameters: { BasicAuthParameters: { Username: 'user' } },
              AuthorizationType: 'BASIC',
              ConnectionArn: '{connection.ConnectionArn}',
              ConnectionState: 'AUTHORIZED',
            },
          },
        ),
      ],
    },
    {
      title: 'a connection has one kind of authorization (auth_params1)',
      source: test('test_create_connection_with_auth'),
      recorded: '2024-12',
      steps: [
        call(
          'events.CreateConnection',
          { Name, AuthorizationType: 'API_KEY', AuthParameters: { ApiKeyAuthParameters: { ApiKeyName: 'ApiKey', ApiKeyValue: 'secret' } } },
          { as: 'connection', contains: { ConnectionState: 'AUTHORIZED' } },
        ),
        call(
          'events.DescribeConnection',
          { Name },
          {
            contains: {
              AuthParameters: { ApiKeyAuthParameters: { ApiKeyName: 'ApiKey' } },
              AuthorizationType: 'API_KEY',
              ConnectionArn: '{connection.ConnectionArn}',
              ConnectionState: 'AUTHORIZED',
            },
          },
        ),
      ],
    },
    {
      title: 'connections are listed',
      source: test('test_list_connections'),
      recorded: '2024-12',
      steps: [
        call(
          'events.CreateConnection',
          { Name, AuthorizationType, AuthParameters: { BasicAuthParameters: { Username, Password }, InvocationHttpParameters: {} } },
          { as: 'connection' },
        ),
        call(
          'events.ListConnections',
          { NamePrefix: 'test-connection-1' },
          {
            contains: {
              Connections: [{ AuthorizationType: 'BASIC', ConnectionArn: '{connection.ConnectionArn}', ConnectionState: 'AUTHORIZED' }],
            },
          },
        ),
      ],
    },
    {
      title: 'a connection that is changed keeps its secret',
      source: test('test_update_connection'),
      recorded: '2024-12',
      steps: [
        call(
          'events.CreateConnection',
          { Name, AuthorizationType, AuthParameters: { BasicAuthParameters: { Username, Password }, InvocationHttpParameters: {} } },
          { as: 'connection', contains: { ConnectionState: 'AUTHORIZED' } },
        ),
        call(
          'events.DescribeConnection',
          { Name },
          {
            as: 'connection2',
            contains: {
              AuthParameters: { BasicAuthParameters: { Username: 'user' }, InvocationHttpParameters: {} },
              AuthorizationType: 'BASIC',
              ConnectionArn: '{connection.ConnectionArn}',
              ConnectionState: 'AUTHORIZED',
            },
          },
        ),
        call(
          'secretsmanager.GetSecretValue',
          { SecretId: '{connection2.SecretArn}' },
          {
            as: 'value',
            contains: {
              SecretString: json({ username: 'user', password: 'pass', invocation_http_parameters: {} }),
              VersionStages: ['AWSCURRENT'],
            },
          },
        ),
        call(
          'events.UpdateConnection',
          {
            Name,
            AuthorizationType,
            AuthParameters: { BasicAuthParameters: { Username: 'new_user', Password: 'new_pass' }, InvocationHttpParameters: {} },
          },
          { as: 'connection3', contains: { ConnectionArn: '{connection2.ConnectionArn}', ConnectionState: 'AUTHORIZED' } },
        ),
        call(
          'events.DescribeConnection',
          { Name },
          {
            contains: {
              AuthParameters: { BasicAuthParameters: { Username: 'new_user' }, InvocationHttpParameters: {} },
              AuthorizationType: 'BASIC',
              ConnectionArn: '{connection3.ConnectionArn}',
              ConnectionState: 'AUTHORIZED',
            },
          },
        ),
        call(
          'secretsmanager.GetSecretValue',
          { SecretId: '{connection2.SecretArn}' },
          {
            contains: {
              SecretString: json({ username: 'new_user', password: 'new_pass', invocation_http_parameters: {} }),
              VersionStages: ['AWSCURRENT'],
            },
          },
        ),
      ],
    },
    {
      title: 'a connection keeps what is secret in a secret (basic)',
      source: test('test_connection_secrets[basic]'),
      recorded: '2024-12',
      steps: [
        call(
          'events.CreateConnection',
          { Name, AuthorizationType, AuthParameters: { BasicAuthParameters: { Username, Password } } },
          { as: 'connection', contains: { ConnectionState: 'AUTHORIZED' } },
        ),
        call(
          'events.DescribeConnection',
          { Name },
          {
            as: 'connection2',
            contains: {
              AuthParameters: { BasicAuthParameters: { Username: 'user' } },
              AuthorizationType: 'BASIC',
              ConnectionArn: '{connection.ConnectionArn}',
              ConnectionState: 'AUTHORIZED',
            },
          },
        ),
        call(
          'secretsmanager.GetSecretValue',
          { SecretId: '{connection2.SecretArn}' },
          { contains: { SecretString: json({ username: 'user', password: 'pass' }), VersionStages: ['AWSCURRENT'] } },
        ),
      ],
    },
  ],
};
