// The ordered tree that records live in, and how a span of it is walked.

import sorted from 'sorted-btree';

// A CommonJS package: its default import is the module in Node and the class itself under vitest.
const BTree = (sorted.default ?? sorted) as typeof sorted.default;

export type Tree<V> = InstanceType<typeof BTree<string, V>>;

/** From `low` on, up to but without `high`. */
export interface Span {
  readonly low: string;
  readonly high: string;
  readonly limit: number;
  readonly reverse: boolean;
}

export type Visit<V> = (text: string, value: V) => void;

const NODE_SIZE = 128;

export const byText = (a: string, b: string): number => (a < b ? -1 : a === b ? 0 : 1);

export const newTree = <V>(entries?: [string, V][]): Tree<V> => new BTree<string, V>(entries, byText, NODE_SIZE);

export function walk<V>(tree: Tree<V>, { low, high, limit, reverse }: Span, visit: Visit<V>): void {
  if (limit <= 0 || low >= high) return;
  let left = limit;
  if (!reverse) {
    tree.forRange(low, high, false, (text, value) => {
      visit(text, value);
      return --left > 0 ? undefined : { break: true };
    });
    return;
  }
  for (const [text, value] of tree.entriesReversed(high, [], true)) {
    if (text < low) return;
    visit(text, value);
    if (--left <= 0) return;
  }
}
