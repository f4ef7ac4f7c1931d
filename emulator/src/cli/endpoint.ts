// Where the commands look for the emulator, and what they say when nothing is there.
import { type OptionValues, readOptions } from '#config/options';
import { EmulatorError } from '#lib/emulator-error';

/** The URL told, else AWS_ENDPOINT_URL, else the address that GATEWAY_LISTEN names; without a slash at its end. */
export function endpoint(told: string | undefined): string {
  const url = told ?? process.env['AWS_ENDPOINT_URL'];
  return url ? url.replace(/\/$/, '') : listenUrl(readOptions(process.env));
}

/** Where the address that GATEWAY_LISTEN names is reached from this machine. */
export function listenUrl({ GATEWAY_LISTEN: listen }: Pick<OptionValues, 'GATEWAY_LISTEN'>): string {
  const [, host = '127.0.0.1', port = '4566'] = /^(?:(.*?):)?(\d+)?$/.exec(listen) ?? [];
  return `http://${host === '' || host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`;
}

/** @throws EmulatorError NOT_RUNNING */
export async function ask(url: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    throw new EmulatorError('NOT_RUNNING', `Nothing answers at ${new URL(url).origin}.`, {
      hint: '`emulator start` starts one; --endpoint names another place.',
      cause,
    });
  }
}
