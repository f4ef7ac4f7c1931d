// Sets of alternatives that the index leads to. A large set splits like a decision tree on another field with exact values.
import { grown } from './bytes.ts';
import { ELEMENT, LEAF, type Leaves, NEXT, VALUE } from './leaves.ts';
import { ALTERNATIVE, FIRST, REQUIREMENT, type RuleTable } from './rule-table.ts';
import { ValueRoutes } from './value-routes.ts';

/** 0: nothing; odd: one alternative; even: a set. */
export type Posting = number;

const CROWDED = 8;
const MAX_LEVELS = 6;
/** Room for the alternatives of a new set, and what it needs before it splits. */
const FIRST_ROOM = CROWDED;

/** Words per set: the first alternative in the pool, how many there are, the first split or -1. */
const SET = 3;
const OWN = 0;
const OWN_COUNT = 1;
const SPLITS = 2;

/** Words per split: its field, the set's next split or -1. */
const SPLIT = 2;

/** The facts about a set that adding needs. */
interface PostingSet {
  /** Room for alternatives in the pool. */
  room: number;
  readonly splits: number[];
  size: number;
  splitAt: number;
  level: number;
  /** Fields used on the way to this set. */
  used: readonly number[];
}

export interface Visitor {
  visitAlternative(alternative: number): void;
}

/** Visiting reads flat arrays only: what a large index costs is the memory that an event touches. */
export class Postings {
  readonly #sets: PostingSet[] = [];
  #heads = new Int32Array(16 * SET);
  #pool = new Int32Array(64);
  #pooled = 0;
  #splits = new Int32Array(16 * SPLIT);
  #splitCount = 0;
  readonly #routes = new ValueRoutes();
  readonly #rules: RuleTable;

  constructor(rules: RuleTable) {
    this.#rules = rules;
    this.#newSet(0, []); // posting 0 means nothing, so no set has the number 0
  }

  /** The posting, extended by the alternative. */
  add(posting: Posting, alternative: number): Posting {
    return this.#add(posting, alternative, 0, []);
  }

  size(posting: Posting): number {
    if (posting === 0) return 0;
    return posting & 1 ? 1 : this.#sets[posting >> 1]!.size;
  }

  /**
   * Visits every alternative of the posting that the leaves do not rule out. `from`: the array element around the leaf that led here, 0 for
   * none; leaves in other elements of the same array cannot belong to a match with it, and lead to no further set.
   */
  visit(posting: Posting, leaves: Leaves, visitor: Visitor, from: number): void {
    if (posting & 1) {
      visitor.visitAlternative(posting >> 1);
      return;
    }
    const head = (posting >> 1) * SET;
    const own = this.#heads[head + OWN]!;
    const end = own + this.#heads[head + OWN_COUNT]!;
    for (let i = own; i < end; i++) visitor.visitAlternative(this.#pool[i]!);
    for (let split = this.#heads[head + SPLITS]!; split >= 0; split = this.#splits[split * SPLIT + 1]!) {
      const { words } = leaves;
      for (let leaf = leaves.first(this.#splits[split * SPLIT]!); leaf >= 0; leaf = words[leaf * LEAF + NEXT]!) {
        const value = words[leaf * LEAF + VALUE]!;
        if (value < 0 || (from !== 0 && isBeside(words[leaf * LEAF + ELEMENT]!, from, leaves))) continue;
        const next = this.#routes.get(split, value);
        if (next !== 0) this.visit(next, leaves, visitor, from);
      }
    }
  }

  /** `level` and `used` are for a set that has to be made. */
  #add(posting: Posting, alternative: number, level: number, used: readonly number[]): Posting {
    if (posting === 0) return (alternative << 1) | 1;
    if ((posting & 1) === 0) {
      this.#addToSet(posting >> 1, alternative);
      return posting;
    }
    if (posting >> 1 === alternative) return posting;
    const set = this.#newSet(level, used);
    this.#append(set, posting >> 1);
    this.#append(set, alternative);
    this.#sets[set]!.size = 2;
    return set << 1;
  }

  #newSet(level: number, used: readonly number[]): number {
    const set = this.#sets.push({ room: 0, splits: [], size: 0, splitAt: CROWDED, level, used }) - 1;
    this.#heads = grown(this.#heads, set * SET + SET - 1);
    this.#heads[set * SET + SPLITS] = -1;
    return set;
  }

  /** Appends to the set's own alternatives; a set that is full moves to a place in the pool with twice the room. */
  #append(set: number, alternative: number): void {
    const info = this.#sets[set]!;
    const head = set * SET;
    const count = this.#heads[head + OWN_COUNT]!;
    if (count === info.room) {
      info.room = count === 0 ? FIRST_ROOM : count * 2;
      const from = this.#heads[head + OWN]!;
      this.#heads[head + OWN] = this.#pooled;
      this.#pooled += info.room;
      this.#pool = grown(this.#pool, this.#pooled - 1);
      this.#pool.copyWithin(this.#heads[head + OWN]!, from, from + count);
    }
    this.#pool[this.#heads[head + OWN]! + count] = alternative;
    this.#heads[head + OWN_COUNT] = count + 1;
  }

  #addToSet(set: number, alternative: number): void {
    const info = this.#sets[set]!;
    for (const split of info.splits) {
      const field = this.#splits[split * SPLIT]!;
      const values = this.#rules.exactValues(alternative, field);
      if (!values) continue;
      info.size++;
      for (const value of values) this.#addToSplit(info, split, value, alternative);
      return;
    }
    const head = set * SET;
    const count = this.#heads[head + OWN_COUNT]!;
    if (count > 0 && this.#pool[this.#heads[head + OWN]! + count - 1] === alternative) return;
    info.size++;
    this.#append(set, alternative);
    if (count + 1 >= info.splitAt && info.level < MAX_LEVELS) this.#split(set);
  }

  #addToSplit(info: PostingSet, split: number, value: number, alternative: number): void {
    const before = this.#routes.get(split, value);
    const used = before !== 0 && (before & 1) === 1 ? [...info.used, this.#splits[split * SPLIT]!] : [];
    const after = this.#add(before, alternative, info.level + 1, used);
    if (after !== before) this.#routes.set(split, value, after);
  }

  #split(set: number): void {
    const info = this.#sets[set]!;
    const head = set * SET;
    const own = this.#heads[head + OWN]!;
    const moved = this.#pool.slice(own, own + this.#heads[head + OWN_COUNT]!);
    const field = this.#bestField(info, moved);
    if (field < 0) {
      info.splitAt = moved.length * 2;
      return;
    }
    const split = this.#splitCount++;
    this.#splits = grown(this.#splits, split * SPLIT + SPLIT - 1);
    this.#splits[split * SPLIT] = field;
    this.#splits[split * SPLIT + 1] = this.#heads[head + SPLITS]!;
    this.#heads[head + SPLITS] = split;
    this.#heads[head + OWN_COUNT] = 0;
    info.splits.push(split);
    info.size -= moved.length;
    info.splitAt = CROWDED;
    for (const alternative of moved) this.#addToSet(set, alternative);
  }

  /** The field for which most of the alternatives require the most different values; -1 if splitting would not help. */
  #bestField(set: PostingSet, alternatives: Int32Array): number {
    const { words } = this.#rules;
    const seen = new Map<number, { values: Set<number>; asked: number }>();
    for (const alternative of alternatives) {
      const at = alternative * ALTERNATIVE;
      const end = this.#rules.endAt(at);
      for (let i = words[at + FIRST]!; i < end; i += REQUIREMENT) this.#count(set, i, seen);
    }
    let best = -1;
    let bestScore = 0;
    for (const [field, { values, asked }] of seen) {
      const score = values.size < 2 ? 0 : asked * (1 - 1 / values.size);
      if (score <= bestScore) continue;
      best = field;
      bestScore = score;
    }
    return bestScore < alternatives.length / 4 ? -1 : best;
  }

  #count(set: PostingSet, requirement: number, seen: Map<number, { values: Set<number>; asked: number }>): void {
    const field = this.#rules.requirements[requirement]!;
    const values = this.#rules.exactAt(requirement);
    if (!values || set.used.includes(field) || set.splits.some((split) => this.#splits[split * SPLIT] === field)) return;
    let entry = seen.get(field);
    if (!entry) {
      entry = { values: new Set(), asked: 0 };
      seen.set(field, entry);
    }
    for (const value of values) entry.values.add(value);
    entry.asked++;
  }
}

/** Whether both are elements of one array, and not the same. */
const isBeside = (element: number, other: number, leaves: Leaves): boolean =>
  element !== other && element !== 0 && leaves.arrayOf(element) === leaves.arrayOf(other);
