// The environments of one version with the same settings, and the invocations that wait for one.
import type { Environment, EnvironmentSpec } from '#containers/container-runtime';
import type { FunctionLog } from './function-log.ts';

export type Initialization = 'on-demand' | 'provisioned-concurrency';

export interface Prepared {
  readonly spec: EnvironmentSpec;
  readonly log: FunctionLog;
  /** Set where code or layers are folders. */
  readonly hot?: HotCode | undefined;
  /** Called after the environment has ended, or if it could not be made. */
  release(): void;
}

/** The code of one environment that may change while the environment lives. */
export interface HotCode {
  /** Calls back at each first of some changes; at once if there has been one already. */
  onChange(changed: () => void): void;
  /** Resolves when no file has changed for a moment. */
  settled(): Promise<void>;
  /** Whether the environment sees the present code. Otherwise it must be replaced. */
  isVisibleTo(environment: Environment): Promise<boolean>;
  /** An environment with the present code is ready. */
  reloaded(): void;
}

/** A version of a function and the settings with which it runs. */
export interface Deployment {
  /** Key of the version, and of its tenant if there is one. A fleet has environments of one id only. */
  readonly fleet: string;
  /** Id of the settings. */
  readonly id: string;
  /** False where no process may be started before an invocation needs it. */
  readonly startsAhead?: boolean | undefined;
  prepare(initialization: Initialization): Promise<Prepared>;
}

export interface Slot {
  readonly environment: Environment;
  readonly log: FunctionLog;
  readonly fleet: Fleet;
  readonly hot?: HotCode | undefined;
  /** Set when its code has changed since the environment loaded it. */
  isStale?: boolean;
  idleSinceMs: number;
  /** It was started ahead and waits. It does not count among those of its fleet yet. */
  isAhead?: boolean;
  /** Set when the environment is about to end. It no longer counts among those of its fleet. */
  ending?: true;
}

export interface Waiter {
  /** Waiters are served in ascending order. */
  readonly turn: number;
  readonly resolve: (slot: Slot) => void;
  readonly reject: (error: unknown) => void;
}

export interface Fleet {
  readonly deployment: Deployment;
  /** The most recently used one is last. */
  readonly idle: Slot[];
  /** Environments that were started ahead and wait. */
  readonly ahead: Slot[];
  /** Whether environments of its kind are started ahead; undefined before the first invocation. */
  startsAhead?: boolean;
  /** Time of the last invocation. */
  calledMs: number;
  /** Environments that have answered and will be free in a moment. */
  readonly finishing: Set<Slot>;
  /** Environments that get the present code and will be free in a moment. */
  readonly reloading: Set<Slot>;
  readonly waiting: Waiter[];
  /** Environments under construction. */
  creating: number;
  /** One promise per environment in `creating`; resolves when it exists or has failed. */
  readonly making: Set<Promise<void>>;
  /** How many of `creating` are for provisioned concurrency. */
  preparing: number;
  /** Environments alive, without those about to end. */
  live: number;
  /** How many environments are always kept ready and initialised (provisioned concurrency). */
  provisioned: number;
}

export const newFleet = (deployment: Deployment): Fleet => ({
  deployment,
  idle: [],
  ahead: [],
  calledMs: 0,
  finishing: new Set(),
  reloading: new Set(),
  waiting: [],
  creating: 0,
  making: new Set(),
  preparing: 0,
  live: 0,
  provisioned: 0,
});

/** How many idle environments are not needed for provisioned concurrency. */
export const spare = ({ idle, live, provisioned }: Fleet): number => Math.min(idle.length, Math.max(0, live - provisioned));

/** Waiters for whom no environment is being made or reloaded. */
export const unserved = ({ waiting, creating, reloading }: Fleet): number => waiting.length - creating - reloading.size;

/** Whether enough environments are being created or about to be free for all waiters, the newest included. */
export const finishesSoon = (fleet: Fleet): boolean => fleet.finishing.size >= unserved(fleet);

export function takeOldestIdle(fleets: Iterable<Fleet>): Slot | undefined {
  let home: Slot[] | undefined;
  for (const fleet of fleets) {
    const [oldest] = fleet.idle;
    if (oldest && spare(fleet) > 0 && (!home || oldest.idleSinceMs < home[0]!.idleSinceMs)) home = fleet.idle;
  }
  return home?.shift();
}

/** Loads the function's code before the first invocation. False where that failed: the invocation tries it again. */
export const initialised = async (environment: Environment): Promise<boolean> => {
  if (environment.fresh && environment.state === 'parked') await environment.init();
  return environment.state !== 'parked';
};

export const failedToLoad = ({ environment: { state, fresh } }: Slot): boolean => state === 'parked' && !fresh;

/** The code of an environment of provisioned concurrency could not be loaded. The text is the StatusReason of the service (recorded). */
export class InitializationFailed extends Error {
  constructor() {
    super('FUNCTION_ERROR_INIT_FAILURE');
    this.name = 'InitializationFailed';
  }
}

/** The environment has ended by itself or is about to end. It must not be handed out again. */
export const isOver = ({ environment: { state } }: Slot): boolean => state === 'stopping' || state === 'stopped';

/** The most recently used idle environment that is still alive. */
export function takeIdle({ idle }: Fleet): Slot | undefined {
  for (let slot = idle.pop(); slot; slot = idle.pop()) if (!isOver(slot)) return slot;
  return undefined;
}
