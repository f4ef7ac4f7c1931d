// Everything an ephemeral store holds at one moment: a clone of each partition's tree, which shares its nodes until one side changes.

import type { Snapshot, Store } from '#core/records';
import type { Partition } from './partition.ts';
import type { Tree } from './tree.ts';

export class MemorySnapshot implements Snapshot {
  readonly store: Store;
  readonly takenAtMs: number;
  readonly trees: ReadonlyMap<Partition, Tree<unknown>>;

  constructor(store: Store, takenAtMs: number, trees: ReadonlyMap<Partition, Tree<unknown>>) {
    this.store = store;
    this.takenAtMs = takenAtMs;
    this.trees = trees;
  }
}
