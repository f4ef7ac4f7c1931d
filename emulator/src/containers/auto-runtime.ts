// Runs each function in a container where an engine and the function's image are available, otherwise embedded; logs the reason once.

import type {
  ContainerRuntime,
  CreateOptions,
  Environment,
  EnvironmentSpec,
  FunctionVersion,
  RuntimeLog,
  Support,
} from './container-runtime.ts';
import { RUNTIME_CHOSEN } from './messages.ts';

interface Choice {
  readonly runtime: ContainerRuntime;
  /** Why there is no engine. */
  readonly reason?: string;
}

/** After a failed pull, how long cold starts do not try to pull the image again. */
const ASK_AGAIN_MS = 60_000;

export class AutoRuntime implements ContainerRuntime {
  readonly name = 'auto';
  readonly enforcesMemory: boolean;
  readonly maxParallelCreates: number;
  readonly #engine: ContainerRuntime;
  readonly #embedded: ContainerRuntime;
  readonly #log: RuntimeLog;
  readonly #said = new Set<string>();
  readonly #refused = new Map<string, Choice & { readonly untilMs: number }>();

  constructor(engine: ContainerRuntime, embedded: ContainerRuntime, log: RuntimeLog) {
    this.#engine = engine;
    this.#embedded = embedded;
    this.#log = log;
    this.enforcesMemory = engine.enforcesMemory && embedded.enforcesMemory;
    this.maxParallelCreates = Math.min(engine.maxParallelCreates, embedded.maxParallelCreates);
  }

  async probe(): Promise<{ ok: true; detail: string } | { ok: false; reason: string }> {
    const [engine, embedded] = await Promise.all([this.#engine.probe(), this.#embedded.probe()]);
    if (!embedded.ok) return engine;
    return {
      ok: true,
      detail: engine.ok ? `${engine.detail}; else embedded: ${embedded.detail}` : `embedded: ${embedded.detail} (${engine.reason})`,
    };
  }

  async supports(fn: FunctionVersion): Promise<Support> {
    const { runtime, reason } = await this.#choose(fn);
    const support = await runtime.supports(fn);
    return support.ok || reason === undefined ? support : { ok: false, reason: `${support.reason} ${reason}` };
  }

  async createEnvironment(spec: EnvironmentSpec, options?: CreateOptions): Promise<Environment> {
    const { runtime } = await this.#choose(spec.function);
    return runtime.createEnvironment(spec, options);
  }

  async dispose(): Promise<void> {
    await Promise.all([this.#engine.dispose(), this.#embedded.dispose()]);
  }

  async #choose(fn: FunctionVersion): Promise<Choice> {
    const key = `${fn.packageType} ${fn.runtime} ${fn.imageUri} ${fn.architecture}`;
    const refused = this.#refused.get(key);
    if (refused && Date.now() < refused.untilMs) return refused;
    const support = await this.#engine.supports(fn);
    const what = fn.packageType === 'Image' ? 'Container images' : `Functions of ${fn.runtime}`;
    if (support.ok) {
      this.#refused.delete(key);
      this.#once(`${what} run in containers: an engine answers and the image is there.`);
      return { runtime: this.#engine };
    }
    if (support.noEngine) this.#log.debug(() => support.reason);
    const why = support.noEngine ? 'There is no container engine.' : support.reason;
    this.#once(`${what} run embedded, as processes of this machine (CONTAINER_RUNTIME=auto). ${why}`);
    const choice = { runtime: this.#embedded, reason: support.reason, untilMs: Date.now() + ASK_AGAIN_MS };
    this.#refused.set(key, choice);
    return choice;
  }

  #once(sentence: string): void {
    if (this.#said.has(sentence)) return;
    this.#said.add(sentence);
    this.#log.write(RUNTIME_CHOSEN, { sentence });
  }
}
