// Conditions that items are tested with: whole, or in steps, because hundreds of parts of a condition take long for an item of 400 KB.
import type { Item, Value } from '#services/dynamodb/engine/value';
import type { Binding } from './binding.ts';
import { compileCondition, compileOperand, type Test } from './evaluate.ts';
import { CONDITIONS } from './functions.ts';
import type { Node } from './syntax.ts';

export interface ItemTest {
  /** Comparisons and functions in it. */
  readonly parts: number;
  holds(item: Item): boolean;
  /** The same; yields before each part. */
  steps(item: Item): Steps<boolean>;
}
type Steps<T> = Generator<undefined, T>;

/** `test` and `parts` where the node was compiled before. */
export const nodeTest = (node: Node, binding: Binding, test: Test = compileCondition(node), parts = countParts(node)): ItemTest => ({
  parts,
  holds: (item) => test(item, binding),
  steps: (item) => conditionSteps(node, item, binding),
});

/** The test of what is shown of an item. */
export const testOfShown = ({ parts, holds, steps }: ItemTest, show: (item: Item) => Item): ItemTest => ({
  parts,
  holds: (item) => holds(show(item)),
  steps: (item) => steps(show(item)),
});

const isCondition = (node: Node): boolean =>
  node.kind === 'call'
    ? CONDITIONS.has(node.name)
    : node.kind !== 'path' && node.kind !== 'value' && node.kind !== '+' && node.kind !== '-';

export function countParts(node: Node): number {
  if (!('parts' in node)) return 0;
  const inner = node.parts.reduce((sum, part) => sum + countParts(part), 0);
  if (node.kind === 'and' || node.kind === 'or' || node.kind === 'not') return inner;
  return inner + (node.kind === 'in' ? node.parts.length - 1 : 1);
}

function* conditionSteps(node: Node, item: Item, binding: Binding): Steps<boolean> {
  const parts = 'parts' in node ? node.parts : [];
  if (node.kind === 'and') return (yield* conditionSteps(parts[0]!, item, binding)) && (yield* conditionSteps(parts[1]!, item, binding));
  if (node.kind === 'or') return (yield* conditionSteps(parts[0]!, item, binding)) || (yield* conditionSteps(parts[1]!, item, binding));
  if (node.kind === 'not') return !(yield* conditionSteps(parts[0]!, item, binding));
  const values: (Value | undefined)[] = [];
  for (const part of parts) values.push(yield* valueSteps(part, item, binding));
  if (node.kind !== 'in') return yield* partStep(node, values);
  for (const member of values.slice(1))
    if (yield* partStep({ kind: 'compare', operator: '=', parts: [] }, [values[0], member])) return true;
  return false;
}

/** A part of a condition whose operands are these values. */
function* partStep(node: Node, values: readonly (Value | undefined)[]): Steps<boolean> {
  yield;
  const operands = values.map((_, index): Node => ({ kind: 'value', index }));
  return compileCondition({ ...node, parts: operands } as Node)({}, { paths: [], values: values as readonly Value[] });
}

/** Statements compare the results of conditions, too. */
function* valueSteps(node: Node, item: Item, binding: Binding): Steps<Value | undefined> {
  return isCondition(node) ? { BOOL: yield* conditionSteps(node, item, binding) } : compileOperand(node)(item, binding);
}
