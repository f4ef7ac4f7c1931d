// A container runtime whose code is loaded at its first use.

import type { ContainerRuntime, CreateOptions, Environment, EnvironmentSpec, FunctionVersion, Support } from './container-runtime.ts';

export interface DeferredFacts {
  readonly name: string;
  readonly enforcesMemory: boolean;
  readonly maxParallelCreates: number;
}

export class DeferredRuntime implements ContainerRuntime {
  readonly name: string;
  readonly enforcesMemory: boolean;
  readonly maxParallelCreates: number;
  readonly #load: () => Promise<ContainerRuntime>;
  #loaded: Promise<ContainerRuntime> | undefined;

  /** Errors of `load` become the reason why functions do not run. */
  constructor({ name, enforcesMemory, maxParallelCreates }: DeferredFacts, load: () => Promise<ContainerRuntime>) {
    this.name = name;
    this.enforcesMemory = enforcesMemory;
    this.maxParallelCreates = maxParallelCreates;
    this.#load = load;
  }

  async probe(): ReturnType<ContainerRuntime['probe']> {
    return this.#runtime().then(
      (runtime) => runtime.probe(),
      (error: Error) => ({ ok: false, reason: error.message }),
    );
  }

  async supports(fn: FunctionVersion): Promise<Support> {
    return this.#runtime().then(
      (runtime) => runtime.supports(fn),
      (error: Error) => ({ ok: false, reason: error.message }),
    );
  }

  async createEnvironment(spec: EnvironmentSpec, options?: CreateOptions): Promise<Environment> {
    return (await this.#runtime()).createEnvironment(spec, options);
  }

  async dispose(): Promise<void> {
    const runtime = await this.#loaded?.catch(() => undefined);
    await runtime?.dispose();
  }

  #runtime(): Promise<ContainerRuntime> {
    this.#loaded ??= this.#load();
    return this.#loaded;
  }
}
