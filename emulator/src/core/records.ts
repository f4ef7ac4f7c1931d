// The interface of the store: ordered collections of plain records, read and written synchronously. `store/` implements it.

/** Strings and whole numbers from 0. Order: numbers before strings, strings by their UTF-8 bytes. */
export type Key = readonly (string | number)[];

/**
 * A kind of records, declared once in a service's `state.ts`: the types of its keys and values, and how records of older versions are read.
 *
 * @example
 * export const topics = collection<[name: string], { name: string; tags: Tag[] }>('sns.topics', {
 *   version: 2,
 *   // The first version had no tags.
 *   upgrade: (old: { name: string }) => ({ ...old, tags: [] }),
 * });
 */
export interface Collection<K extends Key, V> {
  /** `service.things`; must be unique. */
  readonly name: string;
  /** Version of the record's shape; a record of a lower version on disk goes through `upgrade` when it is read. */
  readonly version: number;
  readonly upgrade?: ((old: never, from: number) => V) | undefined;
  /** The collection may reach a hundred thousand records: in persistent mode they stay on disk. */
  readonly bulk: boolean;
  /** All regions share the records (`region` of their keys is ''), e.g. identities. */
  readonly global: boolean;
  /** Never set: it only carries the types. */
  readonly types?: [K, V];
}

export interface CollectionOptions<V> {
  version?: number;
  upgrade?: (old: never, from: number) => V;
  bulk?: boolean;
  global?: boolean;
}

/** Declares a collection: `collection<[bus: string, name: string], Rule>('events.rules')`. */
export const collection = <K extends Key, V extends object>(name: string, options: CollectionOptions<V> = {}): Collection<K, V> => ({
  version: 1,
  bulk: false,
  global: false,
  ...options,
  name,
});

export type Prefix<K extends Key> = K extends readonly [...infer Head extends Key, unknown] ? K | Prefix<Head> : K;

/** Deeply readonly: readers must not change what the store returns. */
export type Frozen<T> = T extends Uint8Array | string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer U)[]
    ? readonly Frozen<U>[]
    : { readonly [P in keyof T]: Frozen<T[P]> };

export interface RangeOptions<K extends Key, V = unknown> {
  /** Inclusive lower bound; may have fewer parts than a whole key. */
  from?: K | Prefix<K> | undefined;
  /** Exclusive lower bound. */
  after?: K | undefined;
  /** Exclusive upper bound. */
  before?: K | Prefix<K> | undefined;
  /** Start of the key part after the prefix, as text: `photos/2026`. */
  startsWith?: string | undefined;
  limit?: number | undefined;
  reverse?: boolean | undefined;
  /** The range ends behind the first record for which this is true. It must not read records itself. */
  until?: ((value: Frozen<V>) => boolean) | undefined;
}

/** One collection of one account and region. */
export interface Records<K extends Key, V> {
  get(key: K): Frozen<V> | undefined;
  has(key: K): boolean;
  /** Values in key order, as an array: safe against writes while you loop. */
  range(prefix?: Prefix<K> | [], options?: RangeOptions<K, V>): Frozen<V>[];
  entries(prefix?: Prefix<K> | [], options?: RangeOptions<K, V>): [K, Frozen<V>][];
  /** As `entries`, without reading the values. */
  keys(prefix?: Prefix<K> | [], options?: Omit<RangeOptions<K>, 'until'>): K[];
  /** Walks the records: keep a frequently needed count in a record of its own. */
  count(prefix?: Prefix<K> | []): number;
}

export interface BlobRef {
  readonly sha256: string;
  readonly sizeBytes: number;
}

export interface Tx {
  /** The store takes ownership of the value: neither the caller nor anyone else may change it again. */
  put<K extends Key, V>(records: Records<K, V>, key: K, value: V | Frozen<V>): void;
  delete<K extends Key, V>(records: Records<K, V>, key: K): void;
  /** Counts one more record that names this blob; `release` one less. The file is removed after the commit in which the count reaches 0. */
  hold(ref: BlobRef): void;
  release(ref: BlobRef): void;
  /** Runs once, after the outermost write has succeeded (for wakes, signals). */
  after(run: () => void): void;
}

export interface ByteRange {
  /** First byte, inclusive. */
  readonly start: number;
  /** Last byte, inclusive. */
  readonly end: number;
}

/** Contents over 64 KB, addressed by their hash. */
export interface Blobs {
  /** Writes the file and returns its name; nothing holds the blob until a write does (`tx.hold`). */
  put(body: AsyncIterable<Uint8Array> | Uint8Array): Promise<BlobRef>;
  open(ref: BlobRef, range?: ByteRange): AsyncIterable<Uint8Array>;
  read(ref: BlobRef): Promise<Uint8Array>;
  /** Path of the file on this machine, to hand it to another process. */
  path(ref: BlobRef): string;
}

/** The reason of a write, asked for where the disk is nearly full. */
export interface WriteCause {
  /** It removes something, or goes on with what was accepted: it may take more of the last room than others. */
  readonly isPressing: boolean;
}

export interface Store {
  /** A global collection is the same in all regions. */
  records<K extends Key, V>(collection: Collection<K, V>, account: string, region: string): Records<K, V>;
  /** Every account and region that holds a record of this collection, including those on disk that nothing has accessed yet. */
  places(collection: Collection<Key, unknown>): { account: string; region: string }[];
  /** Every collection that holds a record, with each place that does: the region is empty for records that all regions share. */
  everyHolding(): { collection: string; place: { account: string; region: string } }[];
  /** Every account and region that holds a record of any collection, apart from records that all regions share. */
  everyPlace(): { account: string; region: string }[];
  /**
   * Synchronous; all or nothing; sees its own writes; nested writes are part of the outer one.
   * @throws EmulatorError STORE_DISK_FULL if the disk is full: nothing has changed then
   */
  write<T>(decide: (tx: Tx) => T, cause?: WriteCause): T;
  /** False where a write that adds something would be refused for want of room. */
  readonly hasRoom: boolean;
  /** Resolves once every write so far would survive the end of this process. Resolves at once in ephemeral mode. */
  committed(): Promise<void>;
  /** Resolves once every write so far would survive a power failure of this machine. */
  flushed(): Promise<void>;
  /** True while a write of this turn waits for the disk, so that awaiting `committed` makes a difference. */
  readonly pending: boolean;
  snapshot(): Snapshot;
  restore(snapshot: Snapshot): void;
  /** Every record and the blobs it holds, as on disk. The caller must prevent writes meanwhile. */
  archive(): Promise<Archive>;
  /** Replaces everything with the archive, all or nothing; `undefined` empties the store. The caller prevents other access meanwhile. */
  replace(archive: Archive | undefined): Promise<void>;
  readonly blobs: Blobs;
  /** Set once the disk has refused a write: reads continue, writes throw. */
  readonly failure: unknown;
  close(): Promise<void>;
}

/** Everything in memory at one instant; opaque. */
export interface Snapshot {
  /** The emulator's time in milliseconds since 1970. */
  readonly takenAtMs: number;
}

/** The whole content of a store, in a form that any store can load. */
export interface Archive {
  /** Ordered by key. */
  readonly records: readonly { readonly key: string; readonly bytes: Uint8Array }[];
  /** The bytes of blobs by SHA-256, read on demand. */
  readonly blobs: readonly { readonly sha256: string; read(): Promise<Uint8Array> }[];
}
