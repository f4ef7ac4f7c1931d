import { expect, it } from 'vitest';
import { leadsToAnotherCloud } from './foreign-cloud.ts';

const OTHERS = ['PATH', 'HOME', 'AWS_REGION', 'AWS_CA_BUNDLE', 'AWS_MAX_ATTEMPTS', 'AWS_ENDPOINT'];
const FOREIGN = [
  'AWS_PROFILE',
  'AWS_DEFAULT_PROFILE',
  'AWS_SESSION_TOKEN',
  'AWS_SECURITY_TOKEN',
  'AWS_ROLE_ARN',
  'AWS_ROLE_SESSION_NAME',
  'AWS_WEB_IDENTITY_TOKEN_FILE',
  'AWS_CONTAINER_CREDENTIALS_RELATIVE_URI',
  'AWS_CONTAINER_CREDENTIALS_FULL_URI',
  'AWS_CONTAINER_AUTHORIZATION_TOKEN',
  'AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE',
  'AWS_IGNORE_CONFIGURED_ENDPOINT_URLS',
  'AWS_ENDPOINT_URL',
  'AWS_ENDPOINT_URL_S3',
];

it('names the variables that lead elsewhere, and no others', () => {
  expect([...FOREIGN, ...OTHERS].filter(leadsToAnotherCloud)).toEqual(FOREIGN);
});
