// Everything that runs functions, once per emulator: the container runtime, warm environments, unpacked code, sessions of roles.
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chooseContainerRuntime } from '#containers/choose';
import type { ContainerRuntime } from '#containers/container-runtime';
import type { Ctx } from '#core/call';
import type { Owned } from '#core/world';
import { CodeStore } from '#services/lambda/code/code-store';
import { ConcurrencyCount } from './concurrency-count.ts';
import { RoleSessions } from './credentials.ts';
import { Pool } from './pool.ts';

const ENVIRONMENTS_PER_PROCESSOR = 16;

export class Execution implements Owned {
  readonly runtime: ContainerRuntime;
  readonly pool: Pool;
  readonly code: CodeStore;
  readonly sessions = new RoleSessions();
  readonly concurrency = new ConcurrencyCount();
  readonly #workDir = mkdtempSync(join(tmpdir(), 'cloud-emulator-run-'));
  readonly #writing = new Set<Promise<void>>();

  constructor(ctx: Ctx) {
    const { options, blobs, log } = ctx;
    this.code = new CodeStore({ blobs, directory: options.PERSISTENCE === '0' ? undefined : join(resolve(options.DATA_DIR), 'code') });
    this.runtime = chooseContainerRuntime(
      {
        containerRuntime: options.CONTAINER_RUNTIME,
        workDir: this.#workDir,
        sandbox: options.FUNCTION_SANDBOX,
        exactVersions: options.FUNCTION_EXACT_VERSIONS,
        enforceMemory: options.FUNCTION_MEMORY_LIMIT,
      },
      log.in('containers'),
    );
    this.pool = new Pool({
      runtime: this.runtime,
      maxEnvironments: options.FUNCTION_MAX_ENVIRONMENTS || ENVIRONMENTS_PER_PROCESSOR * availableParallelism(),
      keepAliveMs: options.FUNCTION_KEEPALIVE_MS,
      now: () => ctx.now(),
      // Rejects once all state was replaced: then this execution is stopped, too.
      wait: (untilMs) =>
        ctx.wait('lambda.keepalive', untilMs).then(
          () => !ctx.signal.aborted,
          () => false,
        ),
    });
  }

  /** Is awaited before the emulator ends. */
  whileWriting(work: Promise<void>): Promise<void> {
    this.#writing.add(work);
    return work.finally(() => this.#writing.delete(work));
  }

  async stop(): Promise<void> {
    await this.pool.stop();
    // The last lines of what was stopped are handed over in a moment.
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.allSettled(this.#writing);
    await this.runtime.dispose();
    await this.code.stop();
    rmSync(this.#workDir, { recursive: true, force: true, maxRetries: 3 });
  }
}

export const executionOf = (ctx: Ctx): Execution => ctx.own('lambda.execution', () => new Execution(ctx.detached()));
