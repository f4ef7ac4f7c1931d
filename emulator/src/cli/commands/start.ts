// `emulator start`: in the foreground, until it is told to stop.

import { listenAddress, listenUrl, MOST_PORT } from '#config/listen-address';
import { type OptionValues, readOptions } from '#config/options';
import { authorityDirectory, initDirectories } from '#config/places';
import { EmulatorError } from '#lib/emulator-error';
import { VERSION } from '#lib/version';
import { runBootScripts, startEmulator } from '#main';

export async function start(given: { port?: string; quiet?: boolean }): Promise<void> {
  if (given.port !== undefined && !(/^\d+$/.test(given.port) && Number(given.port) <= MOST_PORT))
    throw new EmulatorError('OPTION_INVALID', `--port ${given.port} is no port.`, { hint: 'It takes a number from 0 to 65535.' });
  const options = readOptions(process.env);
  const directories = initDirectories(options);
  await runBootScripts(directories, options, endpointToBe(options, given.port));
  const emulator = await startEmulator({
    ...(given.port === undefined ? {} : { port: Number(given.port) }),
    quiet: given.quiet ?? false,
    authorityDirectory: authorityDirectory(options, process.env),
    initDirectories: directories,
    onStopRequest: () => void end(0),
  });
  let ending = false;
  const end = async (code: number): Promise<void> => {
    if (ending) process.exit(code);
    ending = true;
    await emulator.stop();
    process.exit(code);
  };
  // A mistake of ours in one corner must not take everybody's work down: it is told, and life goes on.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      process.stderr.write(`this is a mistake of the emulator: ${error instanceof Error ? error.stack : String(error)}\n`);
    });
  process.on('SIGTERM', () => void end(0));
  process.on('SIGINT', () => void end(130));
  process.stdout.write(`Cloud Emulator ${VERSION}\n`);
  for (const choice of emulator.choices) process.stdout.write(`  ${choice}\n`);
  await emulator.ready;
  if (ending) return;
  process.stdout.write(
    `  clients need AWS_ENDPOINT_URL=${emulator.url} and any credentials; started in ${Math.round(process.uptime() * 1000)} ms\nReady.\n`,
  );
}

/** Empty where a free port is going to be taken. */
function endpointToBe(options: OptionValues, port: string | undefined): string {
  const listed = listenAddress(options.GATEWAY_LISTEN);
  const address = port === undefined ? listed : { ...listed, port: Number(port) };
  return address.port === 0 ? '' : listenUrl(address);
}
