// Which container runtime runs functions, and why: one line at the start says so.

import { EmulatorError } from '#lib/emulator-error';
import type { ContainerRuntime } from './container-runtime.ts';
import { type EmbeddedOptions, EmbeddedRuntime } from './embedded/embedded-runtime.ts';

type ContainerRuntimeChoice = 'auto' | 'docker' | 'embedded';

export interface ChooseOptions extends EmbeddedOptions {
  readonly containerRuntime: ContainerRuntimeChoice;
}

interface Said {
  info(text: string): void;
  warn(text: string): void;
}

const noEngine =
  'The container runtime is not available: this version of the emulator does not drive a container engine. Set CONTAINER_RUNTIME=embedded (or auto) to run functions as processes of this machine.';

export function chooseContainerRuntime(options: ChooseOptions, log: Said): ContainerRuntime {
  if (options.containerRuntime === 'docker') {
    log.warn(noEngine);
    return unavailableRuntime('docker', noEngine);
  }
  const why = options.containerRuntime === 'embedded' ? 'as asked for' : 'no container engine is needed for zip packages';
  log.info(`Functions run embedded, as processes of this machine (${why}).`);
  return new EmbeddedRuntime(options);
}

/** Refuses everything with the same sentence. */
function unavailableRuntime(name: string, reason: string): ContainerRuntime {
  return {
    name,
    can: { mountHostDirs: false, pause: false, enforceMemory: false, reportExit: false, needsDialOut: false, images: false },
    maxParallelCreates: 1,
    probe: () => Promise.resolve({ ok: false, reason }),
    supports: () => Promise.resolve({ ok: false, reason }),
    createEnvironment: () => Promise.reject(new EmulatorError('RUNTIME_NOT_AVAILABLE', reason)),
    dispose: () => Promise.resolve(),
  };
}
