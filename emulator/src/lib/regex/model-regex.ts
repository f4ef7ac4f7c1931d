// Known expressions (those of the API models) against texts of clients: run natively where they cannot be slow, else with steps counted.

import { readRegex } from './read-regex.ts';
import { Regex, RegexTooCostly } from './regex.ts';
import type { RegexNode } from './syntax.ts';

/** Steps of the backtracking engine: some milliseconds. */
const MAX_TRIES = 1_000_000;

export type TextTest = (text: string) => boolean;

/**
 * Tests whole texts against a Java expression that JavaScript reads the same way. A text that takes too many steps does not match.
 * @throws SyntaxError where JavaScript does not read it
 */
export function modelRegex(source: string): TextTest {
  const native = nativeRegex(source);
  const repeats = countRepeats(source);
  let counted: Regex | undefined;
  return (text) => {
    if (text.length ** repeats <= MAX_TRIES || repeats <= 1) return native.test(text);
    counted ??= new Regex(source, { whole: true });
    try {
      return counted.test(text);
    } catch (error) {
      if (error instanceof RegexTooCostly) return false;
      throw error;
    }
  };
}

/** A few expressions are valid JavaScript only without the flag `u`. */
function nativeRegex(source: string): RegExp {
  try {
    return new RegExp(`^(?:${source})$`, 'u');
  } catch {
    return new RegExp(`^(?:${source})$`);
  }
}

/** How many repetitions can compete for the same text; Infinity where they are nested, because tries then double with each character. */
export function countRepeats(source: string): number {
  const count = (node: RegexNode): number => {
    switch (node.kind) {
      case 'repeat': {
        const inner = count(node.item);
        if (node.max <= 1) return inner;
        return inner > 0 ? Number.POSITIVE_INFINITY : node.max > node.min ? 1 : 0;
      }
      case 'sequence':
        return node.items.reduce((sum, item) => sum + count(item), 0);
      case 'choice':
        return Math.max(...node.branches.map(count));
      case 'group':
      case 'atomic':
      case 'look':
        return count(node.item);
      case 'back':
        return Number.POSITIVE_INFINITY;
      default:
        return 0;
    }
  };
  return count(readRegex(source).node);
}
