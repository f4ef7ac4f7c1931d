// The environment for clients: the emulator's address, credentials that are good for nothing else, and a region.
import { accountOfMadeKey } from './access-key.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** They would lead a client, or its credentials, to the real cloud. The emulator has the same list (`lib/foreign-cloud.ts`). */
const ELSEWHERE = [
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
];
const ACCOUNT = /^\d{12}$/;
const DEFAULT_ACCOUNT = '000000000000';

export interface RegionScope {
  readonly account: string;
  readonly region: string;
}

/**
 * An access key id of twelve digits names the account here. A key that the emulator made is kept with its secret and token, so that its holder's
 * policies judge the calls; keys of the real cloud are not sent.
 */
export function clientEnvironment(environment: Environment, url: string): Readonly<Record<string, string | undefined>> {
  const kept = Object.entries(environment).filter(([name]) => !ELSEWHERE.includes(name) && !name.startsWith('AWS_ENDPOINT_URL'));
  return {
    ...Object.fromEntries(kept),
    AWS_ENDPOINT_URL: url,
    ...credentialsOf(environment),
    AWS_REGION: scopeOf(environment).region,
    AWS_EC2_METADATA_DISABLED: 'true',
    CLOUD_EMULATOR_URL: url,
  };
}

function credentialsOf(environment: Environment): Environment {
  const { AWS_ACCESS_KEY_ID: key = '', AWS_SECRET_ACCESS_KEY: secret, AWS_SESSION_TOKEN: token } = environment;
  if (accountOfMadeKey(key) !== undefined && secret !== undefined)
    return { AWS_ACCESS_KEY_ID: key, AWS_SECRET_ACCESS_KEY: secret, ...(token !== undefined && { AWS_SESSION_TOKEN: token }) };
  const { account } = scopeOf(environment);
  return { AWS_ACCESS_KEY_ID: account === DEFAULT_ACCOUNT ? 'test' : account, AWS_SECRET_ACCESS_KEY: 'test' };
}

export function scopeOf(environment: Environment): RegionScope {
  const key = environment['AWS_ACCESS_KEY_ID'] ?? '';
  return {
    account: ACCOUNT.test(key) ? key : (accountOfMadeKey(key) ?? DEFAULT_ACCOUNT),
    region: environment['AWS_REGION'] || environment['AWS_DEFAULT_REGION'] || 'us-east-1',
  };
}
