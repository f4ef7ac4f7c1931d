// How much room changes take in the data file, at most: lmdb copies each page that it changes.

import { justAfter } from './key.ts';

export const PAGE_BYTES = 8192;
/** Branches of the tree, and the list of free pages: pages for a transaction, whatever it changes. */
const SHARED_PAGES = 16;
/** Leaves for which one more branch page is counted. */
const LEAVES_PER_BRANCH = 32;
/** A record that fits into no leaf of the tree has pages of its own, which lie side by side. */
const LARGE_BYTES = 2048;
/** lmdb joins leaves that are less than a quarter full. */
const MIN_LEAF_BYTES = PAGE_BYTES / 4;
/** A leaf that is full becomes two that are half full. */
const SPLIT = 2;
/** Changes to a partition up to this number are counted as if each met a leaf of its own; more are looked up. */
const FEW = 16;
/** Stored keys that are looked at for each change. */
const LOOKED_AT = 4;

export interface CountedChange {
  readonly prefix: string;
  readonly text: string;
  readonly bytes: Uint8Array | undefined;
  /** Bytes of the record that the disk has under the key. */
  readonly storedBytes?: number | undefined;
}

/** The stored keys of a partition from `low` to before `high`. */
export type KeysBetween = (
  prefix: string,
  span: { readonly low: string; readonly high: string; readonly limit: number },
) => readonly string[];

const NO_KEYS: KeysBetween = () => [];

export class Need {
  readonly bytes: number;
  /** The part for which free pages of the data file may be too scattered. */
  readonly largeBytes: number;

  constructor(bytes: number, largeBytes: number) {
    this.bytes = bytes;
    this.largeBytes = largeBytes;
  }

  /** Without `keysBetween`, each change counts as if it met a leaf of its own. */
  static of(changes: Iterable<CountedChange>, keysBetween: KeysBetween = NO_KEYS): Need {
    const partitions = new Map<string, CountedChange[]>();
    let [newBytes, largePages] = [0, 0];
    for (const change of changes) {
      const { prefix, bytes } = change;
      const others = partitions.get(prefix);
      if (others) others.push(change);
      else partitions.set(prefix, [change]);
      const size = sizeOf(change, bytes?.length ?? 0);
      if (bytes && size > LARGE_BYTES) largePages += Math.ceil((size + 32) / PAGE_BYTES);
      else if (bytes) newBytes += size;
    }
    let leaves = 0;
    for (const [prefix, group] of partitions) leaves += leavesOf(prefix, group, keysBetween);
    const pages = SHARED_PAGES + leaves + Math.ceil(leaves / LEAVES_PER_BRANCH) + largePages;
    return new Need(pages * PAGE_BYTES + newBytes * SPLIT, largePages * PAGE_BYTES);
  }

  plus(other: Need): Need {
    return new Need(this.bytes + other.bytes, this.largeBytes + other.largeBytes);
  }
}

const sizeOf = ({ prefix, text }: CountedChange, bytes: number): number => prefix.length + text.length + bytes;

/** Changes that follow each other without a stored record between them share their leaves. */
function leavesOf(prefix: string, changes: readonly CountedChange[], keysBetween: KeysBetween): number {
  const texts = new Set(changes.map(({ text }) => text));
  const perChange = changes.some(({ bytes }) => bytes) ? SPLIT : 1;
  if (texts.size <= FEW || keysBetween === NO_KEYS) return texts.size * perChange;
  const sorted = [...texts].sort();
  const limit = LOOKED_AT * sorted.length;
  const stored = keysBetween(prefix, { low: sorted[0]!, high: justAfter(sorted.at(-1)!), limit });
  // Changes behind the keys that were looked at count alone.
  const seen = stored.length < limit ? sorted.length : sorted.filter((text) => text <= stored.at(-1)!).length;
  let [runs, breaks] = [1, false];
  let next = 0;
  for (const text of sorted.slice(0, seen)) {
    for (; next < stored.length && stored[next]! < text; next++) if (!texts.has(stored[next]!)) breaks = true;
    if (breaks) runs++;
    breaks = false;
  }
  const bytes = changes.reduce((sum, change) => sum + Math.min(sizeOf(change, change.storedBytes ?? 0), LARGE_BYTES), 0);
  return Math.min(texts.size, runs + sorted.length - seen + Math.ceil(bytes / MIN_LEAF_BYTES)) * perChange;
}
