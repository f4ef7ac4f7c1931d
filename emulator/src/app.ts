// Starting and stopping, as a list of steps: the composition root.
import { setMaxListeners } from 'node:events';
import { join, resolve } from 'node:path';
import { OPTION_WARNING } from '#config/messages';
import type { Environment } from '#config/option-names';
import { optionWarnings } from '#config/option-warnings';
import { type OptionValues, readOptions, settings } from '#config/options';
import type { ActionTable } from '#core/authorization/action-table';
import { createDispatch } from '#core/dispatch';
import type { Engine } from '#core/engine';
import { checkedFault } from '#core/faults/checked-fault';
import { createKernel, type Kernel } from '#core/kernel';
import { createHistory, createLog, type Level, type Log, type Sink } from '#core/log';
import { createRegistry } from '#core/registry';
import { checkedStub } from '#core/stubs/checked-stub';
import { readStubs } from '#core/stubs/stubs-file';
import { createDeliverer } from '#delivery/deliverer';
import type { NameServer } from '#dns/name-server';
import { type Listener, openListener } from '#gateway/connections/listener';
import { createGateway } from '#gateway/server';
import { createInitScripts, type InitScripts, type InitScriptsOptions } from '#init-scripts/init-scripts';
import { SCRIPT_FAILED } from '#init-scripts/messages';
import { durationMs } from '#lib/duration';
import { lazy } from '#lib/lazy';
import { createApiRequests } from '#protocol/api-requests';
import { createDetection } from '#protocol/detect';
import { createModels, readGenerated } from '#protocol/models';
import { openStore } from '#store/open-store';
import type { Emulator, StartOptions } from './api.ts';
import { consoleSink } from './console.ts';
import { createManualClock, createSystemClock, type MovableClock } from './core/time/clock.ts';
import { createScheduler } from './core/time/scheduler.ts';
import { identityPolicy } from './identity-policy.ts';
import { SERVICES } from './service-list.ts';
import { createWholeState } from './whole-state.ts';

/**
 * Starts an emulator in this process; any number may run at the same time. Resolves when it answers requests; `ready` resolves after its scripts.
 * @throws EmulatorError, which has a `code` and mostly a `hint`: OPTION_INVALID when an option has a value that it does not take,
 * PORT_TAKEN when another program listens at the port, and those of the data directory, which `docs/errors.md` lists
 */
export async function startEmulator(start: StartOptions = {}): Promise<Emulator> {
  const environment = start.environment ?? process.env;
  const set = settings(environment, { ...embeddedInProcess(start, environment), ...withPort(start, environment) });
  const options = Object.fromEntries(set.map(({ name, value }) => [name, value])) as OptionValues;
  const clock = start.clock === 'manual' ? createManualClock(Date.UTC(2026, 0, 1)) : createSystemClock();
  const history = createHistory();
  const log = createLog(history.keep(sinkOf(start)), options.DEBUG, clock.now, (level) => isShown(start, level));
  const warnings = optionWarnings(environment, set);
  warn(log, warnings);
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal); // any number of calls may listen to it
  const undo: (() => unknown)[] = [];
  const stop = once(async () => {
    for (const step of undo.reverse()) await step();
  });
  try {
    const store = await openStore(storeOptions(options, start.checked ?? false));
    undo.push(() => store.close());
    const listener = await openListener(options.GATEWAY_LISTEN);
    undo.push(() => listener.close());
    const models = createModels();
    const detection = lazy(createDetection);
    const kernel = createKernel({
      ...{ store, clock, log, options, registry: createRegistry(SERVICES), origin: listener.url, stopping: stopping.signal },
      onWait: start.onWait,
      validate: (service, operation, input) => models.service(service).validate(operation, input),
      actionTable: (service) => readGenerated(`${service}.actions.json`) as ActionTable,
      known: (service, operation) => models.service(service).hasOperation(operation),
      readRequest: (service, operation, document) => models.service(service).readRequest(operation, document),
      requestMembers: (service, operation) => models.service(service).requestMembers(operation),
      answerApiRequest: createApiRequests(models, detection),
      serviceAt: (host) => detection().serviceAt(host),
      faultFacts: (service, fault) => models.service(service).faultFacts(fault),
      writeAnswer: (service, operation, output) => models.service(service).writeAnswer(operation, output),
      readAnswer: (service, operation, document) => models.service(service).readPlainAnswer(operation, document),
      answerProblem: (service, operation, document, isComplete) => models.service(service).answerProblem(operation, document, isComplete),
    });
    const engine = createEngine(kernel);
    const { scheduler, deliverer } = engine;
    addStubs(start, kernel);
    const traceExport = await openTraceExport(kernel);
    undo.push(() => traceExport?.stop());
    undo.push(() => kernel.metrics.stop());
    undo.push(() => scheduler.stop());
    undo.push(() => Promise.all([...kernel.owned.values()].map((owned) => owned.stop())));
    const scripts = await createInitScripts({ ...scriptsOptions(start, options, log, kernel.origin), failed: scriptFailed(kernel) });
    undo.push(() => scripts.close());
    const state = createWholeState(engine);
    const choices = chosen(options, listener.url);
    const gateway = createGateway({
      engine: { ...engine, dispatch: scripts.watch(engine.dispatch) },
      listener,
      models,
      authorityDirectory: start.authorityDirectory,
      management: {
        ...{ history, onStopRequest: start.onStopRequest, settings: set, choices, warnings, state, clock },
        agents: agentsOf(options, listener.url),
        init: () => scripts.status(),
        untilIdle: () => kernel.activity.idle(),
      },
    });
    undo.push(() => gateway.close());
    undo.push(() => stopping.abort());
    // Everything exists now: resume the work that an earlier process left in the store.
    scheduler.refresh();
    deliverer.refresh();
    const names = await openNames(options, listener.host, log);
    undo.push(() => names?.close());
    const ready = runScripts(scripts);
    undo.push(() => endScripts(scripts, ready));
    return describe({ listener, engine, clock, stop, ready, reset: state.reset, choices: [...choices, ...nameChoice(names)] });
  } catch (error) {
    stopping.abort();
    await stop();
    throw error;
  }
}

/** Off by default, and loaded with the first message. */
function agentsOf({ MCP_SERVER: served }: OptionValues, url: string) {
  if (served === 'off') return undefined;
  return lazy(async () => (await import('#mcp/mcp-over-http')).mcpOverHttp({ url, root: resolve('.'), readOnly: served === 'read-only' }));
}

/** Off by default, and loaded only when enabled. */
const openTraceExport = async (kernel: Kernel) =>
  kernel.options.OTEL_EXPORTER_OTLP_ENDPOINT === '' ? undefined : (await import('#core/traces/otlp/export-traces')).exportTraces(kernel);

/** Off by default, and loaded only when enabled. */
async function openNames(options: OptionValues, gatewayHost: string, log: Log): Promise<NameServer | undefined> {
  if (['', '0'].includes(options.DNS_ADDRESS)) return undefined;
  const { openNameServer } = await import('#dns/name-server');
  return openNameServer({
    listen: options.DNS_ADDRESS,
    upstream: options.DNS_SERVER,
    leave: options.DNS_NAME_PATTERNS_TO_RESOLVE_UPSTREAM,
    gatewayHost,
    log: log.in('dns'),
  });
}

async function runScripts(scripts: InitScripts): Promise<void> {
  await scripts.run('START');
  await scripts.run('READY');
}

/** Runs the scripts of the shutdown while the gateway still answers. */
async function endScripts(scripts: InitScripts, ready: Promise<void>): Promise<void> {
  scripts.interrupt();
  await ready;
  await scripts.run('SHUTDOWN');
}

const warn = (log: Log, warnings: readonly string[]): void => {
  for (const sentence of warnings) log.in('config').write(OPTION_WARNING, { sentence });
};

/** A script is no request: it has a trace of its own. */
const scriptFailed =
  ({ problems, traces, clock, id }: Kernel) =>
  (path: string, reason: string): void => {
    const place = { trace: id(), depth: 0, startedMs: performance.now(), atMs: clock.now(), resource: `script ${path}` };
    const facts = { ...place, what: 'problem', requestId: undefined, remedy: undefined } as const;
    traces.noteRun({ ...facts, name: undefined, failed: true, text: reason });
    problems.note({ ...facts, code: SCRIPT_FAILED.code, cause: `${path}: ${reason}` });
  };

const scriptsOptions = (start: StartOptions, options: OptionValues, log: Log, origin: string): InitScriptsOptions => ({
  directories: start.initDirectories ?? [],
  extensions: options.EXTENSION_AUTO_INSTALL,
  environment: { ...process.env, ...start.environment },
  log,
  origin,
  workDirectory: options.PERSISTENCE === '0' ? undefined : join(resolve(options.DATA_DIR), 'init'),
});

/** Creates the parts in order; each receives the engine as a function, which it calls with its first call. */
function createEngine(kernel: Kernel): Engine {
  const engine: Engine = {
    kernel,
    dispatch: createDispatch(kernel, () => engine),
    scheduler: createScheduler(kernel, () => engine),
    deliverer: createDeliverer(kernel, () => engine),
  };
  return engine;
}

function describe({
  listener,
  engine,
  clock,
  ...rest
}: { readonly listener: Listener; readonly engine: Engine; readonly clock: MovableClock } & Pick<
  Emulator,
  'stop' | 'ready' | 'reset' | 'choices'
>): Emulator {
  const { kernel, scheduler, deliverer } = engine;
  const untilIdle = async (): Promise<void> => {
    do await kernel.activity.idle();
    while (scheduler.overdue() && !kernel.stopping.aborted);
  };
  return {
    url: listener.url,
    port: listener.port,
    options: kernel.options,
    ...rest,
    clock: {
      now: clock.now,
      advance: async (by) => {
        await clock.moveTo(clock.now() + aheadMs(by), untilIdle);
      },
    },
    faults: {
      add: (fault) => kernel.faults.add(checkedFault(fault, kernel)),
      list: () => kernel.faults.list.map((rule) => ({ ...rule })),
      clear: (id) => void (id === undefined ? kernel.faults.clear() : kernel.faults.remove(id)),
    },
    stubs: {
      add: (call, answer) => kernel.stubs.add(checkedStub({ call, answer }, kernel)),
      list: () => kernel.stubs.list,
      clear: (call) => void (call === undefined ? kernel.stubs.clear() : kernel.stubs.remove(call)),
    },
    policyOf: (identity) => identityPolicy(identity, engine),
    idle: untilIdle,
    snapshot: () => kernel.store.snapshot(),
    restore: (snapshot) => {
      kernel.metrics.clear();
      kernel.store.restore(snapshot);
      kernel.authorizer.forget();
      kernel.problems.clear();
      kernel.unsupported.clear();
      scheduler.refresh();
      deliverer.refresh();
    },
    [Symbol.asyncDispose]: rest.stop,
  };
}

function aheadMs(by: string | number): number {
  if (typeof by === 'string') return durationMs(by);
  if (Number.isFinite(by) && by >= 0) return by;
  throw new RangeError(`${by} is no span of time: write milliseconds from 0, or a text like '5m'`);
}

function withPort({ port, options = {} }: StartOptions, environment: Environment): Partial<OptionValues> {
  if (port === undefined) return options;
  const listen = readOptions(environment, options).GATEWAY_LISTEN;
  const host = /^\d+$/.test(listen) ? '' : listen.replace(/:\d+$/, '');
  return { ...options, GATEWAY_LISTEN: `${host || '127.0.0.1'}:${port}` };
}

/** Stubs of the file come first. @throws EmulatorError STUB_INVALID */
function addStubs({ stubs = {} }: StartOptions, kernel: Kernel): void {
  const { STUBS } = kernel.options;
  const requests = [
    ...(STUBS === '' ? [] : readStubs(resolve(STUBS))),
    ...Object.entries(stubs).map(([call, answer]) => ({ call, answer })),
  ];
  for (const request of requests) kernel.stubs.add(checkedStub(request, kernel));
}

/** In another program (a test run), the emulator downloads no images and starts no containers unless requested. */
const embeddedInProcess = ({ onStopRequest }: StartOptions, environment: Environment): Partial<OptionValues> =>
  onStopRequest || environment['CONTAINER_RUNTIME'] ? {} : { CONTAINER_RUNTIME: 'embedded' };

const sinkOf = ({ log, quiet }: StartOptions): Sink => {
  if (log === false) return () => {};
  const sink = log ?? consoleSink();
  return quiet ? (line) => isShown({ quiet }, line.level) && sink(line) : sink;
};

const isShown = ({ log, quiet }: StartOptions, level: Level): boolean => log !== false && (!quiet || level === 'warn' || level === 'error');

const storeOptions = ({ PERSISTENCE, DATA_DIR }: OptionValues, checked: boolean) =>
  PERSISTENCE === '0'
    ? { checked }
    : {
        directory: join(resolve(DATA_DIR), 'store'),
        durability: PERSISTENCE === 'strict' ? ('strict' as const) : ('commit' as const),
        checked,
      };

const chosen = (options: OptionValues, url: string): string[] => [
  `gateway: ${url} (GATEWAY_LISTEN=${options.GATEWAY_LISTEN})`,
  options.PERSISTENCE === '0'
    ? 'state: in memory, gone at the end (PERSISTENCE=1 keeps it)'
    : `state: kept in ${resolve(options.DATA_DIR)} (PERSISTENCE=${options.PERSISTENCE})`,
  options.CONTAINER_RUNTIME === 'auto'
    ? 'functions: docker where an engine and the image are there, else embedded, told with the first function (CONTAINER_RUNTIME=auto)'
    : `functions: ${options.CONTAINER_RUNTIME} container runtime (CONTAINER_RUNTIME=${options.CONTAINER_RUNTIME})`,
];

const nameChoice = (names: NameServer | undefined): string[] =>
  names ? [`names: the cloud's host names resolve to the emulator at ${names.address.host}:${names.address.port} (DNS_ADDRESS)`] : [];

function once<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => (running ??= run());
}
