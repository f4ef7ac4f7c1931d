// /var/rapid/init: the first process of a function container. Connects to the emulator, takes commands, drives the function's processes.

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type CodeChange, decodeCommand, type InitialisedBody, type ReadyBody } from '#runtime-init/channel-wire';
import { debuggerOption, isDebugged } from '#runtime-init/debugging';
import { Init } from '#runtime-init/init';
import type { Invocation } from '#runtime-init/invocation';
import { SERVED_MARK } from '#runtime-init/parameters-and-secrets/mark';
import { ParametersAndSecrets } from '#runtime-init/parameters-and-secrets/parameters-and-secrets';
import { ServedPorts } from '#runtime-init/parameters-and-secrets/served-ports';
import type { Launch } from '#runtime-init/process/process';
import { adaptedLaunch, functionFacts } from '#runtime-init/web-adapter/adapted-launch';
import { adapterSettings } from '#runtime-init/web-adapter/adapter-settings';
import { WEB_ADAPTER_MARK } from '#runtime-init/web-adapter/mark';
import { Channel } from './channel.ts';
import { extensionHost, launcher } from './environment.ts';
import { Kernel } from './kernel.ts';
import { createLog } from './log.ts';
import { Memory } from './memory.ts';
import { openNames } from './names.ts';
import { Processes } from './processes.ts';
import { Reporter } from './reporter.ts';
import { readSettings, type Settings } from './settings.ts';
import { trustVariables } from './trust.ts';
import { unpack } from './untar.ts';
import { functionUser } from './user.ts';

/** The address of the cloud's Runtime API. */
const RUNTIME_API_PORT = 9001;

const settings = readSettings(process.env);
const log = createLog(settings.logLevel);
const channel = new Channel(settings, log, (why) => {
  log('fatal', why);
  process.exit(1);
});
const reporter = new Reporter(channel);

function createInit(given: Settings, kernel: Kernel, extension: ParametersAndSecrets | undefined): Init {
  const user = functionUser(given.user, log);
  const processes = new Processes(kernel, new Memory());
  return new Init({
    ...given.fn,
    parks: false,
    freezes: given.fn.freezes && !isDebugged(given.env),
    debugger: debuggerOption(given.env),
    port: Number(process.env['EMULATOR_RUNTIME_API_PORT'] ?? RUNTIME_API_PORT),
    launch: adapted(launcher(given, user, processes), given),
    extensions: { ...extensionHost(given, user, processes), onInvoke: () => extension?.open() },
    onLog: (record) => reporter.log(record),
  });
}

/** With the Web Adapter at the side of the process, where a layer asks for it. The container's ports are its own. */
function adapted(launch: Launch, { env }: Settings): Launch {
  if (!existsSync(join('/opt', WEB_ADAPTER_MARK))) return launch;
  const settings = adapterSettings(env);
  return adaptedLaunch(launch, { settings, ports: [settings.port], functionFacts: functionFacts(env) });
}

/** The Parameters and Secrets extension, where a layer asks for it. */
async function serveExtension(given: Settings): Promise<ParametersAndSecrets | undefined> {
  if (!existsSync(join('/opt', SERVED_MARK))) return undefined;
  const { endpoint, env: variables } = given;
  const extension = new ParametersAndSecrets({ variables, endpoint: () => endpoint, onLog: (record) => reporter.log(record) });
  await new ServedPorts().serve(extension);
  return extension;
}

const noVariables: Readonly<Record<string, string>> = {};

/** Adds variables for the function's processes: the certificates to trust, where the cloud's names lead to the emulator. */
async function prepared(): Promise<Settings> {
  const { names } = settings.fn;
  const [trust] = await Promise.all([
    names ? trustVariables(settings.endpoint, settings.env['NODE_OPTIONS'] ?? '', log) : noVariables,
    names && openNames({ endpoint: settings.endpoint, leave: names.leave, log }),
    fetchCode(),
  ]);
  const options = trust['NODE_OPTIONS'];
  return { ...settings, env: { ...trust, ...settings.env, ...(options && { NODE_OPTIONS: options }) } };
}

async function fetchCode(): Promise<void> {
  for (const { sha256, path } of settings.fn.fetch) await unpack(await channel.open(`code/${sha256}`), path);
}

/** Brings copied folders up to date; the function's process is replaced afterwards. */
async function apply(changes: readonly CodeChange[]): Promise<void> {
  for (const { sha256, path, removed } of changes) {
    for (const each of removed) await rm(join(path, each), { recursive: true, force: true });
    await unpack(await channel.open(`code/${sha256}`), path);
  }
}

async function serve(init: Init, invocation: Omit<Invocation, 'onChunk'> & { streams: boolean }): Promise<void> {
  const { requestId, streams } = invocation;
  const pieces = reporter.stream(requestId);
  const handle = init.invoke({ ...invocation, ...(streams ? { onChunk: pieces.onChunk } : {}) });
  // The answer and the log travel in parallel: the emulator joins them by the invocation's id.
  const answered = handle.response.then(async (outcome) => {
    await pieces.end();
    await reporter.outcome(requestId, outcome);
  });
  const reported = handle.done.then((report) => reporter.report(report));
  await Promise.all([answered, reported]);
}

async function stop(init: Init): Promise<never> {
  await init.stop();
  await reporter.status('stopped');
  process.exit(0);
}

/** Executes commands one after the other; invocations run in the background, so that a stop is noticed meanwhile. */
async function obey(init: Init): Promise<never> {
  for (;;) {
    const body = await channel.next();
    if (!body) continue;
    const { command, payload } = decodeCommand(body);
    log('debug', `command ${command.kind}`);
    if (command.kind === 'invoke') void serve(init, { ...command.invocation, payload }).catch(failed);
    else if (command.kind === 'init')
      void init
        .init()
        .then(() => reporter.status('initialised', { loaded: init.state === 'idle' } satisfies InitialisedBody))
        .catch(failed);
    else if (command.kind === 'reset')
      void apply(command.changes ?? [])
        .then(() => init.reset())
        .then(() => reporter.status('reset'))
        .catch(failed);
    else void stop(init).catch(failed);
  }
}

function failed(error: unknown): void {
  log('panic', error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exit(2);
}

async function run(): Promise<void> {
  const kernel = new Kernel();
  const init = await started(kernel);
  await reporter.status('ready', { isFiltered: !settings.fn.filters || kernel.restricted } satisfies ReadyBody);
  log('info', 'ready');
  await obey(init);
}

async function started(kernel: Kernel): Promise<Init> {
  try {
    const given = await prepared();
    const extension = await serveExtension(given);
    if (given.fn.filters) kernel.restrict();
    const init = createInit(given, kernel, extension);
    process.on('SIGTERM', () => void stop(init).catch(failed));
    await init.start();
    return init;
  } catch (error) {
    await reporter.status('error', { errorType: 'Init.StartFailed', errorMessage: (error as Error).message });
    throw error;
  }
}

run().catch(failed);
