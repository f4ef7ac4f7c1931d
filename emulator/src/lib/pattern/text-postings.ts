// Postings under pieces of text: starts, ends, whole values regardless of letter case, and short sequences from the middle of wildcards.
import { ByteTable, grown, hashBackward, hashForward, hashGram, threeBytes } from './bytes.ts';
import type { Posting, Postings } from './postings.ts';

export const STARTS = 0;
export const ENDS = 1;
export const FOLDED_WHOLE = 2;
export const FOLDED_STARTS = 3;
export const FOLDED_ENDS = 4;
export const GRAMS = 5;
const TABLES = 8;

/** All fields share one table; a field and a kind of text are its owner. */
export const ownerOf = (field: number, table: number): number => field * TABLES + table;

export class TextPostings {
  readonly #table = new ByteTable();
  #postings = new Int32Array(16);

  add(field: number, table: number, bytes: Uint8Array, alternative: number, postings: Postings): void {
    const id = this.#table.add(ownerOf(field, table), hashFor(table, bytes), bytes);
    this.#postings = grown(this.#postings, id);
    this.#postings[id] = postings.add(this.#postings[id]!, alternative);
  }

  find(owner: number, hash: number, text: Uint8Array, start: number, length: number): Posting {
    const id = this.#table.find(owner, hash, text, start, length);
    return id < 0 ? 0 : this.#postings[id]!;
  }

  findFolded(owner: number, hash: number, text: Uint8Array, start: number, length: number): Posting {
    const id = this.#table.findFolded(owner, hash, text, start, length);
    return id < 0 ? 0 : this.#postings[id]!;
  }
}

function hashFor(table: number, bytes: Uint8Array): number {
  if (table === ENDS || table === FOLDED_ENDS) return hashBackward(bytes, 0, bytes.length);
  if (table === GRAMS) return hashGram(threeBytes(bytes, 0), threeBytes(bytes, 3));
  return hashForward(bytes, 0, bytes.length);
}

/** A set of hashes that answers "surely not" or "perhaps". */
export class HashFilter {
  #bits = new Uint32Array(32);
  readonly #hashes: number[] = [];

  add(hash: number): void {
    this.#hashes.push(hash);
    if (this.#hashes.length * 16 > this.#bits.length * 32) {
      this.#bits = new Uint32Array(this.#bits.length * 4);
      for (const known of this.#hashes) this.#set(known);
    }
    this.#set(hash);
  }

  may(hash: number): boolean {
    const bits = this.#bits;
    return ((bits[(hash >>> 5) & (bits.length - 1)]! >>> (hash & 31)) & 1) !== 0;
  }

  #set(hash: number): void {
    this.#bits[(hash >>> 5) & (this.#bits.length - 1)]! |= 1 << (hash & 31);
  }
}
