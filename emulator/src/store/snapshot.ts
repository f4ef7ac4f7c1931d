// Everything an ephemeral store holds at one moment: a clone of each partition's tree, which shares its nodes until one side changes.

import type { Snapshot, Store } from '#core/records';
import type { LoadedArchive } from './loaded-archive.ts';
import type { Partition } from './partition.ts';
import type { Tree } from './tree.ts';

export class MemorySnapshot implements Snapshot {
  readonly store: Store;
  readonly takenAtMs: number;
  readonly trees: ReadonlyMap<Partition, Tree<unknown>>;

  readonly loaded: LoadedArchive | undefined;

  constructor(store: Store, takenAtMs: number, trees: ReadonlyMap<Partition, Tree<unknown>>, loaded: LoadedArchive | undefined) {
    this.store = store;
    this.takenAtMs = takenAtMs;
    this.trees = trees;
    this.loaded = loaded;
  }
}
