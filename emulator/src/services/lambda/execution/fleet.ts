// The environments of one version with the same settings, and who waits for one.
import type { Environment, EnvironmentSpec } from '#containers/container-runtime';
import type { FunctionLog } from './function-log.ts';

export type Initialization = 'on-demand' | 'provisioned-concurrency';

export interface Prepared {
  readonly spec: EnvironmentSpec;
  readonly log: FunctionLog;
  /** Called when the environment has ended, or could not be made. */
  release(): void;
}

/** A version of a function with the settings it is to run with. */
export interface Deployment {
  /** Names the version: one set of environments, all of the same settings. */
  readonly fleet: string;
  /** Names the settings. */
  readonly id: string;
  prepare(initialization: Initialization): Promise<Prepared>;
}

export interface Slot {
  readonly environment: Environment;
  readonly log: FunctionLog;
  readonly fleet: Fleet;
  idleSinceMs: number;
  /** On its way out: it counts no more among those of its fleet. */
  ending?: true;
}

export interface Waiter {
  /** Who came first has the lower one. */
  readonly turn: number;
  readonly resolve: (slot: Slot) => void;
  readonly reject: (error: unknown) => void;
}

export interface Fleet {
  readonly deployment: Deployment;
  /** The one used last is at the end. */
  readonly idle: Slot[];
  /** Have answered and are about to be free again. */
  readonly finishing: Set<Slot>;
  readonly waiting: Waiter[];
  /** Being made at this moment. */
  creating: number;
  /** Of `creating`, those for provisioned concurrency. */
  preparing: number;
  /** Environments alive. */
  live: number;
  /** How many are provisioned: always there, initialised. */
  provisioned: number;
}

export const newFleet = (deployment: Deployment): Fleet => ({
  deployment,
  idle: [],
  finishing: new Set(),
  waiting: [],
  creating: 0,
  preparing: 0,
  live: 0,
  provisioned: 0,
});

/** Idle ones that nobody has asked to keep. */
export const spare = ({ idle, live, provisioned }: Fleet): number => Math.min(idle.length, Math.max(0, live - provisioned));

/** Each who waits (the newest included) will find one, of those that are being made or about to be free. */
export const finishesSoon = ({ finishing, creating, waiting }: Fleet): boolean => finishing.size + creating >= waiting.length;

export function takeOldestIdle(fleets: Iterable<Fleet>): Slot | undefined {
  let home: Slot[] | undefined;
  for (const fleet of fleets) {
    const [oldest] = fleet.idle;
    if (oldest && spare(fleet) > 0 && (!home || oldest.idleSinceMs < home[0]!.idleSinceMs)) home = fleet.idle;
  }
  return home?.shift();
}

/** Loads the function's code ahead of the first invocation. */
export const initialised = async (environment: Environment): Promise<void> => {
  if (environment.fresh && environment.state === 'parked') await environment.init();
};

/** It has ended by itself, or is about to: never handed out again. */
export const isOver = ({ environment: { state } }: Slot): boolean => state === 'stopping' || state === 'stopped';

/** The one used last, of those that still live. */
export function takeIdle({ idle }: Fleet): Slot | undefined {
  for (let slot = idle.pop(); slot; slot = idle.pop()) if (!isOver(slot)) return slot;
  return undefined;
}
