import { expect, it } from 'vitest';
import { localUrl } from './local-url.ts';

const registry = { cloudUrlHost: (host: string) => /^[a-z0-9]+\.execute-api\./.exec(host)?.[0] };
const local = (text: string, origin = 'http://127.0.0.1:4566') => localUrl(text, origin, registry);

it('names the address here of a URL of the cloud', () => {
  expect(local('https://abc.execute-api.eu-west-1.amazonaws.com/dev/a?b=c')).toBe('http://abc.execute-api.localhost:4566/dev/a?b=c');
  expect(local('wss://abc.execute-api.eu-west-1.amazonaws.com/dev')).toBe('ws://abc.execute-api.localhost:4566/dev');
  expect(local('https://abc.execute-api.eu-west-1.amazonaws.com', 'https://localhost.localstack.cloud:4566')).toBe(
    'https://abc.execute-api.localhost.localstack.cloud:4566',
  );
});

it.each([
  'https://sqs.eu-west-1.amazonaws.com/x',
  'https://abc.execute-api.example.com/',
  'http://abc.execute-api.localhost:4566/dev',
  'see https://abc.execute-api.eu-west-1.amazonaws.com',
  '',
])('leaves %j as it is', (text) => expect(local(text)).toBe(text));
