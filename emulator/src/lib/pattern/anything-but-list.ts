// All conditions of a field that are one anything-but over exact values: every condition matches except conditions that list the leaf's value.

import type { Condition } from './leaf-test.ts';
import { LEAF, type Leaves, NEXT, VALUE } from './leaves.ts';
import type { SharedIndex } from './shared-index.ts';

export class AnythingButList {
  readonly #conditions: Condition[] = [];
  readonly #excluded = new Map<number, Condition[]>();

  add(condition: Condition): void {
    this.#conditions.push(condition);
    for (const { value } of condition.tests[0]!.but) {
      const known = this.#excluded.get(value);
      if (known) known.push(condition);
      else this.#excluded.set(value, [condition]);
    }
  }

  probe(field: number, leaves: Leaves, shared: SharedIndex): void {
    const excluded = this.#excludedBy(field, leaves);
    for (const condition of this.#conditions) if (!excluded?.has(condition)) shared.visit(condition.posting);
  }

  /** The conditions that refuse every leaf of the field. */
  #excludedBy(field: number, leaves: Leaves): Set<Condition> | undefined {
    let excluded: Set<Condition> | undefined;
    for (let leaf = leaves.first(field); leaf >= 0; leaf = leaves.words[leaf * LEAF + NEXT]!) {
      const here = this.#excluded.get(leaves.words[leaf * LEAF + VALUE]!);
      if (here === undefined) return undefined;
      excluded = new Set(excluded ? here.filter((condition) => excluded!.has(condition)) : here);
    }
    return excluded;
  }
}
