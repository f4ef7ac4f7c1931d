// Bytes: growable arrays, hashes of byte ranges, and a table from (owner, bytes) to small numbers.

const FNV_PRIME = 16777619;
export const FNV_SEED = 0x811c9dc5 | 0;
const MIX_A = 0x9e3779b1 | 0;
const MIX_B = 0x85ebca6b | 0;
const MIX_C = 0xc2b2ae35 | 0;

/** Maps `A`-`Z` to `a`-`z`, and every other byte to itself. */
export const FOLDED = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte));

/** The same array if `index` fits, otherwise a larger copy. */
export function grown(array: Int32Array<ArrayBuffer>, index: number): Int32Array<ArrayBuffer> {
  if (index < array.length) return array;
  const larger = new Int32Array(Math.max(array.length * 2, index + 1));
  larger.set(array);
  return larger;
}

export const hashStep = (hash: number, byte: number): number => Math.imul(hash ^ byte, FNV_PRIME);

export function hashForward(bytes: Uint8Array, start: number, end: number): number {
  let hash = FNV_SEED;
  for (let at = start; at < end; at++) hash = hashStep(hash, bytes[at]!);
  return hash;
}

export function hashBackward(bytes: Uint8Array, start: number, end: number): number {
  let hash = FNV_SEED;
  for (let at = end - 1; at >= start; at--) hash = hashStep(hash, bytes[at]!);
  return hash;
}

/** Hashes four bytes at a time: for whole values. */
export function hashWhole(bytes: Uint8Array, start: number, end: number): number {
  let hash = MIX_A ^ (end - start);
  let at = start;
  for (; at + 4 <= end; at += 4) {
    const word = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    hash = Math.imul(hash ^ word, MIX_B);
    hash ^= hash >>> 15;
  }
  let rest = 0;
  for (let shift = 0; at < end; at++, shift += 8) rest |= bytes[at]! << shift;
  hash = Math.imul(hash ^ rest, MIX_C);
  return hash ^ (hash >>> 13);
}

/** Hashes the length and the first, middle and last byte: enough for the keys of objects. */
export function hashKey(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  if (length === 0) return 0;
  return Math.imul((bytes[start]! | (bytes[end - 1]! << 8) | (bytes[start + (length >> 1)]! << 16)) + length, MIX_B);
}

/** Length of the byte sequences that index wildcards without an anchor. */
export const GRAM_LENGTH = 6;

export const hashGram = (high: number, low: number): number => {
  const hash = Math.imul(high, MIX_A) ^ Math.imul(low, MIX_B);
  return hash ^ (hash >>> 15);
};

export const threeBytes = (bytes: Uint8Array, at: number): number => (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!;

const RECORD = 4; // owner, length, hash, offset of the bytes

/** (owner, bytes) -> id, counted from 0. The caller brings the hash, so that it can be extended step by step. */
export class ByteTable {
  size = 0;
  #slots = new Int32Array(16).fill(-1);
  #records = new Int32Array(8 * RECORD);
  #bytes = new Uint8Array(64);
  #used = 0;

  find(owner: number, hash: number, bytes: Uint8Array, start: number, length: number): number {
    const slots = this.#slots;
    const records = this.#records;
    const mask = slots.length - 1;
    for (let slot = slotOf(owner, hash, length) & mask; ; slot = (slot + 1) & mask) {
      const id = slots[slot]!;
      if (id < 0) return -1;
      const record = id * RECORD;
      if (records[record + 2] !== hash || records[record] !== owner || records[record + 1] !== length) continue;
      const own = this.#bytes;
      const offset = records[record + 3]!;
      let same = 0;
      while (same < length && own[offset + same] === bytes[start + same]) same++;
      if (same === length) return id;
    }
  }

  /** Like `find`, with capital letters of the bytes taken as small ones; `hash` and the table's keys are in small letters. */
  findFolded(owner: number, hash: number, bytes: Uint8Array, start: number, length: number): number {
    const slots = this.#slots;
    const records = this.#records;
    const mask = slots.length - 1;
    for (let slot = slotOf(owner, hash, length) & mask; ; slot = (slot + 1) & mask) {
      const id = slots[slot]!;
      if (id < 0) return -1;
      const record = id * RECORD;
      if (records[record + 2] !== hash || records[record] !== owner || records[record + 1] !== length) continue;
      const own = this.#bytes;
      const offset = records[record + 3]!;
      let same = 0;
      while (same < length && own[offset + same] === FOLDED[bytes[start + same]!]) same++;
      if (same === length) return id;
    }
  }

  /** The id of the bytes, new or known. */
  add(owner: number, hash: number, bytes: Uint8Array): number {
    const known = this.find(owner, hash, bytes, 0, bytes.length);
    if (known >= 0) return known;
    const id = this.size++;
    this.#records = grown(this.#records, id * RECORD + RECORD - 1);
    this.#records.set([owner, bytes.length, hash, this.#keep(bytes)], id * RECORD);
    if (this.size * 2 > this.#slots.length) this.#rehash();
    else this.#place(id);
    return id;
  }

  #keep(bytes: Uint8Array): number {
    const offset = this.#used;
    this.#used += bytes.length;
    if (this.#used > this.#bytes.length) {
      const larger = new Uint8Array(this.#used * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(bytes, offset);
    return offset;
  }

  #rehash(): void {
    this.#slots = new Int32Array(this.#slots.length * 4).fill(-1);
    for (let id = 0; id < this.size; id++) this.#place(id);
  }

  #place(id: number): void {
    const mask = this.#slots.length - 1;
    const record = id * RECORD;
    let slot = slotOf(this.#records[record]!, this.#records[record + 2]!, this.#records[record + 1]!) & mask;
    while (this.#slots[slot]! >= 0) slot = (slot + 1) & mask;
    this.#slots[slot] = id;
  }
}

function slotOf(owner: number, hash: number, length: number): number {
  const mixed = hash ^ Math.imul(owner + 1, MIX_A) ^ Math.imul(length, MIX_B);
  return mixed ^ (mixed >>> 15);
}
