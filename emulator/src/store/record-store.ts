// The store: ordered collections of plain records. A write is synchronous and all or nothing in memory, and reaches the disk one turn of the
// event loop later. Without a disk the store is ephemeral.

import assert from 'node:assert';
import type { Archive, Collection, Key, Records, Snapshot, Store, Tx, WriteCause } from '#core/records';
import { BlobFiles } from './blob-files.ts';
import { blobHolders, type HolderRecords, holdBlob, releaseBlob } from './blob-holds.ts';
import type { Change, Pages } from './change.ts';
import type { Disk } from './disk.ts';
import { encodeKey, isTooLong, MAX_KEY_BYTES } from './key.ts';
import type { LoadedArchive } from './loaded-archive.ts';
import type { Need } from './need.ts';
import { HotPages } from './pages.ts';
import { type AnyCollection, Partition, type RegionScope } from './partition.ts';
import type { Persistence } from './persistence.ts';
import type { StoredPlace } from './places.ts';
import { freezePlain } from './plain-data.ts';
import { MemorySnapshot } from './snapshot.ts';
import { foreignSnapshot, keyTooLong, snapshotRefused, storeClosed } from './store-errors.ts';
import { inOrder, tell, Writing } from './writing.ts';

export interface RecordStoreOptions {
  /** Absent: ephemeral. */
  readonly persistence?: Persistence | undefined;
  /** Freeze what is put and refuse what is not plain data. */
  readonly checked: boolean;
  readonly strict: boolean;
  readonly blobDirectory: () => string;
  readonly now: () => number;
  /** The last step of `close`. */
  readonly release: () => Promise<void>;
}

/** A collection and the partitions of it that were accessed. */
interface Family {
  readonly collection: AnyCollection;
  readonly partitions: Map<string, Partition>;
  /** The partition accessed last: mostly it is accessed again. */
  last: Partition | undefined;
}

const placeName = ({ account, region }: RegionScope): string => `${account}\n${region}`;

export class RecordStore implements Store {
  readonly blobs: BlobFiles;
  readonly #options: RecordStoreOptions;
  readonly #persistence: Persistence | undefined;
  readonly #families = new Map<string, Family>();
  readonly #holders: HolderRecords;
  readonly #tx: Tx;
  readonly #writing = new Writing();
  #closed = false;
  /** The archive that was loaded last, in memory mode. */
  #loaded: LoadedArchive | undefined;

  constructor(options: RecordStoreOptions) {
    this.#options = options;
    this.#persistence = options.persistence;
    this.#holders = this.records(blobHolders, '', '');
    this.blobs = new BlobFiles({
      directory: options.blobDirectory,
      strict: options.strict,
      isHeld: (sha256) => this.#holders.has([sha256]),
      committed: () => this.committed(),
      admit: (bytes) => this.#persistence?.disk.room.admitFile(bytes),
    });
    this.#tx = {
      put: (records, key, value) => this.#put(records, key, value),
      delete: (records, key) => this.#change(records, key, undefined),
      hold: (ref) => holdBlob(this.#tx, this.#holders, this.blobs, ref),
      release: (ref) => releaseBlob(this.#tx, this.#holders, this.blobs, ref),
      after: (run) => this.#underWay().after(run),
    };
  }

  records<K extends Key, V>(collection: Collection<K, V>, account: string, region: string): Records<K, V> {
    const family = this.#family(collection as unknown as AnyCollection);
    const where = collection.global ? '' : region;
    let partition = family.last;
    if (partition?.place.account !== account || partition.place.region !== where) {
      partition = this.#partition(family, { account, region: where });
      family.last = partition;
    }
    return partition as unknown as Records<K, V>;
  }

  places(collection: Collection<Key, unknown>): RegionScope[] {
    const { partitions } = this.#family(collection);
    const stored = (this.#persistence ?? this.#loaded)?.places(collection.name) ?? [];
    const untouched = stored.filter((place) => !partitions.get(placeName(place))?.touched);
    const touched = [...partitions.values()].filter((partition) => partition.touched && !partition.empty);
    return [...untouched, ...touched.map(({ place }) => place)];
  }

  everyHolding(): StoredPlace[] {
    const stored = (this.#persistence ?? this.#loaded)?.everyPlace() ?? [];
    const untouched = stored.filter(({ collection, place }) => !this.#families.get(collection)?.partitions.get(placeName(place))?.touched);
    const touched = [...this.#families].flatMap(([collection, { partitions }]) =>
      [...partitions.values()].filter((partition) => partition.touched && !partition.empty).map(({ place }) => ({ collection, place })),
    );
    return [...untouched, ...touched];
  }

  everyPlace(): RegionScope[] {
    const all = this.everyHolding().flatMap(({ place }) => (place.region === '' ? [] : [place]));
    return [...new Map(all.map((place) => [placeName(place), place])).values()];
  }

  write<T>(decide: (tx: Tx) => T, cause?: WriteCause): T {
    this.#assertWritable();
    const writing = this.#writing;
    if (writing.underWay) return writing.run(decide, this.#tx);
    writing.underWay = true;
    let result: T;
    let need: Need | undefined;
    try {
      result = writing.run(decide, this.#tx);
      if (writing.last && this.#persistence?.disk.room.isPlenty === false) need = this.#admit(writing.last, this.#persistence.disk, cause);
    } finally {
      writing.underWay = false;
    }
    const { last, afterwards } = writing.end();
    if (last) this.#persistence?.disk.write(inOrder(last), need);
    if (afterwards) tell(afterwards);
    return result;
  }

  get hasRoom(): boolean {
    return this.#persistence?.disk.room.isOpen ?? true;
  }

  get pending(): boolean {
    return this.#persistence?.disk.pending ?? false;
  }

  get failure(): unknown {
    return this.#persistence?.disk.failure;
  }

  async committed(): Promise<void> {
    await this.#persistence?.disk.committed();
  }

  async flushed(): Promise<void> {
    await this.#persistence?.disk.flushed();
  }

  /** Costs the number of partitions, not of records. */
  snapshot(): Snapshot {
    this.#assertInMemory();
    const trees = [...this.#partitions()].map((partition) => [partition, (partition.pages as HotPages).tree.clone()] as const);
    this.blobs.keepAll();
    return new MemorySnapshot(this, this.#options.now(), new Map(trees), this.#loaded);
  }

  restore(snapshot: Snapshot): void {
    this.#assertInMemory();
    if (!(snapshot instanceof MemorySnapshot) || snapshot.store !== this) throw foreignSnapshot();
    this.#loaded = snapshot.loaded;
    for (const partition of this.#partitions()) {
      const pages = partition.pages as HotPages;
      pages.tree = snapshot.trees.get(partition)?.clone() ?? new HotPages().tree;
    }
  }

  async archive(): Promise<Archive> {
    await this.committed();
    const records = this.#persistence?.entries() ?? (await this.#packed());
    const held = this.#holders.entries([]).map(([[sha256]]) => sha256);
    return {
      records: records.map(([key, bytes]) => ({ key, bytes })),
      blobs: held.map((sha256) => ({ sha256, read: () => this.blobs.read({ sha256, sizeBytes: 0 }) })),
    };
  }

  async replace(archive: Archive | undefined): Promise<void> {
    this.#assertWritable();
    assert(!this.#writing.underWay, 'nothing is replaced inside a write');
    const heldBefore = this.#holders.entries([]).map(([[sha256]]) => sha256);
    const brought: string[] = [];
    try {
      for (const blob of archive?.blobs ?? []) brought.push((await this.blobs.put(await blob.read())).sha256);
      await this.#replaceRecords(archive ?? { records: [], blobs: [] });
    } finally {
      for (const sha256 of brought) this.blobs.claim(sha256);
      for (const sha256 of [...brought, ...heldBefore]) this.blobs.discard(sha256);
    }
    await this.blobs.settled();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    if (!this.failure) await this.committed().catch(() => undefined);
    await this.blobs.settled();
    await this.#persistence?.disk.close();
    await this.#options.release();
  }

  async #packed(): Promise<[string, Uint8Array][]> {
    const { packed } = await import('./loaded-archive.ts');
    const touched = [...this.#partitions()].filter((partition) => partition.touched);
    const untouched = this.#loaded?.untouched(new Set(touched.map(({ prefix }) => prefix))) ?? [];
    return [...packed(touched), ...untouched].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  async #replaceRecords(archive: Archive): Promise<void> {
    if (this.#persistence) await this.#persistence.disk.replace(archive.records);
    else {
      const { LoadedArchive } = await import('./loaded-archive.ts');
      this.#loaded = archive.records.length > 0 ? new LoadedArchive(archive, this.#options.checked) : undefined;
    }
    for (const partition of this.#partitions()) partition.forget();
  }

  #put(records: unknown, key: Key, value: unknown): void {
    if (typeof value !== 'object' || value === null) throw new TypeError('a record is an object');
    if (this.#options.checked) freezePlain(value);
    this.#change(records, key, value);
  }

  /** Applies a change. Everything that may fail fails before anything has changed. */
  #change(records: unknown, key: Key, value: unknown): void {
    const writing = this.#underWay();
    if (!(records instanceof Partition)) throw new TypeError('these records are not of a store');
    const { collection, pages, prefix } = records;
    const text = encodeKey(key);
    checkLength(collection, prefix, text);
    const bytes = value === undefined ? undefined : this.#persistence?.pack(collection, value);
    const change: Change = { pages, prefix, text, value, bytes, before: undefined, previous: writing.last };
    pages.apply(change);
    writing.last = change;
  }

  #admit(last: Change, disk: Disk, cause: WriteCause | undefined): Need {
    try {
      return disk.admit(inOrder(last), cause?.isPressing === true);
    } catch (error) {
      this.#writing.undo();
      throw error;
    }
  }

  #underWay(): Writing {
    if (!this.#writing.underWay) throw new Error('this write is over: nothing can be added to it');
    return this.#writing;
  }

  #family(collection: AnyCollection): Family {
    let family = this.#families.get(collection.name);
    if (!family) {
      family = { collection, partitions: new Map(), last: undefined };
      this.#families.set(collection.name, family);
    }
    if (family.collection !== collection) throw new Error(`two collections are called ${collection.name}`);
    return family;
  }

  #partition({ collection, partitions }: Family, place: RegionScope): Partition {
    const name = placeName(place);
    let partition = partitions.get(name);
    if (!partition) {
      partition = new Partition(collection, place, this.#load);
      partitions.set(name, partition);
    }
    return partition;
  }

  *#partitions(): Generator<Partition> {
    for (const { partitions } of this.#families.values()) yield* partitions.values();
  }

  readonly #load = (partition: Partition): Pages => {
    if (!this.#persistence) return this.#loaded?.pages(partition) ?? new HotPages();
    if (this.#closed) throw storeClosed();
    return this.#persistence.pages(partition);
  };

  #assertWritable(): void {
    if (this.#closed) throw storeClosed();
    if (this.failure) throw this.failure;
  }

  #assertInMemory(): void {
    if (this.#persistence) throw snapshotRefused(this.#persistence.directory);
    assert(!this.#writing.underWay, 'no snapshot is taken or restored inside a write');
  }
}

function checkLength(collection: AnyCollection, prefix: string, text: string): void {
  if (isTooLong(prefix + text)) throw keyTooLong(collection.name, Buffer.byteLength(prefix + text), MAX_KEY_BYTES);
}
