import { expect, it } from 'vitest';
import { readOptions } from '#config/options';
import { isOwnHostName } from './own-host-names.ts';

const options = readOptions(
  {},
  {
    GATEWAY_HOSTS: 'Cloud.Example.com, other.test:4566',
    EMULATOR_HOST: 'emulator.corp.example:80',
    HOSTNAME_FROM_FUNCTION: 'machine.corp.example',
    GATEWAY_LISTEN: 'listen.example:4566',
  },
);

it.each([
  ...['localhost', '*.localhost', 'host.docker.internal', '*.docker.internal', '127.0.0.1', '10.0.0.8', 'x.1'],
  ...['localhost.localstack.cloud', 'sqs.us-east-1.localhost.localstack.cloud', '*.localstack.cloud', '*.localhost.localstack.cloud'],
  ...['amazonaws.com', 'lambda.us-east-1.amazonaws.com', '*.amazonaws.com', '*.us-east-1.amazonaws.com', 's3.cn-north-1.amazonaws.com.cn'],
  ...['sqs.us-east-1.api.aws', 'id.lambda-url.us-east-1.on.aws', '*.aws'],
  ...[
    'cloud.example.com',
    '*.example.com',
    'other.test',
    '*.test',
    'emulator.corp.example',
    'machine.corp.example',
    '*.corp.example',
    'listen.example',
  ],
])('%s is the emulator itself', (name) => expect(isOwnHostName(name, options)).toBe(true));

it.each([
  ...[
    'api.example.org',
    '*.example.org',
    'api.localhost',
    '*.api.localhost',
    'docker.internal',
    'api.docker.internal',
    'x.cloud.example.com',
  ],
  ...['notamazonaws.com', 'amazonaws.com.example', 'localstack.cloud', 'example.com', '*.cloud.example.com', 'v1.example.net'],
])('%s may be a resource', (name) => expect(isOwnHostName(name, options)).toBe(false));
