// Match values prepared for testing leaves: bytes instead of strings, numbers instead of exact values.
import { type Address, inBlock, parseAddress } from './address.ts';
import { FOLDED } from './bytes.ts';
import { type ExactValues, isExact } from './exact-values.ts';
import { type Folds, foldsBackward, foldsForward, foldsOf, isAscii } from './folding.ts';
import { END, KIND, LEAF, type Leaves, NEXT, NUMBER, START, STRING, VALUE } from './leaves.ts';
import type { MatchValue } from './pattern.ts';
import { wildcardPieces } from './wildcard.ts';

export const VALUE_TEST = 0;
export const PREFIX_TEST = 1;
export const SUFFIX_TEST = 2;
export const FOLDED_TEST = 3;
export const FOLDED_PREFIX_TEST = 4;
export const FOLDED_SUFFIX_TEST = 5;
export const WILDCARD_TEST = 6;
export const RANGE_TEST = 7;
export const ADDRESS_TEST = 8;
export const EXISTS_TEST = 9;
export const ABSENT_TEST = 10;
export const ANYTHING_BUT_TEST = 11;

const KINDS = {
  prefix: PREFIX_TEST,
  suffix: SUFFIX_TEST,
  'equals-ignore-case': FOLDED_TEST,
  'prefix-ignore-case': FOLDED_PREFIX_TEST,
  'suffix-ignore-case': FOLDED_SUFFIX_TEST,
  wildcard: WILDCARD_TEST,
  range: RANGE_TEST,
  address: ADDRESS_TEST,
  exists: EXISTS_TEST,
  absent: ABSENT_TEST,
  'anything-but': ANYTHING_BUT_TEST,
} as const;

const NO_BYTES = new Uint8Array(0);

/** All tests have this one shape, so that the code that runs them stays fast. */
export interface LeafTest {
  readonly kind: number;
  /** VALUE_TEST: the id of the exact value. */
  readonly value: number;
  /** Text tests: the bytes, in small letters where letter case is ignored. */
  readonly bytes: Uint8Array;
  /** Replaces `bytes` where letter case is ignored beyond ASCII. */
  readonly folds: Folds | undefined;
  readonly pieces: readonly Uint8Array[];
  readonly low: number;
  readonly high: number;
  readonly lowOpen: boolean;
  readonly highOpen: boolean;
  readonly address: Address | undefined;
  readonly bits: number;
  readonly but: readonly LeafTest[];
}

export function leafTest(values: ExactValues, field: number, value: MatchValue): LeafTest {
  const test = {
    kind: isExact(value) ? VALUE_TEST : KINDS[value.kind],
    value: isExact(value) ? values.add(field, value) : -1,
    bytes: NO_BYTES as Uint8Array,
    folds: undefined as Folds | undefined,
    pieces: [] as Uint8Array[],
    low: value.kind === 'range' ? value.low : 0,
    high: value.kind === 'range' ? value.high : 0,
    lowOpen: value.kind === 'range' && value.lowOpen,
    highOpen: value.kind === 'range' && value.highOpen,
    address: value.kind === 'address' ? value.address : undefined,
    bits: value.kind === 'address' ? value.bits : 0,
    but: value.kind === 'anything-but' ? value.values.map((one) => leafTest(values, field, one)) : [],
  };
  if (value.kind === 'wildcard') test.pieces = wildcardPieces(value.text).map((piece) => Buffer.from(piece));
  if (value.kind === 'prefix' || value.kind === 'suffix') test.bytes = Buffer.from(value.text);
  if (value.kind === 'equals-ignore-case' || value.kind === 'prefix-ignore-case' || value.kind === 'suffix-ignore-case') {
    if (isAscii(value.text)) test.bytes = Buffer.from(value.text.toLowerCase());
    else test.folds = foldsOf(value.text);
  }
  return test;
}

export function leafPasses(test: LeafTest, leaves: Leaves, leaf: number): boolean {
  const { words } = leaves;
  const at = leaf * LEAF;
  switch (test.kind) {
    case VALUE_TEST:
      return words[at + VALUE] === test.value;
    case EXISTS_TEST:
      return true;
    case ABSENT_TEST:
      return false;
    case ANYTHING_BUT_TEST:
      for (let i = 0; i < test.but.length; i++) if (leafPasses(test.but[i]!, leaves, leaf)) return false;
      return true;
    case RANGE_TEST:
      return words[at + KIND] === NUMBER && inRange(test, leaves.numberOf(leaf)) && leaves.isComparable(leaf);
    default:
      return words[at + KIND] === STRING && textPasses(test, leaves, words[at + START]!, words[at + END]!);
  }
}

const inRange = (test: LeafTest, value: number): boolean =>
  (value > test.low || (value === test.low && !test.lowOpen)) && (value < test.high || (value === test.high && !test.highOpen));

function textPasses(test: LeafTest, leaves: Leaves, start: number, end: number): boolean {
  const { text } = leaves;
  const { bytes } = test;
  const length = bytes.length;
  if (test.folds) return foldsPass(test.kind, test.folds, text, start, end);
  if (length > end - start) return false;
  switch (test.kind) {
    case PREFIX_TEST:
      return equalBytes(bytes, text, start);
    case SUFFIX_TEST:
      return equalBytes(bytes, text, end - length);
    case FOLDED_TEST:
      return length === end - start && equalFolded(bytes, text, start);
    case FOLDED_PREFIX_TEST:
      return equalFolded(bytes, text, start);
    case FOLDED_SUFFIX_TEST:
      return equalFolded(bytes, text, end - length);
    case WILDCARD_TEST:
      return piecesFit(test.pieces, text, start, end);
    default: {
      const address = parseAddress(text.toString('latin1', start, end));
      return address !== undefined && inBlock(address, test.address!, test.bits);
    }
  }
}

function foldsPass(kind: number, folds: Folds, text: Uint8Array, start: number, end: number): boolean {
  if (kind === FOLDED_SUFFIX_TEST) return foldsBackward(folds, text, start, end);
  const reached = foldsForward(folds, text, start, end);
  return kind === FOLDED_TEST ? reached === end : reached >= 0;
}

function equalBytes(bytes: Uint8Array, text: Uint8Array, start: number): boolean {
  for (let i = 0; i < bytes.length; i++) if (bytes[i] !== text[start + i]) return false;
  return true;
}

function equalFolded(bytes: Uint8Array, text: Uint8Array, start: number): boolean {
  for (let i = 0; i < bytes.length; i++) if (bytes[i] !== FOLDED[text[start + i]!]) return false;
  return true;
}

/** First piece at the start, last at the end, the others in order between them, each as early as it goes. */
function piecesFit(pieces: readonly Uint8Array[], text: Buffer, start: number, end: number): boolean {
  const first = pieces[0]!;
  const last = pieces[pieces.length - 1]!;
  if (pieces.length === 1) return first.length === end - start && equalBytes(first, text, start);
  if (first.length + last.length > end - start || !equalBytes(first, text, start)) return false;
  const to = end - last.length;
  if (!equalBytes(last, text, to)) return false;
  let at = start + first.length;
  for (let i = 1; i < pieces.length - 1; i++) {
    at = findPiece(pieces[i]!, text, at, to);
    if (at < 0) return false;
  }
  return true;
}

/** Above this many byte comparisons in the worst case, the built-in search (linear, but slower to start) takes over. */
const NAIVE_SEARCH = 1 << 16;

/** The end of the first occurrence in `[from, to)`, or -1. */
function findPiece(piece: Uint8Array, text: Buffer, from: number, to: number): number {
  const length = piece.length;
  if ((to - from) * length > NAIVE_SEARCH) {
    const found = text.subarray(from, to).indexOf(piece);
    return found < 0 ? -1 : from + found + length;
  }
  const byte = piece[0];
  for (let at = from; at + length <= to; at++) if (text[at] === byte && equalBytes(piece, text, at)) return at + length;
  return -1;
}

/** A field's tests, shared by all rules that have the same field and values; the answer is kept for the current event. */
export interface Condition {
  readonly id: number;
  readonly field: number;
  readonly tests: readonly LeafTest[];
  readonly values: readonly MatchValue[];
  /** One of the values is {"exists": false}. */
  readonly absent: boolean;
  /** The ids of the values, when all values are exact. */
  readonly exact: Int32Array | undefined;
  /** The event for which `holds` was computed. */
  epoch: number;
  holds: boolean;
  /** Rules to try when the condition holds; used if no faster way leads to the rules. */
  posting: number;
  listed: boolean;
}

export function conditionPassesLeaf(condition: Condition, leaves: Leaves, leaf: number): boolean {
  const { exact, tests } = condition;
  if (exact === undefined) {
    for (let i = 0; i < tests.length; i++) if (leafPasses(tests[i]!, leaves, leaf)) return true;
    return false;
  }
  const value = leaves.words[leaf * LEAF + VALUE]!;
  for (let i = 0; i < exact.length; i++) if (exact[i] === value) return true;
  return false;
}

/** Whether some leaf passes (or, for `absent`, no leaf exists). Ignores array elements. */
export function conditionHolds(condition: Condition, leaves: Leaves, epoch: number): boolean {
  if (condition.epoch === epoch) return condition.holds;
  condition.epoch = epoch;
  condition.holds = findsLeaf(condition, leaves);
  return condition.holds;
}

function findsLeaf(condition: Condition, leaves: Leaves): boolean {
  const first = leaves.first(condition.field);
  // With leaves in array elements, "absent" depends on the elements that the other fields choose.
  if (condition.absent && (first < 0 || leaves.inElements > 0)) return true;
  const { words } = leaves;
  for (let leaf = first; leaf >= 0; leaf = words[leaf * LEAF + NEXT]!) if (conditionPassesLeaf(condition, leaves, leaf)) return true;
  return false;
}
