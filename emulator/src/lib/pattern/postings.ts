// Sets of alternatives that the index leads to. A large set splits like a decision tree on another field with exact values.
import { LEAF, type Leaves, NEXT, VALUE } from './leaves.ts';
import { ALTERNATIVE, COUNT, FIRST, REQUIREMENT, type RuleTable } from './rule-table.ts';

/** 0: nothing; odd: one alternative; even: a set. */
export type Posting = number;

const CROWDED = 8;
const MAX_LEVELS = 6;

interface Split {
  readonly field: number;
  readonly byValue: Map<number, Posting>;
}

interface PostingSet {
  alternatives: number[];
  readonly splits: Split[];
  size: number;
  splitAt: number;
  level: number;
  /** Fields used on the way to this set. */
  used: readonly number[];
}

export interface Visitor {
  visitAlternative(alternative: number): void;
}

export class Postings {
  readonly #sets: PostingSet[] = [newSet()];
  readonly #rules: RuleTable;

  constructor(rules: RuleTable) {
    this.#rules = rules;
  }

  /** The posting, extended by the alternative. */
  add(posting: Posting, alternative: number): Posting {
    if (posting === 0) return (alternative << 1) | 1;
    if ((posting & 1) === 0) {
      this.#addToSet(this.#sets[posting >> 1]!, alternative);
      return posting;
    }
    if (posting >> 1 === alternative) return posting;
    const set = newSet();
    set.alternatives.push(posting >> 1, alternative);
    set.size = 2;
    this.#sets.push(set);
    return (this.#sets.length - 1) << 1;
  }

  size(posting: Posting): number {
    if (posting === 0) return 0;
    return posting & 1 ? 1 : this.#sets[posting >> 1]!.size;
  }

  /** Visits every alternative of the posting that the leaves do not rule out. */
  visit(posting: Posting, leaves: Leaves, visitor: Visitor): void {
    if (posting & 1) {
      visitor.visitAlternative(posting >> 1);
      return;
    }
    const { alternatives, splits } = this.#sets[posting >> 1]!;
    for (let i = 0; i < alternatives.length; i++) visitor.visitAlternative(alternatives[i]!);
    for (let i = 0; i < splits.length; i++) {
      const { field, byValue } = splits[i]!;
      for (let leaf = leaves.first(field); leaf >= 0; leaf = leaves.words[leaf * LEAF + NEXT]!) {
        const value = leaves.words[leaf * LEAF + VALUE]!;
        const next = value < 0 ? undefined : byValue.get(value);
        if (next !== undefined) this.visit(next, leaves, visitor);
      }
    }
  }

  #addToSet(set: PostingSet, alternative: number): void {
    for (const split of set.splits) {
      const values = this.#rules.exactValues(alternative, split.field);
      if (!values) continue;
      set.size++;
      for (const value of values) this.#addToSplit(set, split, value, alternative);
      return;
    }
    if (set.alternatives.at(-1) === alternative) return;
    set.size++;
    set.alternatives.push(alternative);
    if (set.alternatives.length >= set.splitAt && set.level < MAX_LEVELS) this.#split(set);
  }

  #addToSplit(set: PostingSet, split: Split, value: number, alternative: number): void {
    const before = split.byValue.get(value) ?? 0;
    const after = this.add(before, alternative);
    if (after === before) return;
    split.byValue.set(value, after);
    if (after & 1) return;
    const below = this.#sets[after >> 1]!;
    below.level = set.level + 1;
    below.used = [...set.used, split.field];
  }

  #split(set: PostingSet): void {
    const field = this.#bestField(set);
    if (field < 0) {
      set.splitAt = set.alternatives.length * 2;
      return;
    }
    const moved = set.alternatives;
    set.splits.push({ field, byValue: new Map() });
    set.alternatives = [];
    set.size -= moved.length;
    set.splitAt = CROWDED;
    for (const alternative of moved) this.#addToSet(set, alternative);
  }

  /** The field for which most of the alternatives require the most different values; -1 if splitting would not help. */
  #bestField(set: PostingSet): number {
    const { words } = this.#rules;
    const seen = new Map<number, { values: Set<number>; asked: number }>();
    for (const alternative of set.alternatives) {
      const at = alternative * ALTERNATIVE;
      for (let i = 0; i < words[at + COUNT]!; i++) this.#count(set, words[at + FIRST]! + i * REQUIREMENT, seen);
    }
    let best = -1;
    let bestScore = 0;
    for (const [field, { values, asked }] of seen) {
      const score = values.size < 2 ? 0 : asked * (1 - 1 / values.size);
      if (score <= bestScore) continue;
      best = field;
      bestScore = score;
    }
    return bestScore < set.alternatives.length / 4 ? -1 : best;
  }

  #count(set: PostingSet, requirement: number, seen: Map<number, { values: Set<number>; asked: number }>): void {
    const field = this.#rules.requirements[requirement]!;
    const values = this.#rules.exactAt(requirement);
    if (!values || set.used.includes(field) || set.splits.some((split) => split.field === field)) return;
    let entry = seen.get(field);
    if (!entry) {
      entry = { values: new Set(), asked: 0 };
      seen.set(field, entry);
    }
    for (const value of values) entry.values.add(value);
    entry.asked++;
  }
}

const newSet = (): PostingSet => ({ alternatives: [], splits: [], size: 0, splitAt: CROWDED, level: 0, used: [] });
