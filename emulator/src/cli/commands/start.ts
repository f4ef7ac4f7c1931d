// `emulator start`: runs in the foreground until it is told to stop, or starts an emulator that goes on in the background.

import { fstatSync } from 'node:fs';
import { isThisMachine, startInBackground, startUnlessRunning } from '#cli/background';
import { endpoint } from '#cli/endpoint';
import { failedScripts } from '#cli/failed-scripts';
import { checkedPort } from '#cli/port-option';
import { listenAddress, listenUrl } from '#config/listen-address';
import { OPTION_INVALID } from '#config/messages';
import { type OptionValues, readOptions } from '#config/options';
import { authorityDirectory, initDirectories } from '#config/places';
import { anyEntries } from '#init-scripts/folder-notes';
import { EmulatorError } from '#lib/emulator-error';
import { VERSION } from '#lib/version';
import { runBootScripts, startEmulator } from '#main';

const EXIT_CODES = { SIGTERM: 0, SIGINT: 130 } as const;
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

interface StartCommandOptions {
  readonly port?: string;
  readonly endpoint?: string;
  readonly quiet?: boolean;
  readonly background?: boolean;
  readonly forTests?: boolean;
  readonly json?: boolean;
}

export async function start(given: StartCommandOptions): Promise<void> {
  const named = given.port === undefined ? portOf(given.endpoint) : String(checkedPort(given.port));
  if (given.background) return background({ ...given, ...(named !== undefined && { port: named }) });
  const { forTests = false } = given;
  const port = named ?? (forTests ? '0' : undefined);
  const options = readOptions(process.env);
  const directories = initDirectories(options);
  const bootedMs = performance.now();
  const received = await boot((signal) => runBootScripts(directories, options, endpointToBe(options, port), signal));
  const bootMs = performance.now() - bootedMs;
  if (received) process.exit(EXIT_CODES[received]);
  const emulator = await startEmulator({
    ...(port === undefined ? {} : { port: Number(port) }),
    quiet: given.quiet ?? forTests,
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
  // A bug in one part must not end everybody's work: it is logged, and the emulator goes on.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      process.stderr.write(`this is a mistake of the emulator: ${error instanceof Error ? error.stack : String(error)}\n`);
    });
  for (const signal of SIGNALS) process.on(signal, () => void end(EXIT_CODES[signal]));
  if (forTests) {
    endWithParent(() => void end(0));
    await emulator.ready;
    process.stdout.write(`${JSON.stringify({ ...addressOf(emulator.url), pid: process.pid })}\n`);
    return;
  }
  process.stdout.write(`Cloud Emulator ${VERSION}\n`);
  for (const choice of emulator.choices) process.stdout.write(`  ${choice}\n`);
  const answeringMs = performance.now();
  await emulator.ready;
  if (ending) return;
  const scriptsMs = anyEntries(directories) ? bootMs + performance.now() - answeringMs : 0;
  const startMs = process.uptime() * 1000 - scriptsMs;
  const scripts = scriptsMs > 0 ? ` and ${Math.round(scriptsMs)} ms of init scripts` : '';
  const explorer = emulator.options.EXPLORER ? `  explorer, a page to open in a browser: ${emulator.url}/_emulator/ui\n` : '';
  const failed = scriptsMs > 0 ? (await failedScripts(emulator.url)).join('') : '';
  const started = `started in ${Math.round(startMs)} ms${scripts}`;
  process.stdout.write(`${explorer}  clients need AWS_ENDPOINT_URL=${emulator.url} and any credentials; ${started}\n${failed}Ready.\n`);
  await sayMissingSandbox(emulator.options);
}

/** The port of an address of this machine. @throws EmulatorError OPTION_INVALID */
function portOf(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  if (URL.canParse(address) && isThisMachine(new URL(address))) return new URL(address).port || '80';
  throw new EmulatorError(OPTION_INVALID, `--endpoint ${address} is no address of this machine.`, {
    hint: 'Write it as http://127.0.0.1:4566; GATEWAY_LISTEN=0.0.0.0:4566 opens the port to the network.',
  });
}

/** Does nothing where an emulator answers already. */
async function background({ port, json }: StartCommandOptions): Promise<void> {
  const url =
    port === undefined ? endpoint(undefined) : listenUrl({ ...listenAddress(readOptions(process.env).GATEWAY_LISTEN), port: Number(port) });
  const started = port === '0' ? await startInBackground(port) : await startUnlessRunning(url);
  if (json) process.stdout.write(`${JSON.stringify({ ...addressOf(started?.url ?? url), ...started, started: started !== undefined })}\n`);
  else if (started) process.stdout.write(`Started at ${started.url}; its output is in ${started.log}. \`emulator stop\` ends it.\n`);
  else process.stdout.write(`An emulator answers at ${url} already.\n`);
}

/** For programs that start an emulator: the variables that lead a client of the cloud to it. */
function addressOf(url: string) {
  const { port } = new URL(url);
  const environment = {
    AWS_ENDPOINT_URL: url,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_REGION: 'us-east-1',
    AWS_DEFAULT_REGION: 'us-east-1',
  };
  return { url, port: Number(port), environment };
}

/** A parent that holds a pipe to our stdin has ended, or wants us to end, when the pipe closes. */
function endWithParent(end: () => void): void {
  const stdin = fstatSync(0);
  if (!stdin.isFIFO() && !stdin.isSocket()) return;
  process.stdin.once('end', end).once('error', end).resume();
}

/** After the emulator is ready, so that looking costs no start-up time. */
async function sayMissingSandbox({ CONTAINER_RUNTIME, FUNCTION_SANDBOX }: OptionValues): Promise<void> {
  if (CONTAINER_RUNTIME === 'docker') return;
  const { whyProbablyNoSandbox } = await import('#containers/embedded/likely-sandbox');
  const missing = await whyProbablyNoSandbox(FUNCTION_SANDBOX);
  if (!missing) return;
  const what =
    FUNCTION_SANDBOX === 'auto' || FUNCTION_SANDBOX === 'plain'
      ? 'embedded functions will run without a sandbox: they can do what this user can.'
      : `FUNCTION_SANDBOX=${FUNCTION_SANDBOX}: embedded functions will not run.`;
  process.stderr.write(`${what} ${missing.reason} ${missing.hint}\n`);
}

/** Scripts that run before the emulator exists must end with this process as well. Returns the signal that arrived meanwhile. */
async function boot(run: (signal: AbortSignal) => Promise<void>): Promise<(typeof SIGNALS)[number] | undefined> {
  const ending = new AbortController();
  let received: (typeof SIGNALS)[number] | undefined;
  const end = (signal: NodeJS.Signals): void => {
    received = SIGNALS.find((known) => known === signal);
    ending.abort();
  };
  for (const signal of SIGNALS) process.on(signal, end);
  await run(ending.signal);
  for (const signal of SIGNALS) process.off(signal, end);
  return received;
}

/** Empty where the emulator will choose a free port. */
function endpointToBe(options: OptionValues, port: string | undefined): string {
  const listed = listenAddress(options.GATEWAY_LISTEN);
  const address = port === undefined ? listed : { ...listed, port: Number(port) };
  return address.port === 0 ? '' : listenUrl(address);
}
