// The nodes of a parsed regular expression.

/** Whether a code point belongs to a class. */
export type CharTest = (codePoint: number) => boolean;

export type Assertion = 'start' | 'end' | 'line-start' | 'line-end' | 'input-start' | 'input-end' | 'word' | 'no-word';

export type RegexNode =
  | { readonly kind: 'char'; readonly test: CharTest }
  | { readonly kind: 'sequence'; readonly items: readonly RegexNode[] }
  | { readonly kind: 'choice'; readonly branches: readonly RegexNode[] }
  /** `max` is Infinity where the repetition is open-ended. */
  | { readonly kind: 'repeat'; readonly item: RegexNode; readonly min: number; readonly max: number; readonly lazy: boolean }
  | { readonly kind: 'group'; readonly item: RegexNode; readonly index: number }
  /** Matches in the first way that works and never tries another. */
  | { readonly kind: 'atomic'; readonly item: RegexNode }
  | { readonly kind: 'look'; readonly item: RegexNode; readonly behind: boolean; readonly negated: boolean }
  | { readonly kind: 'back'; readonly index: number; readonly ignoreCase: boolean }
  | { readonly kind: 'assert'; readonly what: Assertion };

/** The text is not a valid expression. `message` says why, in a few words. */
export class RegexSyntaxError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RegexSyntaxError';
  }
}

/** The least and the greatest number of code points that a node can match. */
export function widthOf(node: RegexNode): readonly [min: number, max: number] {
  switch (node.kind) {
    case 'char':
      return [1, 1];
    case 'sequence':
      return node.items.map(widthOf).reduce(([a, b], [c, d]) => [a + c, b + d] as const, [0, 0] as const);
    case 'choice': {
      const widths = node.branches.map(widthOf);
      return [Math.min(...widths.map(([min]) => min)), Math.max(...widths.map(([, max]) => max))];
    }
    case 'repeat': {
      const [min, max] = widthOf(node.item);
      return [min * node.min, max === 0 || node.max === 0 ? 0 : max * node.max];
    }
    case 'group':
    case 'atomic':
      return widthOf(node.item);
    case 'back':
      return [0, Number.POSITIVE_INFINITY];
    default:
      return [0, 0];
  }
}
