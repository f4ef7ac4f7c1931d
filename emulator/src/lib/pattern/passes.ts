// One leaf against one requirement of an alternative.
import { conditionPassesLeaf } from './leaf-test.ts';
import { LEAF, type Leaves, VALUE } from './leaves.ts';
import type { RuleTable } from './rule-table.ts';

/** Whether the leaf has the exact value, or passes the condition, that the requirement's code names. */
export function passes(rules: RuleTable, leaves: Leaves, code: number, leaf: number): boolean {
  if (code < 0) return conditionPassesLeaf(rules.conditions[~code]!, leaves, leaf);
  return leaves.words[leaf * LEAF + VALUE] === code;
}
