// The face of the store: ordered collections of plain records, read and written at once. `store/` implements it.

/** Whole numbers from 0 and strings. Order: numbers before strings, strings as UTF-8 bytes. */
export type Key = readonly (string | number)[];

export interface Collection<K extends Key, V> {
  /** `service.things`, unique. */
  readonly name: string;
  /** Version of the record's shape; a lower one on disk goes through `upgrade` when read. */
  readonly version: number;
  readonly upgrade?: ((old: never, from: number) => V) | undefined;
  /** May reach a hundred thousand records: in persistent mode it stays on disk. */
  readonly bulk: boolean;
  /** One world for all regions (`region` of its keys is ''), e.g. identity. */
  readonly global: boolean;
  /** Never set: carries the types. */
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

/** Deeply readonly: what the store gives back is never changed by who reads it. */
export type Frozen<T> = T extends Uint8Array | string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer U)[]
    ? readonly Frozen<U>[]
    : { readonly [P in keyof T]: Frozen<T[P]> };

export interface RangeOptions<K extends Key> {
  /** Exclusive. */
  after?: K | undefined;
  /** Exclusive. */
  before?: K | undefined;
  /** The part after the prefix, as text: `photos/2026`. */
  startsWith?: string | undefined;
  limit?: number | undefined;
  reverse?: boolean | undefined;
}

/** One collection of one account and region. */
export interface Records<K extends Key, V> {
  get(key: K): Frozen<V> | undefined;
  has(key: K): boolean;
  /** Values in key order, as an array: safe against writes while you loop. */
  range(prefix?: Prefix<K> | [], options?: RangeOptions<K>): Frozen<V>[];
  entries(prefix?: Prefix<K> | [], options?: RangeOptions<K>): [K, Frozen<V>][];
  /** Walks: where a count is asked for often, keep it in a record. */
  count(prefix?: Prefix<K> | []): number;
}

export interface BlobRef {
  readonly sha256: string;
  readonly sizeBytes: number;
}

export interface Tx {
  /** The value is given away: neither the caller nor anyone else changes it again. */
  put<K extends Key, V>(records: Records<K, V>, key: K, value: V | Frozen<V>): void;
  delete<K extends Key, V>(records: Records<K, V>, key: K): void;
  /** Counts one more record that names this blob; `release` one less. The file goes after the commit that took the count to 0. */
  hold(ref: BlobRef): void;
  release(ref: BlobRef): void;
  /** Runs once the outermost write has ended well (wakes, signals). */
  after(run: () => void): void;
}

export interface ByteRange {
  /** First byte, inclusive. */
  readonly start: number;
  /** Last byte, inclusive. */
  readonly end: number;
}

/** Bytes over 64 KB, by content. */
export interface Blobs {
  /** Writes the file and answers its name; nothing holds it until a write does (`tx.hold`). */
  put(body: AsyncIterable<Uint8Array> | Uint8Array): Promise<BlobRef>;
  open(ref: BlobRef, range?: ByteRange): AsyncIterable<Uint8Array>;
  read(ref: BlobRef): Promise<Uint8Array>;
  /** The file's place on this machine, for whoever must hand it to another process. */
  path(ref: BlobRef): string;
}

export interface Store {
  /** A global collection is the same in all regions. */
  records<K extends Key, V>(collection: Collection<K, V>, account: string, region: string): Records<K, V>;
  /** Every (account, region) that holds a record of this collection, also those on disk that nothing has touched yet. */
  places(collection: Collection<Key, unknown>): { account: string; region: string }[];
  /** Synchronous; all or nothing; sees its own writes; nested writes are part of the outer one. */
  write<T>(decide: (tx: Tx) => T): T;
  /** Every write so far survives the end of this process. Resolves at once in ephemeral mode. */
  committed(): Promise<void>;
  /** Every write so far survives the end of this machine's power. */
  flushed(): Promise<void>;
  /** True while a write of this turn awaits the disk: `committed` is worth awaiting. */
  readonly pending: boolean;
  snapshot(): Snapshot;
  restore(snapshot: Snapshot): void;
  /** Every record and the blobs they hold, as they are on disk; whoever reads it keeps writes away. */
  archive(): Promise<Archive>;
  /** Puts these in the place of everything, all or nothing; `undefined` empties. Whoever calls keeps reads and writes away. */
  replace(archive: Archive | undefined): Promise<void>;
  readonly blobs: Blobs;
  /** Set once the disk refused: reads go on, writes throw. */
  readonly failure: unknown;
  close(): Promise<void>;
}

/** Everything in memory at one moment; opaque. */
export interface Snapshot {
  readonly takenAtMs: number;
}

/** Everything a store holds, in a form that any store takes. */
export interface Archive {
  /** Ordered by key. */
  readonly records: readonly { readonly key: string; readonly bytes: Uint8Array }[];
  /** The bytes of blobs by SHA-256, read when asked for. */
  readonly blobs: readonly { readonly sha256: string; read(): Promise<Uint8Array> }[];
}
