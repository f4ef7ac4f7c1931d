// Paths of the established emulator and what answers them here: the one table, off with EMULATOR_PARITY=0.

export const PARITY_PATHS: readonly (readonly [prefix: string, native: string])[] = [
  ['/_localstack/', '/_emulator/'],
  ['/_aws/lambda/', '/_cloud/function/'],
];

/** Where its init folders lie. */
export const ESTABLISHED_INIT_DIRECTORY = '/etc/localstack/init';

/** The native URL of an established one; the same where it is none. */
export function nativeUrl(url: string): string {
  const found = PARITY_PATHS.find(([prefix]) => url.startsWith(prefix));
  return found ? found[1] + url.slice(found[0].length) : url;
}
