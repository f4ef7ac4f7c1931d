// The index of one field: from a leaf's value to the alternatives that are worth trying.
import { blockKey, parseAddress } from './address.ts';
import { AnythingButList } from './anything-but-list.ts';
import { FNV_SEED, FOLDED, GRAM_LENGTH, grown, hashGram, hashStep, threeBytes } from './bytes.ts';
import { IntervalIndex } from './interval-index.ts';
import type { Condition, LeafTest } from './leaf-test.ts';
import * as kind from './leaf-test.ts';
import { ELEMENT, END, KIND, LEAF, type Leaves, NEXT, NUMBER, START, STRING, VALUE } from './leaves.ts';
import type { Posting } from './postings.ts';
import type { SharedIndex } from './shared-index.ts';
import { ENDS, FOLDED_ENDS, FOLDED_STARTS, FOLDED_WHOLE, GRAMS, HashFilter, ownerOf, STARTS } from './text-postings.ts';

const MIN_ANCHOR = 2;

export class FieldIndex {
  readonly field: number;
  readonly #shared: SharedIndex;
  /** Lengths of the texts in each table, ascending. */
  readonly #lengths: number[][] = [];
  #hasTexts = false;
  #hasValues = false;
  #grams: HashFilter | undefined;
  #ranges: { index: IntervalIndex; postings: Posting[]; found: number[] } | undefined;
  #blocks: { lengths: { version: 4 | 6; bits: number }[]; postings: Map<string, Posting> } | undefined;
  #exists: Posting = 0;
  #butList: AnythingButList | undefined;
  readonly #scanned: Condition[] = [];

  constructor(field: number, shared: SharedIndex) {
    this.field = field;
    this.#shared = shared;
    for (const table of [STARTS, ENDS, FOLDED_WHOLE, FOLDED_STARTS, FOLDED_ENDS]) this.#lengths[table] = [];
  }

  /** The expected cost of trying all alternatives that these tests lead to; a rule is posted under its cheapest field. */
  cost(tests: readonly LeafTest[]): number {
    let cost = 0;
    for (const test of tests) cost += this.#costOf(test);
    return cost;
  }

  #costOf(test: LeafTest): number {
    switch (test.kind) {
      case kind.VALUE_TEST:
        return 1 + this.#shared.postings.size(this.#shared.valuePostings[test.value] ?? 0);
      case kind.RANGE_TEST:
        return 20 + (this.#ranges?.index.size ?? 0) / 8;
      case kind.ADDRESS_TEST:
        return 6;
      case kind.WILDCARD_TEST:
        return anchorOf(test) ? 10 : 300;
      case kind.EXISTS_TEST:
        return 400 + this.#shared.postings.size(this.#exists);
      case kind.ANYTHING_BUT_TEST:
        return 500 + this.#scanned.length;
      case kind.ABSENT_TEST:
        return 100_000;
      default:
        return test.bytes.length === 0 ? 200 : 3 + 24 / test.bytes.length;
    }
  }

  /** Posts the alternative under the tests; a condition is needed unless all tests are definite. */
  post(tests: readonly LeafTest[], condition: Condition | undefined, alternative: number): void {
    if (condition && isButList(tests)) {
      this.#butList ??= new AnythingButList();
      this.#list(condition, alternative, () => this.#butList!.add(condition));
    } else if (condition && !tests.every(isIndexable)) {
      this.#list(condition, alternative, () => this.#scanned.push(condition));
    } else {
      for (const test of tests) this.#postTest(test, alternative);
    }
  }

  #list(condition: Condition, alternative: number, first: () => void): void {
    condition.posting = this.#shared.postings.add(condition.posting, alternative);
    if (condition.listed) return;
    condition.listed = true;
    first();
  }

  #postTest(test: LeafTest, alternative: number): void {
    const { postings } = this.#shared;
    switch (test.kind) {
      case kind.VALUE_TEST:
        this.#hasValues = true;
        this.#shared.valuePostings = grown(this.#shared.valuePostings, test.value);
        this.#shared.valuePostings[test.value] = postings.add(this.#shared.valuePostings[test.value]!, alternative);
        return;
      case kind.RANGE_TEST: {
        this.#ranges ??= { index: new IntervalIndex(), postings: [], found: [] };
        const id = this.#ranges.index.add(test.low, test.high, test.lowOpen, test.highOpen);
        this.#ranges.postings[id] = postings.add(this.#ranges.postings[id] ?? 0, alternative);
        return;
      }
      case kind.ADDRESS_TEST:
        this.#postBlock(test, alternative);
        return;
      case kind.EXISTS_TEST:
        this.#exists = postings.add(this.#exists, alternative);
        return;
      case kind.WILDCARD_TEST: {
        const { table, bytes } = anchorOf(test)!;
        this.#postText(table, bytes, alternative);
        return;
      }
      default:
        this.#postText(TABLE_OF[test.kind]!, test.bytes, alternative);
    }
  }

  #postText(table: number, bytes: Uint8Array, alternative: number): void {
    this.#hasTexts = true;
    this.#shared.texts.add(this.field, table, bytes, alternative, this.#shared.postings);
    if (table === GRAMS) {
      this.#grams ??= new HashFilter();
      this.#grams.add(hashGram(threeBytes(bytes, 0), threeBytes(bytes, 3)));
      return;
    }
    const lengths = this.#lengths[table]!;
    if (lengths.includes(bytes.length)) return;
    lengths.push(bytes.length);
    lengths.sort((a, b) => a - b);
  }

  #postBlock(test: LeafTest, alternative: number): void {
    this.#blocks ??= { lengths: [], postings: new Map() };
    const { lengths, postings } = this.#blocks;
    const { version } = test.address!;
    if (!lengths.some((known) => known.version === version && known.bits === test.bits)) lengths.push({ version, bits: test.bits });
    const key = blockKey(test.address!, test.bits);
    postings.set(key, this.#shared.postings.add(postings.get(key) ?? 0, alternative));
  }

  /** Visits the alternatives that the field's leaves lead to. */
  probe(leaves: Leaves): void {
    const shared = this.#shared;
    for (let leaf = leaves.first(this.field); leaf >= 0; leaf = leaves.words[leaf * LEAF + NEXT]!) {
      const at = leaf * LEAF;
      const { words } = leaves;
      if (this.#hasValues && words[at + VALUE]! >= 0) {
        const posting = shared.valuePostings[words[at + VALUE]!] ?? 0;
        if (posting !== 0) shared.visit(posting, words[at + ELEMENT]);
      }
      if (words[at + KIND] === STRING) {
        if (this.#hasTexts) this.#probeText(leaves.text, words[at + START]!, words[at + END]!);
        if (this.#blocks !== undefined) this.#probeBlocks(leaves.text, words[at + START]!, words[at + END]!);
      } else if (this.#ranges !== undefined && words[at + KIND] === NUMBER) this.#probeRanges(leaves, leaf);
    }
    if (this.#exists !== 0) shared.visit(this.#exists);
    if (this.#butList !== undefined) this.#butList.probe(this.field, leaves, shared);
    const scanned = this.#scanned;
    for (let i = 0; i < scanned.length; i++) if (shared.holds(scanned[i]!)) shared.visit(scanned[i]!.posting);
  }

  #probeText(text: Uint8Array, start: number, end: number): void {
    if (this.#lengths[STARTS]!.length > 0) this.#probeStarts(text, start, end);
    if (this.#lengths[ENDS]!.length > 0) this.#probeEnds(text, start, end);
    if (this.#lengths[FOLDED_WHOLE]!.length > 0 || this.#lengths[FOLDED_STARTS]!.length > 0) this.#probeFolded(text, start, end);
    if (this.#lengths[FOLDED_ENDS]!.length > 0) this.#probeFoldedEnds(text, start, end);
    if (this.#grams !== undefined && end - start >= GRAM_LENGTH) this.#probeGrams(this.#grams, text, start, end);
  }

  #probeStarts(text: Uint8Array, start: number, end: number): void {
    const lengths = this.#lengths[STARTS]!;
    const owner = ownerOf(this.field, STARTS);
    let hash = FNV_SEED;
    for (let i = 0, at = start; i < lengths.length && start + lengths[i]! <= end; i++) {
      for (const to = start + lengths[i]!; at < to; at++) hash = hashStep(hash, text[at]!);
      this.#reach(this.#shared.texts.find(owner, hash, text, start, lengths[i]!));
    }
  }

  #probeEnds(text: Uint8Array, start: number, end: number): void {
    const lengths = this.#lengths[ENDS]!;
    const owner = ownerOf(this.field, ENDS);
    let hash = FNV_SEED;
    for (let i = 0, at = end; i < lengths.length && end - lengths[i]! >= start; i++) {
      for (const to = end - lengths[i]!; at > to; ) hash = hashStep(hash, text[--at]!);
      this.#reach(this.#shared.texts.find(owner, hash, text, at, lengths[i]!));
    }
  }

  /** Looks up starts, then the whole value if its length occurs. */
  #probeFolded(text: Uint8Array, start: number, end: number): void {
    const { texts } = this.#shared;
    const lengths = this.#lengths[FOLDED_STARTS]!;
    const length = end - start;
    let hash = FNV_SEED;
    let at = start;
    for (let i = 0; i < lengths.length && start + lengths[i]! <= end; i++) {
      for (const to = start + lengths[i]!; at < to; at++) hash = hashStep(hash, FOLDED[text[at]!]!);
      this.#reach(texts.findFolded(ownerOf(this.field, FOLDED_STARTS), hash, text, start, lengths[i]!));
    }
    if (!this.#lengths[FOLDED_WHOLE]!.includes(length)) return;
    for (; at < end; at++) hash = hashStep(hash, FOLDED[text[at]!]!);
    this.#reach(texts.findFolded(ownerOf(this.field, FOLDED_WHOLE), hash, text, start, length));
  }

  #probeFoldedEnds(text: Uint8Array, start: number, end: number): void {
    const lengths = this.#lengths[FOLDED_ENDS]!;
    const owner = ownerOf(this.field, FOLDED_ENDS);
    let hash = FNV_SEED;
    for (let i = 0, at = end; i < lengths.length && end - lengths[i]! >= start; i++) {
      for (const to = end - lengths[i]!; at > to; ) hash = hashStep(hash, FOLDED[text[--at]!]!);
      this.#reach(this.#shared.texts.findFolded(owner, hash, text, at, lengths[i]!));
    }
  }

  #probeGrams(grams: HashFilter, text: Uint8Array, start: number, end: number): void {
    const owner = ownerOf(this.field, GRAMS);
    for (let at = start; at + GRAM_LENGTH <= end; at++) {
      const hash = hashGram(threeBytes(text, at), threeBytes(text, at + 3));
      if (grams.may(hash)) this.#reach(this.#shared.texts.find(owner, hash, text, at, GRAM_LENGTH));
    }
  }

  #probeBlocks(text: Buffer, start: number, end: number): void {
    const address = parseAddress(text.toString('latin1', start, end));
    if (!address) return;
    const { lengths, postings } = this.#blocks!;
    for (const { version, bits } of lengths) {
      if (version === address.version) this.#reach(postings.get(blockKey(address, bits)) ?? 0);
    }
  }

  #probeRanges(leaves: Leaves, leaf: number): void {
    const { index, postings, found } = this.#ranges!;
    const count = index.find(leaves.numberOf(leaf), found);
    if (count > 0 && leaves.isComparable(leaf)) for (let i = 0; i < count; i++) this.#shared.visit(postings[found[i]!]!);
  }

  #reach(posting: Posting): void {
    if (posting !== 0) this.#shared.visit(posting);
  }
}

const TABLE_OF: Readonly<Record<number, number>> = {
  [kind.PREFIX_TEST]: STARTS,
  [kind.SUFFIX_TEST]: ENDS,
  [kind.FOLDED_TEST]: FOLDED_WHOLE,
  [kind.FOLDED_PREFIX_TEST]: FOLDED_STARTS,
  [kind.FOLDED_SUFFIX_TEST]: FOLDED_ENDS,
};

/** Whether being reached through the index proves the test. */
export function isDefinite(test: LeafTest): boolean {
  return isIndexable(test) && test.kind !== kind.WILDCARD_TEST;
}

function isIndexable(test: LeafTest): boolean {
  switch (test.kind) {
    case kind.VALUE_TEST:
    case kind.RANGE_TEST:
    case kind.ADDRESS_TEST:
    case kind.EXISTS_TEST:
      return true;
    case kind.ANYTHING_BUT_TEST:
    case kind.ABSENT_TEST:
      return false;
    case kind.WILDCARD_TEST:
      return anchorOf(test) !== undefined;
    default:
      return test.bytes.length > 0;
  }
}

const isButList = (tests: readonly LeafTest[]): boolean =>
  tests.length === 1 && tests[0]!.kind === kind.ANYTHING_BUT_TEST && tests[0]!.but.every((test) => test.kind === kind.VALUE_TEST);

/** The piece of a wildcard that indexes it: its start, its end, or six bytes from the middle. */
function anchorOf(test: LeafTest): { table: number; bytes: Uint8Array } | undefined {
  const first = test.pieces[0]!;
  const last = test.pieces.at(-1)!;
  if (first.length >= MIN_ANCHOR) return { table: STARTS, bytes: first };
  if (last.length >= MIN_ANCHOR) return { table: ENDS, bytes: last };
  const inner = test.pieces.slice(1, -1).find((piece) => piece.length >= GRAM_LENGTH);
  // The last bytes of the piece: texts that rules share tend to come first.
  return inner && { table: GRAMS, bytes: inner.subarray(inner.length - GRAM_LENGTH) };
}
