// Array consistency: the leaves that prove the fields of one alternative may not lie in different elements of the same array.

import { joinElements } from './element-join.ts';
import { ELEMENT, LEAF, type Leaves, NEXT } from './leaves.ts';
import { passes } from './passes.ts';
import { ALTERNATIVE, FIRST, REQUIREMENT, type RuleTable } from './rule-table.ts';

/** Choices that a plain search may try; beyond that the fields are grouped and joined, which costs more to set up. */
const QUICK_STEPS = 200;
/** Limit: choices that are tried for an event with arrays before a pattern does not match: only hostile events come near, and no event may hang the emulator. */
const MAX_STEPS = 500_000;

export class ArrayCheck {
  readonly #rules: RuleTable;
  readonly #leaves: Leaves;
  /** Elements of the leaves chosen so far. */
  readonly #chosen = new Int32Array(256);
  #chosenCount = 0;
  #steps = 0;
  #maxSteps = 0;

  constructor(rules: RuleTable, leaves: Leaves) {
    this.#rules = rules;
    this.#leaves = leaves;
  }

  /** Expects that every field of the alternative holds on its own. */
  isConsistent(alternative: number): boolean {
    const { words, requirements, conditions } = this.#rules;
    const first = words[alternative * ALTERNATIVE + FIRST]!;
    const end = this.#rules.endAt(alternative * ALTERNATIVE);
    let inElements = 0;
    let absent = false;
    for (let at = first; at < end; at += REQUIREMENT) {
      const code = requirements[at + 1]!;
      if (code < 0 && conditions[~code]!.absent) absent = true;
      if (this.#hasLeafInElement(requirements[at]!)) inElements++;
    }
    // Only fields with leaves inside elements constrain each other.
    if (!absent && inElements < 2) return true;
    const all: number[] = [];
    for (let at = first; at < end; at += REQUIREMENT) all.push(at);
    const found = this.#search(all, QUICK_STEPS);
    if (found || this.#steps <= QUICK_STEPS) return found;
    return this.#independentGroups(all).every((group) => this.#solve(group, absent));
  }

  #solve(group: readonly number[], absent: boolean): boolean {
    const joined = absent ? undefined : joinElements(group, this.#rules, this.#leaves);
    return joined ?? this.#search(group, MAX_STEPS);
  }

  #search(requirements: readonly number[], maxSteps: number): boolean {
    this.#steps = 0;
    this.#maxSteps = maxSteps;
    this.#chosenCount = 0;
    return this.#choose(requirements, 0);
  }

  #hasLeafInElement(field: number): boolean {
    const { words } = this.#leaves;
    for (let leaf = this.#leaves.first(field); leaf >= 0; leaf = words[leaf * LEAF + NEXT]!)
      if (words[leaf * LEAF + ELEMENT] !== 0) return true;
    return false;
  }

  /** Fields without a common outermost array never constrain each other; the order within a group is kept. */
  #independentGroups(all: readonly number[]): number[][] {
    const groupOfArray = new Map<number, number>();
    const parent: number[] = all.map((_, i) => i);
    const root = (i: number): number => (parent[i] === i ? i : root(parent[i]!));
    all.forEach((at, i) => {
      for (const array of this.#outermostArrays(this.#rules.requirements[at]!)) {
        const other = groupOfArray.get(array);
        if (other === undefined) groupOfArray.set(array, i);
        else parent[root(i)] = root(other);
      }
    });
    const groups = new Map<number, number[]>();
    all.forEach((at, i) => {
      const group = groups.get(root(i));
      if (group) group.push(at);
      else groups.set(root(i), [at]);
    });
    return [...groups.values()];
  }

  #outermostArrays(field: number): Set<number> {
    const leaves = this.#leaves;
    const arrays = new Set<number>();
    let last = 0;
    for (let leaf = leaves.first(field); leaf >= 0; leaf = leaves.words[leaf * LEAF + NEXT]!) {
      let element = leaves.words[leaf * LEAF + ELEMENT]!;
      if (element === last) continue;
      last = element;
      if (element === 0) continue;
      while (leaves.parentElement(element) !== 0) element = leaves.parentElement(element);
      arrays.add(leaves.arrayOf(element));
    }
    return arrays;
  }

  /** Tries leaf after leaf, in the order of the field names, which decides what `exists: false` sees. */
  #choose(group: readonly number[], index: number): boolean {
    if (index === group.length) return true;
    const at = group[index]!;
    const { requirements, conditions } = this.#rules;
    const field = requirements[at]!;
    const code = requirements[at + 1]!;
    if (code < 0 && conditions[~code]!.absent && !this.#anyFits(field) && this.#choose(group, index + 1)) return true;
    const { words } = this.#leaves;
    let last = -1;
    for (let leaf = this.#leaves.first(field); leaf >= 0; leaf = words[leaf * LEAF + NEXT]!) {
      const element = words[leaf * LEAF + ELEMENT]!;
      if (element === last || !passes(this.#rules, this.#leaves, code, leaf) || !this.#fits(element)) continue;
      last = element;
      const count = this.#chosenCount;
      if (element !== 0) this.#chosen[this.#chosenCount++] = element;
      if (this.#choose(group, index + 1)) return true;
      this.#chosenCount = count;
      if (this.#steps > this.#maxSteps) return false;
    }
    return false;
  }

  #anyFits(field: number): boolean {
    const { words } = this.#leaves;
    for (let leaf = this.#leaves.first(field); leaf >= 0; leaf = words[leaf * LEAF + NEXT]!)
      if (this.#fits(words[leaf * LEAF + ELEMENT]!)) return true;
    return false;
  }

  #fits(element: number): boolean {
    if (++this.#steps > this.#maxSteps) return false;
    if (element === 0) return true;
    for (let i = 0; i < this.#chosenCount; i++) if (!this.#compatible(element, this.#chosen[i]!)) return false;
    return true;
  }

  /** False if the elements descend from different elements of one array. */
  #compatible(one: number, other: number): boolean {
    const leaves = this.#leaves;
    if (one === other) return true;
    let a = one;
    let b = other;
    while (leaves.levelOf(a) > leaves.levelOf(b)) a = leaves.parentElement(a);
    while (leaves.levelOf(b) > leaves.levelOf(a)) b = leaves.parentElement(b);
    if (a === b) return true;
    while (leaves.parentElement(a) !== leaves.parentElement(b)) {
      a = leaves.parentElement(a);
      b = leaves.parentElement(b);
    }
    return leaves.arrayOf(a) !== leaves.arrayOf(b);
  }
}
