// Paths of the established emulator and their counterparts here: the only such table, disabled by EMULATOR_PARITY=0.

export const COMPAT_PATHS: readonly (readonly [prefix: string, native: string])[] = [
  ['/_localstack/', '/_emulator/'],
  ['/_aws/lambda/', '/_cloud/function/'],
  ['/_aws/sqs/', '/_cloud/queue/'],
  ['/_aws/sns/', '/_cloud/sns/'],
  ['/_aws/dynamodb/', '/_cloud/table/'],
  ['/_aws/events/', '/_cloud/event/'],
  ['/_aws/execute-api/', '/_execute-api/'],
];

/** The folder of its init scripts. */
export const COMPAT_INIT_DIRECTORY = '/etc/localstack/init';

/** The native URL for an established one; any other URL is returned unchanged. */
export function nativeUrl(url: string): string {
  const found = COMPAT_PATHS.find(([prefix]) => url.startsWith(prefix));
  return found ? found[1] + url.slice(found[0].length) : url;
}
