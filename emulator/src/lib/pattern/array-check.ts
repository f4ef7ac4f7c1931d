// Array consistency: the leaves that prove the fields of one alternative may not lie in different elements of the same array.

import { joinElements } from './element-join.ts';
import { type Condition, conditionPassesLeaf } from './leaf-test.ts';
import { ELEMENT, LEAF, type Leaves, NEXT, VALUE } from './leaves.ts';
import { ALTERNATIVE, COUNT, FIRST, REQUIREMENT, type RuleTable } from './rule-table.ts';

/** Choices tried before the answer is no: only hostile events come near, and nobody may hang the emulator. */
const MAX_STEPS = 2_000_000;

/** A field of the alternative at hand. */
export interface Requirement {
  readonly field: number;
  readonly condition: Condition | undefined;
  readonly value: number;
}

export class ArrayCheck {
  readonly #rules: RuleTable;
  readonly #leaves: Leaves;
  readonly #chosen: number[] = [];
  #steps = 0;

  constructor(rules: RuleTable, leaves: Leaves) {
    this.#rules = rules;
    this.#leaves = leaves;
  }

  /** Every field of the alternative is known to hold on its own. */
  isConsistent(alternative: number): boolean {
    const { words, requirements, conditions } = this.#rules;
    const first = words[alternative * ALTERNATIVE + FIRST]!;
    const count = words[alternative * ALTERNATIVE + COUNT]!;
    let inElements = 0;
    let absent = false;
    for (let at = first; at < first + count * REQUIREMENT; at += REQUIREMENT) {
      const code = requirements[at + 1]!;
      if (code < 0 && conditions[~code]!.absent) absent = true;
      if (this.#hasLeafInElement(requirements[at]!)) inElements++;
    }
    // Only fields with leaves inside elements constrain each other.
    if (!absent && inElements < 2) return true;
    return this.#solve(this.#requirementsOf(first, count), absent);
  }

  #requirementsOf(first: number, count: number): Requirement[] {
    const { requirements, conditions } = this.#rules;
    return Array.from({ length: count }, (_, i) => {
      const at = first + i * REQUIREMENT;
      const code = requirements[at + 1]!;
      return { field: requirements[at]!, condition: code < 0 ? conditions[~code] : undefined, value: code };
    });
  }

  #solve(all: readonly Requirement[], absent: boolean): boolean {
    for (const group of this.#independentGroups(all)) {
      if (!absent) {
        const joined = joinElements(group, this.#leaves);
        if (joined === false) return false;
        if (joined === true) continue;
      }
      this.#steps = 0;
      this.#chosen.length = 0;
      if (!this.#choose(group, 0)) return false;
    }
    return true;
  }

  #hasLeafInElement(field: number): boolean {
    const { words } = this.#leaves;
    for (let leaf = this.#leaves.first(field); leaf >= 0; leaf = words[leaf * LEAF + NEXT]!)
      if (words[leaf * LEAF + ELEMENT] !== 0) return true;
    return false;
  }

  /** Fields without a common outermost array never constrain each other; the order within a group stays. */
  #independentGroups(all: readonly Requirement[]): Requirement[][] {
    const groupOfArray = new Map<number, number>();
    const parent: number[] = all.map((_, i) => i);
    const root = (i: number): number => (parent[i] === i ? i : root(parent[i]!));
    all.forEach(({ field }, i) => {
      for (const array of this.#outermostArrays(field)) {
        const other = groupOfArray.get(array);
        if (other === undefined) groupOfArray.set(array, i);
        else parent[root(i)] = root(other);
      }
    });
    const groups = new Map<number, Requirement[]>();
    all.forEach((requirement, i) => {
      const group = groups.get(root(i));
      if (group) group.push(requirement);
      else groups.set(root(i), [requirement]);
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
  #choose(group: readonly Requirement[], index: number): boolean {
    if (index === group.length) return true;
    if (this.#steps > MAX_STEPS) return false;
    const requirement = group[index]!;
    if (requirement.condition?.absent && !this.#anyFits(requirement.field) && this.#choose(group, index + 1)) return true;
    const { words } = this.#leaves;
    let last = -1;
    for (let leaf = this.#leaves.first(requirement.field); leaf >= 0; leaf = words[leaf * LEAF + NEXT]!) {
      const element = words[leaf * LEAF + ELEMENT]!;
      if (element === last || !this.#fits(element) || !passes(requirement, this.#leaves, leaf)) continue;
      last = element;
      this.#chosen.push(element);
      if (this.#choose(group, index + 1)) return true;
      this.#chosen.pop();
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
    if (++this.#steps > MAX_STEPS) return false;
    for (const other of this.#chosen) if (!this.#compatible(element, other)) return false;
    return true;
  }

  /** False if the elements descend from different elements of one array. */
  #compatible(one: number, other: number): boolean {
    const leaves = this.#leaves;
    if (one === 0 || other === 0 || one === other) return true;
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

export function passes(requirement: Requirement, leaves: Leaves, leaf: number): boolean {
  if (requirement.condition) return conditionPassesLeaf(requirement.condition, leaves, leaf);
  return leaves.words[leaf * LEAF + VALUE] === requirement.value;
}
