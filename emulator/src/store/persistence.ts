// Persistent mode: keeps records on disk as bytes and reads a partition at its first access. Loaded only in this mode.

import type { Key } from '#core/records';
import type { Change, Pages } from './change.ts';
import { packRecord, unpackRecord } from './codec.ts';
import { Disk } from './disk.ts';
import { decodeKey } from './key.ts';
import { BulkPages, HotPages } from './pages.ts';
import { type AnyCollection, type Partition, type RegionScope, wholePartition } from './partition.ts';
import { everyPlaceOnDisk, placesOnDisk, type StoredPlace } from './places.ts';
import { freezePlain } from './plain-data.ts';

export interface Persistence {
  readonly disk: Disk;
  readonly directory: string;
  pack(collection: AnyCollection, value: unknown): Buffer;
  pages(partition: Partition): Pages;
  places(collectionName: string): RegionScope[];
  everyPlace(): StoredPlace[];
  /** Every record, by its whole key. */
  entries(): [key: string, bytes: Buffer][];
}

export interface PersistenceOptions {
  readonly directory: string;
  readonly file: string;
  readonly strict: boolean;
  readonly checked: boolean;
}

export function openPersistence({ directory, file, strict, checked }: PersistenceOptions): Persistence {
  const disk = new Disk({ directory, file, strict, onCommitted: settle });
  return {
    disk,
    directory,
    pack: ({ version }, value) => packRecord(version, value),
    pages: (partition) => load(disk, partition, checked),
    entries: () => disk.entries('', wholePartition),
    places: (collectionName) => placesOnDisk(disk, collectionName),
    everyPlace: () => everyPlaceOnDisk(disk),
  };
}

function settle(changes: readonly Change[]): void {
  for (const change of changes) change.pages.settle(change);
}

function load(disk: Disk, { collection, prefix }: Partition, checked: boolean): Pages {
  const revive = (text: string, bytes: Buffer): unknown => {
    const value = unpackRecord(bytes, collection, () => decodeKey(text) as Key);
    if (checked) freezePlain(value);
    return value;
  };
  if (collection.bulk) return new BulkPages(disk, prefix, revive);
  return new HotPages(disk.entries(prefix, wholePartition).map(([text, bytes]) => [text, revive(text, bytes)]));
}
