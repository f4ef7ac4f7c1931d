// Finds the emulator for the commands, and says so when there is none.
import { listenAddress, listenUrl } from '#config/listen-address';
import { readOptions } from '#config/options';
import { EmulatorError } from '#lib/emulator-error';
import { NOT_RUNNING } from './messages.ts';

/** Characters shown of an unexpected answer. */
const MAX_SAID = 200;

/**
 * The given URL, else AWS_ENDPOINT_URL, else the address in GATEWAY_LISTEN; without a trailing slash.
 * @throws EmulatorError NOT_RUNNING for a text that is no address
 */
export function endpoint(given: string | undefined): string {
  const url = given ?? process.env['AWS_ENDPOINT_URL'];
  if (url && !(/^https?:/.test(url) && URL.canParse(url)))
    throw new EmulatorError(NOT_RUNNING, `${url} is no address of an emulator.`, { hint: 'Write it as http://127.0.0.1:4566.' });
  return url ? url.replace(/\/$/, '') : listenUrl(listenAddress(readOptions(process.env).GATEWAY_LISTEN));
}

/** @throws EmulatorError NOT_RUNNING */
export async function ask(url: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    throw new EmulatorError(NOT_RUNNING, `Nothing answers at ${new URL(url).origin}.`, {
      hint: '`emulator start` starts one; --endpoint names another place.',
      cause,
    });
  }
}

/**
 * Like `ask`, for one of the emulator's own endpoints.
 * @throws EmulatorError NOT_RUNNING, also where something else answers
 */
export async function askEmulator(url: string, init: RequestInit = {}): Promise<Response> {
  const answer = await ask(url, init);
  await assertEmulator(answer);
  return answer;
}

/** @throws EmulatorError NOT_RUNNING where the answer is not the emulator's */
export async function assertEmulator(answer: Response): Promise<void> {
  if (answer.ok && answer.headers.get('content-type')?.includes('json')) return;
  const said = (await answer.text()).slice(0, MAX_SAID);
  throw new EmulatorError(
    NOT_RUNNING,
    `The server at ${new URL(answer.url).origin} is not an emulator, or refuses access: ${answer.status} ${said}`,
    {
      hint: '`emulator start --port 0` starts one at a free port; --endpoint names another place.',
    },
  );
}
