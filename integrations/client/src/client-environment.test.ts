// The environment of clients: variables that are set, and variables that are left out.

import { expect, it } from 'vitest';
import { clientEnvironment, scopeOf } from './client-environment.ts';

const url = 'http://127.0.0.1:4566';

it('has the address, and nothing that leads elsewhere', () => {
  const environment = {
    PATH: '/bin',
    AWS_PROFILE: 'work',
    AWS_ACCESS_KEY_ID: 'AKIAREALREALREALREAL',
    AWS_SECRET_ACCESS_KEY: 'real',
    AWS_SESSION_TOKEN: 'real',
    AWS_ENDPOINT_URL: 'https://elsewhere',
    AWS_ENDPOINT_URL_S3: 'https://elsewhere',
  };
  expect(clientEnvironment(environment, url)).toEqual({
    PATH: '/bin',
    AWS_ENDPOINT_URL: url,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_REGION: 'us-east-1',
    AWS_EC2_METADATA_DISABLED: 'true',
    CLOUD_EMULATOR_URL: url,
  });
});

it('keeps account and region', () => {
  const environment = { AWS_ACCESS_KEY_ID: '123456789012', AWS_DEFAULT_REGION: 'eu-west-1' };
  expect(scopeOf(environment)).toEqual({ account: '123456789012', region: 'eu-west-1' });
  expect(clientEnvironment(environment, url)).toMatchObject({
    AWS_ACCESS_KEY_ID: '123456789012',
    AWS_REGION: 'eu-west-1',
  });
});

it('keeps a key that the emulator made, with its secret and its token', () => {
  const key = 'AKIAEMDS7JSGQUHHHHHH';
  const made = { AWS_ACCESS_KEY_ID: key, AWS_SECRET_ACCESS_KEY: 'made' };
  expect(scopeOf(made).account).toBe('123456789012');
  expect(clientEnvironment(made, url)).toMatchObject(made);
  expect(clientEnvironment(made, url)).not.toHaveProperty('AWS_SESSION_TOKEN');
  const temporary = { ...made, AWS_SESSION_TOKEN: 'of the session', AWS_PROFILE: 'work' };
  expect(clientEnvironment(temporary, url)).toMatchObject({ ...made, AWS_SESSION_TOKEN: 'of the session' });
  expect(clientEnvironment(temporary, url)).not.toHaveProperty('AWS_PROFILE');
});
