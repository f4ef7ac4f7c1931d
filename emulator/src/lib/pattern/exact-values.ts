// The exact values that rules name, numbered per field: a leaf carries the number of its value, and most tests compare two integers.
import { table } from '#lib/table';
import { ByteTable, hashWhole } from './bytes.ts';
import type { Leaves } from './leaves.ts';
import { END, LEAF, START, VALUE } from './leaves.ts';
import type { MatchValue } from './pattern.ts';

const LITERALS: Readonly<Record<string, number>> = table({ true: 0, false: 1, null: 2 });
const HAS_STRINGS = 1;
const HAS_NUMBERS = 2;
const HAS_LITERALS = 4;
const HAS_NUMBER_TEXTS = 8;

export type ExactValue = Extract<MatchValue, { kind: 'equal' | 'number' | 'number-text' | 'literal' }>;

export const isExact = (value: MatchValue): value is ExactValue =>
  value.kind === 'equal' || value.kind === 'number' || value.kind === 'number-text' || value.kind === 'literal';

/** Strings have even ids, everything else odd ones. */
export class ExactValues {
  readonly #strings = new ByteTable();
  readonly #numbers: Map<number, number>[] = [];
  readonly #numberTexts: Map<string, number>[] = [];
  readonly #literals: [number, number, number][] = [];
  #kinds = new Uint8Array(16);
  #others = 0;

  addField(field: number): void {
    this.#numbers[field] = new Map();
    this.#numberTexts[field] = new Map();
    this.#literals[field] = [-1, -1, -1];
    if (field < this.#kinds.length) return;
    const larger = new Uint8Array(this.#kinds.length * 2);
    larger.set(this.#kinds);
    this.#kinds = larger;
  }

  /** The id of the value, new or known. */
  add(field: number, value: ExactValue): number {
    switch (value.kind) {
      case 'equal': {
        this.#kinds[field]! |= HAS_STRINGS;
        const bytes = Buffer.from(value.text);
        return this.#strings.add(field, hashWhole(bytes, 0, bytes.length), bytes) * 2;
      }
      case 'number':
        this.#kinds[field]! |= HAS_NUMBERS;
        return this.#addTo(this.#numbers[field]!, value.value);
      case 'number-text':
        this.#kinds[field]! |= HAS_NUMBERS | HAS_NUMBER_TEXTS;
        return this.#addTo(this.#numberTexts[field]!, value.text);
      case 'literal': {
        this.#kinds[field]! |= HAS_LITERALS;
        const literals = this.#literals[field]!;
        const index = LITERALS[value.text] as 0 | 1 | 2;
        if (literals[index] < 0) literals[index] = this.#newOther();
        return literals[index];
      }
    }
  }

  /** Gives a string leaf its id. */
  markString(leaves: Leaves, leaf: number, field: number): void {
    if ((this.#kinds[field]! & HAS_STRINGS) === 0) return;
    const at = leaf * LEAF;
    const { words, text } = leaves;
    const start = words[at + START]!;
    const end = words[at + END]!;
    const id = this.#strings.find(field, hashWhole(text, start, end), text, start, end - start);
    if (id >= 0) words[at + VALUE] = id * 2;
  }

  markNumber(leaves: Leaves, leaf: number, field: number): void {
    const kinds = this.#kinds[field]!;
    if ((kinds & HAS_NUMBERS) === 0) return;
    let id = this.#numbers[field]!.get(leaves.numberOf(leaf));
    if (id !== undefined && !leaves.isComparable(leaf)) id = undefined;
    if (id === undefined && (kinds & HAS_NUMBER_TEXTS) !== 0) id = this.#numberTexts[field]!.get(leaves.textOf(leaf));
    if (id !== undefined) leaves.words[leaf * LEAF + VALUE] = id;
  }

  /** `index`: 0 true, 1 false, 2 null. */
  markLiteral(leaves: Leaves, leaf: number, field: number, index: 0 | 1 | 2): void {
    if ((this.#kinds[field]! & HAS_LITERALS) !== 0) leaves.words[leaf * LEAF + VALUE] = this.#literals[field]![index];
  }

  #addTo<K>(ids: Map<K, number>, key: K): number {
    let id = ids.get(key);
    if (id === undefined) {
      id = this.#newOther();
      ids.set(key, id);
    }
    return id;
  }

  #newOther(): number {
    return this.#others++ * 2 + 1;
  }
}
