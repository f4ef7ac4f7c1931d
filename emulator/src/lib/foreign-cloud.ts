// The environment variables that lead a client of the cloud, or its credentials, to another cloud than the emulator. `integrations/client` has the
// same list, which a test compares: it does not import from the emulator.

const NAMES = new Set([
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
]);

/** Whether programs that are started for the emulator must not get a variable. Endpoints of single services count, too: `AWS_ENDPOINT_URL_S3`. */
export const leadsToAnotherCloud = (variable: string): boolean => NAMES.has(variable) || variable.startsWith('AWS_ENDPOINT_URL');
