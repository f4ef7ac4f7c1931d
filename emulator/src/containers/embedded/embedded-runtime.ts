// Runs functions as processes of this machine: no container engine, in a sandbox of namespaces where the kernel allows one.

import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { availableParallelism, homedir } from 'node:os';
import { join } from 'node:path';
import type {
  ContainerRuntime,
  CreateOptions,
  Environment,
  EnvironmentSpec,
  FunctionVersion,
  Support,
} from '#containers/container-runtime';
import { ENVIRONMENT_START_FAILED, RUNTIME_NOT_AVAILABLE, SANDBOX_NOT_AVAILABLE } from '#containers/messages';
import { EmulatorError } from '#lib/emulator-error';
import { ServedPorts } from '#runtime-init/parameters-and-secrets/served-ports';
import { EmbeddedEnvironment } from './environment.ts';
import type { GatewayAccess } from './gateway-access.ts';
import { createLayout, removeLayout } from './layout.ts';
import { whyNoSandbox } from './missing-sandbox.ts';
import { GatewayNetworks } from './network.ts';
import { providedProgram } from './programs.ts';
import { writeFilter } from './restricting-command.ts';
import { Runtimes } from './runtimes.ts';
import { plain, type Sandbox, type SandboxName, sandboxes, type Trial, tieCommand, trySandbox } from './sandbox.ts';
import { SandboxRoots } from './sandbox-root.ts';
import { servedExtension } from './served-extension.ts';
import { Spawner } from './spawner.ts';
import { WebPorts } from './web-ports.ts';

type FunctionNetwork = 'open' | 'gateway';

export interface EmbeddedOptions {
  /** Holds the environments' directories, in a folder that belongs to this emulator and is deleted at `dispose`; created when needed. */
  readonly workDir: string;
  /** `auto`: the strongest sandbox that works here, or none. `required`: the strongest one, and nothing runs without. */
  readonly sandbox?: SandboxName | 'auto' | 'required' | undefined;
  /** Told once, where functions turn out to run without a sandbox that nobody gave up. */
  readonly onNoSandbox?: ((why: { reason: string; hint: string }) => void) | undefined;
  /** Told once, where nothing on this machine keeps functions from system calls. */
  readonly onNoFilter?: (() => void) | undefined;
  /** Do not substitute another version of the interpreter. */
  readonly exactVersions?: boolean | undefined;
  /** Kill processes that exceed their memory; default: on where memory use is visible (Linux). */
  readonly enforceMemory?: boolean | undefined;
  /** Freeze functions between invocations, as in the cloud; default: on. */
  readonly freezes?: boolean | undefined;
  /** Where connections of functions to the cloud's names lead; where absent, the system decides. */
  readonly gateway?: GatewayAccess | undefined;
  /** `gateway`: functions reach the emulator and nothing else. */
  readonly network?: FunctionNetwork | undefined;
  /** Folders that no function may see, even inside folders that functions do see. */
  readonly hidden?: readonly string[] | undefined;
}

const OWN_NETWORK =
  'Its processes have a network of their own (FUNCTION_NETWORK=gateway), which debuggers do not reach: FUNCTION_NETWORK=open opens it.';

export class EmbeddedRuntime implements ContainerRuntime {
  readonly name = 'embedded';
  readonly enforcesMemory: boolean;
  readonly maxParallelCreates = Math.max(2, availableParallelism());
  readonly #options: EmbeddedOptions;
  readonly #runtimes: Runtimes;
  readonly #spawner: Spawner;
  readonly #roots: SandboxRoots;
  readonly #networks: GatewayNetworks | undefined;
  readonly #environments = new Set<Environment>();
  readonly #workDir: string;
  readonly #hidden: readonly string[];
  readonly #servedPorts = new ServedPorts();
  readonly #webPorts = new WebPorts();
  #sandbox: Promise<Sandbox> | undefined;
  #filter: string | undefined;
  #tie: readonly string[] = [];

  constructor(options: EmbeddedOptions) {
    this.#options = options;
    this.#runtimes = new Runtimes(options.exactVersions ?? false);
    this.#workDir = join(options.workDir, `embedded-${randomUUID().slice(0, 8)}`);
    const filter = () => (this.#filter ??= writeFilter(join(this.#workDir, 'filter')));
    this.#spawner = new Spawner({ staged: options.sandbox !== 'plain' && process.platform === 'linux', filter });
    const isClosed = options.network === 'gateway';
    this.#hidden = [homedir(), options.workDir, ...(options.hidden ?? [])];
    this.#roots = new SandboxRoots(this.#workDir, this.#hidden, { nameServer: isClosed ? '127.0.0.1' : undefined, filter });
    if (isClosed) this.#networks = new GatewayNetworks(this.#spawner, options.gateway);
    this.enforcesMemory = (options.enforceMemory ?? true) && process.platform === 'linux';
  }

  async probe(): Promise<{ ok: true; detail: string }> {
    const [sandbox, ...searches] = await Promise.all([
      this.#chosen(),
      ...(['nodejs', 'python', 'ruby', 'java'] as const).map((language) => this.#runtimes.search(language)),
    ]);
    const [node, python, ruby, java] = searches.map(({ found }) => [...new Set(found.map(({ version }) => version))].join(', ') || 'none');
    return { ok: true, detail: `sandbox ${sandbox.name}; Node.js ${node}; Python ${python}; Ruby ${ruby}; Java ${java}` };
  }

  /** The sandbox that functions run behind. @throws EmulatorError SANDBOX_NOT_AVAILABLE */
  async sandbox(): Promise<SandboxName> {
    return (await this.#chosen()).name;
  }

  async supports(fn: FunctionVersion): Promise<Support> {
    const resolution = await this.#runtimes.resolve(fn);
    const refused = await this.#chosen().then(
      () => undefined,
      (error: EmulatorError) => error.message,
    );
    if (refused !== undefined) return { ok: false, reason: refused };
    if (!resolution.ok) return resolution;
    const { warning, difference } = resolution;
    return { ok: true, warning, difference, undebuggable: this.#networks && OWN_NETWORK };
  }

  async createEnvironment(spec: EnvironmentSpec, { signal }: CreateOptions = {}): Promise<Environment> {
    const [resolution, sandbox] = await Promise.all([this.#runtimes.resolve(spec.function), this.#chosen()]);
    if (!resolution.ok) throw new EmulatorError(RUNTIME_NOT_AVAILABLE, resolution.reason);
    signal?.throwIfAborted();
    const layout = await createLayout(this.#workDir, spec.code, spec.layers, sandbox.contains ? this.#hidden : undefined);
    const served = await servedExtension(spec, this.#options.gateway, this.#servedPorts);
    const web = await this.#webPorts.choose(spec, this.#networks !== undefined);
    const network = await this.#networks?.open(sandbox, served && [served.port]).catch(async (error: unknown) => {
      served?.close();
      web?.release();
      await removeLayout(layout);
      throw error;
    });
    const environment = new EmbeddedEnvironment({
      spec: web ? { ...spec, env: { ...spec.env, ...web.variables } } : spec,
      program: resolution.program,
      gateway: this.#options.gateway,
      network,
      served,
      web,
      sandbox,
      tie: this.#tie,
      layout,
      root: () => this.#roots.for(resolution.program),
      spawner: this.#spawner,
      enforceMemory: this.enforcesMemory,
      freezes: (this.#options.freezes ?? true) && process.platform === 'linux',
      onStopped: (stopped) => this.#environments.delete(stopped),
    });
    this.#environments.add(environment);
    const cancel = () => void environment.stop();
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      await environment.start();
      signal?.throwIfAborted();
      return environment;
    } catch (cause) {
      await environment.stop();
      signal?.throwIfAborted();
      const message = `The process of function ${spec.functionName} could not be started: ${(cause as Error).message}`;
      throw new EmulatorError(ENVIRONMENT_START_FAILED, message, { cause });
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.#environments].map((environment) => environment.stop()));
    this.#servedPorts.close();
    await this.#networks?.close();
    await this.#spawner.dispose();
    await rm(this.#workDir, { recursive: true, force: true, maxRetries: 3 });
  }

  #chosen(): Promise<Sandbox> {
    this.#sandbox ??= this.#choose().then(async (sandbox) => {
      if (!sandbox.contains && process.platform === 'linux') this.#tie = await tieCommand(this.#spawner);
      return sandbox;
    });
    return this.#sandbox;
  }

  async #choose(): Promise<Sandbox> {
    const { sandbox = 'auto' } = this.#options;
    if (sandbox === 'plain') return plain;
    const names = sandbox === 'auto' || sandbox === 'required' ? (['bwrap', 'unshare'] as const) : [sandbox];
    let open: Sandbox | undefined;
    for (const candidate of names.flatMap((name) => sandboxes[name])) {
      const trial = await this.#try(candidate);
      if (trial === 'works') return candidate;
      if (trial === 'open') open ??= candidate;
    }
    // Where nothing refuses system calls, such a sandbox is better than none.
    if (open !== undefined && sandbox !== 'required') {
      this.#options.onNoFilter?.();
      return open;
    }
    const { reason, hint } = whyNoSandbox();
    if (sandbox === 'auto') {
      this.#options.onNoSandbox?.({ reason, hint });
      return plain;
    }
    const message =
      sandbox === 'required'
        ? `FUNCTION_SANDBOX=required, and no sandbox can be built here. ${reason}`
        : `The sandbox ${sandbox} does not work on this machine.`;
    throw new EmulatorError(SANDBOX_NOT_AVAILABLE, message, { hint });
  }

  async #try(sandbox: Sandbox): Promise<Trial> {
    if (process.platform !== 'linux') return 'fails';
    const nothing = { sha256: '', sizeBytes: 0, localDir: '/var/empty' };
    const bare = await createLayout(this.#workDir, nothing, []);
    try {
      return await trySandbox(sandbox, { ...bare, code: bare.opt }, () => this.#roots.for(providedProgram), this.#spawner);
    } finally {
      await removeLayout(bare);
    }
  }
}
