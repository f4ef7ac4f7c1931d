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
}

export const newFleet = (deployment: Deployment): Fleet => ({ deployment, idle: [], finishing: new Set(), waiting: [], creating: 0 });

/** Each who waits (the newest included) will find one, of those that are being made or about to be free. */
export const finishesSoon = ({ finishing, creating, waiting }: Fleet): boolean => finishing.size + creating >= waiting.length;

export function takeOldestIdle(fleets: Iterable<Fleet>): Slot | undefined {
  let home: Slot[] | undefined;
  for (const { idle } of fleets) if (idle[0] && (!home || idle[0].idleSinceMs < home[0]!.idleSinceMs)) home = idle;
  return home?.shift();
}
