// Connections, and API destinations.
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { expect } from 'vitest';
import { eventsOf, key } from './events-parts.ts';
import { getAtt, type TypeCase } from './type-case.ts';

const connection = (more: object = {}) => ({
  Type: 'AWS::Events::Connection',
  Properties: {
    AuthorizationType: 'BASIC',
    AuthParameters: { BasicAuthParameters: { Username: 'me', Password: 'secret' } },
    ...more,
  },
});

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::Events::ApiDestination',
    needs: { Connection: connection(), Next: connection() },
    properties: {
      Name: 'every-property',
      ConnectionArn: getAtt('Connection', 'Arn'),
      Description: 'over there',
      HttpMethod: 'PUT',
      InvocationEndpoint: 'https://example.com/one',
      InvocationRateLimitPerSecond: '7',
    },
    readBack: (emulator, { ref: { It: Name } }) => eventsOf(emulator).describeApiDestination({ Name }),
    ref: /^every-property$/,
    expected: {
      ConnectionArn: expect.stringContaining('-Connection-'),
      Description: 'over there',
      HttpMethod: 'PUT',
      InvocationEndpoint: 'https://example.com/one',
      InvocationRateLimitPerSecond: 7,
    },
    change: {
      properties: {
        Name: 'every-property',
        ConnectionArn: getAtt('Next', 'Arn'),
        HttpMethod: 'POST',
        InvocationEndpoint: 'https://example.com/two',
      },
      expected: {
        ConnectionArn: expect.stringContaining('-Next-'),
        Description: undefined,
        HttpMethod: 'POST',
        InvocationEndpoint: 'https://example.com/two',
        InvocationRateLimitPerSecond: 300,
      },
    },
  },
  ...connectionCases(),
];

function connectionCases(): TypeCase[] {
  const parameters = (name: string) => [{ Key: name, Value: 'v', IsValueSecret: 'false' }];
  const http = { HeaderParameters: parameters('h'), QueryStringParameters: parameters('q'), BodyParameters: parameters('b') };
  const shown = (name: string) => [{ Key: name, Value: 'v', IsValueSecret: false }];
  const shownHttp = { HeaderParameters: shown('h'), QueryStringParameters: shown('q'), BodyParameters: shown('b') };
  const block = (AuthorizationType: string, AuthParameters: object) => ({ AuthorizationType, AuthParameters });
  const readBack: TypeCase['readBack'] = async (emulator, { ref: { It: Name } }) => {
    const found = await eventsOf(emulator).describeConnection({ Name });
    const { SecretString } = await emulator.client(SecretsManager).getSecretValue({ SecretId: found.SecretArn! });
    return { ...found, secret: JSON.parse(SecretString!) as unknown };
  };
  const absent = Object.fromEntries(
    ['AuthParameters.ConnectivityParameters', 'InvocationConnectivityParameters'].map((name) => [
      `${name}.ResourceParameters.ResourceAssociationArn`,
      'connections to private APIs are refused',
    ]),
  );
  const OAuthParameters = {
    AuthorizationEndpoint: 'https://example.com/token',
    HttpMethod: 'POST',
    ClientParameters: { ClientID: 'id', ClientSecret: 'shh' },
    OAuthHttpParameters: http,
  };
  return [
    {
      type: 'AWS::Events::Connection',
      needs: { Key: key },
      properties: {
        Name: 'every-property',
        Description: 'authorized',
        KmsKeyIdentifier: getAtt('Key', 'Arn'),
        ...block('OAUTH_CLIENT_CREDENTIALS', { OAuthParameters, InvocationHttpParameters: http }),
      },
      readBack,
      history: ['secretsmanager.'],
      ref: /^every-property$/,
      absent,
      expected: {
        AuthorizationType: 'OAUTH_CLIENT_CREDENTIALS',
        Description: 'authorized',
        KmsKeyIdentifier: expect.stringContaining(':key/'),
        AuthParameters: {
          OAuthParameters: {
            AuthorizationEndpoint: 'https://example.com/token',
            HttpMethod: 'POST',
            ClientParameters: { ClientID: 'id' },
            OAuthHttpParameters: shownHttp,
          },
          InvocationHttpParameters: shownHttp,
        },
        secret: { client_id: 'id', client_secret: 'shh' },
      },
      change: {
        properties: {
          Name: 'every-property',
          ...block('API_KEY', { ApiKeyAuthParameters: { ApiKeyName: 'x-key', ApiKeyValue: 'shh' } }),
        },
        expected: {
          AuthorizationType: 'API_KEY',
          Description: '',
          AuthParameters: { ApiKeyAuthParameters: { ApiKeyName: 'x-key' }, OAuthParameters: undefined },
          secret: { api_key_name: 'x-key', api_key_value: 'shh' },
        },
      },
      untested: { 'AuthParameters.BasicAuthParameters': 'the connections of the API destination have them' },
    },
  ];
}
