// Records on their way into and out of an archive: as bytes, grouped by the partition that they belong to.

import type { Archive } from '#core/records';
import { packRecord, unpackRecord } from './codec.ts';
import { decodeKey, encodeKey } from './key.ts';
import { HotPages } from './pages.ts';
import { type Partition, type RegionScope, wholePartition } from './partition.ts';
import type { StoredPlace } from './places.ts';
import { freezePlain } from './plain-data.ts';

type Entry = readonly [text: string, bytes: Uint8Array];

/** A loaded archive in memory mode: its records become pages when a partition is first accessed. */
export class LoadedArchive {
  readonly #checked: boolean;
  readonly #partitions = new Map<string, { collection: string; place: RegionScope; entries: Entry[] }>();

  constructor({ records }: Archive, checked: boolean) {
    this.#checked = checked;
    for (const { key, bytes } of records) {
      const [collection = '', account = '', region = ''] = decodeKey(key).slice(0, 3).map(String);
      const prefix = encodeKey([collection, account, region]);
      let found = this.#partitions.get(prefix);
      if (!found) this.#partitions.set(prefix, (found = { collection, place: { account, region }, entries: [] }));
      found.entries.push([key.slice(prefix.length), bytes]);
    }
  }

  pages({ collection, prefix }: Partition): HotPages {
    const entries = this.#partitions.get(prefix)?.entries ?? [];
    return new HotPages(
      entries.map(([text, bytes]) => {
        const value = unpackRecord(Buffer.from(bytes), collection, () => decodeKey(text));
        if (this.#checked) freezePlain(value);
        return [text, value];
      }),
    );
  }

  places(collectionName: string): RegionScope[] {
    return [...this.#partitions.values()].filter(({ collection }) => collection === collectionName).map(({ place }) => place);
  }

  everyPlace(): StoredPlace[] {
    return [...this.#partitions.values()].map(({ collection, place }) => ({ collection, place }));
  }

  /** The records of partitions that nothing has accessed yet. */
  *untouched(touched: ReadonlySet<string>): Generator<[key: string, bytes: Uint8Array]> {
    for (const [prefix, { entries }] of this.#partitions)
      if (!touched.has(prefix)) for (const [text, bytes] of entries) yield [prefix + text, bytes];
  }
}

/** Every record of these partitions, packed as on disk. */
export function* packed(partitions: Iterable<Partition>): Generator<[key: string, bytes: Uint8Array]> {
  for (const partition of partitions) {
    const found: [string, Uint8Array][] = [];
    partition.pages.walk(wholePartition, (text, value) =>
      found.push([partition.prefix + text, packRecord(partition.collection.version, value)]),
    );
    yield* found;
  }
}
