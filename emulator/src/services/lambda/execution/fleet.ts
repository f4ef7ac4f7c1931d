// The environments of one version with the same settings, and who waits for one.
import type { Deployment, Slot } from './pool.ts';

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
  /** Of those, the ones that are there to stay. */
  preparing: number;
  /** Those that there are. */
  live: number;
  /** So many are always there, initialised (provisioned concurrency). */
  keep: number;
}

export const newFleet = (deployment: Deployment): Fleet => ({
  deployment,
  idle: [],
  finishing: new Set(),
  waiting: [],
  creating: 0,
  preparing: 0,
  live: 0,
  keep: 0,
});

/** Idle ones that nobody has asked to keep. */
export const spare = ({ idle, live, keep }: Fleet): number => Math.min(idle.length, Math.max(0, live - keep));

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
