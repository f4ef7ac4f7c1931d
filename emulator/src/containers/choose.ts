// Chooses the container runtime that runs functions, and logs the reason.

import { EmulatorError } from '#lib/emulator-error';
import { AutoRuntime } from './auto-runtime.ts';
import type { ContainerRuntime, RuntimeLog } from './container-runtime.ts';
import { DeferredRuntime } from './deferred-runtime.ts';
import type { DockerOptions } from './docker/docker-options.ts';
import { DockerRuntime } from './docker/docker-runtime.ts';
import { type EmbeddedOptions, EmbeddedRuntime } from './embedded/embedded-runtime.ts';
import type { KubernetesOptions } from './kubernetes/kubernetes-options.ts';
import { NO_SANDBOX, NO_SYSTEM_CALL_FILTER, RUNTIME_CHOSEN, RUNTIME_NOT_AVAILABLE, RUNTIME_UNAVAILABLE } from './messages.ts';

type ContainerRuntimeChoice = 'auto' | 'docker' | 'embedded' | 'kubernetes';

/** Further options of containers; without them functions run embedded. */
export type EngineOptions = Omit<DockerOptions, 'workDir' | 'log' | 'freezes' | 'hidden'>;

export interface ChooseOptions extends EmbeddedOptions {
  readonly containerRuntime: ContainerRuntimeChoice;
  readonly engine?: EngineOptions | undefined;
  /** Further options of Pods. */
  readonly cluster?: Pick<KubernetesOptions, 'pods' | 'listens'> | undefined;
}

const NO_CLOSED_CONTAINERS =
  'FUNCTION_NETWORK=gateway does not work for functions in containers: CONTAINER_RUNTIME=embedded runs them in a sandbox that does.';
const NO_WAY_IN = 'The container runtime is not available: containers have no way to dial in to this emulator.';

/** @throws EmulatorError IMAGE_MAPPING_INVALID, DOCKER_FLAGS_INVALID */
export function chooseContainerRuntime(options: ChooseOptions, log: RuntimeLog): ContainerRuntime {
  const { containerRuntime, engine, cluster, workDir } = options;
  const embedded = () =>
    new EmbeddedRuntime({
      ...options,
      onNoSandbox: (reason) => log.write(NO_SANDBOX, reason),
      onNoFilter: () => log.write(NO_SYSTEM_CALL_FILTER),
    });
  if (options.network === 'gateway') {
    if (containerRuntime === 'docker' || containerRuntime === 'kubernetes') {
      log.write(RUNTIME_UNAVAILABLE, { sentence: NO_CLOSED_CONTAINERS });
      return unavailableRuntime(containerRuntime, NO_CLOSED_CONTAINERS);
    }
    log.write(RUNTIME_CHOSEN, {
      sentence: 'Functions run embedded, as processes of this machine that reach the emulator alone (FUNCTION_NETWORK=gateway).',
    });
    return embedded();
  }
  if (containerRuntime === 'kubernetes' && engine && cluster) {
    log.write(RUNTIME_CHOSEN, { sentence: 'Functions run in Pods of a Kubernetes cluster (CONTAINER_RUNTIME=kubernetes).' });
    const { freezes, hidden } = options;
    return new DeferredRuntime({ name: 'kubernetes', enforcesMemory: true, maxParallelCreates: 10 }, async () => {
      const { KubernetesRuntime } = await import('./kubernetes/kubernetes-runtime.ts');
      return new KubernetesRuntime({ ...engine, ...cluster, log, freezes, hidden });
    });
  }
  if (containerRuntime !== 'embedded' && containerRuntime !== 'kubernetes' && engine) {
    const docker = new DockerRuntime({ ...engine, workDir, log, freezes: options.freezes, hidden: options.hidden });
    if (containerRuntime === 'auto') return new AutoRuntime(docker, embedded(), log);
    log.write(RUNTIME_CHOSEN, { sentence: 'Functions run in containers (CONTAINER_RUNTIME=docker).' });
    return docker;
  }
  if (containerRuntime === 'docker' || containerRuntime === 'kubernetes') {
    log.write(RUNTIME_UNAVAILABLE, { sentence: NO_WAY_IN });
    return unavailableRuntime(containerRuntime, NO_WAY_IN);
  }
  const why = containerRuntime === 'embedded' ? 'CONTAINER_RUNTIME=embedded' : 'containers have no way to dial in to this emulator';
  log.write(RUNTIME_CHOSEN, { sentence: `Functions run embedded, as processes of this machine (${why}).` });
  return embedded();
}

/** A runtime that refuses every function with the same sentence. */
function unavailableRuntime(name: string, reason: string): ContainerRuntime {
  return {
    name,
    enforcesMemory: false,
    maxParallelCreates: 1,
    probe: () => Promise.resolve({ ok: false, reason }),
    supports: () => Promise.resolve({ ok: false, reason }),
    createEnvironment: () => Promise.reject(new EmulatorError(RUNTIME_NOT_AVAILABLE, reason)),
    dispose: () => Promise.resolve(),
  };
}
