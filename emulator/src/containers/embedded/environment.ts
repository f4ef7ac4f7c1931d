// One embedded environment: an Init in this process drives a sandboxed process of the spawner.

import { randomBytes } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { Environment, EnvironmentSpec, Invocation, InvokeHandle } from '#containers/container-runtime';
import { seenFromInside } from '#containers/endpoint';
import { debuggerOption, isDebugged } from '#runtime-init/debugging';
import { extensionVariables } from '#runtime-init/extensions/registration';
import { Init, type InitState } from '#runtime-init/init';
import { type ExtensionHost, type Launch, neverStarted } from '#runtime-init/process/process';
import type { Connection } from '#runtime-init/runtime-api';
import { adaptedLaunch, functionFacts } from '#runtime-init/web-adapter/adapted-launch';
import { type GatewayAccess, privateVariables } from './gateway-access.ts';
import { type Layout, removeLayout } from './layout.ts';
import type { EnvironmentNetwork } from './network.ts';
import { extensionsIn, isOwnFile } from './own-files.ts';
import type { Inside, Program, View } from './programs.ts';
import { commandOf, type Sandbox, stagedName } from './sandbox.ts';
import type { SandboxRoot } from './sandbox-root.ts';
import type { ServedExtension } from './served-extension.ts';
import type { Spawner } from './spawner.ts';
import { tmpWatch } from './tmp-usage.ts';
import type { ChosenPorts } from './web-ports.ts';

export interface EmbeddedParts {
  readonly spec: EnvironmentSpec;
  readonly program: Program;
  readonly sandbox: Sandbox;
  /** Words put before a command whose end the sandbox does not tie to the spawner's. */
  readonly tie: readonly string[];
  readonly layout: Layout;
  readonly root: () => SandboxRoot;
  readonly spawner: Spawner;
  readonly enforceMemory: boolean;
  /** Processes are frozen between invocations. */
  readonly freezes: boolean;
  readonly gateway: GatewayAccess | undefined;
  /** A network of its own with the gateway alone; by default the machine's network. */
  readonly network?: EnvironmentNetwork | undefined;
  /** The extension that the emulator serves for it. */
  readonly served?: ServedExtension | undefined;
  /** Where the function's web server is to be found behind the Web Adapter. */
  readonly web?: ChosenPorts | undefined;
  readonly onStopped: (environment: Environment) => void;
}

export class EmbeddedEnvironment implements Environment {
  readonly id: string;
  readonly stopped: Promise<void>;
  readonly sharesFolders = true;
  readonly parkNext?: () => Promise<void>;
  readonly dropNext?: () => Promise<void>;
  readonly parkedBytes?: () => Promise<number>;
  readonly #parts: EmbeddedParts;
  readonly #init: Init;
  readonly #tooMuchInTmp: () => Promise<string | undefined>;
  #stopping: Promise<void> | undefined;
  #settleStopped!: () => void;

  constructor(parts: EmbeddedParts) {
    this.#parts = parts;
    const { spec } = parts;
    this.id = spec.id;
    const token = randomBytes(16).toString('hex');
    this.#tooMuchInTmp = tmpWatch(parts.layout.tmp, parts.sandbox.boundsTmp ? undefined : spec.tmpMb);
    this.stopped = new Promise((resolve) => {
      this.#settleStopped = resolve;
    });
    const held = debuggerOption(spec.env);
    // Code that runs before our bootstrap is the user's: it must not run before it is needed. A process that waits for a debugger never asks.
    const parks = parts.program.words !== undefined && !runsFirst(parts) && held !== 'waits';
    this.#init = new Init({
      functionName: spec.functionName,
      functionVersion: spec.functionVersion,
      handler: spec.handler,
      accountId: spec.accountId,
      timeoutMs: spec.timeoutMs,
      memoryMb: spec.memoryMb,
      logFormat: spec.logFormat,
      parks,
      debugger: held,
      ...(parts.network
        ? { file: parts.network.runtimeApi, connect: parts.network.connect }
        : { access: { token, owns: (connection: Connection) => parts.spawner.owns(parts.layout.root, connection) } }),
      freezes: parts.freezes && !isDebugged(spec.env),
      launch: adapted(launcher(parts, token), parts, token),
      extensions: extensionHost(parts),
      onLog: spec.onLog,
    });
    // Two processes of one environment would open the debugger's port twice.
    if (!parks || isDebugged(spec.env)) return;
    this.parkNext = () => this.#init.ahead.parkNext();
    this.dropNext = () => this.#init.ahead.dropNext();
    this.parkedBytes = () => this.#init.ahead.parkedBytes();
  }

  get state(): InitState {
    return this.#init.state;
  }

  get fresh(): boolean {
    return this.#init.fresh;
  }

  start(): Promise<void> {
    return this.#init.start();
  }

  init(): Promise<void> {
    return this.#init.init();
  }

  invoke(invocation: Invocation): InvokeHandle {
    const handle = this.#init.invoke(invocation);
    void handle.done.then(() => this.#lookAtTmp()).catch(() => undefined);
    return handle;
  }

  async #lookAtTmp(): Promise<void> {
    const text = await this.#tooMuchInTmp();
    if (text !== undefined) this.#parts.spec.onLog({ source: 'platform', timeMs: Date.now(), level: 'WARN', text });
  }

  reset(): Promise<void> {
    return this.#init.reset();
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    const { layout, sandbox, spawner, network, served, web } = this.#parts;
    await this.#init.stop();
    served?.close();
    web?.release();
    if (sandbox.boundsTmp) spawner.unmount(stagedName(layout));
    await network?.close();
    await removeLayout(layout);
    this.#parts.onStopped(this);
    this.#settleStopped();
  }
}

const WRAPPER_NAME = 'AWS_LAMBDA_EXEC_WRAPPER';

const runsFirst = ({ spec: { env }, program: { preloads } }: EmbeddedParts): boolean =>
  Boolean(env[WRAPPER_NAME]) || Object.entries(preloads).some(([name, said]) => said.test(env[name] ?? ''));

const insideOf = ({ spec, program, sandbox, layout }: EmbeddedParts): Inside => ({
  ...sandbox.view(layout),
  folders: sandbox.shown(program.folders),
  memoryMb: spec.memoryMb,
  env: spec.env,
});

function launcher(parts: EmbeddedParts, token: string): Launch {
  const { spec, program, sandbox, layout, spawner, enforceMemory, gateway } = parts;
  const view = insideOf(parts);
  const bootstrap = findBootstrap(parts, view);
  const command = commandOf(program, view, placeOf(spec.env[WRAPPER_NAME], view), bootstrap?.seen ?? '');
  const own = program.mapsNames ? privateVariables(gateway, view.folders) : {};
  const access = program.words === undefined ? {} : { _EMULATOR_ACCESS: token };
  const env = { ...environmentOf(parts, view), ...own, ...access };
  return (address, output) => {
    if (program.words === undefined) {
      if (!bootstrap) return neverStarted('[/var/task/bootstrap /opt/bootstrap]');
      if (!isProgram(bootstrap.file)) return neverStarted(`fork/exec ${bootstrap.named}: permission denied`);
    }
    const request = {
      ...sandboxed(parts, command, { ...env, AWS_LAMBDA_RUNTIME_API: address }),
      mark: `AWS_LAMBDA_RUNTIME_API=${address}`,
      environment: layout.root,
      contained: sandbox.contains,
      ahead: true,
      ...(enforceMemory ? { limitBytes: spec.memoryMb * 1024 ** 2 } : {}),
    };
    return spawner.run(request, output);
  };
}

/** With the Web Adapter at the side of the process, where a layer asks for it. */
function adapted(launch: Launch, { web, network, spec }: EmbeddedParts, token: string): Launch {
  if (!web) return launch;
  const at = network ? { file: network.runtimeApi, connect: network.connect, accepts: network.accepts } : { token };
  return adaptedLaunch(launch, { settings: web.settings, ports: web.ports, functionFacts: functionFacts(spec.env), ...at });
}

/** Puts the command behind the environment's sandbox; without a sandbox, still ties it to the spawner. */
function sandboxed(
  { sandbox, layout, root, program, spec, tie, network }: EmbeddedParts,
  command: readonly string[],
  env: Readonly<Record<string, string>>,
) {
  const wrapped = sandbox.wrap({ layout, root, prefix: program.prefix, command, env, tmpMb: spec.tmpMb });
  return sandbox.contains ? { ...wrapped, network: network?.entry } : { ...wrapped, command: [...tie, ...wrapped.command] };
}

/** The programs in /opt/extensions of the layers, each in a sandbox of its own over the same directories. */
function extensionHost(parts: EmbeddedParts): ExtensionHost {
  const { sandbox, layout, spawner, spec, served } = parts;
  const view = insideOf(parts);
  const env = extensionVariables(environmentOf(parts, view));
  return {
    list: () => extensionsIn(layout.opt, spec.layers),
    launch: (name, address, output) => {
      const own = `${address}/${name}`;
      const variables = { ...env, AWS_LAMBDA_RUNTIME_API: address, _EMULATOR_EXTENSION: own };
      const request = {
        ...sandboxed(parts, [join(view.opt, 'extensions', name)], variables),
        mark: `_EMULATOR_EXTENSION=${own}`,
        environment: layout.root,
        contained: sandbox.contains,
      };
      return spawner.run(request, output);
    },
    onInvoke: () => served?.open(),
  };
}

/** The own program of a `provided` function: its path here, and its path in the cloud. */
function findBootstrap(
  { layout: { code, opt }, spec }: EmbeddedParts,
  view: View,
): { file: string; seen: string; named: string } | undefined {
  const places = [
    {
      file: join(code, 'bootstrap'),
      folder: code,
      contents: [spec.code],
      seen: join(view.task, 'bootstrap'),
      named: '/var/task/bootstrap',
    },
    { file: join(opt, 'bootstrap'), folder: opt, contents: spec.layers, seen: join(view.opt, 'bootstrap'), named: '/opt/bootstrap' },
  ];
  return places.find(({ file, folder, contents }) => isOwnFile(file, folder, contents));
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The local path for a path of the cloud, where nothing could be mounted. */
function placeOf(path: string | undefined, view: View): string | undefined {
  if (path === undefined || path === '') return undefined;
  for (const [cloud, here] of [
    ['/var/task/', view.task],
    ['/opt/', view.opt],
  ] as const) {
    if (path.startsWith(cloud)) return join(here, path.slice(cloud.length));
  }
  return path;
}

function environmentOf({ spec, program, gateway }: EmbeddedParts, view: Inside): Record<string, string> {
  const { task, opt, runtime } = view;
  const interpreterDir = program.interpreter === undefined ? [] : [dirname(program.interpreter)];
  return {
    PATH: ['/var/lang/bin', ...interpreterDir, '/usr/local/bin', '/usr/bin', '/bin', join(opt, 'bin')].join(delimiter),
    LD_LIBRARY_PATH: [
      '/var/lang/lib',
      '/lib64',
      '/usr/lib64',
      runtime,
      join(runtime, 'lib'),
      task,
      join(task, 'lib'),
      join(opt, 'lib'),
    ].join(delimiter),
    LANG: 'en_US.UTF-8',
    TZ: ':UTC',
    // Where all users share /tmp, TMPDIR leads libraries to the environment's own folder.
    ...(view.tmp === '/tmp' ? {} : { TMPDIR: view.tmp }),
    ...program.defaults(view),
    ...(gateway ? seenFromInside(spec.env, gateway.url(), gateway.url(), gateway.host) : spec.env),
    _HANDLER: spec.handler,
    LAMBDA_TASK_ROOT: task,
    LAMBDA_RUNTIME_DIR: runtime,
    ...(program.words === undefined ? {} : { _LAMBDA_TELEMETRY_LOG_FD: '3' }),
  };
}
