// Owns everything that runs functions, once per emulator: container runtime, warm environments, unpacked code, sessions of roles.
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { availableParallelism, homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { authorityDirectory } from '#config/places';
import { chooseContainerRuntime, type EngineOptions } from '#containers/choose';
import type { ContainerRuntime } from '#containers/container-runtime';
import { CONTROL_CHANNEL, createControlChannel } from '#containers/control-channel';
import { podOptionsOf } from '#containers/kubernetes/kubernetes-options';
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';
import { FolderRules } from '#hot-reload/folder/folder-rules';
import { FUNCTION_NAMES } from '#lib/emulated-names';
import { nextTurn } from '#lib/next-turn';
import { isTemporaryFolder, temporaryFolder } from '#lib/temporary-folder';
import { CodeStore } from '#services/lambda/code/code-store';
import { ConcurrencyCount } from '#services/lambda/concurrency/concurrency-count';
import { RoleSessions } from './credentials.ts';
import { DebugSessions } from './debug-sessions.ts';
import { HotFolders } from './hot-folders.ts';
import { LINK_COVERED, LINK_HIDDEN, RUNTIME_DIFFERS } from './messages.ts';
import { Pool } from './pool.ts';

const ENVIRONMENTS_PER_PROCESSOR = 16;
/** The part of the free memory that processes may take that were started ahead. */
const AHEAD_SHARE = 1 / 4;

export class Execution implements Owned {
  readonly runtime: ContainerRuntime;
  readonly pool: Pool;
  readonly code: CodeStore;
  readonly sessions = new RoleSessions();
  readonly concurrency = new ConcurrencyCount();
  readonly debugSessions = new DebugSessions();
  readonly hotFolders: HotFolders;
  readonly folderRules: FolderRules;
  readonly #workDir = temporaryFolder('run');
  readonly #writing = new Set<Promise<void>>();
  readonly #hiddenLinks = new Set<string>();
  readonly #warnings = new Set<string>();

  constructor(ctx: Ctx) {
    const { options, blobs, log } = ctx;
    const own = [resolve(options.DATA_DIR), authorityDirectory(options, process.env)];
    const [started, home, temporary] = [process.cwd(), homedir(), tmpdir()];
    this.folderRules = new FolderRules({ listed: options.HOT_RELOAD_FOLDERS, started, home, temporary, own, isOwn: isTemporaryFolder });
    this.code = new CodeStore({
      blobs,
      directory: options.PERSISTENCE === '0' ? undefined : join(resolve(options.DATA_DIR), 'code'),
      folders: {
        rules: this.folderRules,
        onHiddenLink: (link) => {
          const isKnown = this.#hiddenLinks.has(link.target);
          this.#hiddenLinks.add(link.target);
          if (!isKnown) log.write(LINK_HIDDEN, link);
        },
        onCoveredLink: (covered) => {
          const isKnown = this.#hiddenLinks.has(covered.link);
          this.#hiddenLinks.add(covered.link);
          if (!isKnown) log.write(LINK_COVERED, covered);
        },
      },
    });
    // Nothing that the emulator itself writes is a change of code.
    this.hotFolders = new HotFolders({ unwatched: [...own, this.#workDir], rules: this.folderRules, workDir: this.#workDir });
    this.runtime = chooseContainerRuntime(
      {
        containerRuntime: options.CONTAINER_RUNTIME,
        workDir: this.#workDir,
        sandbox: options.FUNCTION_SANDBOX,
        network: options.FUNCTION_NETWORK,
        exactVersions: options.FUNCTION_EXACT_VERSIONS,
        enforceMemory: options.FUNCTION_MEMORY_LIMIT,
        freezes: options.FUNCTION_FREEZE,
        hidden: own,
        gateway: {
          url: () => ctx.origin,
          names: FUNCTION_NAMES,
          leave: options.DNS_NAME_PATTERNS_TO_RESOLVE_UPSTREAM,
          host: options.HOSTNAME_FROM_FUNCTION,
          ownConnections: ctx.ownConnections,
        },
        engine: engineOptions(ctx),
        cluster: { listens: options.GATEWAY_LISTEN, pods: podOptionsOf(options) },
      },
      log.in('containers'),
    );
    this.pool = new Pool({
      runtime: this.runtime,
      maxEnvironments: options.FUNCTION_MAX_ENVIRONMENTS || ENVIRONMENTS_PER_PROCESSOR * availableParallelism(),
      keepAliveMs: options.FUNCTION_KEEPALIVE_MS,
      ahead: {
        most: options.FUNCTION_PARKED,
        bytes: (taken) => (process.availableMemory() + taken) * AHEAD_SHARE,
        track: (work) => void ctx.track(work),
      },
      now: () => ctx.now(),
      // Rejects when all state is replaced; this execution is stopped then, too.
      wait: (untilMs) =>
        ctx.wait('lambda.keepalive', untilMs).then(
          () => !ctx.signal.aborted,
          () => false,
        ),
    });
  }

  /** Writes how a function runs otherwise than in the cloud, once. */
  warnOnce(name: string, difference: string, ctx: Ctx): void {
    const key = [ctx.account, ctx.region, name, difference].join(' ');
    if (this.#warnings.has(key)) return;
    this.#warnings.add(key);
    ctx.log.write(RUNTIME_DIFFERS, { name, difference });
  }

  /** Work that the emulator awaits before it ends. */
  whileWriting(work: Promise<void>): Promise<void> {
    this.#writing.add(work);
    return work.finally(() => this.#writing.delete(work));
  }

  async stop(): Promise<void> {
    await this.debugSessions.stop();
    await this.pool.stop();
    // The last log lines of stopped environments arrive in the next turn of the event loop.
    await nextTurn();
    await Promise.allSettled(this.#writing);
    await this.runtime.dispose();
    await this.code.stop();
    await this.hotFolders.stop();
    rmSync(this.#workDir, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Only one emulator at a time owns a data directory, so containers labelled with it are its own, even those of an earlier process. */
const instanceOf = (directory: string): string => createHash('sha256').update(directory).digest('hex').slice(0, 16);

/** Additional options that containers need. */
const engineOptions = (ctx: Ctx): EngineOptions => ({
  control: ctx.own(CONTROL_CHANNEL, createControlChannel),
  origin: () => ctx.origin,
  advertisedHost: ctx.options.HOSTNAME_FROM_FUNCTION,
  instance: ctx.options.PERSISTENCE === '0' ? undefined : instanceOf(resolve(ctx.options.DATA_DIR)),
  imageMapping: ctx.options.FUNCTION_RUNTIME_IMAGE_MAPPING,
  network: ctx.options.FUNCTION_CONTAINER_NETWORK,
  dns: ctx.options.FUNCTION_CONTAINER_DNS,
  names: ctx.options.DNS_ADDRESS === '0' ? undefined : { leave: ctx.options.DNS_NAME_PATTERNS_TO_RESOLVE_UPSTREAM },
  flags: ctx.options.FUNCTION_DOCKER_FLAGS,
  prebuildsImages: ctx.options.FUNCTION_PREBUILD_IMAGES,
  removeContainers: ctx.options.FUNCTION_REMOVE_CONTAINERS,
  ignoreArchitecture: ctx.options.FUNCTION_IGNORE_ARCHITECTURE,
  readyWithinMs: ctx.options.FUNCTION_RUNTIME_ENVIRONMENT_TIMEOUT * 1000,
  user: ctx.options.EMULATOR_USER,
  initLogLevel: ctx.options.EMULATOR_INIT_LOG_LEVEL,
  ownConnections: ctx.ownConnections,
});

export const executionOf = (ctx: Ctx): Execution => ctx.own('lambda.execution', () => new Execution(ctx.detached()));
