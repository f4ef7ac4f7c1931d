// Array consistency in linear time: fields as bits, joined from the innermost array elements outwards.

import { ELEMENT, LEAF, type Leaves, NEXT } from './leaves.ts';
import { passes } from './passes.ts';
import type { RuleTable } from './rule-table.ts';

/** The bits of an integer hold no more fields than this. */
const MAX_FIELDS = 30;

/** For an array: the fields found anywhere in it, and the largest set of fields that one of its elements has. */
interface ArrayState {
  any: number;
  best: number;
}

/** Whether one leaf per requirement of the group can be chosen; undefined if a field occurs in two arrays side by side, where bits do not suffice. */
export function joinElements(group: readonly number[], rules: RuleTable, leaves: Leaves): boolean | undefined {
  if (group.length > MAX_FIELDS) return undefined;
  const own = new Int32Array(leaves.elementCount);
  const all = markFields(group, rules, leaves, own);
  if (all === 0) return true;
  const arrays = new Map<number, ArrayState>();
  /** Element -> arrays directly inside it. */
  const inside = new Map<number, ArrayState[]>();
  // Inner elements have higher numbers than the elements around them.
  for (let element = leaves.elementCount - 1; element >= 0; element--) {
    let here = own[element]!;
    let any = here;
    for (const array of inside.get(element) ?? []) {
      if ((array.any & any) !== 0) return undefined;
      any |= array.any;
      // When no element has all the fields of the array, which element to take stays open.
      if (array.best === array.any) here |= array.any;
    }
    if (element === 0) return (here & all) === all;
    if (any !== 0) noteElement(element, here, any, leaves, arrays, inside);
  }
  return false;
}

/** Marks the elements in which each field has a fitting leaf (none for a field that fits outside all elements). Returns the fields. */
function markFields(group: readonly number[], rules: RuleTable, leaves: Leaves, own: Int32Array): number {
  const { words } = leaves;
  let bit = 1;
  for (const at of group) {
    const code = rules.requirements[at + 1]!;
    const elements = new Set<number>();
    for (let leaf = leaves.first(rules.requirements[at]!); leaf >= 0; leaf = words[leaf * LEAF + NEXT]!) {
      const element = words[leaf * LEAF + ELEMENT]!;
      if (!elements.has(element) && passes(rules, leaves, code, leaf)) elements.add(element);
    }
    if (elements.has(0)) continue;
    for (const element of elements) own[element]! |= bit;
    bit <<= 1;
  }
  return bit - 1;
}

function noteElement(
  element: number,
  here: number,
  any: number,
  leaves: Leaves,
  arrays: Map<number, ArrayState>,
  inside: Map<number, ArrayState[]>,
): void {
  const number = leaves.arrayOf(element);
  let array = arrays.get(number);
  if (!array) {
    array = { any: 0, best: 0 };
    arrays.set(number, array);
    const parent = leaves.parentElement(element);
    const siblings = inside.get(parent);
    if (siblings) siblings.push(array);
    else inside.set(parent, [array]);
  }
  array.any |= any;
  if (bitCount(here) > bitCount(array.best)) array.best = here;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
