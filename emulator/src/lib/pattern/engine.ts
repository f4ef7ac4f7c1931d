// Matches many alternatives against one event: scans the event once, lets the index name candidates, and verifies each of them.
import { ArrayCheck } from './array-check.ts';
import { grown } from './bytes.ts';
import { ExactValues } from './exact-values.ts';
import { FieldIndex, isDefinite } from './field-index.ts';
import { KeyTrie } from './key-trie.ts';
import { type Condition, conditionHolds, type LeafTest, leafTest } from './leaf-test.ts';
import { LEAF, Leaves, NEXT, VALUE } from './leaves.ts';
import type { Alternative, MatchValue } from './pattern.ts';
import { type Posting, Postings, type Visitor } from './postings.ts';
import { ALTERNATIVE, DEAD, FIRST, PROVEN, REQUIREMENT, RULE, RuleTable, SOLE, TRIED } from './rule-table.ts';
import { Scanner } from './scanner.ts';
import type { SharedIndex } from './shared-index.ts';
import { TextPostings } from './text-postings.ts';

const LAST_EPOCH = 0x7fffffff;

interface Requirement {
  readonly field: number;
  readonly tests: readonly LeafTest[];
  readonly condition: Condition | undefined;
}

/** Rules are numbered in the order in which they are added. */
export class Engine implements Visitor, SharedIndex {
  readonly leaves = new Leaves();
  /** Rules that matched the last event; only the first `matchCount` entries count. */
  matched = new Int32Array(8);
  matchCount = 0;
  readonly rules: RuleTable;
  readonly postings: Postings;
  readonly texts = new TextPostings();
  valuePostings = new Int32Array(16);
  readonly #trie = new KeyTrie();
  readonly #values = new ExactValues();
  readonly #scanner: Scanner;
  readonly #arrayCheck: ArrayCheck;
  readonly #fieldIds = new Map<string, number>();
  readonly #fields: FieldIndex[] = [];
  /** Conditions that an event without the field can meet. */
  readonly #always: Condition[] = [];
  /** Rule -> its first alternative; rule -> event that it matched last. */
  #firstAlternative = new Int32Array(16);
  #matchedAt = new Int32Array(16);
  #ruleCount = 0;
  /** Number of the current event: notes made for another event are void. */
  #epoch = 0;

  constructor(firstEpoch = 0) {
    this.#epoch = firstEpoch;
    this.rules = new RuleTable(this.#values);
    this.postings = new Postings(this.rules);
    this.#scanner = new Scanner(this.#trie, this.leaves, this.#values);
    this.#arrayCheck = new ArrayCheck(this.rules, this.leaves);
  }

  /** Adds a rule and returns its number. */
  add(alternatives: readonly Alternative[]): number {
    const rule = this.#ruleCount++;
    this.#firstAlternative = grown(this.#firstAlternative, rule + 1);
    this.#matchedAt = grown(this.#matchedAt, rule);
    for (const alternative of alternatives) this.#addAlternative(rule, alternative, alternatives.length === 1);
    this.#firstAlternative[rule + 1] = this.rules.size;
    return rule;
  }

  /** The rule never matches again; its memory is not freed. */
  remove(rule: number): void {
    for (let i = this.#firstAlternative[rule]!; i < this.#firstAlternative[rule + 1]!; i++) this.rules.kill(i);
  }

  /** Finds the matching rules; throws MalformedEvent. */
  run(event: string | Uint8Array): void {
    this.matchCount = 0;
    if (++this.#epoch === LAST_EPOCH) this.#forgetEpochs();
    this.#scanner.scan(event);
    const { touched, touchedCount } = this.leaves;
    for (let i = 0; i < touchedCount; i++) this.#fields[touched[i]!]!.probe(this.leaves);
    for (const condition of this.#always) if (this.holds(condition)) this.visit(condition.posting);
  }

  /** How many members the last event's own object had. */
  get members(): number {
    return this.#scanner.members;
  }

  /** The number of a field that some rule names. */
  fieldNumber(name: string): number {
    return this.#fieldIds.get(name) ?? -1;
  }

  /** The tests for values that a rule requires at the field. */
  testsFor(field: number, values: readonly MatchValue[]): LeafTest[] {
    return values.map((value) => leafTest(this.#values, field, value));
  }

  /** The path of the array around an element above a leaf of the field. */
  arrayPath(fieldName: string, element: number): string {
    const node = this.leaves.nodeOf(element);
    const keys = fieldName.split('.');
    const prefixes = keys.map((_, i) => keys.slice(0, i + 1).join('.'));
    return prefixes.find((name) => this.#trie.find(name) === node) ?? fieldName;
  }

  holds(condition: Condition): boolean {
    return conditionHolds(condition, this.leaves, this.#epoch);
  }

  visit(posting: Posting, from = 0): void {
    if (posting & 1) this.visitAlternative(posting >> 1);
    else this.postings.visit(posting, this.leaves, this, from);
  }

  visitAlternative(alternative: number): void {
    const { words } = this.rules;
    const at = alternative * ALTERNATIVE;
    if (words[at + TRIED] === this.#epoch) return;
    words[at + TRIED] = this.#epoch;
    const flags = this.rules.flagsAt(at);
    const rule = words[at + RULE]!;
    if ((flags & DEAD) !== 0) return;
    if ((flags & SOLE) === 0 && this.#matchedAt[rule] === this.#epoch) return;
    if ((flags & PROVEN) === 0) {
      if (!this.#fieldsHold(at)) return;
      if (this.leaves.inElements > 0 && !this.#arrayCheck.isConsistent(alternative)) return;
    }
    this.#matchedAt[rule] = this.#epoch;
    if (this.matchCount === this.matched.length) this.matched = grown(this.matched, this.matchCount);
    this.matched[this.matchCount++] = rule;
  }

  #fieldsHold(at: number): boolean {
    const { words, requirements, conditions } = this.rules;
    const end = this.rules.endAt(at);
    for (let i = words[at + FIRST]!; i < end; i += REQUIREMENT) {
      const code = requirements[i + 1]!;
      if (code < 0) {
        if (!this.holds(conditions[~code]!)) return false;
      } else if (!this.#hasValue(requirements[i]!, code)) return false;
    }
    return true;
  }

  #hasValue(field: number, value: number): boolean {
    const { words } = this.leaves;
    let leaf = this.leaves.first(field);
    while (leaf >= 0 && words[leaf * LEAF + VALUE] !== value) leaf = words[leaf * LEAF + NEXT]!;
    return leaf >= 0;
  }

  #addAlternative(rule: number, alternative: Alternative, sole: boolean): void {
    const names = [...alternative.keys()].sort();
    const flags = sole ? SOLE : 0;
    if (names.length === 1) {
      const field = this.#field(names[0]!);
      const tests = this.testsFor(field, alternative.get(names[0]!)!);
      if (tests.every(isDefinite)) {
        this.#fields[field]!.post(tests, undefined, this.rules.add(rule, 0, flags | PROVEN));
        return;
      }
    }
    const added = this.rules.add(rule, names.length, flags);
    let best: Requirement | undefined;
    let bestCost = Number.POSITIVE_INFINITY;
    names.forEach((name, index) => {
      const requirement = this.#require(added, index, name, alternative.get(name)!);
      const cost = this.#fields[requirement.field]!.cost(requirement.tests);
      if (best && cost >= bestCost) return;
      best = requirement;
      bestCost = cost;
    });
    if (best) this.#post(best, added);
  }

  #require(alternative: number, index: number, name: string, values: readonly MatchValue[]): Requirement {
    const field = this.#field(name);
    const code = this.rules.code(field, values);
    this.rules.require(alternative, index, field, code);
    if (code >= 0) return { field, tests: this.testsFor(field, values), condition: undefined };
    const condition = this.rules.conditions[~code]!;
    return { field, tests: condition.tests, condition };
  }

  #post({ field, tests, condition }: Requirement, alternative: number): void {
    if (!condition?.absent) {
      this.#fields[field]!.post(tests, condition, alternative);
      return;
    }
    condition.posting = this.postings.add(condition.posting, alternative);
    if (!condition.listed) this.#always.push(condition);
    condition.listed = true;
  }

  #field(name: string): number {
    const known = this.#fieldIds.get(name);
    if (known !== undefined) return known;
    const field = this.#fields.length;
    this.#fieldIds.set(name, field);
    this.#fields.push(new FieldIndex(field, this));
    this.#values.addField(field);
    this.leaves.reserveField(field);
    this.#trie.add(name, field);
    return field;
  }

  #forgetEpochs(): void {
    this.#epoch = 1;
    for (let i = 0; i < this.rules.size; i++) this.rules.words[i * ALTERNATIVE + TRIED] = 0;
    this.#matchedAt.fill(0);
    for (const condition of this.rules.conditions) condition.epoch = 0;
  }
}
