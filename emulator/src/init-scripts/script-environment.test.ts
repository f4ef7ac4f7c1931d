// The environment variables that scripts get, and the ones that are kept from them.
import { expect, it } from 'vitest';
import { scriptEnvironment } from './script-environment.ts';

const origin = 'http://127.0.0.1:4566';
const TEST = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };

it('has the address, and nothing that leads elsewhere', () => {
  const given = {
    PATH: '/bin',
    AWS_PROFILE: 'work',
    AWS_SESSION_TOKEN: 'real',
    AWS_ENDPOINT_URL: 'https://elsewhere',
    AWS_ENDPOINT_URL_S3: 'https://elsewhere',
    AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: 'true',
  };
  const region = { AWS_REGION: 'us-east-1', AWS_DEFAULT_REGION: 'us-east-1' };
  expect(scriptEnvironment(given, origin)).toEqual({ PATH: '/bin', AWS_ENDPOINT_URL: origin, ...TEST, ...region });
});

it('has credentials and a region where those that were set are empty, as Compose leaves them', () => {
  const given = { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '', AWS_REGION: '', AWS_DEFAULT_REGION: 'eu-west-1' };
  const region = { AWS_REGION: 'eu-west-1', AWS_DEFAULT_REGION: 'eu-west-1' };
  expect(scriptEnvironment(given, '')).toEqual({ ...TEST, ...region });
});

it('keeps account and region', () => {
  const given = { AWS_ACCESS_KEY_ID: '123456789012', AWS_SECRET_ACCESS_KEY: 'mine', AWS_REGION: 'eu-west-1' };
  expect(scriptEnvironment(given, '')).toEqual({ ...given, AWS_DEFAULT_REGION: 'eu-west-1' });
});
