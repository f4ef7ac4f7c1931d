// The emulator of the development loop: the emulator that runs at the endpoint, else one in this process.
import { assertEmulator } from '#cli/endpoint';
import { NOT_RUNNING } from '#cli/messages';
import { readOptions } from '#config/options';
import { authorityDirectory, initDirectories } from '#config/places';
import { EmulatorError } from '#lib/emulator-error';

export interface JoinedEmulator {
  readonly url: string;
  /** It lives in this process, and ends with `stop`. */
  readonly isStarted: boolean;
  stop(): Promise<void>;
}

const HERE = ['127.0.0.1', 'localhost', '[::1]'];

/** @throws EmulatorError NOT_RUNNING where something else answers, or nothing does on another machine */
export async function joinOrStart(url: string): Promise<JoinedEmulator> {
  const answer = await fetch(`${url}/_emulator/health`).catch(() => undefined);
  if (answer) {
    await assertEmulator(answer);
    return { url, isStarted: false, stop: async () => {} };
  }
  const { hostname, port, protocol, origin } = new URL(url);
  if (!HERE.includes(hostname))
    throw new EmulatorError(NOT_RUNNING, `Nothing answers at ${origin}.`, { hint: 'Only on this machine (127.0.0.1) is one started.' });
  const { runBootScripts, startEmulator } = await import('#main');
  const options = readOptions(process.env);
  const directories = initDirectories(options);
  await runBootScripts(directories, options, url);
  const emulator = await startEmulator({
    port: Number(port || (protocol === 'https:' ? '443' : '80')),
    log: false,
    authorityDirectory: authorityDirectory(options, process.env),
    initDirectories: directories,
  });
  await emulator.ready;
  return { url: emulator.url, isStarted: true, stop: () => emulator.stop() };
}
